// How long solving takes, next to a plain sweep over as many numbers in memory; and what a question costs afterwards:
// odds at a station (a position between plays) and in the middle of a play.
#include "core/embedded.hpp"
#include "games/sheet_reader.hpp"
#include "pig/pig.hpp"
#include "solve/general.hpp"
#include "solve/gridiron_glory/solver.hpp"
#include "solve/odds.hpp"
#include "solve/pocket_gridiron/solver.hpp"
#include "solve/pocket_rugby/solver.hpp"
#include "solve/red_boar_gridiron/solver.hpp"
#include "solve/sports_dice_football/solver.hpp"

#include <benchmark/benchmark.h>

#include <fmt/format.h>

#include <chrono>

namespace touchline {
namespace {

template <class R>
R default_rules() {
    SheetReader reader(*embedded(fmt::format("data/sheets/{}.toml", R::kId)));
    return *R::make(R::read_sheet(reader.root(R::kId)), OptionValues{});
}

void PigToAHundred(benchmark::State& state) {
    const pig::Rules rules;
    for (auto _ : state) {
        solve::GeneralSolver<pig::Rules> solver(rules);
        solve::Job job;
        solver.solve_all(job);
        state.counters["positions"] = static_cast<double>(solver.positions());
        state.counters["first"] = solver.at(rules.start()).worth.value;
        state.counters["bound"] = solver.bound();
    }
}
BENCHMARK(PigToAHundred)->Unit(benchmark::kMillisecond);

// What memory alone allows: every number of a table of that size replaced by a mean of it and its neighbour.
void plain_sweep(std::vector<double>& table) {
    for (std::size_t i = 1; i < table.size(); ++i) table[i] = (table[i] + table[i - 1]) / 2;
    benchmark::DoNotOptimize(table.data());
    benchmark::ClobberMemory();
}

void PlainSweep(benchmark::State& state) {
    std::vector<double> table(static_cast<std::size_t>(state.range(0)), 0.5);
    for (auto _ : state) plain_sweep(table);
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * state.range(0));
}
BENCHMARK(PlainSweep)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point began) { return std::chrono::duration<double>(Clock::now() - began).count(); }

// A whole book in memory; how many stations that is a second and core, beside a plain sweep over as many numbers.
template <class R, class Solver>
void Whole(benchmark::State& state) {
    const R rules = default_rules<R>();
    const auto threads = static_cast<unsigned>(state.range(0));
    for (auto _ : state) {
        u64 stations = 0;
        solve::Job job(threads, [&](const solve::Progress& progress) { stations = progress.total; });
        Solver solver(rules);
        const Clock::time_point began = Clock::now();
        solver.solve_all(job);
        const double pace = static_cast<double>(stations) / seconds_since(began) / threads;
        std::vector<double> table(stations, 0.5);
        const Clock::time_point swept = Clock::now();
        plain_sweep(table);
        const double plain = static_cast<double>(stations) / seconds_since(swept);
        state.counters["bound"] = solver.bound();
        state.counters["stations"] = static_cast<double>(stations);
        state.counters["pace"] = pace;
        state.counters["plain"] = plain;
    }
}
#define WHOLE(game)                                                                                                    \
    BENCHMARK_TEMPLATE(Whole, game::Rules, solve::game::Solver)                                                        \
        ->Arg(2)                                                                                                       \
        ->Iterations(1)                                                                                                \
        ->Unit(benchmark::kMillisecond)                                                                                \
        ->UseRealTime()
WHOLE(sports_dice_football);
WHOLE(gridiron_glory);
WHOLE(red_boar_gridiron);
WHOLE(pocket_gridiron);
WHOLE(pocket_rugby);

enum class Asked { at_station, in_a_play };

// Solved once for all that ask.
template <class R, class Solver>
const Solver& solved() {
    static const auto solver = [] {
        auto own = std::make_unique<Solver>(default_rules<R>());
        solve::Job job(2);
        own->solve_all(job);
        return own;
    }();
    return *solver;
}

// Odds along random games, of every position of the kind asked for.
template <class R, class Solver, Asked kAsked>
void Odds(benchmark::State& state) {
    const R rules = default_rules<R>();
    const auto& solver = solved<R, Solver>();
    Random random(1);
    std::vector<typename R::State> positions;
    for (int game = 0; game < 20; ++game)
        for (typename R::State s = rules.start(); rules.turn(s).kind != TurnKind::over;) {
            if (solver.station(s) == (kAsked == Asked::at_station)) positions.push_back(s);
            const Turn turn = rules.turn(s);
            if (turn.kind == TurnKind::chance) {
                rules.resolve(s, rules.sample(s, random));
            } else {
                const ActionList legal = rules.legal(s, turn.seat);
                rules.play(s, legal[random.below(static_cast<u32>(legal.size()))]);
            }
        }
    std::size_t at = 0;
    for (auto _ : state) benchmark::DoNotOptimize(solve::odds(rules, solver, positions[at++ % positions.size()]));
}
#define ODDS(game)                                                                                                     \
    BENCHMARK_TEMPLATE(Odds, game::Rules, solve::game::Solver, Asked::at_station)->Unit(benchmark::kMicrosecond);      \
    BENCHMARK_TEMPLATE(Odds, game::Rules, solve::game::Solver, Asked::in_a_play)->Unit(benchmark::kMicrosecond)
ODDS(sports_dice_football);
ODDS(gridiron_glory);
ODDS(red_boar_gridiron);
ODDS(pocket_gridiron);
ODDS(pocket_rugby);

} // namespace
} // namespace touchline

BENCHMARK_MAIN();
