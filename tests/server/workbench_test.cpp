// The workbench: sheets with changes, and figures that are worked out while somebody waits for them.
#include "server/playing.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace touchline::test {
namespace {

using std::chrono::milliseconds;

// A lab whose figures are known when the test says so.
class StandInLab {
public:
    [[nodiscard]] server::LabMaker maker() {
        return {.figures = [this](const Table& table, const server::TellFigures& tell,
                                  const std::stop_token& stopped) { return figures(table, tell, stopped); },
                .skill = [this](const Table& table, Json known, const server::TellFigures&,
                                const std::stop_token& stopped) -> Expected<Json, Message> {
                    wait(stopped);
                    known["skill"] = table.sheet_hash();
                    known["whole"] = true;
                    return known;
                },
                .changed = [](const Kind&, std::string_view toml,
                              const std::vector<std::string>& changes) -> Expected<std::string, Message> {
                    std::string text(toml);
                    for (const std::string& change : changes) {
                        if (change != "score.target=14")
                            return Unexpected{Message{"lab.no-path", {{"path", change}, {"near", "score.target"}}}};
                        text.replace(text.find("target = 21"), 11, "target = 14");
                    }
                    return text;
                },
                .certificate =
                    [](const Table& table, const Json& figures, const std::vector<std::string>& changes,
                       Language language) {
                        return Json{{"game", table.kind().id()},
                                    {"skill", figures["skill"]},
                                    {"changes", changes},
                                    {"options", table.options().json()},
                                    {"french", language == Language::french}}
                            .dump();
                    }};
    }
    void finish() {
        const std::lock_guard lock(mutex_);
        finished_ = true;
        wake_.notify_all();
    }
    std::atomic<int> begun = 0;
    std::atomic<int> stopped_early = 0;

private:
    Expected<Json, Message> figures(const Table& table, const server::TellFigures& tell,
                                    const std::stop_token& stopped) {
        ++begun;
        if (table.kind().id() == "gridiron-glory")
            return Unexpected{Message{"solve.no-figures", {{"game", table.kind().id()}}}};
        if (table.kind().id() == "pocket-rugby") throw std::runtime_error("no memory");
        tell(0.5);
        if (table.kind().id() == "red-boar-gridiron") wait(stopped);
        return Json{{"draw", 0.25}, {"whole", false}};
    }
    void wait(const std::stop_token& stopped) {
        std::unique_lock lock(mutex_);
        while (!finished_ && !stopped.stop_requested()) wake_.wait_for(lock, milliseconds(5));
        if (!stopped.stop_requested()) return;
        ++stopped_early;
        throw std::runtime_error("stopped");
    }

