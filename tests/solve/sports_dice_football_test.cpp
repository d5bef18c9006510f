// What Sports Dice Football is worth: known values, a second method on small settings, and the promises of a solver.
#include "solve/sports_dice_football/solver.hpp"

#include "core/embedded.hpp"
#include "solve/cache_folder.hpp"
#include "solve/general.hpp"
#include "solve/odds.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>

#include <unistd.h>

namespace touchline::solve {
namespace {

using Rules = touchline::sports_dice_football::Rules;
using State = touchline::sports_dice_football::State;
using Solver = sports_dice_football::Solver;

std::string sheet_text() { return std::string(*embedded("data/sheets/sports-dice-football.toml")); }

std::string with(std::string text, std::string_view old_text, std::string_view new_text) {
    const std::size_t found = text.find(old_text);
    if (found == std::string::npos) throw std::logic_error("the sheet has no '" + std::string(old_text) + "'");
    return text.replace(found, old_text.size(), new_text);
}

Rules rules_with(std::string_view options, const std::string& toml = sheet_text()) {
    SheetReader reader(toml);
    const Rules::Sheet sheet = Rules::read_sheet(reader.root(Rules::kId));
    EXPECT_TRUE(reader.faults().empty());
    return std::move(*Rules::make(sheet, *OptionValues::check(option_specs<Rules>(sheet), Json::parse(options))));
}

static_assert(SolverFor<Solver, Rules>);

State at(const Rules& rules, std::string_view fields) { return *rules.set(rules.start(), Json::parse(fields)); }

State after_roll(const Rules& rules, State state, const std::vector<std::string_view>& tokens) {
    rules.resolve(state, *rules.outcome(state, tokens));
    return state;
}

TEST(SportsDiceSolver, TheSideThatStartsOnOffenceWinsSlightlyLessThanHalf) {
    const Rules rules = rules_with("{}");
    Solver solver(rules);
    Job job(2);
    solver.solve_all(job);
    EXPECT_LE(solver.bound(), 1e-9);
    EXPECT_NEAR(solver.at(at(rules, "{}")).worth.value, 0.464179803, 1e-9);
    EXPECT_NEAR(odds(rules, solver, rules.start()).worth.value, 0.5, 1e-9) << "both seats are alike before the toss";

    const State roll = after_roll(rules, at(rules, R"({"down":2})"),
                                  {"10", "10", "10", "FG", "FG", "FG", "NG", "NG", "S", "S", "T", "P6"});
    const std::vector<Advice> advice = advise(rules, solver, roll);
    ASSERT_EQ(advice.size(), 2u);
    EXPECT_EQ(rules.action_name(roll, advice[0].action), "FG");
    EXPECT_NEAR(advice[0].value, 0.479514931, 1e-9);
    EXPECT_NEAR(advice[1].value, 0.461123733, 1e-9);

    // More points are never worse.
    for (int own = 0; own + 1 < 21; ++own)
        for (int other = 0; other < 21; ++other) {
            State less = at(rules, "{}");
            less.score = {static_cast<u8>(own), static_cast<u8>(other)};
            State more = less;
            ++more.score.home;
            ASSERT_GE(solver.at(more).worth.value, solver.at(less).worth.value - solver.bound());
        }
}

TEST(SportsDiceSolver, AGameToSevenIsWorthItsKnownValue) {
    const Rules rules = rules_with(R"({"target":7})");
    Solver solver(rules);
    Job job;
    solver.solve_all(job);
    EXPECT_NEAR(solver.at(at(rules, "{}")).worth.value, 0.410274074, 1e-9);
}

TEST(SportsDiceSolver, TheLastScoreIsSolvedAlone) {
    const Rules rules = rules_with("{}");
    Solver solver(rules);
    Job job;
    const State late = at(rules, R"({"score":{"home":20,"away":20},"ball":95,"down":4,"chip":"home"})");
    solver.solve_for(late, job);
    EXPECT_TRUE(solver.covers(late));
    EXPECT_FALSE(solver.covers(at(rules, R"({"score":{"home":19,"away":20}})")));
    EXPECT_FALSE(solver.covers(at(rules, "{}")));
    const std::vector<Advice> advice = advise(rules, solver, late);
    ASSERT_EQ(advice.size(), 3u);
    EXPECT_EQ(rules.action_name(late, advice[0].action), "field-goal");
    EXPECT_NEAR(advice[0].value, 0.995195931, 1e-9);
    EXPECT_NEAR(advice[1].value, 0.912012557, 1e-9);
    EXPECT_NEAR(advice[2].value, 0.564651907, 1e-9);
}

// Few dice make few positions, so that all of them can be listed; picks, chip and kicks all still happen.
class SportsDiceOptionsSolved : public testing::TestWithParam<const char*> {};

TEST_P(SportsDiceOptionsSolved, AgreesWithListingEveryPosition) {
    for (const auto& [attack, block] : {std::pair("count = 2 ", "count = 2 "), std::pair("count = 1 ", "count = 2 ")}) {
        std::string toml = with(sheet_text(), "count = 6 ", attack);
        toml = with(toml, "count = 6 ", block);
        Json options = Json::parse(GetParam());
        options["target"] = 3;
        const Rules rules = rules_with(options.dump(), toml);
        Solver solver(rules);
        GeneralSolver<Rules> listed(rules);
        Job job;
        solver.solve_for(rules.start(), job);
        listed.solve_for(rules.start(), job);
        int compared = 0;
        for (const char* score : {"0,0", "2,0", "0,2", "2,2"})
            for (int ball = 5; ball <= 95; ball += 5)
                for (int down = 1; down <= 4; ++down) {
                    State state =
                        at(rules, R"({"ball":)" + std::to_string(ball) + R"(,"down":)" + std::to_string(down) + "}");
                    state.score = {static_cast<u8>(score[0] - '0'), static_cast<u8>(score[2] - '0')};
                    if (!listed.covers(state)) continue;
                    ++compared;
                    ASSERT_NEAR(solver.at(state).worth.value, listed.at(state).worth.value, 1e-9)
                        << score << " " << ball << " " << down;
                }
        EXPECT_GT(compared, 100);
        EXPECT_NEAR(odds(rules, solver, rules.start()).worth.value, listed.at(rules.start()).worth.value, 1e-9);
    }
}

INSTANTIATE_TEST_SUITE_P(Values, SportsDiceOptionsSolved,
                         testing::Values("{}", R"({"chip":false})", R"({"own_tie":"best"})",
                                         R"({"goal_advance":"touchdown"})", R"({"fg_on_50":"downs"})",
                                         R"({"new_downs":"again"})", R"({"safety_ball":"conceder"})",
                                         R"({"missed_kick":"punt"})", R"({"fourth_advance":"offered"})",
                                         R"({"missed_kick":"twenty"})", R"({"six_alike":"level"})",
                                         R"({"chip_swap":"defense"})", R"({"pick_six_ball":"scorer"})",
                                         R"({"punt_sixes":"plain"})",
                                         R"({"goal_advance":"touchdown","fourth_advance":"offered","new_downs":"again",
                                             "missed_kick":"twenty","six_alike":"level","chip_swap":"defense",
                                             "pick_six_ball":"scorer","safety_ball":"conceder","punt_sixes":"plain"})"));

TEST(SportsDiceSolver, OneThreadAndTwoGiveTheSameNumbersAndABookKeepsThem) {
    const Rules rules = rules_with(R"({"target":5})");
    Solver one(rules);
    Solver two(rules);
    Job alone(1);
    Job together(2);
    one.solve_all(alone);
    two.solve_all(together);

    const test::CacheFolder folder;
    const BookKey key{"sports-dice-football", R"({"target":5})", "test", Solver::kVersion};
    BookWriter writer({key, one.bound(), 0.1});
    one.save(writer);
    ASSERT_TRUE(writer.finish());
    auto book = Book::open(key);
    ASSERT_TRUE(book);
    Solver read(rules);
    ASSERT_TRUE(read.load(*book));
    EXPECT_EQ(read.bound(), one.bound());
    for (int ball = 5; ball <= 95; ball += 5)
        for (u8 home = 0; home < 5; ++home)
            for (u8 away = 0; away < 5; ++away) {
                State state = at(rules, R"({"down":3,"ball":)" + std::to_string(ball) + "}");
                state.score = {home, away};
                ASSERT_EQ(one.at(state).worth, two.at(state).worth);
                ASSERT_EQ(one.at(state).worth, read.at(state).worth);
            }
    EXPECT_FALSE(Solver(rules_with(R"({"target":6})")).load(*book));
}

TEST(SportsDiceSolver, MirroredPositionsMirror) {
    const Rules rules = rules_with(R"({"target":7})");
    Solver solver(rules);
    Job job;
    solver.solve_all(job);
    const std::vector<std::string_view> level{"10", "10", "10", "20", "20", "20", "NG", "NG", "NG", "S", "S", "S"};
    const State home = after_roll(rules, at(rules, R"({"score":{"home":3,"away":2},"ball":45})"), level);
    const State away =
        after_roll(rules, at(rules, R"({"score":{"home":2,"away":3},"ball":45,"offense":"away"})"), level);
    EXPECT_NEAR(odds(rules, solver, home).worth.value, 1 - odds(rules, solver, away).worth.value, 1e-12);
}

} // namespace
} // namespace touchline::solve
