// A table without a network: clocks that are told the time, seats, text and back.
#include "server/live_table.hpp"

#include "play/kind.hpp"
#include "play/message_text.hpp"
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
    store::StoredTable text{*change.setup, change.state, change.at, change.at, change.new_steps};
    text.sheet = change.sheet;
    return text;
}

TEST(LiveTable, ChargesTheTimeToTheOneWhoseTurnItIs) {
    OpenedTable table = opened(one_screen_with_clock());
    table.live->start_clocks(1000);
    table.live->charge_clocks(11000);
    EXPECT_EQ(table.live->state().clocks.home, 50000);
    EXPECT_EQ(table.live->state().clocks.away, 60000);
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
    EXPECT_EQ(table.live->state().clocks.home, 100);
    table.live->charge_clocks(60250);
    EXPECT_EQ(table.live->flagged(250), Seat::home);
    EXPECT_EQ(table.live->position(std::nullopt)["clocks"]["home"], 0) << "never shown below zero";
}

TEST(LiveTable, WaitsWithTheClocksForTheFriend) {
    OpenedTable table = opened({{"clock", {{"seconds", 60}}}});
    table.live->start_clocks(0);
    table.live->charge_clocks(30000);
    EXPECT_EQ(table.live->state().clocks.home, 60000);
    ASSERT_TRUE(table.live->join(table.invite, "Ben"));
    table.live->charge_clocks(40000);
    EXPECT_EQ(table.live->state().clocks.home, 50000);
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
        EXPECT_EQ(text.state.find(secret), std::string::npos);
        EXPECT_EQ(text.setup.find(secret), std::string::npos);
    }
}

