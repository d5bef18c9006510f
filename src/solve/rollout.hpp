// Odds by playing many games at random: where no solver applies, or while one is still at work. Always an estimate.
#pragma once

#include "core/game.hpp"
#include "solve/job.hpp"
#include "solve/valuation.hpp"

#include <cmath>
#include <concepts>
#include <vector>

namespace touchline::solve {

// Who chooses in a rollout: an action of `seat` among the legal ones.
template <class P, class R>
concept RolloutPolicy = requires(const P policy, const R& rules, const typename R::State& state, Seat seat,
                                 Random& random) {
    { policy(rules, state, seat, random) } -> std::same_as<Action>;
};

// Every legal action equally often.
struct AnyAction {
    template <GameRules R>
    [[nodiscard]] Action operator()(const R& rules, const typename R::State& state, Seat seat, Random& random) const {
        const ActionList legal = rules.legal(state, seat);
        return legal[random.below(static_cast<u32>(legal.size()))];
    }
};

// Plays one game to its end.
template <GameRules R, RolloutPolicy<R> P>
[[nodiscard]] Result play_out(const R& rules, typename R::State state, const P& policy, Random& random) {
    for (;;) {
        const Turn turn = rules.turn(state);
        switch (turn.kind) {
        case TurnKind::chance: rules.resolve(state, sample(rules, state, random)); break;
        case TurnKind::choice: rules.play(state, policy(rules, state, turn.seat, random)); break;
        case TurnKind::secret:
            if constexpr (HasSecrets<R>) {
                const Action home = policy(rules, state, Seat::home, random);
                rules.play_secret(state, {home, policy(rules, state, Seat::away, random)});
            }
            break;
        case TurnKind::over: return rules.result(state);
        }
    }
}

// Counts of results, and what they say.
struct Tally {
    u64 home = 0;
    u64 draw = 0;
    u64 away = 0;

    void add(Result result) { ++(result == Result::home ? home : result == Result::draw ? draw : away); }
    [[nodiscard]] u64 games() const { return home + draw + away; }
    // The error is half a 95 % interval of the value, two games added to each side so that it is honest for few games.
    [[nodiscard]] Valuation valuation() const {
        const auto n = static_cast<double>(games());
        if (n == 0) return {{0.5, 0}, 0.5};
        const double drawn = static_cast<double>(draw);
        const double won = static_cast<double>(home);
        const double mean = (won + drawn / 2 + 2) / (n + 4);
        const double square = (won + drawn / 4 + 2) / (n + 4);
        const double error = 1.96 * std::sqrt(std::fmax(0.0, square - mean * mean) / (n + 4));
        const Worth worth{(won + drawn / 2) / n, drawn / n};
        return {worth, error + std::abs(mean - worth.value)};
    }
};

// Plays `games` games; the same seed gives the same answer on every number of threads.
template <GameRules R, RolloutPolicy<R> P = AnyAction>
[[nodiscard]] Valuation rollout(const R& rules, const typename R::State& from, u64 games, u64 seed, Job& job,
                                const P& policy = {}) {
    constexpr std::size_t kGrain = 256;
    std::vector<Tally> tallies((games + kGrain - 1) / kGrain);
    job.parallel(games, kGrain, [&](std::size_t begin, std::size_t end) {
        Random random = Random::stream(seed, begin);
        for (std::size_t game = begin; game < end; ++game)
            tallies[begin / kGrain].add(play_out(rules, from, policy, random));
    });
    Tally sum;
    for (const Tally& tally : tallies) {
        sum.home += tally.home;
        sum.draw += tally.draw;
        sum.away += tally.away;
    }
    return sum.valuation();
}

} // namespace touchline::solve
