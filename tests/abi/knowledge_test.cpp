// Odds, advice, books, simulations, duels, players, reviews and exports through the C interface.
#include "abi/caller.hpp"
#include "paths.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace touchline::test {
namespace {

using Json = nlohmann::ordered_json;

std::int32_t stop_at_once(void* calls, double, double) { return ++*static_cast<int*>(calls); }
std::int32_t count_calls(void* calls, double done, double) {
    ++*static_cast<int*>(calls);
    return done >= 0 && done <= 1 ? 0 : 1;
}

// Solved in a moment: the first to 8 points.
constexpr const char* kSmall = R"({"target":8})";

Held<tl_state> near_the_end(const tl_game* game) {
    Held<tl_state> state;
    EXPECT_DONE(tl_state_from_fields(game, R"({"score":{"home":7,"away":5},"down":4,"ball":70})", state.out()));
    return state;
}

TEST(Knowledge, SaysWhetherTheDiceOfARecordHold) {
    std::ostringstream record;
    record << std::ifstream(TOUCHLINE_SOURCE "/tests/fair/records/two-people.record").rdbuf();
    const Json holds = json_said(tl_verify_dice, record.str().c_str(), static_cast<const char*>(nullptr));
    EXPECT_EQ(holds["ok"], true) << holds;
    EXPECT_EQ(holds["hand"]["home"], holds["rolls"]);
    const std::string forged = record.str().replace(record.str().find("drew="), 5, "drew=9");
    EXPECT_EQ(json_said(tl_verify_dice, forged.c_str(), static_cast<const char*>(nullptr))["error"]["code"],
              "bad-proof");
}

TEST(Odds, AreTheProtocolsAndExactWhereTheGameIsSolved) {
    const Held<tl_game> game = opened("sports-dice-football", kSmall);
    const Held<tl_state> state = near_the_end(game);
    tl_odds_values odds{};
    ASSERT_DONE(tl_odds(state, -1, &odds));
    EXPECT_EQ(odds.exact, 1);
    EXPECT_NEAR(odds.home + odds.draw + odds.away, 1, 1e-9);
    EXPECT_LT(odds.error, 1e-6);
    Held<tl_protocol> protocol;
    ASSERT_DONE(tl_protocol_open(protocol.out()));
    tl_protocol* own = protocol;
    for (const char* line : {R"({"cmd":"new","game":"sports-dice-football","options":{"target":8}})",
                             R"({"cmd":"set","state":{"score":{"home":7,"away":5},"down":4,"ball":70}})"})
        EXPECT_EQ(json_said(tl_protocol_answer, own, line)["ok"], true);
    const Json answer = json_said(tl_protocol_answer, own, R"({"cmd":"odds"})");
    EXPECT_EQ(answer["odds"]["home"], odds.home);
    EXPECT_EQ(answer["method"], "exact");
    const Json advice = json_said(tl_protocol_answer, own, R"({"cmd":"advise"})");
    std::vector<tl_advised_action> actions(8);
    std::size_t count = 0;
    ASSERT_DONE(tl_advise(state, turn_of(state).seat, -1, actions.data(), actions.size(), &count));
    ASSERT_EQ(count, advice["actions"].size());
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(action_name(game, actions[i].action), advice["actions"][i]["action"]);
        EXPECT_EQ(actions[i].value, advice["actions"][i]["value"]);
        EXPECT_EQ(actions[i].loss, advice["actions"][i]["loss"]);
    }
    EXPECT_EQ(actions[0].loss, 0);
    std::size_t needed = 0;
    EXPECT_EQ(tl_advise(state, turn_of(state).seat, -1, actions.data(), 1, &needed), TL_TOO_SMALL);
    EXPECT_EQ(needed, count);
}

TEST(Odds, OfAGameThatIsOverAreItsResult) {
    const Held<tl_game> game = opened("sports-dice-football", kSmall);
    const Held<tl_state> state = started(game);
    play_on(state, dice_of(1));
    tl_odds_values odds{};
    ASSERT_DONE(tl_odds(state, 1, &odds));
    EXPECT_EQ(odds.home, turn_of(state).winner == TL_HOME ? 1 : 0);
    EXPECT_EQ(odds.exact, 1);
}