TEST(LiveTable, IsTheSameAfterItsText) {
    OpenedTable table = opened(one_screen_with_clock());
    ASSERT_TRUE(table.live->roll(Role::both, std::nullopt));
    table.live->state().clocks.home = 12345;
    table.live->state().offers.push_back({Offer::rematch, Seat::away});
    const auto again = LiveTable::restored(table.live->setup().id, stored(*table.live));
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

void play_somehow(LiveTable& live, int steps) {
    for (int i = 0; i < steps && !live.over(); ++i) {
        const TurnText turn = live.table().turn();
        if (turn.kind == TurnKind::chance)
            (void)live.roll(Role::both, std::nullopt);
        else
            (void)live.choose(Role::both, turn.seat, std::string(turn.actions.front()));
    }
}

TEST(LiveTable, WithAGapInItsStepsGoesOnFromTheUnbrokenBeginning) {
    OpenedTable table = opened(one_screen_with_clock());
    play_somehow(*table.live, 8);
    table.live->state().offers.push_back({Offer::odds, Seat::away});
    table.live->state().done.home.push_back({"key:1", "reply"});
    store::StoredTable text = stored(*table.live);
    text.steps.resize(3);
    text.broken = true;
    text.revision = 5;
    const auto again = LiveTable::restored("x", text);
    EXPECT_EQ(again->table().state_bytes(), table.live->table().before(3)->state_bytes());
    EXPECT_EQ(again->state().turn_no, table.live->state().turn_no + 1) << "a number that was shown is not given again";
    EXPECT_TRUE(again->state().offers.empty());
    EXPECT_TRUE(again->state().done.home.empty());
    EXPECT_EQ(again->state().clocks.home, table.live->state().clocks.home);
    ASSERT_TRUE(again->table().turn().kind != TurnKind::over);
    play_somehow(*again, 1);
    const store::Change change = again->change();
    EXPECT_EQ(change.kept_steps, 3u) << "those behind the gap go with the next change";
    EXPECT_EQ(change.new_steps.size(), 1u);
    EXPECT_EQ(change.revision, 5);
    EXPECT_FALSE(change.setup);
}

TEST(LiveTable, WithAGapIsOverOnlyIfItWasNotPlayedOut) {
    OpenedTable played = opened(one_screen_with_clock());
    play_somehow(*played.live, 100000);
    ASSERT_TRUE(played.live->over());
    store::StoredTable text = stored(*played.live);
    text.steps.resize(3);
    text.broken = true;
    EXPECT_FALSE(LiveTable::restored("x", text)->over());

    OpenedTable resigned = opened(one_screen_with_clock());
    play_somehow(*resigned.live, 8);
    (void)resigned.live->end("resign", Seat::home, {Result::away, Reason::resigned});
    text = stored(*resigned.live);
    text.steps.resize(3);
    text.broken = true;
    EXPECT_TRUE(LiveTable::restored("x", text)->over());
}

TEST(LiveTable, NamesItsOwnSheetAndLeavesItsTextToTheStore) {
    Json wishes = one_screen_with_clock();
    const std::string toml(kind_named("sports-dice-football")->default_sheet());
    wishes["sheet"] = toml;
    OpenedTable table = opened(wishes);
    const store::Change first = table.live->change();
    ASSERT_TRUE(first.sheet);
    EXPECT_EQ(first.sheet->text, toml);
    EXPECT_LT(first.setup->size(), 1000u);
    EXPECT_FALSE(table.live->change().sheet) << "told once";

    store::StoredTable text{*first.setup, first.state, 0, 0, {}};
    EXPECT_THROW((void)LiveTable::restored("x", text), store::StoreError);
    text.sheet = first.sheet;
    const auto again = LiveTable::restored("x", text);
    EXPECT_TRUE(again->setup().own_sheet);
    EXPECT_EQ(again->table().sheet_toml(), toml);
    EXPECT_EQ(again->table().sheet_name(), table.live->table().sheet_name());

    Json old = Json::parse(text.setup); // as an older program wrote it
    old.erase("own_sheet");
    old["sheet"] = {"own", toml};
    text.setup = old.dump();
    text.sheet.reset();
    EXPECT_EQ(LiveTable::restored("x", text)->table().sheet_toml(), toml);
    EXPECT_TRUE(LiveTable::restored("x", text)->setup().own_sheet);
}

TEST(LiveTable, KeepsRepliesBySeatAndReadsThoseOfAnOlderProgram) {
    OpenedTable table = opened(one_screen_with_clock());
    table.live->state().done.home.push_back({"a:1", "for home"});
    table.live->state().done.away.push_back({"b:1", "for away"});
    store::StoredTable text = stored(*table.live);
    auto again = LiveTable::restored("x", text);
    ASSERT_EQ(again->state().done.home.size(), 1u);
    EXPECT_EQ(again->state().done.home[0].reply, "for home");
    EXPECT_EQ(again->state().done.away[0].reply, "for away");
    Json old = Json::parse(text.state);
    old["done"] = Json::array({{"a:1", "for home"}, {"b:1", "for away"}});
    text.state = old.dump();
    again = LiveTable::restored("x", text);
    EXPECT_EQ(again->state().done.home[0].key, "a:1");
    EXPECT_EQ(again->state().done.away[1].key, "b:1");
}

TEST(LiveTable, ThatCannotBeReadIsNotNamed) {
    OpenedTable table = opened(one_screen_with_clock());
    store::StoredTable text = stored(*table.live);
    text.state = R"({"name":"Ann")";
    try {
        (void)LiveTable::restored("the-id-of-the-table", text);
        FAIL() << "read";
    } catch (const store::StoreError& error) {
        EXPECT_EQ(sentence_of(error).find("the-id"), std::string::npos) << sentence_of(error);
        EXPECT_EQ(sentence_of(error).find("Ann"), std::string::npos) << sentence_of(error);
    }
}

TEST(LiveTable, GoesOnWithTheSeedWhereItWas) {
    Json wishes = one_screen_with_clock();
    wishes["seed"] = 5u;
    OpenedTable straight = opened(wishes);
    OpenedTable broken = opened(wishes);
    ASSERT_TRUE(straight.live->roll(Role::both, std::nullopt));
    ASSERT_TRUE(broken.live->roll(Role::both, std::nullopt));
    const auto again = LiveTable::restored("x", stored(*broken.live));
    const auto continued = [](LiveTable& live) {
        for (int i = 0; i < 20 && !live.over(); ++i) {
            const TurnText turn = live.table().turn();
            if (turn.kind == TurnKind::chance)
                (void)live.roll(Role::both, std::nullopt);
            else
                (void)live.choose(Role::both, turn.seat, std::string(turn.actions.front()));
        }
        return live.table().state_bytes();
    };
    EXPECT_EQ(continued(*straight.live), continued(*again));
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
