// One bot against another, exactly: against the book, against a slow and obvious recursion, against simulation.
#include "lab/duel.hpp"

#include "bots/roster.hpp"
#include "bots/strength.hpp"
#include "lab/plain_value.hpp"
#include "lab/simulation.hpp"
#include "pig/pig.hpp"
#include "play/kind.hpp"
#include "said.hpp"
#include "solve/choices.hpp"
#include "solve/general.hpp"
#include "solve/policy_pass.hpp"
#include "typed_table.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <regex>

namespace touchline::lab {
namespace {

Duel duel_of(const std::string& game, const Json& options, const BySeat<std::string>& bots, double bound = 1e-9) {
    static analysis::Library library; // a book is solved once for all tests
    const auto table = std::move(*open_table(game, options));
    solve::Job job;
    return *duel(*table, {bots, bound}, library, job);
}

const Json kShortDice{{"target", 3}};
const Json kShortGridiron{{"drives", 1}, {"injuries", false}};
const Json kShortRedBoar{{"quarter_seconds", 30}};
const Json kShortestRedBoar{{"quarter_seconds", 10}};

// ---- Pig, small enough to see through ------------------------------------------------------------------------------

struct PigCourse {
    pig::Rules own;
    [[nodiscard]] bool station(const pig::State& s) const { return own.turn(s).kind == TurnKind::choice; }
    [[nodiscard]] u64 layer(const pig::State& s) const { return u64{s.banked[0]} + s.banked[1]; }
    [[nodiscard]] pig::State row(const pig::State& s) const { return s; }
    [[nodiscard]] int lane(const pig::State&) const { return 0; }
    [[nodiscard]] pig::State in_lane(const pig::State& row, int) const { return row; }
    [[nodiscard]] pig::State shape(const pig::State& s) const { return s; }
    [[nodiscard]] pig::State placed(const pig::State& s, const pig::State&, const pig::State&) const { return s; }
    [[nodiscard]] const pig::Rules& shape_rules(const pig::State&) const { return own; }
    [[nodiscard]] const pig::Rules& rules() const { return own; }
};

struct BestPig final : solve::Policy<pig::State> {
    [[nodiscard]] StrategyInput input(Seat seat) const override {
        return seat == Seat::home ? StrategyInput::best : StrategyInput::values;
    }
    [[nodiscard]] Shares shares(const pig::State&, Seat, const ActionList&) const override { return {}; }
    [[nodiscard]] Shares valued(Seat, std::span<const double> values) const override {
        return bots::strong_shares(values, 0);
    }
};

// Home holds at 5 or more, away tosses a coin.
struct FixedPig final : solve::Policy<pig::State> {
    [[nodiscard]] StrategyInput input(Seat seat) const override {
        return seat == Seat::away ? StrategyInput::actions : StrategyInput::everything;
    }
    [[nodiscard]] Shares shares(const pig::State& s, Seat, const ActionList&) const override { return of(s); }
    [[nodiscard]] Shares valued(Seat, std::span<const double>) const override { return {}; }
    [[nodiscard]] static Shares of(const pig::State& s) {
        return s.seat == Seat::away ? analysis::evenly(2) : analysis::only(s.kept >= 5 ? 1 : 0, 2);
    }
};

using Known = solve::GeneralSolver<pig::Rules>;

Known solved_pig(const pig::Rules& rules) {
    Known known(rules);
    solve::Job job;
    known.solve_all(job);
    return known;
}

solve::Valuation value_pig(const pig::Rules& rules, const Known& known, const solve::Policy<pig::State>& policy,
                           double bound) {
    solve::Job job;
    const PigCourse course{rules};
    const solve::Policy<pig::State>* own = &policy;
    return solve::PolicyPass<pig::Rules, PigCourse, Known>(course, known, std::span(&own, 1))
        .run(rules.start(), bound, job)
        .front()
        .odds;
}

// Whose value of a game to a hundred is the published one.
TEST(Duel, BestPlayAtPigIsWorthWhatTheGeneralSolverSays) {
    pig::Rules rules;
    rules.target = 40;
    const Known known = solved_pig(rules);
    const solve::Valuation odds = value_pig(rules, known, BestPig{}, 1e-8);
    EXPECT_NEAR(odds.worth.value, known.at(rules.start()).worth.value, 1.1e-8);
    EXPECT_GT(odds.worth.value, 0.52);
    EXPECT_LE(odds.error, 1.1e-8);
}

TEST(Duel, AgreesWithPlainSweepsAtSmallPig) {
    pig::Rules rules;
    rules.target = 12;
    const solve::Valuation odds = value_pig(rules, solved_pig(rules), FixedPig{}, 1e-11);
    const double plain = test::plain_value(
        rules, rules.start(), [](const pig::State& s, Seat, const ActionList&) { return FixedPig::of(s); });
    EXPECT_NEAR(odds.worth.value, plain, 1e-9);
}

TEST(Duel, OfSeveralPoliciesAtOnceIsThatOfEach) {
    pig::Rules rules;
    rules.target = 12;
    const Known known = solved_pig(rules);
    const BestPig best;
    const FixedPig fixed;
    const std::array<const solve::Policy<pig::State>*, 2> both{&best, &fixed};
    const PigCourse course{rules};
    solve::Job job(2);
    const auto values =
        solve::PolicyPass<pig::Rules, PigCourse, Known>(course, known, both).run(rules.start(), 1e-9, job);
    ASSERT_EQ(values.size(), 2U);
    EXPECT_EQ(values[0].odds.worth.value, value_pig(rules, known, best, 1e-9).worth.value);
    EXPECT_NEAR(values[1].odds.worth.value, value_pig(rules, known, fixed, 1e-9).worth.value, 1e-12);
}

// ---- The games -----------------------------------------------------------------------------------------------------

// A habit of which nobody knows what it looks at.
class Unknown final : public analysis::Strategy {
public:
    explicit Unknown(std::unique_ptr<analysis::Strategy> own) : own_(std::move(own)) {}
    [[nodiscard]] Shares shares(const analysis::Decision& at) const override { return own_->shares(at); }

private:
    std::unique_ptr<analysis::Strategy> own_;
};

TEST(Duel, OfHabitsThatLookAlikeIsThatOfEveryPosition) {
    const auto perfect = bots::make_bot("perfect");
    for (const auto& [game, options] : {std::pair("sports-dice-football", Json{{"target", 8}}),
                                        std::pair("pocket-gridiron", Json{{"drives", 2}, {"injuries", false}})}) {
        const auto table = std::move(*open_table(game, options));
        analysis::Library library;
        solve::Job job(2);
        for (const char* name : {"coach", "always-go", "never-go"}) {
            const auto own = bots::make_bot(name);
            const Unknown unknown(bots::make_bot(name));
            const std::array<analysis::Strategies, 2> pairs{{{perfect.get(), own.get()}, {perfect.get(), &unknown}}};
            const auto alike = library.of(*table)->duels(*table, std::span(pairs).first(1), 1e-9, job);
            const auto each = library.of(*table)->duels(*table, std::span(pairs).last(1), 1e-9, job);
            ASSERT_TRUE(alike && each);
            EXPECT_EQ(alike->front().odds.worth.value, each->front().odds.worth.value) << game << ' ' << name;
        }
    }
}

// A match to 8 with small scores, in which heat is felt from the first point on.
SheetText short_rugby() {
    std::string toml(kind_named("pocket-rugby")->default_sheet());
    for (const auto& [figure, value] :
         {std::pair("half_time", 7), std::pair("full_time", 8), std::pair("rain_half_time", 5),
          std::pair("rain_full_time", 6), std::pair("late_weather_score", 1), std::pair("try", 2),
          std::pair("conversion", 1), std::pair("drop_goal", 1), std::pair("penalty_goal", 1)})
        toml = std::regex_replace(toml, std::regex(fmt::format("\n{} = \\d+", figure)),
                                  fmt::format("\n{} = {}", figure, value));
    return {"short", toml};
}
const Json kHotRugby{{"home_team", "new-zealand"}, {"away_team", "england"}, {"weather", "hot"}, {"injuries", false}};

TEST(Duel, PerfectAgainstPerfectIsWhatTheBookSays) {
    for (const auto& [game, options, sheet] :
         {std::tuple("sports-dice-football", kShortDice, std::optional<SheetText>()),
          std::tuple("pocket-gridiron", kShortGridiron, std::optional<SheetText>()),
          std::tuple("pocket-rugby", kHotRugby, std::optional(short_rugby())),
          std::tuple("pocket-rugby", Json{{"injuries", false}}, std::optional(short_rugby())),
          std::tuple("red-boar-gridiron", kShortRedBoar, std::optional<SheetText>())}) {
        const auto table = std::move(*kind_named(game)->open(options, sheet));
        analysis::Library library;
        solve::Job job;
        // After the toss, so that neither side's chances are even by symmetry alone.
        SeededDice dice(1);
        ASSERT_TRUE(table->roll(dice));
        const auto book = library.of(*table)->odds(*table, {}, {});
        const auto own = duel(*table, {{"perfect", "perfect"}}, library, job);
        ASSERT_TRUE(own);
        EXPECT_NEAR(own->odds.worth.value, book->value(Seat::home), 2e-9) << game;
        EXPECT_NEAR(own->odds.worth.draw, book->draw, 2e-9) << game;
    }
}

// What earlier versions of this program worked out in other ways.
TEST(Duel, KeepsItsValuesToTheLastDigits) {
    EXPECT_NEAR(
        duel_of("pocket-gridiron", {{"drives", 2}, {"injuries", false}}, {"perfect", "random"}).odds.worth.value,
        0.5997854997, 2e-9);
    EXPECT_NEAR(duel_of("sports-dice-football", {{"target", 7}}, {"perfect", "random"}).odds.worth.value, 0.6977467195,
                2e-9);
    EXPECT_NEAR(duel_of("red-boar-gridiron", kShortRedBoar, {"coach", "random"}).odds.worth.value, 0.6568628934, 2e-9);
    EXPECT_NEAR(duel_of("red-boar-gridiron", kShortRedBoar, {"perfect", "random"}).odds.worth.value, 0.6763546093,
                2e-9);
    EXPECT_NEAR(duel_of("pocket-rugby", {{"injuries", false}}, {"perfect", "random"}).odds.worth.value, 0.5775683242,
                2e-9);
    EXPECT_NEAR(duel_of("pocket-rugby", {{"injuries", false}}, {"coach", "random"}).odds.worth.value, 0.5630180768,
                2e-9);
}

TEST(Duel, AGameWithoutChoicesIsTheSameForEveryBot) {
    const Duel one = duel_of("gridiron-glory", Json::object(), {"random", "perfect"});
    const Duel other = duel_of("gridiron-glory", Json::object(), {"coach", "last"});
    EXPECT_EQ(one.odds.worth, other.odds.worth);
}

TEST(Duel, SeatsThatChangePlacesChangeTheResult) {
    const Duel one = duel_of("sports-dice-football", kShortDice, {"coach", "random"});
    const Duel other = duel_of("sports-dice-football", kShortDice, {"random", "coach"});
    EXPECT_NEAR(one.odds.worth.value + other.odds.worth.value, 1, 2e-9);
    EXPECT_GT(one.odds.worth.value, 0.5);
}

TEST(Duel, TheBoundIsHonest) {
    for (const auto& [game, options, home] : {std::tuple("pocket-gridiron", kShortGridiron, "coach"),
                                              std::tuple("red-boar-gridiron", kShortestRedBoar, "first")}) {
        const Duel rough = duel_of(game, options, {home, "random"}, 1e-4);
        const Duel fine = duel_of(game, options, {home, "random"}, 1e-10);
        EXPECT_LE(rough.odds.error, 1.001e-4);
        EXPECT_GT(rough.odds.error, fine.odds.error);
        EXPECT_LE(std::abs(rough.odds.worth.value - fine.odds.worth.value), rough.odds.error + fine.odds.error);
    }
}

TEST(Duel, ThreadsChangeNothing) {
    for (const auto& [game, options, sheet] :
         {std::tuple("pocket-gridiron", kShortGridiron, std::optional<SheetText>()),
          std::tuple("pocket-rugby", kHotRugby, std::optional(short_rugby()))}) {
        const auto table = std::move(*kind_named(game)->open(options, sheet));
        analysis::Library library;
        solve::Job one(1);
        solve::Job two(2);
        const DuelPlan plan{{"rookie", "never-go"}, 1e-4};
        EXPECT_EQ(duel(*table, plan, library, one)->odds.worth, duel(*table, plan, library, two)->odds.worth);
    }
}

TEST(Duel, SecretChoicesAreRefusedWithASentence) {
    const auto table = std::move(*open_table("red-boar-gridiron", {{"mode", "cards"}}));
    analysis::Library library;
    solve::Job job;
    const auto refused = duel(*table, {{"random", "random"}}, library, job);
    ASSERT_FALSE(refused);
    EXPECT_NE(said(refused.error()).find("secret choices"), std::string::npos);
}

// Pig with a solver that values no strategies.
TEST(Duel, ChoicesAreFoundInTheRules) {
    EXPECT_TRUE(solve::has_choices(pig::Rules{}, pig::Rules{}.start()));
    const auto glory = std::move(*open_table("gridiron-glory", Json::object()));
    test::visit(*glory, [](const auto& at) {
        const bool all_luck = at.rules().kId == std::string_view("gridiron-glory");
        EXPECT_EQ(solve::has_choices(at.rules(), at.position()), !all_luck);
    });
}

// Every kind of bot: a simulation of the same pair must not be further off than four standard errors.
struct Pair {
    std::string game;
    Json options;
    BySeat<std::string> bots;
    std::optional<SheetText> sheet{};
};

class DuelAndSimulation : public ::testing::TestWithParam<Pair> {};

TEST_P(DuelAndSimulation, Agree) {
    const Pair& pair = GetParam();
    const auto table = std::move(*kind_named(pair.game)->open(pair.options, pair.sheet));
    analysis::Library library;
    solve::Job job;
    const auto exact = duel(*table, {pair.bots, 1e-3}, library, job);
    ASSERT_TRUE(exact);
    constexpr u64 kGames = 4000;
    const SimulationResult played =
        simulate(*table, {kGames, 11, 2, pair.bots}, library, std::atomic<bool>{false}, [](u64) {});
    const double value = (static_cast<double>(played.home_wins) + static_cast<double>(played.draws) / 2) / kGames;
    EXPECT_NEAR(exact->odds.worth.value, value, 4 * 0.5 / std::sqrt(double{kGames}) + 1e-3);
}

INSTANTIATE_TEST_SUITE_P(
    Games, DuelAndSimulation,
    ::testing::Values(Pair{"sports-dice-football", kShortDice, {"perfect", "random"}},
                      Pair{"sports-dice-football", kShortDice, {"never-go", "always-go"}},
                      Pair{"pocket-gridiron", kShortGridiron, {"perfect", "random"}},
                      Pair{"pocket-gridiron", kShortGridiron, {"rookie", "coach"}},
                      Pair{"pocket-gridiron", kShortGridiron, {"always-go", "never-go"}},
                      Pair{"pocket-gridiron", {{"drives", 1}}, {"coach", "random"}},
                      Pair{"pocket-rugby", kHotRugby, {"coach", "random"}, short_rugby()},
                      Pair{"pocket-rugby", {{"injuries", false}}, {"rookie", "coach"}, short_rugby()},
                      Pair{"red-boar-gridiron", kShortRedBoar, {"random", "random"}},
                      Pair{"red-boar-gridiron", kShortestRedBoar, {"always-go", "random"}},
                      Pair{"red-boar-gridiron", {{"quarter_seconds", 10}, {"toss", "choice"}}, {"coach", "random"}},
                      Pair{"red-boar-gridiron", {{"quarter_seconds", 10}, {"toss", "away"}}, {"perfect", "random"}},
                      Pair{"red-boar-gridiron", kShortestRedBoar, {"coach", "never-go"}}));

} // namespace
} // namespace touchline::lab
