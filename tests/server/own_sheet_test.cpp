// Tables that are played with a sheet of their own: every figure that the page shows comes from that sheet.
#include "core/embedded.hpp"
#include "play/kind.hpp"
#include "server/playing.hpp"

namespace touchline::test {
namespace {

std::string changed_sheet(const std::string& game, const std::string& from, const std::string& to) {
    std::string toml(embedded("data/sheets/" + game + ".toml").value());
    if (toml.find(from) == std::string::npos) throw std::runtime_error("the sheet of " + game + " has no " + from);
    for (std::size_t at = 0; (at = toml.find(from, at)) != std::string::npos; at += to.size())
        toml.replace(at, from.size(), to);
    return toml;
}

// Rolls the given faces. Requires: a table with real dice.
void fall(Guest& guest, const std::vector<std::string>& tokens) {
    for (const std::string& token : tokens) {
        const Json reply = guest.act("roll", {{"tokens", {token}}});
        ASSERT_TRUE(reply["ok"]) << token << " " << reply;
    }
}

TEST(OwnSheet, ATurnCarriesTheFacesOfItsTable) {
    RunningServer server;
    Json wishes = one_screen("pocket-gridiron");
    wishes["dice"] = "real";
    wishes["sheet"] = changed_sheet("pocket-gridiron", "\"SLANT\"", "\"WHEEL\"");
    const Opened table = opened(server.port(), wishes);
    Guest guest(server.port(), table.id, table.token);
    EXPECT_EQ(guest.welcome["turn"]["faces"], Json::parse(R"([{"count":1,"tokens":["home","away"]}])"));
    fall(guest, {"home", "WR"});
    const Json faces = Json::parse(R"([{"count":1,"tokens":["HITCH","WHEEL","POST","STOP & GO","INCOMP","FUMBLE"]}])");
    EXPECT_EQ(guest.position["turn"]["faces"], faces); // of an update
    EXPECT_EQ(Guest(server.port(), table.id, table.token).welcome["turn"]["faces"], faces);
    const Json stale = guest.ask("roll", {{"turn_no", 0}});
    EXPECT_EQ(stale["error"]["code"], "stale-turn");
    EXPECT_EQ(stale["error"]["turn"]["faces"], faces);
    const Json steps = get(server.port(), "/api/tables/" + table.id + "/steps").json();
    EXPECT_EQ(steps["steps"][2]["turn"], guest.position["turn"]);
    fall(guest, {"WHEEL"});
    EXPECT_EQ(guest.position["state"]["value"], 6);
}

TEST(OwnSheet, LikeDiceAreToldOnce) {
    RunningServer server;
    Json wishes = one_screen("sports-dice-football");
    wishes["sheet"] = changed_sheet("sports-dice-football", R"(["10", "10", "10", "20", "FG", "TD"])",
                                    R"(["10", "10", "20", "20", "TD", "TD"])");
    const Opened table = opened(server.port(), wishes);
    Guest guest(server.port(), table.id, table.token);
    Random random(1);
    while (guest.position["turn"]["event"] != "roll") ASSERT_TRUE(act_somehow(guest, "home", random)["ok"]);
    EXPECT_EQ(guest.position["turn"]["faces"],
              Json::parse(R"([{"count":6,"tokens":["10","20","TD"]},{"count":6,"tokens":["NG","S","T","P6"]}])"));
}

TEST(OwnSheet, OnlyTurnsOfChanceHaveFaces) {
    RunningServer server;
    for (const Kind* kind : kinds()) {
        Json wishes = one_screen(std::string(kind->id()));
        wishes["seed"] = 8;
        const Opened table = opened(server.port(), wishes);
        Guest guest(server.port(), table.id, table.token);
        Random random(2);
        for (int i = 0; i < 80 && !over(guest); ++i) {
            const Json& turn = guest.position["turn"];
            ASSERT_EQ(turn.contains("faces"), turn["kind"] == "chance") << turn;
            if (turn["kind"] == "chance") {
                std::size_t count = 0;
                for (const Json& run : turn["faces"]) count += run["count"].get<std::size_t>();
                EXPECT_EQ(turn["count"], count) << turn;
            }
            ASSERT_TRUE(act_somehow(guest, turn["kind"] == "secret" ? turn["seats"][0] : turn["seat"], random)["ok"]);
        }
    }
}

TEST(OwnSheet, IsGivenToThoseWhoSeeTheTable) {
    RunningServer server;
    Json wishes = one_screen("sports-dice-football");
    const std::string toml = changed_sheet("sports-dice-football", "target = 21", "target = 14");
    wishes["sheet"] = toml;
    const Opened own = opened(server.port(), wishes);
    wishes.erase("sheet");
    const Opened usual = opened(server.port(), wishes);
    const Json printed = get(server.port(), "/api/games/sports-dice-football/sheet").json();
    EXPECT_EQ(get(server.port(), "/api/tables/" + usual.id + "/sheet").json(), printed);
    server.restart(); // the sheet is kept with the table
    const Json sheet = get(server.port(), "/api/tables/" + own.id + "/sheet").json();
    EXPECT_EQ(sheet["game"], "sports-dice-football");
    EXPECT_EQ(sheet["sheet"]["score"]["target"], 14);
    EXPECT_NE(sheet["hash"], printed["hash"]);
    EXPECT_EQ(get(server.port(), "/api/tables/" + own.id + "/sheet.toml").body, toml);
    EXPECT_EQ(get(server.port(), "/api/tables/AAAAAAAAAAAAAAAAAAAAAA/sheet").json()["error"]["code"], "unknown-table");
}

} // namespace
} // namespace touchline::test
