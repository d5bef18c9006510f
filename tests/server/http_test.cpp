// The HTTP side of a running server: page, API, compression, refusals, limits, metrics.
#include "server/running_server.hpp"

namespace touchline::test {
namespace {

class Http : public testing::Test {
protected:
    RunningServer server_;
    [[nodiscard]] unsigned short port() const { return server_.port(); }
};

TEST_F(Http, SaysThatItIsHealthy) {
    const HttpAnswer answer = get(port(), "/healthz");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.json()["ok"], true);
}

TEST_F(Http, SendsThePageForItsOwnAddressesWithAStrictPolicy) {
    for (const char* path : {"/", "/t/abc", "/g/pocket-rugby", "/r", "/r/x"}) {
        const HttpAnswer answer = get(port(), path);
        EXPECT_EQ(answer.status, 200) << path;
        EXPECT_EQ(answer.headers.at("content-type"), "text/html; charset=utf-8");
        EXPECT_EQ(answer.headers.at("cache-control"), "no-cache");
        EXPECT_NE(answer.headers.at("content-security-policy").find("default-src 'self'"), std::string::npos);
        EXPECT_EQ(answer.headers.at("x-content-type-options"), "nosniff");
    }
    EXPECT_EQ(get(port(), "/no-such-file").status, 404);
    EXPECT_EQ(get(port(), "/assets/../../secret").status, 404);
}

TEST_F(Http, DoesNotSendAgainWhatTheBrowserHas) {
    const HttpAnswer first = get(port(), "/api/games");
    const HttpAnswer again = get(port(), "/api/games", {{"If-None-Match", first.headers.at("etag")}});
    EXPECT_EQ(again.status, 304);
    EXPECT_TRUE(again.body.empty());
}

TEST_F(Http, CompressesForThoseWhoTakeIt) {
    const HttpAnswer plain = get(port(), "/api/words/en/table");
    const HttpAnswer packed = get(port(), "/api/words/en/table", {{"Accept-Encoding", "gzip, br"}});
    EXPECT_EQ(packed.headers.at("content-encoding"), "gzip");
    EXPECT_LT(packed.body.size(), plain.body.size());
    EXPECT_FALSE(plain.headers.contains("content-encoding"));
}

TEST_F(Http, ListsTheGamesWithTheirSheetsAndBots) {
    const Json json = get(port(), "/api/games").json();
    ASSERT_GE(json["games"].size(), 1u);
    for (const Json& game : json["games"]) {
        const std::string id = game["id"];
        const Json sheet = get(port(), "/api/games/" + id + "/sheet").json();
        EXPECT_EQ(sheet["hash"], game["sheet"]["hash"]) << id;
        EXPECT_EQ(sheet["sheet"]["game"], id);
        EXPECT_EQ(get(port(), "/api/games/" + id + "/sheet.toml").status, 200);
        EXPECT_NE(get(port(), "/api/games/" + id + "/rules?lang=fr").body,
                  get(port(), "/api/games/" + id + "/rules").body);
        EXPECT_TRUE(get(port(), "/api/words/fr/" + id).json().contains("say")) << id;
    }
    EXPECT_EQ(json["bots"][0]["id"], "random") << json["bots"]; // the weakest first
    EXPECT_TRUE(json["bots"][0]["loss"].is_null());
    EXPECT_EQ(json["bots"].back(), (Json{{"id", "perfect"}, {"loss", 0.0}}));
    EXPECT_EQ(json["limits"]["frame_bytes"], 16384);
    EXPECT_EQ(get(port(), "/api/games/chess/sheet").json()["error"]["code"], "unknown-game");
}

TEST_F(Http, RefusesWishesForATableWithTheirCode) {
    const auto code = [&](const Json& wishes) { return post(port(), "/api/tables", wishes).json()["error"]["code"]; };
    const std::string game = "sports-dice-football";
    EXPECT_EQ(code(Json::object()), "bad-request");
    EXPECT_EQ(code({{"game", "chess"}}), "unknown-game");
    EXPECT_EQ(code({{"game", game}, {"options", {{"target", -1}}}}), "bad-option");
    EXPECT_EQ(code({{"game", game}, {"sheet", "no = toml = at all"}}), "bad-sheet");
    EXPECT_EQ(code({{"record", "rubbish"}}), "bad-record");
    EXPECT_EQ(code({{"game", game}, {"seats", {{"home", {{"who", "computer"}}}, {"away", {{"who", "computer"}}}}}}),
              "bad-seats");
    EXPECT_EQ(code({{"game", game}, {"seats", {{"away", {{"who", "computer"}, {"bot", "deep"}}}}}}), "bad-seats");
    EXPECT_EQ(code({{"game", game}, {"dice", "real"}}), "bad-request"); // with a friend
    EXPECT_EQ(code({{"game", game}, {"seed", 7}}), "bad-request");
    EXPECT_EQ(code({{"game", game}, {"clock", {{"seconds", 1}}}}), "bad-request");
    EXPECT_EQ(http(port(), "POST", "/api/tables", "{").json()["error"]["code"], "bad-json");
}

TEST_F(Http, GivesASeatToTheFirstWhoUsesTheInvitation) {
    const Json table = post(port(), "/api/tables", two_people("sports-dice-football")).json();
    const std::string path = "/api/tables/" + table["table"]["id"].get<std::string>() + "/join";
    EXPECT_TRUE(table["table"]["seats"]["away"]["open"]);
    EXPECT_EQ(post(port(), path, {{"invite", "wrong"}}).json()["error"]["code"], "bad-token");
    const Json joined = post(port(), path, {{"invite", table["invite"]}, {"name", " Ben\n "}}).json();
    EXPECT_EQ(joined["seat"], "away");
    EXPECT_EQ(joined["table"]["seats"]["away"]["name"], "Ben");
    EXPECT_EQ(post(port(), path, {{"invite", table["invite"]}}).json()["error"]["code"], "seat-taken");
    EXPECT_EQ(post(port(), "/api/tables/AAAAAAAAAAAAAAAAAAAAAA/join", {{"invite", "x"}}).json()["error"]["code"],
              "unknown-table");
}

TEST_F(Http, ListsOnlyTablesWhoseOwnerWantsIt) {
    Json wishes = two_people("sports-dice-football");
    (void)opened(port(), wishes);
    EXPECT_EQ(get(port(), "/api/lobby").json()["open"].size(), 0u);
    wishes["listed"] = true;
    const Json table = post(port(), "/api/tables", wishes).json();
    Json lobby = get(port(), "/api/lobby").json();
    ASSERT_EQ(lobby["open"].size(), 1u);
    EXPECT_EQ(lobby["open"][0]["invite"], table["invite"]);
    server_.restart();
    lobby = get(port(), "/api/lobby").json();
    ASSERT_EQ(lobby["open"].size(), 1u);
    const std::string id = lobby["open"][0]["id"];
    EXPECT_TRUE(post(port(), "/api/tables/" + id + "/join", {{"invite", lobby["open"][0]["invite"]}}).json()["ok"]);
    lobby = get(port(), "/api/lobby").json();
    EXPECT_EQ(lobby["open"].size(), 0u);
    EXPECT_EQ(lobby["running"].size(), 1u);
    EXPECT_FALSE(lobby["running"][0].contains("invite"));
}

TEST_F(Http, TellsRecordsStepByStep) {
    Json wishes = one_screen("sports-dice-football");
    wishes["seed"] = 4;
    const Opened table = opened(port(), wishes);
    Guest guest(port(), table.id, table.token);
    (void)guest.act("roll");
    const std::string record = get(port(), "/api/tables/" + table.id + "/record").body;
    EXPECT_NE(record.find("[Game \"sports-dice-football\"]"), std::string::npos) << record;
    const Json steps = post(port(), "/api/steps?lang=fr", {{"record", record}}).json();
    ASSERT_EQ(steps["steps"].size(), 2u);
    EXPECT_EQ(steps["steps"][1]["fell"], guest.position["fell"]);
    EXPECT_EQ(steps["steps"][1]["state"], guest.position["state"]);
    const Json bad = post(port(), "/api/steps", {{"record", record + "home rolls nothing: 1\n"}}).json();
    EXPECT_EQ(bad["error"]["code"], "bad-record");
    const Json odds = post(port(), "/api/odds", {{"record", record}, {"at", 0}}).json();
    EXPECT_NEAR(odds["odds"]["home"].get<double>() + odds["odds"]["draw"].get<double>() +
                    odds["odds"]["away"].get<double>(),
                1, 1e-6)
        << odds;
    // Playing on from there.
    const Opened second = opened(port(), {{"record", record}, {"at", 0}, {"seats", {{"away", {{"who", "me"}}}}}});
    EXPECT_EQ(Guest(port(), second.id, second.token).position["turn"], guest.welcome["turn"]);
}

TEST_F(Http, RefusesOtherOriginsAndNames) {
    const std::string body = two_people("sports-dice-football").dump();
    const std::string own = "http://127.0.0.1:" + std::to_string(port());
    EXPECT_EQ(http(port(), "POST", "/api/tables", body, {{"Origin", own}}).status, 201);
    for (const char* origin : {"http://evil.example", "null", "https://127.0.0.1"}) {
        const HttpAnswer answer = http(port(), "POST", "/api/tables", body, {{"Origin", origin}});
        EXPECT_EQ(answer.status, 403) << origin;
        EXPECT_EQ(answer.json()["error"]["code"], "bad-origin");
    }
    EXPECT_EQ(get(port(), "/api/games", {{"Host", "evil.example"}}).status, 403);
    EXPECT_EQ(get(port(), "/api/games", {{"Host", "localhost:1"}}).status, 200);
}

TEST_F(Http, RefusesWhatIsTooLargeOrNoHttp) {
    EXPECT_EQ(http(port(), "POST", "/api/steps", std::string(300000, 'x')).status, 413);
    EXPECT_EQ(http(port(), "DELETE", "/api/games").status, 405);
    Socket socket(port());
    socket.write("this is no HTTP\r\n\r\n");
    EXPECT_EQ(read_answer(socket).status, 400);
}

TEST_F(Http, CountsForPrometheus) {
    (void)opened(port(), two_people("sports-dice-football"));
    const std::string text = get(port(), "/metrics").body;
    EXPECT_NE(text.find("touchline_tables_opened_total{game=\"sports-dice-football\"} 1"), std::string::npos) << text;
    EXPECT_NE(text.find("touchline_http_requests_total{status=\"201\"} 1"), std::string::npos) << text;
}

TEST(HttpLimits, AnswersTooManyTablesWithATimeToWait) {
    server::Limits limits = generous();
    limits.tables_at_once = 2;
    limits.tables_per_minute = 6;
    const RunningServer server(limits);
    const Json wishes = two_people("sports-dice-football");
    EXPECT_EQ(post(server.port(), "/api/tables", wishes).status, 201);
    EXPECT_EQ(post(server.port(), "/api/tables", wishes).status, 201);
    const HttpAnswer answer = post(server.port(), "/api/tables", wishes);
    EXPECT_EQ(answer.status, 429);
    EXPECT_EQ(answer.json()["error"]["code"], "too-many-tables");
    EXPECT_GE(std::stoi(answer.headers.at("retry-after")), 1);
}

TEST(HttpLimits, AnswersTooManyRequestsWithATimeToWait) {
    server::Limits limits = generous();
    limits.requests_at_once = 3;
    limits.requests_per_second = 0.01;
    const RunningServer server(limits);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(get(server.port(), "/healthz").status, 200);
    EXPECT_EQ(get(server.port(), "/healthz").status, 429);
}

} // namespace
} // namespace touchline::test
