// Simulations: the same on any number of threads, in agreement with their box scores and with known figures.
#include "lab/simulation.hpp"

#include "play/kind.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace touchline::lab {
namespace {

SimulationResult simulated(const Table& table, u64 games, unsigned threads,
                           BySeat<std::string> bots = {"random", "random"}) {
    analysis::Library library;
    const std::atomic<bool> stop{false};
    return simulate(table, {games, 5, threads, std::move(bots)}, library, stop, [](u64) {});
}

TEST(Simulation, TheSameSeedGivesTheSameFiguresOnAnyNumberOfThreads) {
    for (const Kind* kind : kinds()) {
        const auto table = std::move(*kind->open(Json::object(), std::nullopt));
        const SimulationResult one = simulated(*table, 700, 1, {"coach", "random"});
        const SimulationResult three = simulated(*table, 700, 3, {"coach", "random"});
        EXPECT_EQ(one.games, 700u);
        EXPECT_EQ(one.home_wins, three.home_wins) << kind->id();
        EXPECT_EQ(one.points.home.squares, three.points.home.squares) << kind->id();
        EXPECT_EQ(one.rolls.total, three.rolls.total) << kind->id();
        EXPECT_EQ(one.box.drive_ends(), three.box.drive_ends()) << kind->id();
        EXPECT_FALSE(one.box.drive_ends().empty()) << kind->id();
    }
}

TEST(Simulation, TheBoxScoreCountsThePointsOfTheGamesThatAreTold) {
    for (const Kind* kind : kinds()) {
        const auto table = std::move(*kind->open(Json::object(), std::nullopt));
        const SimulationResult result = simulated(*table, 300, 2);
        ASSERT_EQ(result.told, 300u) << kind->id();
        for (Seat seat : kSeats)
            EXPECT_EQ(static_cast<u64>(result.box.count(What::score, seat).amount), result.points[seat].total)
                << kind->id();
        for (Language language : kLanguages)
            for (const BoxScore::Line& line : result.box.lines(Words::of(language, kind->id())))
                EXPECT_FALSE(line.label.starts_with("«")) << kind->id() << ": " << line.label;
    }
}

// |mean - wanted| in standard errors; the wanted figures are rounded, so half of their last digit is let go.
void expect_mean(const Sum& sum, u64 games, double wanted, double rounding) {
    const double standard_error = sum.error(games) / 1.96;
    EXPECT_LT(std::abs(sum.mean(games) - wanted), 4 * standard_error + rounding) << sum.mean(games);
}

TEST(Simulation, ReachesTheKnownFiguresOfPocketGridiron) {
    const auto table = std::move(*open_table("pocket-gridiron", {{"injuries", false}}));
    const SimulationResult result = simulated(*table, 20000, 2);
    expect_mean(result.points.home, result.games, 20.7, 0.05);
    expect_mean(result.points.away, result.games, 20.7, 0.05);
    u64 touchdowns = 0;
    u64 drives = 0;
    for (const auto& [how, count] : result.box.drive_ends()) {
        if (how == "touchdown") touchdowns += static_cast<u64>(count);
        drives += static_cast<u64>(count);
    }
    const auto [share, error] = SimulationResult::share(touchdowns, drives);
    EXPECT_NEAR(share, 0.294, 2 * error + 0.0005);
}

TEST(Simulation, ReachesTheKnownFiguresOfPocketRugby) {
    const auto table = std::move(*open_table("pocket-rugby", Json::object()));
    const SimulationResult result = simulated(*table, 4000, 2);
    expect_mean(result.rolls, result.games, 347, 0.5);
}

TEST(Simulation, ReachesTheKnownFiguresOfGridironGlory) {
    const auto table =
        std::move(*open_table("gridiron-glory", {{"overtime", "tie"}})); // the figures are for four quarters
    const SimulationResult result = simulated(*table, 40000, 2);
    const auto [level, error] = SimulationResult::share(result.draws, result.games);
    EXPECT_NEAR(level, 0.0727, 2 * error + 0.00005);
    Sum both;
    both.total = result.points.home.total + result.points.away.total;
    EXPECT_NEAR(both.mean(result.games), 32.24,
                4 * (result.points.home.error(result.games) + result.points.away.error(result.games)) / 1.96);
}

TEST(Simulation, CanBeStopped) {
    const auto table = std::move(*open_table("pocket-rugby", Json::object()));
    analysis::Library library;
    std::atomic<bool> stop{true};
    EXPECT_EQ(simulate(*table, {1000000, 1, 2, {"random", "random"}}, library, stop, [](u64) {}).games, 0u);
}

} // namespace
} // namespace touchline::lab
