// More than two people: those of a side take turns, by link or at one screen, and nobody who is away holds the table
// up.
#include "server/playing.hpp"

namespace touchline::test {
namespace {

Json two_a_side(const std::string& game, Json options = Json::object()) {
    return {{"game", game},
            {"options", std::move(options)},
            {"seats",
             {{"home", {{"who", "me"}, {"name", "Ann"}, {"with", {{{"who", "friend"}, {"name", "Bo"}}}}}},
              {"away", {{"who", "friend"}, {"name", "Cy"}, {"with", {{{"who", "friend"}, {"name", "Di"}}}}}}}}};
}

class Members : public testing::Test {
protected:
    RunningServer server_{generous()};
    [[nodiscard]] unsigned short port() const { return server_.port(); }

    // Everybody sits down; the tokens by seat and place in the row.
    void open(const Json& wishes) {
        const HttpAnswer answer = post(port(), "/api/tables", wishes);
        ASSERT_EQ(answer.status, 201) << answer.body;
        opened_ = answer.json();
        id_ = opened_["table"]["id"];
        tokens_["home"][0] = opened_["token"];
        for (const Json& each : opened_.value("invites", Json::array()))
            tokens_[each["seat"]][each["member"]] =
                post(port(), "/api/tables/" + id_ + "/join", {{"invite", each["invite"]}}).json()["token"];
        for (const auto& [seat, row] : tokens_)
            for (const auto& [member, token] : row) sit(seat, member);
    }
    Guest& sit(const std::string& seat, int member) {
        return *(guests_[seat][member] = std::make_unique<Guest>(port(), id_, tokens_[seat][member]));
    }
    Guest& at(const std::string& seat, int member) { return *guests_[seat][member]; }
    // All look at the newest position.
    void catch_up() {
        for (const auto& [seat, row] : guests_)
            for (const auto& [member, guest] : row)
                if (guest) guest->until_turn(newest_);
    }
    // A member acts as the turn wants it, and counts what the rules tell.
    Json act(const std::string& seat, int member) {
        Guest& guest = at(seat, member);
        guest.until_turn(newest_);
        const Json reply = act_somehow(guest, seat, random_);
        if (!reply["ok"]) return reply;
        newest_ = guest.position["turn_no"].get<std::int64_t>();
        for (const Json& each : guest.position.value("happened", Json::array()))
            if (each["what"] == "possession") ++begun_[each["seat"]];
        return reply;
    }
    [[nodiscard]] int expected_hand(const std::string& seat) { return begun_[seat] == 0 ? 0 : (begun_[seat] - 1) % 2; }

