// Whole random games a second on one core: the bare loop over the rules, and the same through 'touchline sim'; steps a
// second for Pig; and the generator alone, as the measure of what dice cost. All in CPU time.
#include "analysis/library.hpp"
#include "analysis/playout.hpp"
#include "bots/roster.hpp"
#include "pig/pig.hpp"
#include "play/kind.hpp"
#include "typed_table.hpp"

#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <ctime>

namespace touchline {
namespace {

// Counts what is drawn, so that the share of the generator can be told.
class CountingRandom {
public:
    explicit CountingRandom(u64 seed) : random_(seed) {}
    u64 next() {
        ++drawn;
        return random_.next();
    }
    u32 below(u32 n) {
        return unbiased_below(n, [this] { return next(); });
    }
    u64 drawn = 0;

private:
    Random random_;
};

double cpu_seconds() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// What one number of the generator takes, measured beside the games that draw it.
double seconds_a_number() {
    constexpr int kNumbers = 20'000'000;
    Random random(1);
    const double before = cpu_seconds();
    for (int i = 0; i < kNumbers; ++i) benchmark::DoNotOptimize(random.next());
    return (cpu_seconds() - before) / kNumbers;
}

template <class R>
void random_games(benchmark::State& run, const R& rules) {
    Random random(1);
    const double before = cpu_seconds();
    for (auto _ : run) {
        typename R::State state = rules.start();
        analysis::play_out(rules, state, random, analysis::AnyAction{});
        benchmark::DoNotOptimize(state);
    }
    const double seconds = (cpu_seconds() - before) / static_cast<double>(run.iterations());
    run.counters["games"] = benchmark::Counter(static_cast<double>(run.iterations()), benchmark::Counter::kIsRate);
    CountingRandom counting(1);
    constexpr int kCounted = 1000;
    for (int i = 0; i < kCounted; ++i) {
        typename R::State state = rules.start();
        analysis::play_out(rules, state, counting, analysis::AnyAction{});
    }
    const double numbers = static_cast<double>(counting.drawn) / kCounted;
    run.counters["numbers_a_game"] = numbers;
    run.counters["generator_%"] = 100 * numbers * seconds_a_number() / seconds;
}

void playouts(benchmark::State& run, const Kind& kind, const Json& options) {
    const auto table = std::move(*kind.open(options, std::nullopt));
    test::visit(*table, [&](const auto& at) { random_games(run, at.rules()); });
}

// The same games as 'touchline sim' plays and adds them up, on one thread: those of the box score, or all after them.
enum class Told { yes, no };
void simulated(benchmark::State& run, const Kind& kind, const Json& options, Told told) {
    const auto table = std::move(*kind.open(options, std::nullopt));
    analysis::Library library;
    const auto analysis = library.of(*table);
    const auto bot = bots::make_bot("random");
    constexpr u64 kBatch = 250;
    analysis::SimulationResult result;
    u64 begin = told == Told::no ? analysis::kMostTold : 0;
    for (auto _ : run) {
        analysis->simulate(*table, {bot.get(), bot.get()}, {1, begin, begin + kBatch}, result);
        begin = told == Told::no ? begin + kBatch : (begin + kBatch) % analysis::kMostTold;
    }
    run.counters["games"] = benchmark::Counter(static_cast<double>(result.games), benchmark::Counter::kIsRate);
}

void pig_steps(benchmark::State& run) {
    const pig::Rules rules;
    Random random(1);
    u64 steps = 0;
    for (auto _ : run) {
        pig::State state = rules.start();
        for (Turn turn = rules.turn(state); turn.kind != TurnKind::over; turn = rules.turn(state)) {
            if (turn.kind == TurnKind::chance)
                rules.resolve(state, rules.sample(state, random));
            else
                rules.play(state, analysis::AnyAction{}(rules, state, turn.seat, random));
            ++steps;
        }
        benchmark::DoNotOptimize(state);
    }
    run.counters["steps"] = benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kIsRate);
}

void generator(benchmark::State& run) {
    Random random(1);
    for (auto _ : run) benchmark::DoNotOptimize(random.below(6));
    run.counters["dice"] = benchmark::Counter(static_cast<double>(run.iterations()), benchmark::Counter::kIsRate);
}

BENCHMARK(generator);
BENCHMARK(pig_steps);

// Every game of the list, with every value of its mode, one way after the other.
const bool kRegistered = [] {
    const auto add = [](const Kind* kind, const std::string& mode, const Json& options) {
        const std::string name = std::string(kind->id()) + mode;
        benchmark::RegisterBenchmark((name + "/playouts").c_str(),
                                     [=](benchmark::State& run) { playouts(run, *kind, options); });
        benchmark::RegisterBenchmark((name + "/sim").c_str(),
                                     [=](benchmark::State& run) { simulated(run, *kind, options, Told::no); });
        benchmark::RegisterBenchmark((name + "/told").c_str(),
                                     [=](benchmark::State& run) { simulated(run, *kind, options, Told::yes); });
    };
    for (const Kind* kind : kinds()) {
        const auto mode = std::ranges::find(kind->options(), "mode", &OptionSpec::name);
        if (mode == kind->options().end())
            add(kind, "", Json::object());
        else
            for (const OptionValue& value : mode->values) add(kind, "-" + text(value), {{"mode", json(value)}});
    }
    return true;
}();

} // namespace
} // namespace touchline

BENCHMARK_MAIN();
