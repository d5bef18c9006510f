// Seats, turn numbers, reloads, restarts, and what two people agree on.
#include "server/playing.hpp"

namespace touchline::test {
namespace {

class Seats : public testing::Test {
protected:
    explicit Seats(server::Limits limits = generous()) : server_(limits) {}
    RunningServer server_;
    [[nodiscard]] unsigned short port() const { return server_.port(); }

    // Sports Dice: home rolls first, then somebody chooses.
    Opened table_ = opened(port(), two_people("sports-dice-football"));
    Guest home_{port(), table_.id, table_.token};
    Guest away_{port(), table_.id, table_.friend_token};

    // Plays until the table waits for away.
    void until_away_is_to_act() {
        Random random(5);
        while (acting(away_, {"away"}).empty()) ASSERT_EQ(play_on(home_, away_, random, 1), 1);
        home_.until_turn(away_.position["turn_no"]);
    }
};

TEST_F(Seats, ComeBackWithTheirTokenAfterAReloadAndOnASecondTab) {
    Guest second(port(), table_.id, table_.token);
    EXPECT_EQ(second.welcome["role"], "home");
    ASSERT_TRUE(second.act("roll")["ok"]);
    home_.until_turn(1);
    EXPECT_EQ(home_.position["state"], second.position["state"]);
    EXPECT_EQ(home_.position["fell"], second.position["fell"]);
    Guest third(port(), table_.id, table_.token);
    EXPECT_EQ(third.position["state"], second.position["state"]);
    EXPECT_EQ(third.position["turn"], second.position["turn"]);
}

TEST_F(Seats, AreNotGivenToAWrongToken) {
    WebSocket ws(port(), "/ws/" + table_.id);
    ws.say({{"cmd", "hello"}, {"token", "guessed"}, {"request_id", "h"}});
    const Json refusal = *ws.receive();
    EXPECT_EQ(refusal["error"]["code"], "bad-token");
    EXPECT_EQ((*ws.receive())["role"], "spectator");
    ws.say({{"cmd", "roll"}, {"turn_no", 0}, {"request_id", "1"}});
    Json reply = *ws.receive();
    while (reply["type"] != "reply") reply = *ws.receive();
    EXPECT_EQ(reply["error"]["code"], "not-your-seat");
}

TEST_F(Seats, AreNotPlayedByTheOther) {
    EXPECT_EQ(away_.act("roll")["error"]["code"], "not-your-seat");
    EXPECT_EQ(home_.act("choose", {{"action", "go"}, {"seat", "away"}})["error"]["code"], "not-your-seat");
    EXPECT_EQ(home_.act("resign", {{"seat", "away"}})["error"]["code"], "not-your-seat");
    EXPECT_EQ(home_.position["turn_no"], 0);
}

TEST_F(Seats, OldTurnNumbersAreRefusedWithTheCurrentPosition) {
    ASSERT_TRUE(home_.act("roll")["ok"]);
    const Json reply = home_.ask("roll", {{"turn_no", 0}});
    EXPECT_EQ(reply["error"]["code"], "stale-turn");
    EXPECT_EQ(reply["error"]["turn_no"], home_.position["turn_no"]);
    EXPECT_EQ(reply["error"]["state"], home_.position["state"]);
}

TEST_F(Seats, TheSameRequestAgainGetsTheSameReplyAndDoesNothing) {
    const Json first = home_.ask("roll", {{"turn_no", 0}, {"request_id", "once"}});
    ASSERT_TRUE(first["ok"]);
    const auto turn = home_.position["turn_no"];
    EXPECT_EQ(home_.ask("roll", {{"turn_no", 0}, {"request_id", "once"}}), first);
    EXPECT_EQ(home_.ask("ping")["turn_no"], turn);
    // Also after the server has been restarted, before anybody asked anew.
    server_.restart();
    Guest again(port(), table_.id, table_.token);
    EXPECT_EQ(again.position["turn_no"], turn);
    EXPECT_EQ(again.ask("roll", {{"turn_no", 0}, {"request_id", "once"}}), first);
    EXPECT_EQ(again.ask("ping")["turn_no"], turn);
}

TEST_F(Seats, ASpectatorPushesNoReplyOut) {
    const Json first = home_.ask("roll", {{"turn_no", 0}, {"request_id", "once"}});
    ASSERT_TRUE(first["ok"]);
    Guest spectator(port(), table_.id, "any token");
    for (std::size_t i = 0; i <= server::kRepliesKept; ++i)
        EXPECT_EQ(spectator.act("roll")["error"]["code"], "not-your-seat");
    away_.until_turn(1);
    for (std::size_t i = 0; i <= server::kRepliesKept; ++i) (void)away_.act("undo");
    EXPECT_EQ(home_.ask("roll", {{"turn_no", 0}, {"request_id", "once"}}), first);
}

TEST_F(Seats, AForeignTableIsNotPlayedWithThisTablesToken) {
    const Opened foreign = opened(port(), two_people("sports-dice-football"));
    WebSocket ws(port(), "/ws/" + foreign.id);
    ws.say({{"cmd", "hello"}, {"token", table_.token}});
    EXPECT_EQ((*ws.receive())["error"]["code"], "bad-token");
    EXPECT_EQ((*ws.receive())["role"], "spectator");
}

TEST_F(Seats, SayWhoIsThereAndWhoIsAway) {
    EXPECT_TRUE(away_.table["seats"]["home"]["present"]);
    { Guest spectator(port(), table_.id); }
    until_away_is_to_act();
    Guest watching(port(), table_.id);
    while (watching.table["watching"] != 1) (void)watching.until("table");
    { const Guest gone = std::move(away_); }
    while (home_.table["seats"]["away"]["present"]) (void)home_.until("table");
    EXPECT_TRUE(home_.table["seats"]["away"]["away_since"].is_string());
    EXPECT_TRUE(home_.table["claim_in"].is_number());
    EXPECT_EQ(home_.act("claim", {{"as", "win"}})["error"]["code"], "too-early");
}

TEST_F(Seats, AChoiceIsTakenBackOnlyIfTheOtherAgreesAndNeverAcrossARoll) {
    Random random(8);
    // Until somebody has a choice.
    const auto chooses = [](Guest& guest) { return guest.position["turn"]["kind"] == "choice"; };
    while (!chooses(home_)) ASSERT_EQ(play_on(home_, away_, random, 1), 1);
    away_.until_turn(home_.position["turn_no"]);
    const bool homes = home_.position["turn"]["seat"] == "home";
    Guest& asker = homes ? home_ : away_;
    Guest& asked = homes ? away_ : home_;
    EXPECT_EQ(asker.ask("offer", {{"what", "takeback"}})["error"]["code"], "nothing-to-undo");
    const Json before = asker.position["state"];
    const auto turn_no = asker.position["turn_no"].get<int>();
    ASSERT_TRUE(asker.act("choose", {{"action", asker.position["turn"]["actions"][0]}})["ok"]);
    EXPECT_EQ(asked.ask("answer", {{"what", "takeback"}, {"agree", true}})["error"]["code"], "no-offer");
    ASSERT_TRUE(asker.ask("offer", {{"what", "takeback"}})["ok"]);
    EXPECT_EQ(asker.table["offers"][0]["what"], "takeback");
    EXPECT_EQ(asker.ask("answer", {{"what", "takeback"}, {"agree", true}})["error"]["code"], "no-offer");
    ASSERT_TRUE(asked.ask("answer", {{"what", "takeback"}, {"agree", true}})["ok"]);
    asker.until_turn(turn_no + 2);
    EXPECT_EQ(asker.position["cause"], "undo");
    EXPECT_EQ(asker.position["state"], before);
    EXPECT_EQ(asker.position["table"]["offers"].size(), 0u);
    server_.restart();
    EXPECT_EQ(Guest(port(), table_.id).position["state"], before);
}

TEST_F(Seats, ADrawIsAgreedDeclinedOrLapses) {
    ASSERT_TRUE(home_.ask("offer", {{"what", "draw"}})["ok"]);
    ASSERT_TRUE(away_.ask("answer", {{"what", "draw"}, {"agree", false}})["ok"]);
    ASSERT_TRUE(home_.ask("offer", {{"what", "draw"}})["ok"]);
    ASSERT_TRUE(home_.act("roll")["ok"]);
    EXPECT_EQ(home_.table["offers"].size(), 0u);
    away_.until_turn(1);
    ASSERT_TRUE(away_.ask("offer", {{"what", "draw"}})["ok"]);
    ASSERT_TRUE(home_.ask("answer", {{"what", "draw"}, {"agree", true}})["ok"]);
    away_.until_turn(2);
    EXPECT_EQ(away_.position["turn"]["winner"], "draw");
    EXPECT_EQ(away_.table["over"]["reason"], "agreed");
    EXPECT_EQ(away_.position["said"].size(), 1u);
}

TEST_F(Seats, AfterAResignationComesARematchWithSeatsSwapped) {
    EXPECT_EQ(home_.ask("offer", {{"what", "rematch"}})["error"]["code"], "not-over");
    ASSERT_TRUE(away_.act("resign")["ok"]);
    EXPECT_EQ(away_.table["over"], (Json{{"winner", "home"}, {"reason", "resigned"}}));
    home_.until_turn(1);
    ASSERT_TRUE(home_.ask("offer", {{"what", "rematch"}})["ok"]);
    ASSERT_TRUE(away_.ask("answer", {{"what", "rematch"}, {"agree", true}})["ok"]);
    while (home_.table["next"].is_null()) (void)home_.until("table");
    const Json next = home_.ask("next");
    EXPECT_EQ(next["seat"], "away") << next;
    EXPECT_EQ(next["id"], home_.table["next"]);
    Guest guest(port(), next["id"], next["token"]);
    EXPECT_EQ(guest.welcome["role"], "away");
    EXPECT_EQ(guest.table["seats"]["home"]["name"], "Ben");
    while (away_.table["next"].is_null()) (void)away_.until("table");
    const Json others = away_.ask("next");
    EXPECT_EQ(Guest(port(), others["id"], others["token"]).welcome["role"], "home");
}

TEST_F(Seats, OddsAreOffBetweenPeopleUntilBothWantThem) {
    EXPECT_FALSE(home_.table["odds"]);
    EXPECT_EQ(home_.ask("advise")["error"]["code"], "odds-off");
    ASSERT_TRUE(home_.ask("offer", {{"what", "odds"}})["ok"]);
    ASSERT_TRUE(away_.ask("answer", {{"what", "odds"}, {"agree", true}})["ok"]);
    const Json mine = home_.until("odds");
    EXPECT_EQ(mine, away_.until("odds"));
    EXPECT_NEAR(mine["odds"]["home"].get<double>() + mine["odds"]["draw"].get<double>() +
                    mine["odds"]["away"].get<double>(),
                1, 1e-6);
}

TEST_F(Seats, RestartGivesTheSamePosition) {
    Random random(11);
    ASSERT_EQ(play_on(home_, away_, random, 4), 4); // no game ends within two rolls
    home_.until_turn(away_.position["turn_no"]);
    server_.restart();
    Guest again(port(), table_.id, table_.token);
    for (const char* key : {"turn_no", "turn", "state"}) EXPECT_EQ(again.position[key], home_.position[key]) << key;
    EXPECT_EQ(again.welcome["role"], "home");
    Guest other(port(), table_.id, table_.friend_token);
    ASSERT_GT(play_on(again, other, random), 0);
    EXPECT_EQ(again.table["over"]["reason"], "played");
}

TEST_F(Seats, AStoppingServerSaysGoodbyeAndWhenToComeBack) {
    server_.stop();
    const Json bye = home_.until("bye");
    EXPECT_EQ(bye["reason"], "restart");
    EXPECT_EQ(bye["reconnect_after"], 1);
    EXPECT_FALSE(home_.ws().receive());
    EXPECT_EQ(home_.ws().close_code, 1001);
}

TEST_F(Seats, SecretChoicesOutliveARestart) {
    const Opened cards = opened(port(), two_people("red-boar-gridiron", {{"mode", "cards"}, {"penalties", false}}));
    Random random(2);
    int locked_at = 0;
    Json action;
    {
        Guest home(port(), cards.id, cards.token);
        Guest away(port(), cards.id, cards.friend_token);
        for (int i = 0; home.position["turn"]["kind"] != "secret" && i < 1000; ++i)
            (void)play_on(home, away, random, 1);
        ASSERT_EQ(home.position["turn"]["kind"], "secret");
        action = home.position["turn"]["actions"][0];
        ASSERT_TRUE(home.act("choose", {{"action", action}})["ok"]);
        locked_at = home.position["turn_no"].get<int>();
    }
    server_.restart();
    Guest home(port(), cards.id, cards.token);
    Guest away(port(), cards.id, cards.friend_token);
    EXPECT_EQ(home.position["turn_no"], locked_at);
    EXPECT_EQ(home.position["locked"], action);
    EXPECT_FALSE(away.position.contains("locked"));
    EXPECT_EQ(away.position["turn"]["seats"], Json::array({"away"}));
    ASSERT_TRUE(away.act("choose", {{"action", away.position["turn"]["actions"][0]}})["ok"]);
    (void)away.until_turn(locked_at + 1);
    EXPECT_EQ(away.position["state"]["played"]["home"][action.get<std::string>()], 1)
        << away.position; // it lies open now
}

TEST_F(Seats, ASecretChoiceMadeAtTheSameTimeAsTheOthersIsTaken) {
    const Opened cards = opened(port(), two_people("red-boar-gridiron", {{"mode", "cards"}, {"penalties", false}}));
    Random random(2);
    Guest home(port(), cards.id, cards.token);
    Guest away(port(), cards.id, cards.friend_token);
    for (int i = 0; home.position["turn"]["kind"] != "secret" && i < 1000; ++i) (void)play_on(home, away, random, 1);
    ASSERT_EQ(home.position["turn"]["kind"], "secret");
    const auto seen = home.position["turn_no"].get<std::int64_t>();
    away.until_turn(seen);
    const Json homes = home.position["turn"]["actions"][0];
    const Json aways = away.position["turn"]["actions"][0];
    ASSERT_TRUE(home.ask("choose", {{"action", homes}, {"turn_no", seen}})["ok"]);
    EXPECT_EQ(home.ask("choose", {{"action", homes}, {"turn_no", seen}})["error"]["code"], "stale-turn") << "its own";
    EXPECT_EQ(away.ask("resign", {{"turn_no", seen}})["error"]["code"], "stale-turn") << "something else";
    EXPECT_EQ(away.ask("choose", {{"action", aways}, {"turn_no", seen - 1}})["error"]["code"], "stale-turn");
    const Json reply = away.ask("choose", {{"action", aways}, {"turn_no", seen}});
    ASSERT_TRUE(reply["ok"]) << reply;
    // Once the turn is over, a choice for it is too late.
    EXPECT_EQ(away.ask("choose", {{"action", aways}, {"turn_no", seen}})["error"]["code"], "stale-turn");
}

class EmptySeats : public Seats {
protected:
    static server::Limits at_once() {
        server::Limits limits = generous();
        limits.claim_after = std::chrono::milliseconds(0);
        return limits;
    }
    EmptySeats() : Seats(at_once()) {}
    void let_away_go() {
        until_away_is_to_act();
        while (!home_.table["seats"]["away"]["present"]) (void)home_.until("table");
        { const Guest gone = std::move(away_); }
        while (home_.table["claim_in"] != 0) (void)home_.until("table");
    }
    // Again where the coin fell meanwhile and the turn number was old.
    void claim(const char* as) {
        Json reply = home_.act("claim", {{"as", as}});
        while (reply.contains("error") && reply["error"]["code"] == "stale-turn")
            reply = home_.act("claim", {{"as", as}});
        ASSERT_TRUE(reply["ok"]) << reply;
    }
};

TEST_F(EmptySeats, MayBeClaimed) {
    let_away_go();
    claim("win");
    EXPECT_EQ(home_.table["over"], (Json{{"winner", "home"}, {"reason", "claimed"}}));
}

TEST_F(EmptySeats, MayBeGivenToTheComputerForGood) {
    let_away_go();
    claim("computer");
    EXPECT_EQ(home_.table["seats"]["away"]["who"], "computer");
    Random random(4);
    while (!over(home_)) {
        if (acting(home_, {"home"}).empty())
            (void)home_.until("update");
        else
            ASSERT_TRUE(act_somehow(home_, "home", random)["ok"]);
    }
    WebSocket ws(port(), "/ws/" + table_.id);
    ws.say({{"cmd", "hello"}, {"token", table_.friend_token}});
    EXPECT_EQ((*ws.receive())["error"]["code"], "bad-token");
}

TEST_F(EmptySeats, CannotBeClaimedOnOnesOwnTurn) {
    while (!home_.table["seats"]["away"]["present"]) (void)home_.until("table");
    { const Guest gone = std::move(away_); }
    while (home_.table["seats"]["away"]["present"]) (void)home_.until("table");
    EXPECT_TRUE(home_.table["claim_in"].is_null());
    const Json reply = home_.act("claim", {{"as", "win"}}); // home has to roll
    ASSERT_FALSE(reply["ok"]) << reply;
    EXPECT_EQ(reply["error"]["code"], "too-early") << reply;
    EXPECT_NE(reply["error"]["message"].get<std::string>().find("your own turn"), std::string::npos) << reply;
    EXPECT_FALSE(over(home_));
}

TEST_F(EmptySeats, CannotBeClaimedByAnybodyWhileBothAreThere) {
    EXPECT_EQ(home_.act("claim", {{"as", "win"}})["error"]["code"], "too-early");
}

} // namespace
} // namespace touchline::test