    std::mutex mutex_;
    std::condition_variable wake_;
    bool finished_ = false;
};

class WorkbenchTest : public ::testing::Test {
protected:
    static server::Limits brief() {
        server::Limits limits = generous();
        limits.figures_hold = milliseconds(20);
        limits.room_lingers = milliseconds(20); // how often is swept
        limits.figures_forgotten = milliseconds(60'000);
        return limits;
    }
    HttpAnswer ask(const std::string& path, const Json& body) { return post(server_.port(), path, body); }
    // Once it is no longer being worked out, which a busy machine may say first.
    HttpAnswer settled(const Json& body) {
        HttpAnswer answer = ask("/api/figures", body);
        while (answer.status == 202) answer = ask("/api/figures", body);
        return answer;
    }
    static std::string code(const HttpAnswer& answer) { return answer.json()["error"]["code"]; }

    StandInLab lab_;
    RunningServer server_{brief(), {}, {}, nullptr, lab_.maker()};
    const Json kGame{{"game", "sports-dice-football"}};
};

TEST_F(WorkbenchTest, ASheetComesWithItsTextAndTheRangeOfEveryFigure) {
    Json body = kGame;
    body["changes"] = {"score.target=14"};
    const Json answer = ask("/api/sheet", body).json();
    ASSERT_EQ(answer["ok"], true) << answer;
    EXPECT_EQ(answer["sheet"]["score"]["target"], 14);
    EXPECT_NE(answer["toml"].get<std::string>().find("target = 14"), std::string::npos);
    EXPECT_NE(answer["hash"], ask("/api/sheet", kGame).json()["hash"]);
    bool seen = false;
    for (const Json& each : answer["paths"]) {
        if (each["path"] != "score.target") continue;
        seen = true;
        EXPECT_EQ(each["from"], 1);
        EXPECT_EQ(each["to"], 99);
        EXPECT_EQ(each["wanted"], "a whole number from 1 to 99");
    }
    EXPECT_TRUE(seen);
}

TEST_F(WorkbenchTest, NonsenseIsRefusedWithASentence) {
    for (const char* path : {"/api/sheet", "/api/figures"}) {
        const auto refused = [&](const Json& body) {
            const HttpAnswer answer = ask(path, body);
            EXPECT_EQ(answer.json()["ok"], false) << path << body;
            EXPECT_FALSE(answer.json()["error"]["message"].get<std::string>().empty());
            return answer.json()["error"]["code"].get<std::string>();
        };
        EXPECT_EQ(refused(Json::object()), "bad-request");
        EXPECT_EQ(refused({{"game", 3}}), "bad-request");
        EXPECT_EQ(refused({{"game", "chess"}}), "unknown-game");
        EXPECT_EQ(refused({{"game", "sports-dice-football"}, {"options", 3}}), "bad-option");
        EXPECT_EQ(refused({{"game", "sports-dice-football"}, {"options", {{"wind", true}}}}), "bad-option");
        EXPECT_EQ(refused({{"game", "sports-dice-football"}, {"sheet", "no ="}}), "bad-sheet");
        EXPECT_EQ(refused({{"game", "sports-dice-football"}, {"sheet", Json::array()}}), "bad-request");
        EXPECT_EQ(refused({{"game", "sports-dice-football"}, {"changes", "score.target=14"}}), "bad-request");
        EXPECT_EQ(refused({{"game", "sports-dice-football"}, {"changes", {1}}}), "bad-request");
        EXPECT_EQ(refused({{"game", "sports-dice-football"}, {"changes", {"score.none=3"}}}), "bad-sheet");
        EXPECT_EQ(refused({{"game", "sports-dice-football"},
                           {"changes", std::vector<std::string>(server::kMostChanges + 1, "score.target=14")}}),
                  "bad-request");
    }
    EXPECT_EQ(lab_.begun, 0);
}

TEST_F(WorkbenchTest, TellsWhatIsKnownWhileTheRestIsWorkedOut) {
    HttpAnswer answer = ask("/api/figures", kGame);
    // Nobody waits long for the first of them: a busy machine may have none yet.
    while (answer.status == 202 && !answer.json().contains("figures")) answer = ask("/api/figures", kGame);
    EXPECT_EQ(answer.status, 202);
    EXPECT_EQ(answer.json()["status"], "working");
    EXPECT_EQ(answer.json()["figures"], Json::parse(R"({"draw":0.25,"whole":false})"));
    EXPECT_EQ(ask("/api/figures", kGame).json()["figures"], Json::parse(R"({"draw":0.25,"whole":false})"));
    lab_.finish();
    while (answer.status == 202) answer = ask("/api/figures", kGame);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.json()["status"], "done");
    EXPECT_TRUE(answer.json()["figures"].contains("skill"));
    EXPECT_EQ(ask("/api/figures", kGame).body, answer.body);
    EXPECT_EQ(lab_.begun, 1); // one answer serves all
}

TEST_F(WorkbenchTest, TheFirstFiguresOfAnotherGameDoNotWaitForTheRestOfThisOne) {
    Json changed = kGame;
    changed["changes"] = {"score.target=14"};
    for (const Json& body : {kGame, changed}) {
        HttpAnswer answer = ask("/api/figures", body);
        while (answer.status == 202 && !answer.json().contains("figures")) answer = ask("/api/figures", body);
        EXPECT_EQ(answer.status, 202);
    }
    lab_.finish();
    for (const Json& body : {kGame, changed})
        EXPECT_EQ(settled(body).json()["figures"]["skill"], ask("/api/sheet", body).json()["hash"]);
    EXPECT_EQ(lab_.begun, 2);
    EXPECT_EQ(lab_.stopped_early, 1); // it gave way
}

TEST_F(WorkbenchTest, FiguresAreThoseOfTheChangedSheet) {
    lab_.finish();
    const auto figures = [&](const Json& body) {
        HttpAnswer answer = ask("/api/figures", body);
        while (answer.status == 202) answer = ask("/api/figures", body);
        return answer.json()["figures"]["skill"];
    };
    Json changed = kGame;
    changed["changes"] = {"score.target=14"};
    EXPECT_EQ(figures(changed), ask("/api/sheet", changed).json()["hash"]);
    EXPECT_EQ(figures(kGame), ask("/api/sheet", kGame).json()["hash"]);
}

TEST_F(WorkbenchTest, ACertificateIsAPageThatRunsNoScriptAndWaitsForItsFigures) {
    lab_.finish();
    const HttpAnswer answer = get(server_.port(), "/api/certificate/sports-dice-football?lang=fr&set=score.target%3D14&"
                                                  "option=own_tie%3D%22best%22&option=target=21");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.headers.at("content-type"), "text/html; charset=utf-8");
    EXPECT_EQ(answer.headers.at("content-security-policy").find("default-src 'none'; style-src"), 0u);
    const Json said = Json::parse(answer.body);
    Json changed = kGame;
    changed["changes"] = {"score.target=14"};
    EXPECT_EQ(said["skill"], ask("/api/sheet", changed).json()["hash"]);
    EXPECT_EQ(said["changes"], Json::array({"score.target=14"}));
    EXPECT_EQ(said["options"], Json({{"own_tie", "best"}, {"target", 21}}));
    EXPECT_EQ(said["french"], true);
    EXPECT_EQ(lab_.begun, 1);
}

