// The typed loops behind simulation: games between strategies, and what one gives away.
#pragma once

#include "analysis/game.hpp"
#include "analysis/playout.hpp"
#include "analysis/simulation.hpp"

#include <array>
#include <cmath>

namespace touchline::analysis {

// A strategy as the loop asks it: one that looks at nothing but the number of actions is asked once for each number,
// and drawn from without a jump that nobody can foresee.
class Decider {
public:
    explicit Decider(const Strategy& strategy)
        : strategy_(strategy), listed_(strategy.input() == StrategyInput::actions) {
        for (std::size_t count = 2; listed_ && count <= kMostActions; ++count) {
            const Shares shares = strategy.listed(count);
            double sum = 0;
            for (std::size_t i = 0; i + 1 < count; ++i)
                below_[count][i] = static_cast<u64>(std::ceil((sum += shares[i]) * 0x1.0p53));
        }
    }

    // The place of the action that is taken; make() gives the decision, where anybody looks at it.
    template <class Make>
    [[nodiscard, gnu::always_inline]] std::size_t operator()(std::size_t actions, Random& random,
                                                             const Make& make) const {
        if (!listed_) return drawn(strategy_.shares(make()), random);
        if (actions == 1) return 0;
        const u64 number = random.next() >> 11;
        std::size_t place = 0;
        for (std::size_t i = 0; i + 1 < actions; ++i) place += number >= below_[actions][i] ? 1 : 0;
        return place;
    }

private:
    const Strategy& strategy_;
    bool listed_;
    std::array<std::array<u64, kMostActions>, kMostActions + 1> below_{};
};

// Many games from one position. A is the AnalysisOf<G>.
template <class G, class A>
class Match {
public:
    using R = typename G::Rules;
    using State = typename R::State;

    Match(A& analysis, const State& start, const Strategies& strategies)
        : analysis_(analysis), start_(start), deciders_{Decider(*strategies.home), Decider(*strategies.away)} {}

    // One game. Each seat has a random source of its own, apart from the dice.
    void play(u64 seed, u64 index, SimulationResult& result) const {
        if constexpr (TellsHappenings<R>)
            if (index < kMostTold) {
                ++result.told;
                return play_one(seed, index, result, result.box);
            }
        if constexpr (requires { requires G::kLargeRules; })
            play_one(seed, index, result, Silent{});
        else
            play_flat(seed, index, result);
    }

private:
    // What the rules call is compiled into the loop, where most of a state can be kept in registers; of large rules
    // that would take minutes to compile.
    [[gnu::flatten]] void play_flat(u64 seed, u64 index, SimulationResult& result) const {
        play_one(seed, index, result, Silent{});
    }

    template <class Sink>
    void play_one(u64 seed, u64 index, SimulationResult& result, Sink&& sink) const {
        const R& rules = analysis_.rules();
        Random dice = Random::stream(seed, 3 * index);
        BySeat<Random> minds{Random::stream(seed, 3 * index + 1), Random::stream(seed, 3 * index + 2)};
        u64 rolls = 0;
        u64 choices = 0;
        Remembered<G> memory;
        const auto choose = [&](const R& own, const State& at, Seat seat, Random&) {
            ++choices;
            const ActionList legal = own.legal(at, seat);
            return legal[deciders_[seat](legal.size(), minds[seat], [&] {
                const SeenBy<G> view = view_of(own, at, seat);
                return analysis_.decision(view, seat, legal, &memory);
            })];
        };
        State state = start_;
        memory.see(rules, state);
        const auto watch = [&](TurnKind kind, const State& after) {
            if (kind == TurnKind::chance) ++rolls;
            memory.see(rules, after);
        };
        play_out(rules, state, dice, choose, watch, sink);
        const Result ended = rules.result(state);
        ++result.games;
        ++(ended == Result::home ? result.home_wins : ended == Result::away ? result.away_wins : result.draws);
        const BySeat<int> score = rules.score(state);
        for (Seat seat : kSeats) result.points[seat].add(static_cast<u64>(score[seat]));
        result.rolls.add(rolls);
        result.choices.add(choices);
    }

    A& analysis_;
    State start_;
    BySeat<Decider> deciders_;
};

// Plays one game of a strategy against itself and adds up what its decisions lost.
template <class G, class A>
void add_losses(A& analysis, const StateOf<G>& start, const Strategy& strategy, Random random, Generosity& sum) {
    using R = typename G::Rules;
    using State = StateOf<G>;
    Remembered<G> memory;
    const auto choose = [&](const R& own, const State& at, Seat seat, Random& source) {
        const SeenBy<G> view = view_of(own, at, seat);
        const ActionList legal = own.legal(at, seat);
        const auto decision = analysis.decision(view, seat, legal, &memory);
        const Action action = legal[drawn(strategy.shares(decision), source)];
        const auto advice = decision.advice({});
        if (advice && advice->back().loss >= kMatters) {
            ++sum.decisions;
            for (const SeatAdvice& each : *advice)
                if (each.action == action) sum.lost += each.loss;
        }
        return action;
    };
    State state = start;
    memory.see(analysis.rules(), state);
    play_out(analysis.rules(), state, random, choose,
             [&](TurnKind, const State& after) { memory.see(analysis.rules(), after); });
}

} // namespace touchline::analysis
