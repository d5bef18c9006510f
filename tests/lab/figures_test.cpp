// The figures of a game: against the slow and obvious method, against each other and against values known by hand.
#include "lab/figures.hpp"

#include "analysis/strategy.hpp"
#include "lab/duel.hpp"
#include "lab/plain_counts.hpp"
#include "lab/simulation.hpp"
#include "lab/variant.hpp"
#include "play/kind.hpp"
#include "play/table_for.hpp"
#include "said.hpp"
#include "solve/pocket_gridiron/folded.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace touchline::lab {
namespace {

using solve::Counted;

[[nodiscard]] std::unique_ptr<Table> table_of(std::string_view game, const Json& options) {
    auto table = open_table(game, options);
    EXPECT_TRUE(table);
    return std::move(*table);
}

[[nodiscard]] Figures figures_of(const Table& table, BySeat<std::string> bots = {"perfect", "perfect"},
                                 unsigned threads = 2) {
    analysis::Library library;
    solve::Job job(threads);
    Expected<Figures, Message> figures = lab::figures(table, {std::move(bots), false}, library, job);
    EXPECT_TRUE(figures);
    return *figures;
}

// Figures that say the same in two ways.
void expect_consistent(const Figures& figures) {
    EXPECT_NEAR(figures.home + figures.draw + figures.away, 1, 1e-12);
    double drives = 0;
    for (const analysis::DriveEnd& end : figures.drive_ends) drives += end.share;
    EXPECT_NEAR(drives, 1, 1e-12);
    double all = 0, lead = 0, square = 0, level = 0;
    for (const auto& [by, chance] : figures.leads) {
        all += chance;
        lead += by * chance;
        square += static_cast<double>(by) * by * chance;
        if (by == 0) level += chance;
    }
    EXPECT_NEAR(all, 1, 1e-12);
    EXPECT_NEAR(lead, figures.points.home.mean - figures.points.away.mean, 1e-8);
    EXPECT_NEAR(square, figures.margin.mean * figures.margin.mean + figures.margin.deviation * figures.margin.deviation,
                1e-8);
    EXPECT_LE(figures.draw, level + 1e-12);
    EXPECT_NEAR(figures.points.home.mean + figures.points.away.mean,
                figures.points.first.mean + figures.points.second.mean, 1e-8);
    EXPECT_NEAR(figures.decisions.asked, figures.decisions_taken.mean, 1e-6);
    for (const analysis::ChoiceFigure& choice : figures.decisions.choices) {
        double taken = 0;
        for (const analysis::ActionFigure& action : choice.actions) taken += action.taken;
        EXPECT_NEAR(taken, 1, 1e-9) << choice.event;
    }
}

// Under best play the swings of the dice are all that moves the odds from the first roll to the result.
void expect_all_is_luck(const Figures& figures) {
    const double value = figures.home + figures.draw / 2;
    const double spread = figures.home * (1 - value) * (1 - value) + figures.away * value * value +
                          figures.draw * (0.5 - value) * (0.5 - value);
    EXPECT_NEAR(figures.luck * figures.luck, spread, 1e-8);
    for (const analysis::ChoiceFigure& choice : figures.decisions.choices)
        for (const analysis::ActionFigure& action : choice.actions)
            EXPECT_NEAR(action.best, action.taken, 1e-9) << choice.event << ' ' << action.action;
}

void expect_spread(const analysis::Spread& spread, double first, double second, std::string_view what) {
    EXPECT_NEAR(spread.mean, first, 1e-6) << what; // the plain method leaves out what hardly ever happens
    EXPECT_NEAR(spread.deviation * spread.deviation, second - first * first, 1e-4) << what;
}

TEST(TheFigures, AgreeWithThePlainMethodInASmallGame) {
    const auto table = table_of("pocket-gridiron", {{"injuries", false}, {"drives", 1}});
    const Figures figures = figures_of(*table, {"random", "random"});
    // Positions that cannot differ in what follows made equal: else there is no end of them.
    const solve::pocket_gridiron::MergedRules rules(
        *dynamic_cast<const TableFor<pocket_gridiron::Rules>&>(*table).shared_rules());
    const auto evenly = [](const pocket_gridiron::State&, Seat, const ActionList& legal) {
        return analysis::evenly(legal.size());
    };
    const solve::Flowed plain = test::plain_counts(rules, rules.start(), evenly);
    EXPECT_NEAR(figures.home, plain.results[static_cast<std::size_t>(Result::home)], 1e-8);
    const auto expect = [&](const analysis::Spread& spread, Counted counted) {
        expect_spread(spread, plain.first[index_of(counted)], plain.second[index_of(counted)],
                      std::to_string(index_of(counted)));
    };
    expect(figures.rolls, Counted::rolls);
    expect(figures.decisions_taken, Counted::decisions);
    expect(*figures.plays, Counted::plays);
    expect(*figures.drives, Counted::drives);
    expect(figures.points.home, Counted::home_points);
    expect(figures.points.away, Counted::away_points);
    for (const analysis::DriveEnd& end : figures.drive_ends)
        EXPECT_NEAR(end.share, plain.drives.at(end.how) / plain.first[index_of(Counted::drives)], 1e-8) << end.how;
    expect_consistent(figures);
}

// A match of rugby that ends soon after its first half, with four times the injuries.
[[nodiscard]] std::unique_ptr<Table> short_match(const Json& options) {
    const Kind& rugby = *kind_named("pocket-rugby");
    const std::vector<Change> changes{{"rules.half_time", "2"},
                                      {"rules.full_time", "4"},
                                      {"rules.late_weather_score", "3"},
                                      {"dice.brown.faces", R"(["1", "2", "3", "4", "BIG HIT", "BIG HIT"])"}};
    const auto sheet = changed_sheet(rugby, rugby.default_sheet(), changes);
    EXPECT_TRUE(sheet);
    auto table = rugby.open(options, SheetText{"short", *sheet});
    EXPECT_TRUE(table);
    return std::move(*table);
}

TEST(TheFigures, OfBestPlayInRugbyHoldTogether) {
    for (const Json& options :
         {Json::object(), Json{{"injuries", false}},
          Json{{"home_team", "england"}, {"away_team", "australia"}, {"weather", "cold"}, {"injuries", false}},
          Json{{"big_hits", "in-a-row"}, {"card_check", "may"}}, Json{{"points", "together"}, {"injuries", false}},
          Json{{"home_team", "england"},
               {"away_team", "australia"},
               {"attempts", "may"},
               {"card_check", "may"},
               {"card_penalty", "all-dice"},
               {"tap_reset", "penalty"},
               {"injuries", false}}}) {
        const auto table = short_match(options);
        const Figures figures = figures_of(*table);
        expect_consistent(figures);
        expect_all_is_luck(figures);
        analysis::Library library;
        solve::Job job(2);
        const Expected<Duel, Message> duel = lab::duel(*table, {{"perfect", "perfect"}}, library, job);
        ASSERT_TRUE(duel);
        EXPECT_NEAR(figures.home, duel->odds.home(), 1e-9);
    }
}

TEST(TheFigures, OfBestPlayHoldTogether) {
    const auto table = table_of("sports-dice-football", {{"target", 7}});
    const Figures figures = figures_of(*table);
    expect_consistent(figures);
    expect_all_is_luck(figures);
    ASSERT_TRUE(figures.toss);
    EXPECT_EQ(figures.toss->choose, figures.first_edge < 0 ? "defense" : "offense");
    EXPECT_NEAR(figures.toss->edge, std::abs(figures.first_edge), 1e-10);
}

TEST(TheFigures, OfDifferentBotsAreThoseOfTheDuel) {
    const auto table = table_of("sports-dice-football", {{"target", 7}});
    const Figures figures = figures_of(*table, {"coach", "perfect"});
    expect_consistent(figures);
    analysis::Library library;
    solve::Job job(2);
    const Expected<Duel, Message> duel = lab::duel(*table, {{"coach", "perfect"}}, library, job);
    ASSERT_TRUE(duel);
    EXPECT_NEAR(figures.home, duel->odds.home(), 1e-8);
}

TEST(TheFigures, OfPocketGridironWithoutInjuriesAreThoseThatAreKnown) {
    const auto table = table_of("pocket-gridiron", {{"injuries", false}});
    const Figures random = figures_of(*table, {"random", "random"});
    EXPECT_NEAR(random.points.home.mean, 20.7, 0.05);
    EXPECT_EQ(random.drive_ends.front().how, "touchdown");
    EXPECT_NEAR(random.drive_ends.front().share, 0.294, 0.0005);
    EXPECT_NEAR(random.drives->mean, 16, 1e-9);
    expect_consistent(random);
    const Figures best = figures_of(*table);
    EXPECT_NEAR(best.first_edge, 0.4949498863 - 0.5, 1e-9);
    expect_consistent(best);
    expect_all_is_luck(best);
}

// The simulation plays the same rules without knowing any of this.
void expect_like_simulated(const Table& table, const Figures& figures) {
    analysis::Library library;
    const std::atomic<bool> go_on{false};
    const SimulationResult played = simulate(table, {100'000, 1, 2, {"random", "random"}}, library, go_on, [](u64) {});
    const auto near = [&](const Sum& sum, const analysis::Spread& spread) {
        const double error = spread.deviation / std::sqrt(static_cast<double>(played.games));
        EXPECT_LE(std::abs(sum.mean(played.games) - spread.mean), 4.5 * error);
    };
    near(played.rolls, figures.rolls);
    near(played.choices, figures.decisions_taken);
    near(played.points.home, figures.points.home);
    near(played.points.away, figures.points.away);
}

TEST(TheFigures, OfRugbyWithInjuriesAgreeWithSimulatedGames) {
    const auto table = short_match(Json::object());
    expect_like_simulated(*table, figures_of(*table, {"random", "random"}));
}

TEST(TheFigures, AgreeWithSimulatedGames) {
    const auto table = table_of("pocket-gridiron", {{"injuries", false}});
    expect_like_simulated(*table, figures_of(*table, {"random", "random"}));
}

TEST(TheFigures, OfGridironGloryAreThoseThatAreKnown) {
    const auto table = table_of("gridiron-glory", {{"overtime", "tie"}});
    const Figures figures = figures_of(*table);
    EXPECT_NEAR(figures.points.home.mean + figures.points.away.mean, 32.24, 0.005);
    EXPECT_NEAR(figures.first_edge, 0, 1e-9);
    EXPECT_NEAR(figures.luck * figures.luck, (1 - figures.draw) / 4, 1e-9) << "nobody decides anything";
    expect_consistent(figures);
    expect_like_simulated(*table, figures);
}

TEST(TheFigures, OfGridironGlorySayWhichRollDecides) {
    const auto table = table_of("gridiron-glory", Json::object());
    const Figures figures = figures_of(*table);
    expect_consistent(figures);
    expect_all_is_luck(figures);
    std::set<std::string> events;
    for (const analysis::LuckFigure& each : figures.luck_by_event) events.insert(each.event);
    EXPECT_EQ(events, (std::set<std::string>{"toss", "flip", "fumble", "score", "reroll"}));
}

// Duels refuse what has choices and no values of strategies; the toss of Gridiron Glory is such a choice.
TEST(TheFigures, OfGridironGloryTellSkillWhereTheTossIsAChoice) {
    const auto table = table_of("gridiron-glory", {{"toss_winner", "choice"}, {"overtime", "tie"}});
    analysis::Library library;
    solve::Job job(2);
    ASSERT_FALSE(lab::duel(*table, {{"perfect", "random"}}, library, job));
    Figures figures = figures_of(*table);
    EXPECT_GT(figures.decisions.asked, 0);
    ASSERT_TRUE(add_skill(figures, {"random", "coach"}, *table, library, job));
    ASSERT_EQ(figures.skill.size(), 2u);
    for (const analysis::SkillFigure& each : figures.skill) EXPECT_NEAR(each.wins, 0.5, 1e-9) << each.bot;
    EXPECT_FALSE(figures.games_to_tell) << "the choice is worth nothing";
}

TEST(TheFigures, AreTheSameToTheLastDigitOnAnyNumberOfThreads) {
    const auto small = table_of("sports-dice-football", {{"target", 3}});
    const auto large = table_of("pocket-gridiron", {{"injuries", false}});
    for (const Table* table : {small.get(), large.get()}) {
        const Json one = figures_json(figures_of(*table, {"perfect", "coach"}, 1));
        EXPECT_EQ(figures_json(figures_of(*table, {"perfect", "coach"}, 3)), one);
    }
}

TEST(TheFigures, HaveOneNameEachInEveryOutput) {
    const auto table = table_of("sports-dice-football", {{"target", 3}});
    const Figures figures = figures_of(*table);
    const Json json = figures_json(figures);
    for (const char* name :
         {"first_edge", "draw", "points", "margin", "length", "drives", "decisions", "skill", "luck"})
        EXPECT_TRUE(json.contains(name)) << name;
    std::set<std::string> names;
    for (const NamedFigure& figure : named_figures(figures))
        EXPECT_TRUE(names.insert(figure.name).second) << figure.name;
    EXPECT_TRUE(names.contains("points.first"));
}

} // namespace
} // namespace touchline::lab