TEST_F(WorkbenchTest, ACertificateOfNonsenseIsRefusedWithASentence) {
    lab_.finish();
    const auto refused = [&](const std::string& path) { return code(get(server_.port(), "/api/certificate/" + path)); };
    EXPECT_EQ(refused("chess"), "unknown-game");
    EXPECT_EQ(refused("sports-dice-football/more"), "not-found");
    EXPECT_EQ(refused("sports-dice-football?set=score.none%3D3"), "bad-sheet");
    EXPECT_EQ(refused("sports-dice-football?option=wind%3Dtrue"), "bad-option");
    EXPECT_EQ(refused("sports-dice-football?option=wind&set&=&option=%&option=target=[[[["), "bad-option");
    EXPECT_EQ(refused("gridiron-glory"), "not-found"); // it has no figures
}

TEST_F(WorkbenchTest, AGameWithoutFiguresSaysSo) {
    const HttpAnswer answer = settled({{"game", "gridiron-glory"}});
    EXPECT_EQ(answer.status, 404);
    EXPECT_EQ(code(answer), "not-found");
}

TEST_F(WorkbenchTest, AFailureIsToldOnceAndTriedAgain) {
    const Json rugby{{"game", "pocket-rugby"}};
    EXPECT_EQ(code(settled(rugby)), "busy");
    EXPECT_EQ(code(settled(rugby)), "busy");
    EXPECT_EQ(lab_.begun, 2);
}

TEST_F(WorkbenchTest, WorkIsGivenUpWhenTheLastWhoWaitsLeaves) {
    server::Limits patient = generous();
    patient.figures_hold = milliseconds(60'000);
    const RunningServer server(patient, {}, {}, nullptr, lab_.maker());
    const std::string body = R"({"game":"red-boar-gridiron"})";
    {
        Socket client(server.port());
        client.write("POST /api/figures HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: " + std::to_string(body.size()) +
                     "\r\n\r\n" + body);
        while (lab_.begun == 0) std::this_thread::sleep_for(milliseconds(5));
    }
    while (lab_.stopped_early == 0) std::this_thread::sleep_for(milliseconds(5));
}

TEST_F(WorkbenchTest, WorkIsGivenUpWhenNobodyAsksAgain) {
    server::Limits forgetful = brief();
    forgetful.figures_forgotten = milliseconds(50);
    const RunningServer server(forgetful, {}, {}, nullptr, lab_.maker());
    // Asked for late, it has to be begun again.
    while (lab_.begun < 2) {
        EXPECT_EQ(post(server.port(), "/api/figures", kGame).status, 202);
        std::this_thread::sleep_for(milliseconds(100));
    }
}

TEST_F(WorkbenchTest, TheServerEndsWhileFiguresAreBeingWorkedOut) {
    EXPECT_EQ(ask("/api/figures", {{"game", "red-boar-gridiron"}}).status, 202);
    server_.stop();
    EXPECT_EQ(lab_.stopped_early, 1);
}

TEST(Workbench, AServerWithoutALabRefuses) {
    RunningServer server;
    EXPECT_EQ(post(server.port(), "/api/figures", {{"game", "sports-dice-football"}}).json()["error"]["code"],
              "not-found");
    EXPECT_EQ(post(server.port(), "/api/sheet", {{"game", "sports-dice-football"}}).json()["ok"], true);
}

} // namespace
} // namespace touchline::test
