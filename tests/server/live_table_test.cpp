// A table without a network: clocks that are told the time, seats, text and back.
#include "server/live_table.hpp"

#include "play/kind.hpp"
#include "server/client.hpp"
#include "server/opening.hpp"
#include "server/secrets.hpp"

#include <gtest/gtest.h>

namespace touchline::server {
namespace {

using test::Json;

OpenedTable opened(Json wishes) {
    wishes["game"] = "sports-dice-football";
    return std::move(*opened_table(wishes, {"random", "coach"}, {}));
}

Json one_screen_with_clock() {
    return {{"seats", {{"away", {{"who", "me"}}}}}, {"clock", {{"seconds", 60}, {"increment", 2}}}};
}

store::StoredTable stored(LiveTable& live) {
    const store::Change change = live.change();
    return {*change.head, change.now, change.at, change.at, change.new_steps};
}

TEST(LiveTable, ChargesTheTimeToTheOneWhoseTurnItIs) {
    OpenedTable table = opened(one_screen_with_clock());
    table.live->start_clocks(1000);
    table.live->charge_clocks(11000);
    EXPECT_EQ(table.live->now().clocks.home, 50000);
    EXPECT_EQ(table.live->now().clocks.away, 60000);
    EXPECT_TRUE(table.live->running().home);
    EXPECT_EQ(table.live->until_flag(), 50000);
    EXPECT_FALSE(table.live->flagged());
    table.live->charge_clocks(61001);
    EXPECT_EQ(table.live->flagged(), Seat::home);
}

TEST(LiveTable, ChargesAMoveUpToWhenItArrived) {
    OpenedTable table = opened(one_screen_with_clock());
    table.live->start_clocks(0);
    table.live->charge_clocks(60100); // somebody looked while the move waited
    EXPECT_EQ(table.live->flagged(), Seat::home);
    EXPECT_FALSE(table.live->flagged(250)) << "the flag waits for moves that are on their way";
    table.live->charge_clocks(59900); // the move had come before
    EXPECT_FALSE(table.live->flagged());
    EXPECT_EQ(table.live->now().clocks.home, 100);
    table.live->charge_clocks(60250);
    EXPECT_EQ(table.live->flagged(250), Seat::home);
    EXPECT_EQ(table.live->position(std::nullopt)["clocks"]["home"], 0) << "never shown below zero";
}

TEST(LiveTable, WaitsWithTheClocksForTheFriend) {
    OpenedTable table = opened({{"clock", {{"seconds", 60}}}});
    table.live->start_clocks(0);
    table.live->charge_clocks(30000);
    EXPECT_EQ(table.live->now().clocks.home, 60000);
    ASSERT_TRUE(table.live->join(table.invite, "Ben"));
    table.live->charge_clocks(40000);
    EXPECT_EQ(table.live->now().clocks.home, 50000);
}

TEST(LiveTable, KnowsEachTokenItsSeat) {
    OpenedTable table = opened(Json::object());
    const auto joined = table.live->join(table.invite, "");
    ASSERT_TRUE(joined);
    EXPECT_EQ(table.live->role_of(table.token), Role::home);
    EXPECT_EQ(table.live->role_of(joined->second), Role::away);
    EXPECT_EQ(table.live->role_of(""), Role::spectator);
    EXPECT_EQ(table.live->role_of(table.token + "x"), Role::spectator);
    EXPECT_EQ(opened(one_screen_with_clock()).role, Role::both);
}

TEST(LiveTable, StoresNoSecretInTheClear) {
    OpenedTable table = opened(Json::object());
    const store::StoredTable text = stored(*table.live);
    for (const std::string& secret : {table.token, table.invite}) {
        EXPECT_EQ(text.now.find(secret), std::string::npos);
        EXPECT_EQ(text.head.find(secret), std::string::npos);
    }
}

TEST(LiveTable, IsTheSameAfterItsText) {
    OpenedTable table = opened(one_screen_with_clock());
    ASSERT_TRUE(table.live->roll(Role::both, std::nullopt));
    table.live->now().clocks.home = 12345;
    table.live->now().offers.push_back({Offer::rematch, Seat::away});
    const auto again = LiveTable::restored(table.live->head().id, stored(*table.live));
    EXPECT_EQ(again->position(std::nullopt), table.live->position(std::nullopt));
    EXPECT_EQ(again->info({}), table.live->info({}));
    const auto log = [](const LiveTable& live) {
        return json_of([&](JsonText& out) {
            out.key("log");
            live.write_log(out, std::nullopt, Language::french);
        });
    };
    EXPECT_EQ(log(*again), log(*table.live));
    EXPECT_EQ(again->role_of(table.token), Role::both);
    EXPECT_EQ(again->table().state_bytes(), table.live->table().state_bytes());
}

TEST(LiveTable, GoesOnWithTheSeedWhereItWas) {
    Json wishes = one_screen_with_clock();
    wishes["seed"] = 5u;
    OpenedTable straight = opened(wishes);
    OpenedTable broken = opened(wishes);
    ASSERT_TRUE(straight.live->roll(Role::both, std::nullopt));
    ASSERT_TRUE(broken.live->roll(Role::both, std::nullopt));
    const auto again = LiveTable::restored("x", stored(*broken.live));
    const auto go_on = [](LiveTable& live) {
        for (int i = 0; i < 20 && !live.over(); ++i) {
            const TurnText turn = live.table().turn();
            if (turn.kind == TurnKind::chance)
                (void)live.roll(Role::both, std::nullopt);
            else
                (void)live.choose(Role::both, turn.seat, std::string(turn.actions.front()));
        }
        return live.table().state_bytes();
    };
    EXPECT_EQ(go_on(*straight.live), go_on(*again));
}

TEST(LiveTable, RefusesATextThatDoesNotFitTheRules) {
    OpenedTable table = opened(one_screen_with_clock());
    store::StoredTable text = stored(*table.live);
    text.steps.push_back({1, R"({"seat":"home","choose":"fly"})"});
    EXPECT_THROW((void)LiveTable::restored("x", text), store::StoreError);
    text.steps.back().text = "rubbish";
    EXPECT_THROW((void)LiveTable::restored("x", text), store::StoreError);
}

TEST(Secrets, CannotBeGuessedAndLookLikeIds) {
    EXPECT_NE(new_id(), new_id());
    EXPECT_GE(new_id().size(), 16u);
    EXPECT_GE(new_secret().size(), 22u);
    EXPECT_TRUE(looks_like_id(new_id()));
    EXPECT_FALSE(looks_like_id("../../etc/passwd"));
    EXPECT_TRUE(same_hash(hash_of_secret("a"), hash_of_secret("a")));
    EXPECT_FALSE(same_hash(hash_of_secret("a"), hash_of_secret("b")));
    EXPECT_FALSE(same_hash("", ""));
}

TEST(Names, AreTidied) {
    EXPECT_EQ(tidy_name("  Ann\n\tB "), "Ann B");
    EXPECT_EQ(tidy_name("\x01\x7f"), "");
    EXPECT_EQ(tidy_name("Zoë"), "Zoë");
    EXPECT_EQ(tidy_name(std::string(100, 'x')).size(), 40u);
    EXPECT_EQ(tidy_name("a\u202Eb"), "ab");
    EXPECT_EQ(tidy_name("a\u2067b\u2069\u200bc\x1b[2J"), "abc[2J");
    EXPECT_EQ(tidy_name("\u3164\u00a0\u2800"), "");
}

} // namespace
} // namespace touchline::server
