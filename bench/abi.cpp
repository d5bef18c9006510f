// Many games at once through the C interface: whole random games and steps a second, with and without observations,
// beside one position at a time. CPU time on one thread, wall time on two.
#include "touchline.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

void done(tl_status status) {
    if (status == TL_OK) return;
    (void)std::fprintf(stderr, "%s\n", tl_last_error());
    std::exit(1);
}

// splitmix64: any numbers will do, and they must cost next to nothing.
class Numbers {
public:
    std::uint32_t below(std::uint32_t n) {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        return static_cast<std::uint32_t>((z >> 32) * n >> 32);
    }

private:
    std::uint64_t state_ = 1;
};

struct Arrays {
    std::vector<float> observations;
    std::vector<std::uint8_t> masks;
    std::vector<float> rewards;
    std::vector<std::int8_t> seats;
    std::vector<std::uint8_t> ends;
};

// Any legal action of each game, by its mask.
void choose(const Arrays& arrays, std::size_t actions, Numbers& numbers, std::vector<std::int32_t>& chosen) {
    for (std::size_t i = 0; actions != 0 && i < chosen.size(); ++i) {
        const std::uint8_t* mask = arrays.masks.data() + i * actions;
        std::int32_t legal[8];
        std::uint32_t count = 0;
        for (std::size_t action = 0; action < actions; ++action)
            if (mask[action] != 0) legal[count++] = static_cast<std::int32_t>(action);
        if (count != 0) chosen[i] = legal[numbers.below(count)];
    }
}

enum class Seen { nothing, observations };

constexpr int kBefore = 1000; // steps before the clock runs: games end one by one then, as many as begin

// The choices are made outside the clock: they are the caller's.
void batch(benchmark::State& run, const char* id, const char* options, Seen seen) {
    const auto count = static_cast<std::size_t>(run.range(0));
    tl_game* game = nullptr;
    tl_batch* games = nullptr;
    std::uint32_t size = 0;
    std::uint32_t actions = 0;
    done(tl_game_open(id, options, nullptr, &game));
    done(tl_game_observation_size(game, &size));
    done(tl_game_action_count(game, &actions));
    done(tl_batch_open(game, count, TL_GO_ON, static_cast<std::uint32_t>(run.range(1)), &games));
    Arrays arrays{std::vector<float>(count * size), std::vector<std::uint8_t>(count * actions),
                  std::vector<float>(2 * count), std::vector<std::int8_t>(count), std::vector<std::uint8_t>(count)};
    const tl_batch_arrays pointers{seen == Seen::nothing ? nullptr : arrays.observations.data(), arrays.masks.data(),
                                   arrays.rewards.data(), arrays.seats.data(), arrays.ends.data()};
    std::vector<std::uint64_t> seeds(count);
    for (std::size_t i = 0; i < count; ++i) seeds[i] = i;
    done(tl_batch_reset(games, seeds.data(), count, &pointers));
    Numbers numbers;
    std::vector<std::int32_t> chosen(count);
    std::uint64_t ended = 0;
    for (int i = 0; actions != 0 && i < kBefore; ++i) {
        choose(arrays, actions, numbers, chosen);
        done(tl_batch_step(games, chosen.data(), count, &pointers));
    }
    for (auto _ : run) {
        run.PauseTiming();
        choose(arrays, actions, numbers, chosen);
        run.ResumeTiming();
        done(tl_batch_step(games, chosen.data(), count, &pointers));
        run.PauseTiming();
        for (const std::uint8_t end : arrays.ends) ended += end;
        run.ResumeTiming();
    }
    const auto steps = static_cast<double>(run.iterations()) * static_cast<double>(count);
    run.counters["steps"] = benchmark::Counter(steps, benchmark::Counter::kIsRate);
    run.counters["games"] = benchmark::Counter(static_cast<double>(ended), benchmark::Counter::kIsRate);
    done(tl_free(games));
    done(tl_free(game));
}

// A position at a time, turn by turn.
void single(benchmark::State& run, const char* id, const char* options) {
    tl_game* game = nullptr;
    tl_dice* dice = nullptr;
    done(tl_game_open(id, options, nullptr, &game));
    done(tl_dice_seeded(1, &dice));
    Numbers numbers;
    std::uint64_t steps = 0;
    for (auto _ : run) {
        tl_state* state = nullptr;
        tl_turn turn{};
        done(tl_state_start(game, &state));
        for (done(tl_state_turn(state, &turn)); turn.kind != TL_OVER; done(tl_state_turn(state, &turn)), ++steps) {
            if (turn.kind == TL_CHANCE) {
                done(tl_state_roll(state, dice));
                continue;
            }
            std::uint32_t actions[8];
            std::size_t count = 0;
            done(tl_state_legal(state, turn.seat, actions, 8, &count));
            done(tl_state_play(state, actions[numbers.below(static_cast<std::uint32_t>(count))]));
        }
        done(tl_free(state));
    }
    run.counters["steps"] = benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kIsRate);
    run.counters["games"] = benchmark::Counter(static_cast<double>(run.iterations()), benchmark::Counter::kIsRate);
    done(tl_free(dice));
    done(tl_free(game));
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::pair<const char*, const char*>> games{
        {"sports-dice-football", "{}"}, {"gridiron-glory", "{}"},    {"pocket-gridiron", "{}"},
        {"pocket-rugby", "{}"},         {"red-boar-gridiron", "{}"}, {"red-boar-gridiron", R"({"mode":"cards"})"}};
    for (const auto& [id, options] : games) {
        const std::string name = std::string(id) + (std::string(options) == "{}" ? "" : options);
        for (const auto& [kind, seen] : {std::pair("/batch", Seen::nothing), {"/observed", Seen::observations}}) {
            benchmark::RegisterBenchmark((name + kind).c_str(), batch, id, options, seen)->Args({4096, 1});
            benchmark::RegisterBenchmark((name + kind).c_str(), batch, id, options, seen)
                ->Args({4096, 2})
                ->UseRealTime();
        }
        benchmark::RegisterBenchmark((name + "/single").c_str(), single, id, options);
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
