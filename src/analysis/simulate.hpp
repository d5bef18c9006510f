// The typed loops behind simulation: games between strategies, and what one gives away.
#pragma once

#include "analysis/game.hpp"
#include "analysis/playout.hpp"
#include "analysis/simulation.hpp"

#include <array>

namespace touchline::analysis {

// A strategy as the loop asks it: one that looks at nothing but the number of actions is asked once for each number.
class Decider {
public:
    explicit Decider(const Strategy& strategy) : strategy_(strategy), listed_(strategy.heeds() == Heed::actions) {
        if (listed_)
            for (std::size_t count = 1; count <= kMostActions; ++count) by_count_[count] = strategy.listed(count);
    }

    // The place of the action that is taken; make() gives the decision, where anybody looks at it.
    template <class Make>
    [[nodiscard]] std::size_t operator()(std::size_t actions, Random& random, const Make& make) const {
        return listed_ ? drawn(by_count_[actions], random) : drawn(strategy_.shares(make()), random);
    }

private:
    const Strategy& strategy_;
    bool listed_;
    std::array<Shares, kMostActions + 1> by_count_{};
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
                return play(seed, index, result, result.box);
            }
        play(seed, index, result, Silent{});
    }

private:
    template <class Sink>
    void play(u64 seed, u64 index, SimulationResult& result, Sink&& sink) const {
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