TEST(Solving, KeepsABookAndTellsHowFarItIs) {
    const Held<tl_game> game = opened("sports-dice-football", kSmall);
    int calls = 0;
    const Json book =
        json_said(tl_solve, static_cast<const tl_game*>(game), 2U, count_calls, static_cast<void*>(&calls));
    EXPECT_GT(calls, 0);
    EXPECT_EQ(book["exact"], true);
    EXPECT_LT(book["bound"].get<double>(), 1e-6);
    EXPECT_TRUE(std::filesystem::exists(book["path"].get<std::string>()));
    EXPECT_EQ(std::filesystem::file_size(book["path"].get<std::string>()), book["bytes"].get<std::uintmax_t>());
}

TEST(Solving, StopsWhenItIsAsked) {
    const Held<tl_game> game = opened("sports-dice-football", R"({"target":35})");
    int calls = 0;
    tl_text* text = nullptr;
    EXPECT_EQ(tl_solve(game, 1, stop_at_once, &calls, &text), TL_STOPPED);
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(text, nullptr);
}

TEST(Solving, StopsWhenItIsAskedWhereQuartersAreKept) {
    const Held<tl_game> game = opened("pocket-rugby", "{}");
    int calls = 0;
    tl_text* text = nullptr;
    EXPECT_EQ(tl_solve(game, 1, stop_at_once, &calls, &text), TL_STOPPED);
    EXPECT_EQ(text, nullptr);
}

TEST(Odds, AreStoppedByWhoWatches) {
    const Held<tl_game> game = opened("sports-dice-football", R"({"target":36})");
    const Held<tl_state> state = started(game);
    int calls = 0;
    tl_odds_values odds{.home = 7};
    EXPECT_EQ(tl_odds_watched(state, -1, stop_at_once, &calls, &odds), TL_STOPPED);
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(odds.home, 7);
    calls = 0;
    std::size_t count = 7;
    EXPECT_DONE(tl_state_resolve(state, 0));
    EXPECT_EQ(tl_advise_watched(state, turn_of(state).seat, -1, stop_at_once, &calls, nullptr, 0, &count), TL_STOPPED);
    EXPECT_EQ(count, 7u);
}

TEST(Simulations, AreTheSameOnAnyNumberOfThreads) {
    const Held<tl_game> game = opened("gridiron-glory");
    const auto simulated = [&](std::uint32_t threads) {
        return said(tl_simulate, static_cast<const tl_game*>(game), "random", "coach", 2000UL, 7UL, threads,
                    static_cast<tl_progress>(nullptr), static_cast<void*>(nullptr));
    };
    const std::string one = simulated(1);
    EXPECT_EQ(simulated(3), one);
    const Json summed = Json::parse(one);
    EXPECT_EQ(summed["games"], 2000);
    EXPECT_EQ(summed["seed"], 7);
    EXPECT_NEAR(summed["home"]["share"].get<double>() + summed["draw"]["share"].get<double>() +
                    summed["away"]["share"].get<double>(),
                1, 1e-9);
    int calls = 0;
    tl_text* text = nullptr;
    EXPECT_EQ(tl_simulate(game, "random", "random", 100000000, 1, 1, stop_at_once, &calls, &text), TL_STOPPED);
    EXPECT_EQ(text, nullptr);
}

TEST(Duels, ValueOneStrategyAgainstAnotherExactly) {
    const Held<tl_game> game = opened("sports-dice-football", kSmall);
    tl_odds_values odds{};
    ASSERT_DONE(tl_duel(game, "perfect", "random", 2, nullptr, nullptr, &odds));
    EXPECT_EQ(odds.exact, 1);
    EXPECT_GT(odds.home, 0.5);
    EXPECT_NEAR(odds.home + odds.draw + odds.away, 1, 1e-9);
}