    Json opened_;
    std::string id_;
    std::map<std::string, std::map<int, std::string>> tokens_;
    std::map<std::string, std::map<int, std::unique_ptr<Guest>>> guests_;
    std::map<std::string, int> begun_;
    std::int64_t newest_ = 0;
    Random random_{5};
};

TEST_F(Members, TakeTurnsWithThePossessionsOfTheirSide) {
    open(two_a_side("sports-dice-football"));
    EXPECT_EQ(opened_["invites"].size(), 3u);
    EXPECT_EQ(opened_["invite"], opened_["invites"][1]["invite"]) << "the other side's first";
    EXPECT_EQ(at("home", 1).welcome["members"], (Json{{"home", {1}}}));
    EXPECT_EQ(at("home", 1).welcome["role"], "home");
    EXPECT_EQ(at("away", 0).table["seats"]["home"]["name"], "Ann, Bo");
    bool passed = false;
    while (!over(at("home", 0))) {
        const std::string seat = at("home", 0).position["turn"]["seat"];
        const int hand = expected_hand(seat);
        ASSERT_EQ(at("home", 0).table["seats"][seat]["hand"], hand) << at("home", 0).table;
        passed = passed || hand == 1;
        at(seat, 1 - hand).until_turn(newest_);
        const Json refused = act(seat, 1 - hand);
        ASSERT_EQ(refused["error"]["code"], "not-your-seat") << refused;
        ASSERT_TRUE(act(seat, hand)["ok"]);
        catch_up();
    }
    EXPECT_TRUE(passed);
    const std::string record = get(port(), "/api/tables/" + id_ + "/record").body;
    EXPECT_NE(record.find("[Home \"Ann, Bo\"]\n[Away \"Cy, Di\"]"), std::string::npos) << record;
}

TEST_F(Members, AnyOtherOfTheSideActsWhileTheHandIsAway) {
    open(two_a_side("sports-dice-football"));
    ASSERT_EQ(act("home", 1)["error"]["code"], "not-your-seat");
    guests_["home"][0].reset();
    while (at("home", 1).table["seats"]["home"]["members"][0]["present"]) (void)at("home", 1).until("table");
    EXPECT_TRUE(at("home", 1).table["seats"]["home"]["present"]);
    EXPECT_EQ(at("home", 1).table["seats"]["home"]["hand"], 0) << "the hand itself does not pass on";
    EXPECT_EQ(at("away", 0).act("roll")["error"]["code"], "not-your-seat");
    ASSERT_TRUE(act("home", 1)["ok"]);
    EXPECT_EQ(at("away", 0).table["claim_in"], Json()) << "somebody of the side is there";
}

TEST_F(Members, SomebodyWhoNeverCameHoldsNothingUp) {
    const HttpAnswer answer = post(port(), "/api/tables", two_a_side("sports-dice-football"));
    const Json opened = answer.json();
    const std::string id = opened["table"]["id"];
    EXPECT_TRUE(opened["table"]["seats"]["away"]["open"]);
    EXPECT_FALSE(opened["table"]["seats"]["home"]["open"]);
    Guest ann(port(), id, opened["token"]);
    // Di alone comes for the other side, and plays for Cy.
    const Json joined = post(port(), "/api/tables/" + id + "/join",
                             {{"invite", opened["invites"][2]["invite"]}, {"name", "Di, the great"}})
                            .json();
    EXPECT_EQ(joined["seat"], "away");
    EXPECT_FALSE(joined["table"]["seats"]["away"]["open"]);
    EXPECT_EQ(joined["table"]["seats"]["away"]["members"][1]["name"], "Di the great");
    EXPECT_EQ(post(port(), "/api/tables/" + id + "/join", {{"invite", opened["invites"][2]["invite"]}})
                  .json()["error"]["code"],
              "seat-taken");
    Guest di(port(), id, joined["token"]);
    Random random(3);
    EXPECT_GT(play_on(ann, di, random), 0);
    EXPECT_TRUE(over(ann));
}

TEST_F(Members, SeeTheHandOfTheirSideAndNotTheOthers) {
    open(two_a_side("red-boar-gridiron", {{"mode", "cards"}}));
    Guest watching(port(), id_);
    while (at("home", 0).position["turn"]["kind"] != "secret") {
        const std::string seat = at("home", 0).position["turn"]["seat"];
        const Json reply = act(seat, 0);
        ASSERT_TRUE(reply["ok"] == true || reply["error"]["code"] == "stale-turn") << reply;
        for (const auto& [side, row] : guests_)
            for (const auto& [member, guest] : row) (void)guest->ask("ping");
        for (const auto& [side, row] : guests_)
            for (const auto& [member, guest] : row)
                newest_ = std::max(newest_, guest->position["turn_no"].get<std::int64_t>());
        catch_up();
    }
    watching.until_turn(newest_);
    for (const std::string seat : {"home", "away"}) {
        EXPECT_FALSE(at(seat, 0).position["state"]["hand"].empty());
        EXPECT_EQ(at(seat, 0).position["state"], at(seat, 1).position["state"]);
        EXPECT_EQ(at(seat, 0).position["turn"], at(seat, 1).position["turn"]);
    }
    EXPECT_NE(at("home", 0).position["state"], at("away", 0).position["state"]);
    EXPECT_FALSE(watching.position["state"].contains("hand"));
    const Json refused = at("away", 1).act("choose", {{"action", at("away", 1).position["turn"]["actions"][0]}});
    EXPECT_EQ(refused["error"]["code"], "not-your-seat");
    const Json locked = at("away", 0).act("choose", {{"action", at("away", 0).position["turn"]["actions"][0]}});
    ASSERT_TRUE(locked["ok"]) << locked;
    at("away", 1).until_turn(locked["turn_no"]);
    EXPECT_EQ(at("away", 1).position["locked"], at("away", 0).position["locked"]);
    at("home", 1).until_turn(locked["turn_no"]);
    EXPECT_FALSE(at("home", 1).position.contains("locked"));
}

TEST_F(Members, AreTheSameAfterARestart) {
    open(two_a_side("sports-dice-football"));
    while (expected_hand("home") == 0 && expected_hand("away") == 0 && !over(at("home", 0))) {
        const std::string seat = at("home", 0).position["turn"]["seat"];
        ASSERT_TRUE(act(seat, expected_hand(seat))["ok"]);
        catch_up();
    }
    const Json before = at("home", 0).table["seats"];
    guests_.clear();
    server_.restart();
    for (const auto& [seat, row] : tokens_)
        for (const auto& [member, token] : row) {
            const Guest guest(port(), id_, token);
            EXPECT_EQ(guest.welcome["members"], (Json{{seat, {member}}}));
            EXPECT_EQ(guest.welcome["table"]["seats"][seat]["hand"], before[seat]["hand"]);
            EXPECT_EQ(guest.welcome["table"]["seats"][seat]["name"], before[seat]["name"]);
        }
}

TEST_F(Members, GoOnToTheRematchInTheirOrder) {
    open(two_a_side("sports-dice-football"));
    ASSERT_TRUE(at("home", 1).act("resign")["ok"]) << "whoever is of the side speaks for it";
    ASSERT_TRUE(at("home", 0).ask("offer", {{"what", "rematch"}})["ok"]);
    ASSERT_TRUE(at("away", 1).ask("answer", {{"what", "rematch"}, {"agree", true}})["ok"]);
    Guest& bo = at("home", 1);
    while (bo.table["next"].is_null()) (void)bo.until("table");
    const Json next = bo.ask("next");
    EXPECT_EQ(next["seat"], "away");
    const Guest again(port(), next["id"], next["token"]);
    EXPECT_EQ(again.welcome["members"], (Json{{"away", {1}}}));
    EXPECT_EQ(again.welcome["table"]["seats"]["away"]["name"], "Ann, Bo");
    EXPECT_EQ(again.welcome["table"]["seats"]["home"]["name"], "Cy, Di");
}

TEST_F(Members, WhoNeverCameIsNotInTheRematch) {
    const Json opened = post(port(), "/api/tables", two_a_side("sports-dice-football")).json();
    const std::string id = opened["table"]["id"];
    Guest ann(port(), id, opened["token"]);
    const Json joined =
        post(port(), "/api/tables/" + id + "/join", {{"invite", opened["invites"][2]["invite"]}}).json();
    Guest di(port(), id, joined["token"]);
    ASSERT_TRUE(ann.act("resign")["ok"]);
    ASSERT_TRUE(ann.ask("offer", {{"what", "rematch"}})["ok"]);
    ASSERT_TRUE(di.ask("answer", {{"what", "rematch"}, {"agree", true}})["ok"]);
    while (di.table["next"].is_null()) (void)di.until("table");
    const Json next = di.ask("next");
    const Guest again(port(), next["id"], next["token"]);
    EXPECT_EQ(again.welcome["role"], "home");
    EXPECT_FALSE(again.welcome.contains("members")) << "one person a side is left";
    EXPECT_EQ(again.welcome["table"]["seats"]["home"]["name"], "Di");
}

TEST_F(Members, AtOneScreenHaveOneTokenAndTheirNames) {
    Json wishes = one_screen("sports-dice-football");
    wishes["seats"]["home"] = {{"who", "me"}, {"name", "Ann"}, {"with", {{{"who", "me"}, {"name", "Bo"}}}}};
    wishes["dice"] = "real";
    open(wishes);
    EXPECT_FALSE(opened_.contains("invites"));
    EXPECT_TRUE(opened_["invite"].is_null());
    Guest& both = at("home", 0);
    EXPECT_EQ(both.welcome["members"], (Json{{"home", {0, 1}}, {"away", {0}}}));
    while (!over(both) && both.table["seats"]["home"]["hand"] == 0) {
        ASSERT_EQ(expected_hand("home"), 0);
        EXPECT_FALSE(both.table["seats"]["away"].contains("hand"));
        ASSERT_TRUE(act("home", 0)["ok"]);
    }
    if (over(both)) return; // home has had the ball once in the whole game
    EXPECT_EQ(expected_hand("home"), 1);
    // Taken back, the hand is the one before again.
    Json undone = both.act("undo");
    while (undone["ok"] == true && both.table["seats"]["home"]["hand"] == 1) undone = both.act("undo");
    EXPECT_EQ(both.table["seats"]["home"]["hand"], 0) << undone;
}

TEST_F(Members, ThatCannotBeAreRefused) {
    const auto refused = [&](const Json& home, const Json& away, const Json& more = Json::object()) {
        Json wishes{{"game", "sports-dice-football"}, {"seats", {{"home", home}, {"away", away}}}};
        wishes.update(more);
        return post(port(), "/api/tables", wishes).json()["error"]["code"];
    };
    const Json me{{"who", "me"}};
    const Json friend_{{"who", "friend"}};
    const Json computer{{"who", "computer"}};
    const auto with = [](Json first, const Json& others) {
        first["with"] = others;
        return first;
    };
    EXPECT_EQ(refused(me, with(computer, Json::array({me}))), "bad-seats");
    EXPECT_EQ(refused(with(me, Json::array({computer})), friend_), "bad-seats");
    EXPECT_EQ(refused(me, with(friend_, Json::array({me}))), "bad-seats");
    EXPECT_EQ(refused(with(me, Json::array({friend_})), me), "bad-seats");
    EXPECT_EQ(refused(with(me, "Bo"), friend_), "bad-seats");
    EXPECT_EQ(refused(with(me, Json::array({me, me, me, me, me, me, me, me})), friend_), "bad-seats");
    EXPECT_EQ(refused(with(me, Json::array({me})), me, {{"alone", true}}), "bad-seats");
    EXPECT_EQ(refused(with(me, Json::array({friend_})), computer, {{"dice", "real"}}), "bad-request");
}

TEST_F(Members, AgainstTheComputerComeByLinkToo) {
    Json wishes = against_computer("sports-dice-football");
    wishes["seats"]["home"] = {{"who", "me"}, {"name", "Ann"}, {"with", {{{"who", "friend"}}}}};
    open(wishes);
    EXPECT_EQ(opened_["invite"], opened_["invites"][0]["invite"]);
    EXPECT_EQ(at("home", 1).welcome["members"], (Json{{"home", {1}}}));
    EXPECT_EQ(at("home", 1).act("roll")["error"]["message"], "Ann plays for your side now");
    EXPECT_TRUE(at("home", 0).act("roll")["ok"]);
}

} // namespace
} // namespace touchline::test
