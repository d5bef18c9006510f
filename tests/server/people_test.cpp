// What people show of themselves: names, badges, gestures, and the links that they send to others.
#include "server/playing.hpp"

#include <fmt/format.h>

namespace touchline::test {
namespace {

class People : public testing::Test {
protected:
    RunningServer server_;
    [[nodiscard]] unsigned short port() const { return server_.port(); }
    Opened table_ = opened(port(), two_people("sports-dice-football"));
};

TEST_F(People, WearTheBadgeThatTheyChoseAlsoAfterARestartAndInTheRematch) {
    {
        Guest home(port(), table_.id, table_.token, {{"name", "Ann"}, {"badge", "star-red"}});
        EXPECT_EQ(home.welcome["table"]["seats"]["home"]["badge"], "star-red");
        EXPECT_TRUE(home.welcome["table"]["seats"]["away"]["badge"].is_null());
    }
    server_.restart();
    Guest home(port(), table_.id, table_.token);
    EXPECT_EQ(home.welcome["table"]["seats"]["home"]["badge"], "star-red");
    Guest away(port(), table_.id, table_.friend_token, {{"badge", "moon-blue"}});
    ASSERT_TRUE(home.act("resign")["ok"]);
    ASSERT_TRUE(home.ask("offer", {{"what", "rematch"}})["ok"]);
    ASSERT_TRUE(away.ask("answer", {{"what", "rematch"}, {"agree", true}})["ok"]);
    while (home.table["next"].is_null()) (void)home.until("table");
    Guest next(port(), home.table["next"].get<std::string>());
    EXPECT_EQ(next.welcome["table"]["seats"]["away"]["badge"], "star-red");
    EXPECT_EQ(next.welcome["table"]["seats"]["home"]["badge"], "moon-blue");
}

TEST_F(People, ABadgeThatIsNoWordIsAsIfLeftOut) {
    for (const std::string badge : {"", "<b>", "A", "star red", "star-red-and-much-longer-than-that"}) {
        const Guest home(port(), table_.id, table_.token, {{"badge", badge}});
        EXPECT_TRUE(home.welcome["table"]["seats"]["home"]["badge"].is_null()) << badge;
    }
}

TEST_F(People, AGestureIsToldToEveryoneAndKeptNowhere) {
    Guest home(port(), table_.id, table_.token);
    Guest away(port(), table_.id, table_.friend_token);
    Guest watching(port(), table_.id);
    ASSERT_TRUE(home.ask("emote", {{"what", "bravo"}})["ok"]);
    for (Guest* guest : {&away, &watching}) {
        const Json told = guest->until("emote");
        EXPECT_EQ(told["seat"], "home");
        EXPECT_EQ(told["what"], "bravo");
    }
    EXPECT_EQ(home.ask("emote", {{"what", "chat"}})["error"]["code"], "bad-request");
    EXPECT_EQ(watching.ask("emote", {{"what", "bravo"}})["error"]["code"], "not-your-seat");
    ASSERT_TRUE(home.act("resign")["ok"]);
    EXPECT_TRUE(away.ask("emote", {{"what", "thanks"}})["ok"]) << "after the end";
}

TEST_F(People, WhoGesturesTooOftenIsToldWhenToGoOn) {
    Guest home(port(), table_.id, table_.token);
    Guest away(port(), table_.id, table_.friend_token);
    int told = 0;
    Json reply;
    do reply = home.ask("emote", {{"what", "laugh"}});
    while (reply["ok"] && ++told < 20);
    EXPECT_GE(told, static_cast<int>(server::kEmotesAtOnce));
    ASSERT_EQ(reply["error"]["code"], "too-fast") << reply;
    EXPECT_GE(reply["error"]["retry_after"], 1);
    EXPECT_TRUE(away.ask("emote", {{"what", "ouch"}})["ok"]) << "the other seat has its own";
    EXPECT_TRUE(home.act("roll")["ok"]) << "a move is no gesture";
}

TEST_F(People, AnInviteIsPreviewedWithItsNameEscaped) {
    Json wishes = two_people("pocket-rugby");
    wishes["seats"]["home"]["name"] = "<b>\"Ann\" & Co";
    const Json opened = post(port(), "/api/tables", wishes).json();
    const std::string path = opened["path"];
    const HttpAnswer page = get(port(), path, {{"Accept-Language", "fr-FR"}});
    EXPECT_EQ(page.status, 200);
    EXPECT_EQ(page.headers.at("content-type"), "text/html; charset=utf-8");
    EXPECT_NE(page.body.find("content=\"&lt;b&gt;&quot;Ann&quot; &amp; Co vous invite à une partie de"),
              std::string::npos)
        << page.body;
    EXPECT_EQ(page.body.find("<b>"), std::string::npos);
    EXPECT_NE(page.body.find(fmt::format("content=\"http://127.0.0.1:{}/preview-pocket-rugby.png\"", port())),
              std::string::npos)
        << page.body;
    EXPECT_EQ(get(port(), "/t/AAAAAAAAAAAAAAAAAAAAAA").body.find("og:title"), std::string::npos);
}

TEST_F(People, AResultIsPreviewedWithItsScore) {
    Guest home(port(), table_.id, table_.token, {{"name", "Ann"}});
    Guest away(port(), table_.id, table_.friend_token, {{"name", "Ben"}});
    const auto title = [&] { return get(port(), "/t/" + table_.id + "/review").body; };
    EXPECT_NE(title().find("content=\"Ann 0 – 0 Ben\""), std::string::npos) << title();
    EXPECT_NE(title().find("being played"), std::string::npos);
    ASSERT_TRUE(home.act("resign")["ok"]);
    EXPECT_NE(title().find("final score"), std::string::npos);
}

TEST_F(People, AnUnknownAddressIsAPageForPeopleAndJsonForPrograms) {
    const HttpAnswer page = get(port(), "/no/such/place", {{"Accept", "text/html,application/xhtml+xml"}});
    EXPECT_EQ(page.status, 404);
    EXPECT_EQ(page.headers.at("content-type"), "text/html; charset=utf-8");
    EXPECT_EQ(page.body, get(port(), "/").body);
    EXPECT_EQ(get(port(), "/no/such/place").json()["error"]["code"], "not-found");
    EXPECT_EQ(get(port(), "/api/nothing", {{"Accept", "text/html"}}).json()["error"]["code"], "not-found");
}

TEST_F(People, AComputerIsNeverCalledByItsIdWhereAGameIsTold) {
    const Opened table = opened(port(), against_computer("sports-dice-football", "coach"));
    Guest guest(port(), table.id, table.token);
    ASSERT_TRUE(guest.act("resign")["ok"]);
    const Json steps = get(port(), "/api/tables/" + table.id + "/steps?lang=fr").json();
    EXPECT_EQ(steps["seats"]["away"]["name"], "Remplaçant");
    EXPECT_NE(steps["record"].get<std::string>().find("[Away \"coach\"]"), std::string::npos);
}

} // namespace
} // namespace touchline::test
