// How long solving takes: the general solver on Pig, the exact solver of Gridiron Glory, odds in the middle of a
// quarter.
#include "core/embedded.hpp"
#include "games/sheet_reader.hpp"
#include "pig/pig.hpp"
#include "solve/general.hpp"
#include "solve/gridiron_glory/solver.hpp"
#include "solve/odds.hpp"

#include <benchmark/benchmark.h>

namespace touchline {
namespace {

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

gridiron_glory::Rules glory() {
    SheetReader reader(*embedded("data/sheets/gridiron-glory.toml"));
    return *gridiron_glory::Rules::make(gridiron_glory::read_sheet(reader.root(gridiron_glory::Rules::kId)),
                                        OptionValues{});
}

void GridironGloryWhole(benchmark::State& state) {
    const gridiron_glory::Rules rules = glory();
    for (auto _ : state) {
        gridiron_glory::Solver solver(rules);
        solve::Job job(static_cast<unsigned>(state.range(0)));
        solver.solve_all(job);
        state.counters["stations"] = static_cast<double>(solver.stations());
        state.counters["bound"] = solver.bound();
    }
}
BENCHMARK(GridironGloryWhole)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

// Odds before the next flip, so many cards of the quarter being left.
void GridironGloryOdds(benchmark::State& state) {
    const gridiron_glory::Rules rules = glory();
    gridiron_glory::Solver solver(rules);
    solve::Job job;
    solver.solve_all(job);
    Random random(1);
    gridiron_glory::State s = rules.start();
    while (s.phase != gridiron_glory::Phase::flip || s.pile > state.range(0)) rules.resolve(s, rules.sample(s, random));
    gridiron_glory::State other = s; // another law, so that none is remembered
    rules.resolve(other, rules.sample(other, random));
    for (auto _ : state) {
        benchmark::DoNotOptimize(solve::odds(rules, solver, s));
        if (other.pile > 0) benchmark::DoNotOptimize(solve::odds(rules, solver, other));
    }
    state.SetItemsProcessed(2 * static_cast<std::int64_t>(state.iterations()));
}
BENCHMARK(GridironGloryOdds)->Arg(26)->Arg(22)->Arg(16)->Arg(10)->Unit(benchmark::kMicrosecond);

} // namespace
} // namespace touchline

BENCHMARK_MAIN();
