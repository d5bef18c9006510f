// The server without a network: the same messages, one thread, and tables that somebody else keeps.
#include "server/local_server.hpp"

#include "analysis/advisor.hpp"
#include "bots/players.hpp"
#include "store/memory.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace touchline::test {
namespace {

using nlohmann::json;

class LocalServerTest : public ::testing::Test {
protected:
    struct Answered {
        int status = 0;
        std::string type;
        std::string text;
    };

    static bool idle(server::LocalServer& server) { return server.run().count() > 0; }

    Answered ask(bool post, std::string path, const std::string& body = {}, std::string query = {}) {
        std::optional<Answered> answer;
        server_->request({post, std::move(path), std::move(query), body, "en"},
                         [&](int status, std::string_view type, std::string_view text) {
                             answer = Answered{status, std::string(type), std::string(text)};
                         });
        while (!idle(*server_)) {
        }
        return answer.value_or(Answered{});
    }

    // A connection that remembers what it hears.
    struct Guest {
        int socket = 0;
        std::vector<json> heard;
        bool closed = false;
    };
    std::unique_ptr<Guest> sit(const std::string& table, const std::string& token) {
        auto guest = std::make_unique<Guest>();
        guest->socket = server_->connect(table, [own = guest.get()](std::string_view text) {
            if (text.empty())
                own->closed = true;
            else
                own->heard.push_back(json::parse(text));
        });
        say(*guest, {{"cmd", "hello"}, {"token", token}, {"lang", "en"}, {"request_id", "hello"}});
        return guest;
    }
    void say(const Guest& guest, const json& message) {
        server_->say(guest.socket, message.dump());
        while (!idle(*server_)) {
        }
    }
    static json position(const Guest& guest) {
        json last;
        for (const json& message : guest.heard)
            if (message.contains("turn_no") && message.contains("turn")) last = message;
        return last;
    }

    json open(const json& wishes) { return json::parse(ask(true, "/api/tables", wishes.dump()).text); }

    // Rolls, and takes the first action, until the game is over or so many steps were made.
    void play(Guest& guest, int most = 5000) {
        for (int i = 0; i < most; ++i) {
            const json now = position(guest);
            const std::string kind = now["turn"]["kind"];
            if (kind == "over") return;
            json request{{"turn_no", now["turn_no"]}, {"request_id", "r" + std::to_string(++requests_)}};
            request["cmd"] = kind == "chance" ? "roll" : "choose";
            if (kind != "chance") request["action"] = now["turn"]["actions"][0];
            say(guest, request);
        }
    }