TEST(Figures, SayWhatAGameIsLikeExactly) {
    const Held<tl_game> game = opened("sports-dice-football", kSmall);
    const Json figures =
        json_said([&](tl_text** out) { return tl_figures(game, "random", "random", 2, nullptr, nullptr, out); });
    double drives = 0;
    for (const Json& share : figures["drives"]) drives += share.get<double>();
    EXPECT_NEAR(drives, 1, 1e-9);
    EXPECT_GT(figures["length"]["rolls"]["mean"].get<double>(), 1);
    EXPECT_TRUE(figures["skill"].empty()) << "of best play alone";
}

TEST(Players, TakeSeatsByNameAndPlayLegally) {
    const Json all = json_said(tl_players);
    ASSERT_GE(all.size(), 5u);
    const Held<tl_game> game = opened("sports-dice-football", kSmall);
    for (const Json& each : all) {
        EXPECT_EQ(each["loss"].is_number(), each["kind"] == "strength") << each;
        Held<tl_player> player;
        ASSERT_DONE(tl_player_open(game, each["name"].get<std::string>().c_str(), 3, player.out()));
        const Held<tl_state> state = started(game);
        const Held<tl_dice> dice = dice_of(2);
        while (turn_of(state).kind != TL_OVER) {
            const tl_turn turn = turn_of(state);
            if (turn.kind == TL_CHANCE) {
                ASSERT_DONE(tl_state_roll(state, dice));
                continue;
            }
            std::uint32_t action = 0;
            ASSERT_DONE(tl_player_choose(player, state, turn.seat, &action));
            ASSERT_DONE(tl_state_play(state, action)) << each;
        }
    }
    const Held<tl_game> other = opened("pocket-rugby");
    Held<tl_player> player;
    std::uint32_t action = 0;
    ASSERT_DONE(tl_player_open(other, "random", 3, player.out()));
    EXPECT_EQ(tl_player_choose(player, near_the_end(game), TL_HOME, &action), TL_BAD_ARGUMENT);
}

TEST(Reviews, ComeInEveryFormAndLanguage) {
    const Held<tl_game> game = opened("sports-dice-football", kSmall);
    const Held<tl_state> state = started(game);
    play_on(state, dice_of(9));
    const tl_state* own = state;
    const auto reviewed = [&](const char* format, const char* language) {
        return said(tl_review, own, format, language, -1.0, static_cast<tl_progress>(nullptr),
                    static_cast<void*>(nullptr));
    };
    const Json json = Json::parse(reviewed("json", "en"));
    EXPECT_TRUE(json.is_object() && json.contains("ledger")) << json.dump().substr(0, 200);
    EXPECT_EQ(reviewed("html", "en").substr(0, 9), "<!doctype");
    EXPECT_NE(reviewed("text", "fr"), reviewed("text", "en"));
    int calls = 0;
    tl_text* text = nullptr;
    EXPECT_EQ(tl_review(state, "json", "en", -1, stop_at_once, &calls, &text), TL_STOPPED);
}

// What the plays changed of home's chance is what lies between the first value and the result.
TEST(Exports, AreRowsWithTheSameColumns) {
    const Held<tl_game> game = opened("sports-dice-football", kSmall);
    const Held<tl_state> state = started(game);
    play_on(state, dice_of(9));
    const tl_state* own = state;
    for (const char* what : {"plays", "drives", "box"}) {
        const Json rows = json_said(tl_export, own, what, "json", -1.0);
        ASSERT_FALSE(rows["rows"].empty()) << what;
        for (const Json& row : rows["rows"]) EXPECT_EQ(row.size(), rows["columns"].size()) << what;
        const std::string csv = said(tl_export, own, what, "csv", -1.0);
        EXPECT_EQ(csv.substr(0, csv.find(',')), rows["columns"][0]) << what;
    }
    int calls = 0;
    tl_text* text = nullptr;
    EXPECT_EQ(tl_export_watched(state, "plays", "csv", -1, stop_at_once, &calls, &text), TL_STOPPED);
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(text, nullptr);
}

} // namespace
} // namespace touchline::test
