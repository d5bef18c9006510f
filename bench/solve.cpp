// How long solving takes, next to a plain sweep over as many numbers in memory; and what a question costs afterwards:
// odds at a station (a position between plays) and in the middle of a play.
#include "core/embedded.hpp"
#include "games/sheet_reader.hpp"
#include "pig/pig.hpp"
#include "solve/general.hpp"
#include "solve/gridiron_glory/solver.hpp"
#include "solve/odds.hpp"
#include "solve/sports_dice_football/solver.hpp"

#include <benchmark/benchmark.h>

#include <fmt/format.h>

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
void PlainSweep(benchmark::State& state) {
    std::vector<double> table(static_cast<std::size_t>(state.range(0)), 0.5);
    for (auto _ : state) {
        for (std::size_t i = 1; i < table.size(); ++i) table[i] = (table[i] + table[i - 1]) / 2;
        benchmark::DoNotOptimize(table.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * state.range(0));
}
BENCHMARK(PlainSweep)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

template <class R>
void Whole(benchmark::State& state) {
    const R rules = default_rules<R>();
    for (auto _ : state) {
        typename solve::SolverOf<R>::type solver(rules);
        solve::Job job(static_cast<unsigned>(state.range(0)));
        solver.solve_all(job);
        state.counters["bound"] = solver.bound();
    }
}
BENCHMARK_TEMPLATE(Whole, sports_dice_football::Rules)->Arg(1)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(Whole, gridiron_glory::Rules)->Arg(1)->Iterations(1)->Unit(benchmark::kMillisecond);

enum class Asked { at_station, in_a_play };

// Odds along random games, of every position of the kind asked for.
template <class R, Asked kAsked>
void Odds(benchmark::State& state) {
    const R rules = default_rules<R>();
    typename solve::SolverOf<R>::type solver(rules);
    solve::Job job;
    solver.solve_all(job);
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
BENCHMARK_TEMPLATE(Odds, sports_dice_football::Rules, Asked::at_station)->Unit(benchmark::kMicrosecond);
BENCHMARK_TEMPLATE(Odds, sports_dice_football::Rules, Asked::in_a_play)->Unit(benchmark::kMicrosecond);
BENCHMARK_TEMPLATE(Odds, gridiron_glory::Rules, Asked::at_station)->Unit(benchmark::kMicrosecond);
BENCHMARK_TEMPLATE(Odds, gridiron_glory::Rules, Asked::in_a_play)->Unit(benchmark::kMicrosecond);

} // namespace
} // namespace touchline

BENCHMARK_MAIN();
