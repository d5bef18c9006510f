// The exact solver of Pocket Sports Rugby against the slow and obvious way, known values, mirrors and books.
#include "solve/obvious.hpp"
#include "solve/odds.hpp"
#include "solve/pocket_rugby/solver.hpp"

#include "play/kind.hpp"
#include "play/table_for.hpp"
#include "said.hpp"
#include "solve/cache_folder.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include <unistd.h>

namespace touchline::solve {
namespace {

using touchline::pocket_rugby::Rules;
using touchline::pocket_rugby::State;

struct Setting {
    std::shared_ptr<const Rules> rules;
    State state;
};

// The default sheet with other ends of the halves.
std::string sheet_to(int half_time, int full_time) {
    std::string sheet(kind_named("pocket-rugby")->default_sheet());
    const std::string ends = "half_time = 20\nfull_time = 40";
    const std::string others =
        "half_time = " + std::to_string(half_time) + "\nfull_time = " + std::to_string(full_time);
    return sheet.replace(sheet.find(ends), ends.size(), others);
}

// A match with these options, put into this position.
Setting setting(const Json& options, const Json& fields, const std::string& sheet = sheet_to(20, 40)) {
    auto opened = kind_named("pocket-rugby")->open(options, SheetText{"test", sheet});
    EXPECT_TRUE(opened) << (opened ? "" : said(opened.error().message));
    auto done = (*opened)->set(fields);
    EXPECT_TRUE(done) << (done ? "" : said(done.error().message));
    const auto& table = dynamic_cast<const TableFor<Rules>&>(**opened);
    return {table.shared_rules(), table.position()};
}

// The same rules with yellow cards counted to two: more change nothing, and the positions stay few.
struct CountsToTwo : Rules {
    explicit CountsToTwo(const Rules& rules) : Rules(rules) {}
    void resolve(State& s, Outcome outcome) const {
        Rules::resolve(s, outcome);
        for (u8& total : s.yellow_total) total = std::min<u8>(total, 2);
    }
};

void expect_agreement(const Json& options, const Json& fields, const std::string& sheet = sheet_to(20, 40)) {
    const auto [rules, state] = setting(options, fields, sheet);
    const test::Obvious<CountsToTwo> obvious(CountsToTwo(*rules), state);
    pocket_rugby::Solver solver(*rules);
    Job job;
    solver.solve_for(state, job);
    EXPECT_LT(solver.bound(), 1e-9);
    for (const State& met : obvious.states()) {
        const Valuation odds = solve::odds(*rules, solver, met);
        ASSERT_NEAR(odds.worth.value, obvious.at(met).value, 1e-9)
            << options << fields << " phase " << int(met.phase) << " taps " << int(met.quick_tap) << " offense "
            << int(met.offense);
    }
}

const Json kBooked{{"home", 2}, {"away", 2}};

TEST(RugbySolver, AgreesWithTheObviousWayAtTheEndOfAMatch) {
    expect_agreement({{"injuries", false}}, {{"score", {{"home", 38}, {"away", 38}}}, {"cards", kBooked}});
}

TEST(RugbySolver, AgreesWhileCardsAreStillToCome) {
    expect_agreement({{"injuries", false}}, {{"score", {{"home", 38}, {"away", 37}}},
                                             {"yellow_total", {{"home", 1}, {"away", 2}}},
                                             {"cards", {{"away", 2}}}});
}

TEST(RugbySolver, AgreesWhileInjuriesAreStillToCome) {
    expect_agreement(Json::object(),
                     {{"score", {{"home", 37}, {"away", 39}}},
                      {"cards", kBooked},
                      {"injured", {{"home", {"forward", "centre", "back"}}, {"away", {"forward", "wing", "back"}}}}});
}

TEST(RugbySolver, AgreesAcrossHalfTime) {
    for (const char* second_half : {"other", "scorer"})
        expect_agreement({{"injuries", false}, {"second_half", second_half}},
                         {{"score", {{"home", 2}, {"away", 3}}}, {"cards", kBooked}, {"first_attack", "away"}},
                         sheet_to(4, 6));
    expect_agreement({{"injuries", false}},
                     {{"score", {{"home", 3}, {"away", 2}}}, {"cards", {{"home", 2}, {"away", 1}}}}, sheet_to(4, 6));
}

TEST(RugbySolver, AgreesInTheRain) {
    expect_agreement({{"injuries", false}, {"weather", "rain"}},
                     {{"score", {{"home", 18}, {"away", 17}}}, {"cards", kBooked}});
}

TEST(RugbySolver, AgreesWithEveryOtherReading) {
    for (const auto& [option, value] : {std::pair{"failed_steal", "second-roll"},
                                        {"goal_restart", "conceder"},
                                        {"missed_kick", "keep"},
                                        {"card_penalty", "sum"},
                                        {"penalty_range", "before"}})
        expect_agreement({{"injuries", false}, {option, value}},
                         {{"score", {{"home", 36}, {"away", 38}}}, {"cards", kBooked}});
}

const Json kOneLeftToHurt{{"home", {"forward", "centre", "back"}}, {"away", {"forward", "wing", "back"}}};

// R2: what the last tackle ended with, and injuries by a first roll.
TEST(RugbySolver, AgreesWithBigHitsInARow) {
    for (const char* steal : {"tackled", "second-roll"})
        expect_agreement({{"big_hits", "in-a-row"}, {"failed_steal", steal}},
                         {{"score", {{"home", 38}, {"away", 39}}}, {"cards", kBooked}, {"injured", kOneLeftToHurt}});
}

// R8: nested in the choice of a drop goal, and before a penalty while cards are still to come.
TEST(RugbySolver, AgreesWhereCheckingIsAChoice) {
    const Json teams{{"home_team", "new-zealand"}, {"away_team", "south-africa"}, {"injuries", false}};
    Json attempts = teams;
    attempts["attempts"] = "may";
    expect_agreement(attempts, {{"score", {{"home", 38}, {"away", 36}}}, {"cards", kBooked}});
    for (const char* range : {"after", "before"})
        expect_agreement({{"injuries", false}, {"card_check", "may"}, {"penalty_range", range}},
                         {{"score", {{"home", 38}, {"away", 37}}},
                          {"yellow_total", {{"home", 1}, {"away", 2}}},
                          {"cards", {{"away", 2}}}});
}

// R10: a card makes checks of the defence harder.
TEST(RugbySolver, AgreesWithCardsOffSkillChecks) {
    for (const char* attempts : {"always", "may"})
        expect_agreement({{"home_team", "new-zealand"},
                          {"away_team", "south-africa"},
                          {"injuries", false},
                          {"card_penalty", "all-dice"},
                          {"attempts", attempts}},
                         {{"score", {{"home", 38}, {"away", 37}}},
                          {"yellow_total", {{"home", 1}, {"away", 2}}},
                          {"cards", {{"away", 2}}}});
}

// R19: level scores beyond full time, and half time by both scores.
TEST(RugbySolver, AgreesWithPointsTogether) {
    expect_agreement({{"injuries", false}, {"points", "together"}},
                     {{"score", {{"home", 17}, {"away", 20}}}, {"cards", kBooked}});
    expect_agreement({{"injuries", false}, {"points", "together"}},
                     {{"score", {{"home", 1}, {"away", 2}}}, {"cards", kBooked}, {"first_attack", "away"}},
                     sheet_to(4, 8));
    expect_agreement({{"injuries", false}, {"points", "together"}, {"weather", "rain"}},
                     {{"score", {{"home", 8}, {"away", 9}}}, {"cards", kBooked}});
}

// R27: a penalty that resets a quick tap by itself, with dice on which it comes up more often too.
TEST(RugbySolver, AgreesWithATapThatAPenaltyResets) {
    const Json teams{{"home_team", "australia"}, {"away_team", "south-africa"}, {"injuries", false}};
    for (const char* miss : {"turnover", "keep"}) {
        Json options = teams;
        options["tap_reset"] = "penalty";
        options["missed_kick"] = miss;
        expect_agreement(options, {{"score", {{"home", 36}, {"away", 36}}}, {"cards", kBooked}});
    }
    std::string sheet = sheet_to(20, 40);
    const std::string passes = R"(faces = ["F", "F", "C", "W", "W", "B"])";
    ASSERT_NE(sheet.find(passes), std::string::npos);
    sheet.replace(sheet.find(passes), passes.size(),
                  R"(faces = ["F", "PENALTY WON", "C", "W", "PENALTY AGAINST", "B"])");
    expect_agreement({{"injuries", false}, {"tap_reset", "penalty"}, {"card_check", "may"}},
                     {{"score", {{"home", 36}, {"away", 37}}}, {"cards", kBooked}}, sheet);
}

TEST(RugbySolver, AgreesWithAllHouseRulesAtOnce) {
    const Json all{{"home_team", "new-zealand"}, {"away_team", "england"},   {"failed_steal", "second-roll"},
                   {"big_hits", "in-a-row"},     {"attempts", "may"},        {"card_check", "may"},
                   {"card_penalty", "all-dice"}, {"points", "together"},     {"tap_reset", "penalty"},
                   {"penalty_range", "before"},  {"goal_restart", "scorer"}, {"missed_kick", "keep"}};
    expect_agreement(
        all, {{"score", {{"home", 18}, {"away", 20}}},
              {"yellow_total", {{"home", 1}, {"away", 2}}},
              {"cards", {{"away", 2}}},
              {"injured", {{"home", {"forward", "centre", "back"}}, {"away", {"forward", "centre", "wing", "back"}}}}});
}

TEST(RugbySolver, AgreesWithTeamCardsAndWeather) {
    expect_agreement(
        {{"injuries", false}, {"home_team", "new-zealand"}, {"away_team", "south-africa"}, {"weather", "cold"}},
        {{"score", {{"home", 38}, {"away", 36}}}, {"cards", kBooked}});
    expect_agreement({{"injuries", false}, {"home_team", "england"}, {"away_team", "australia"}, {"weather", "hot"}},
                     {{"score", {{"home", 38}, {"away", 28}}}, {"cards", kBooked}});
}

// Scores share their phases of attack: each must be what it would be if it were compiled for its own score.
TEST(RugbySolver, SharesPhasesOnlyBetweenScoresWhereTheyAreTheSame) {
    std::size_t different = 0;
    for (const char* weather : {"fine", "hot", "cold", "rain"}) {
        const Json options{{"home_team", "england"}, {"away_team", "australia"}, {"weather", weather}};
        const auto rules = setting(options, Json::object()).rules;
        const pocket_rugby::Table table(*rules, rules->options().weather);
        const pocket_rugby::Plays plays(*rules, table);
        for (int home = 0; home < table.full_time(); home += 3)
            for (int away = 0; away < table.full_time(); away += 3) {
                const pocket_rugby::Phases own(*rules, table, table.state(home, away, {}));
                ASSERT_TRUE(plays.phases(home, away) == own) << weather << ' ' << home << '-' << away;
                if (!(own == plays.phases(0, 0))) ++different;
            }
    }
    EXPECT_GT(different, 0U);
}

TEST(RugbySolver, KnowsTheSideThatAttacksFirst) {
    const auto [rules, state] = setting({{"injuries", false}}, Json::object());
    pocket_rugby::Solver solver(*rules);
    Job job(2);
    solver.solve_for(rules->start(), job);
    EXPECT_NEAR(odds(*rules, solver, state).value(Seat::home), 0.495770258, 1e-8);
    EXPECT_NEAR(odds(*rules, solver, rules->start()).value(Seat::home), 0.5, 1e-9);
    EXPECT_LT(solver.bound(), 1e-9);
}

// Swapped seats: whatever one side has, the other one has.
State mirrored(State state) {
    state.offense ^= 1;
    state.first_attack ^= 1;
    std::swap(state.score[0], state.score[1]);
    std::swap(state.cards[0], state.cards[1]);
    std::swap(state.yellow_total[0], state.yellow_total[1]);
    std::swap(state.injured[0], state.injured[1]);
    return state;
}

TEST(RugbySolver, MirroredPositionsMirrorWithSwappedCardsToo) {
    const Json fields{{"score", {{"home", 37}, {"away", 35}}},
                      {"offense", "away"},
                      {"injured", {{"home", {"wing", "centre", "forward"}}, {"away", {"back", "wing", "forward"}}}}};
    const auto [plain, state] = setting(Json::object(), fields);
    pocket_rugby::Solver both(*plain);
    Job job;
    both.solve_for(state, job);
    both.solve_for(mirrored(state), job);
    EXPECT_NEAR(odds(*plain, both, state).value(Seat::home), odds(*plain, both, mirrored(state)).value(Seat::away),
                1e-10);

    const Json quick{{"score", {{"home", 37}, {"away", 35}}}, {"quick_tap", 2}, {"offense", "away"}};
    const auto [one, here] =
        setting({{"injuries", false}, {"home_team", "england"}, {"away_team", "australia"}}, quick);
    const auto two =
        setting({{"injuries", false}, {"home_team", "australia"}, {"away_team", "england"}}, Json::object()).rules;
    pocket_rugby::Solver first(*one), second(*two);
    first.solve_for(here, job);
    second.solve_for(mirrored(here), job);
    EXPECT_NEAR(odds(*one, first, here).value(Seat::home), odds(*two, second, mirrored(here)).value(Seat::away), 1e-10);
}

TEST(RugbySolver, PointsInjuriesAndCardsHaveTheRightSign) {
    const auto [rules, from] =
        setting(Json::object(), {{"score", {{"home", 34}, {"away", 34}}},
                                 {"injured", {{"home", {"wing", "back"}}, {"away", {"wing", "back"}}}}});
    pocket_rugby::Solver solver(*rules);
    Job job(2);
    solver.solve_for(from, job);
    const auto value = [&](auto change) {
        State state = from;
        change(state);
        EXPECT_TRUE(solver.covers(state));
        return odds(*rules, solver, state).value(Seat::home);
    };
    const double even = value([](State&) {});
    EXPECT_GT(value([](State& s) { s.score[0] = 37; }), even);
    EXPECT_LT(value([](State& s) { s.score[1] = 37; }), even);
    EXPECT_LT(value([](State& s) { s.injured[0] = 15; }), even);
    EXPECT_GT(value([](State& s) { s.injured[1] = 15; }), even);
    EXPECT_LT(value([](State& s) { s.cards[0] = s.yellow_total[0] = 2; }), even);
    EXPECT_GT(value([](State& s) { s.cards[1] = s.yellow_total[1] = 2; }), even);
    EXPECT_GT(value([](State& s) { s.quick_tap = 1; }), even);
    EXPECT_GT(value([](State& s) { s.quick_tap = 3; }), value([](State& s) { s.quick_tap = 2; }));
}

TEST(RugbySolver, AnyNumberOfThreadsGivesTheSameNumbers) {
    const auto [rules, state] = setting({{"injuries", false}}, {{"score", {{"home", 24}, {"away", 21}}}});
    pocket_rugby::Solver one(*rules), three(*rules);
    Job alone(1), crowd(3);
    one.solve_for(state, alone);
    three.solve_for(state, crowd);
    for (u8 home = 24; home < 40; home = static_cast<u8>(home + 3))
        for (u8 away = 21; away < 40; away = static_cast<u8>(away + 3))
            for (u8 taps = 0; taps <= 3; ++taps) {
                State there = state;
                there.score = {home, away};
                there.quick_tap = taps;
                EXPECT_EQ(one.at(there).worth.value, three.at(there).worth.value);
            }
}

TEST(RugbySolver, ABookKeepsEveryStationWithinItsBound) {
    const test::CacheFolder folder;
    const auto rules = setting({{"injuries", false}}, Json::object(), sheet_to(4, 8)).rules;
    pocket_rugby::Solver solver(*rules);
    Job job;
    solver.solve_all(job);
    const BookKey key{.game = "pocket-rugby",
                      .options = "{}",
                      .sheet_hash = "0123456789abcdef",
                      .solver = pocket_rugby::Solver::kVersion};
    {
        BookWriter writer({key, solver.bound(), 1});
        solver.save(writer);
        ASSERT_TRUE(writer.finish());
    }
    const auto book = Book::open(key);
    ASSERT_TRUE(book);
    pocket_rugby::Solver loaded(*rules);
    ASSERT_TRUE(loaded.load(*book));
    EXPECT_LT(loaded.bound(), 1e-9);
    for (u8 home = 0; home < 8; ++home)
        for (u8 away = 0; away < 8; ++away)
            for (u8 taps = 0; taps <= 3; ++taps) {
                State state = rules->start();
                rules->resolve(state, Outcome{1});
                state.score = {home, away};
                state.half = std::max(home, away) >= 4 ? 2 : 1;
                state.quick_tap = taps;
                ASSERT_TRUE(loaded.covers(state));
                EXPECT_NEAR(loaded.at(state).worth.value, solver.at(state).worth.value, 1e-9);
            }
    const auto other = setting({{"injuries", true}}, Json::object()).rules;
    EXPECT_FALSE(pocket_rugby::Solver(*other).load(*book)); // a book of another match is refused
}

TEST(RugbySolver, MayStopAtAnyTimeWithoutHarm) {
    const auto [rules, state] = setting({{"injuries", false}}, {{"score", {{"home", 33}, {"away", 33}}}});
    pocket_rugby::Solver solver(*rules);
    Job stopped;
    stopped.stop();
    EXPECT_THROW(solver.solve_for(state, stopped), Stopped);
    EXPECT_FALSE(solver.covers(state));
    Job job;
    solver.solve_for(state, job);
    EXPECT_TRUE(solver.covers(state));
}

} // namespace
} // namespace touchline::solve