    std::map<std::string, store::StoredTable> kept_;
    store::MemoryStore store_{[this](const std::string& id, const store::StoredTable& table) { kept_[id] = table; }};
    analysis::Library library_{analysis::Background::OneThread{std::chrono::milliseconds(20), 100}};
    analysis::RolloutEvaluator evaluator_{20};
    bots::Players players_{library_};
    std::unique_ptr<server::LocalServer> server_ =
        std::make_unique<server::LocalServer>(store_, evaluator_, players_, server::ReviewMaker{});
    int requests_ = 0;
};

const json kAgainstCoach{{"game", "sports-dice-football"},
                         {"seats", {{"home", {{"who", "me"}}}, {"away", {{"who", "computer"}, {"bot", "coach"}}}}},
                         {"seed", 7}};

TEST_F(LocalServerTest, AnswersWhatAServerAnswers) {
    const json games = json::parse(ask(false, "/api/games").text);
    EXPECT_EQ(games["games"].size(), 5U);
    EXPECT_EQ(ask(false, "/api/nothing").status, 404);
    EXPECT_EQ(ask(true, "/api/tables", "{").status, 400);
}

TEST_F(LocalServerTest, WorksFiguresOutAsAServerDoes) {
    const std::string body = R"({"game":"sports-dice-football","changes":["score.target=14"]})";
    std::string toml;
    server_ = std::make_unique<server::LocalServer>(
        store_, evaluator_, players_, server::ReviewMaker{}, server::PuzzleMaker{},
        server::LabMaker{.figures = [&](const Table& table, const server::TellFigures& tell,
                                        const std::stop_token&) -> Expected<Json, Message> {
                             tell(0.5);
                             toml = table.sheet_toml();
                             return Json{{"draw", 0.25}, {"whole", false}};
                         },
                         .skill = [](const Table&, Json known, const server::TellFigures&,
                                     const std::stop_token&) -> Expected<Json, Message> {
                             known["skill"] = 1;
                             known["whole"] = true;
                             return known;
                         },
                         .changed = [](const Kind&, std::string_view sheet, const std::vector<std::string>& changes)
                             -> Expected<std::string, Message> { return std::string(sheet) + "# " + changes[0]; }});
    EXPECT_EQ(ask(true, "/api/figures", body).status, 202); // all but skill
    const Answered answer = ask(true, "/api/figures", body);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(json::parse(answer.text)["figures"]["draw"], 0.25);
    EXPECT_TRUE(toml.ends_with("# score.target=14"));
    EXPECT_EQ(json::parse(ask(true, "/api/sheet", body).text)["toml"], toml);
}

TEST_F(LocalServerTest, PlaysAGameAgainstTheComputerToItsEnd) {
    const json opened = open(kAgainstCoach);
    ASSERT_TRUE(opened["ok"].get<bool>()) << opened.dump();
    const std::string id = opened["table"]["id"];
    EXPECT_TRUE(id.starts_with(server::kLocalIds));
    const auto guest = sit(id, opened["token"]);
    ASSERT_FALSE(guest->heard.empty());
    EXPECT_EQ(guest->heard.front()["type"], "welcome");
    play(*guest);
    EXPECT_EQ(position(*guest)["turn"]["kind"], "over");
    EXPECT_TRUE(ask(false, "/api/tables/" + id + "/record").text.find("[Result") != std::string::npos);
}

TEST_F(LocalServerTest, GoesOnWithATableThatWasKept) {
    const json opened = open(kAgainstCoach);
    const std::string id = opened["table"]["id"];
    auto guest = sit(id, opened["token"]);
    play(*guest, 12);
    const json before = position(*guest);
    ASSERT_TRUE(kept_.contains(id));
    const store::StoredTable table = kept_[id];

    store::MemoryStore fresh;
    fresh.put(id, table);
    server_ = std::make_unique<server::LocalServer>(fresh, evaluator_, players_, server::ReviewMaker{});
    guest = sit(id, opened["token"]);
    EXPECT_EQ(position(*guest)["turn_no"], before["turn_no"]);
    EXPECT_EQ(position(*guest)["state"], before["state"]);
    play(*guest);
    EXPECT_EQ(position(*guest)["turn"]["kind"], "over");
    server_.reset(); // before its store
}

TEST_F(LocalServerTest, WritesWhatWaitsBeforeItEnds) {
    const json opened = open(kAgainstCoach);
    const std::string id = opened["table"]["id"];
    const auto guest = sit(id, opened["token"]);
    const auto before = kept_[id].revision;
    server_->say(guest->socket, json{{"cmd", "resign"}, {"turn_no", position(*guest)["turn_no"]}, {"request_id", "a"}}
                                    .dump()); // and no time to work it off
    server_.reset();
    EXPECT_GT(kept_[id].revision, before);
}

TEST_F(LocalServerTest, RefusesAsAServerDoes) {
    const auto nobody = sit("local-there-is-no-such-table", "");
    ASSERT_EQ(nobody->heard.size(), 2U);
    EXPECT_EQ(nobody->heard[0]["error"]["code"], "unknown-table");
    EXPECT_EQ(nobody->heard[1]["type"], "bye");
    EXPECT_TRUE(nobody->closed);
    const json opened = open(kAgainstCoach);
    const auto guest = sit(opened["table"]["id"], opened["token"]);
    say(*guest, {{"cmd", "dance"}, {"request_id", "x"}});
    EXPECT_EQ(guest->heard.back()["error"]["code"], "unknown-command");
    server_->say(guest->socket, "no json");
    EXPECT_EQ(guest->heard.back()["error"]["code"], "bad-json");
    server_->say(9999, "nobody there");
    server_->disconnect(guest->socket);
    server_->disconnect(guest->socket);
    const std::size_t heard = guest->heard.size();
    while (!idle(*server_)) {
    }
    EXPECT_EQ(guest->heard.size(), heard);
}

TEST_F(LocalServerTest, ARematchIsPlayedHereToo) {
    const json opened = open(kAgainstCoach);
    const auto guest = sit(opened["table"]["id"], opened["token"]);
    say(*guest, {{"cmd", "resign"}, {"turn_no", position(*guest)["turn_no"]}, {"request_id", "a"}});
    say(*guest, {{"cmd", "offer"}, {"what", "rematch"}, {"request_id", "b"}});
    say(*guest, {{"cmd", "next"}, {"request_id", "c"}});
    const json next = guest->heard.back();
    ASSERT_TRUE(next["ok"].get<bool>()) << next.dump();
    EXPECT_TRUE(next["id"].get<std::string>().starts_with(server::kLocalIds));
    const auto again = sit(next["id"], next["token"]);
    play(*again);
    EXPECT_EQ(position(*again)["turn"]["kind"], "over");
}

} // namespace
} // namespace touchline::test
