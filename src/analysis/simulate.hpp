// The typed loops behind simulation: games between strategies, and what one gives away.
#pragma once

#include "analysis/analysis.hpp"
#include "analysis/game.hpp"
#include "analysis/playout.hpp"
#include "analysis/simulation.hpp"

#include <algorithm>
#include <array>

namespace touchline::analysis {

// A strategy as the loop asks it: one that looks at nothing but the number of actions is asked once for each number.
class Decider {
public:
    explicit Decider(const Strategy& strategy)
        : strategy_(strategy), listed_(strategy.input() == StrategyInput::actions), uniform_(listed_) {
        for (std::size_t count = 2; listed_ && count <= kMostActions; ++count) {
            shares_[count] = strategy.listed(count);
            uniform_ = uniform_ && std::ranges::equal(shares_[count], evenly(count));
        }
    }

    // Whether it takes every action equally often, whatever it sees.
    [[nodiscard]] bool uniform() const { return uniform_; }

    // The place of the action that is taken; make() gives the decision, where the strategy looks at it.
    template <class Make>
    [[nodiscard]] std::size_t operator()(std::size_t actions, Random& random, const Make& make) const {
        if (uniform_) return random.below(static_cast<u32>(actions));
        if (listed_) return actions == 1 ? 0 : drawn(shares_[actions], random);
        return drawn(strategy_.shares(make()), random);
    }

private:
    const Strategy& strategy_;
    bool listed_;
    bool uniform_;
    std::array<Shares, kMostActions + 1> shares_{};
};

// Many games from one position. A is the AnalysisOf<G>.
template <class G, class A>
class Match {
public:
    using R = typename G::Rules;
    using State = typename R::State;

    Match(A& analysis, const State& start, const Strategies& strategies)
        : analysis_(analysis), start_(start), deciders_{Decider(*strategies.home), Decider(*strategies.away)} {}

    // The games of a run; each has a random stream of its own, so it does not matter which thread plays it.
    void play(const Games& games, SimulationResult& result) const {
        u64 index = games.begin;
        if constexpr (TellsHappenings<R>)
            for (; index < std::min(games.end, kMostTold); ++index) {
                Listener listener{result.box};
                const State end = play_one(Random::stream(games.seed, index), result, listener);
                add_told(end, listener, result);
            }
        const bool uniform = deciders_.home.uniform() && deciders_.away.uniform();
        for (; index < games.end; ++index) {
            const Random random = Random::stream(games.seed, index);
            if (uniform)
                play_uniform(random, result);
            else
                play_one(random, result, Silent{});
        }
    }

private:
    // The box score, and what it does not keep.
    struct Listener {
        BoxScore& box;
        std::optional<Seat> first{}; // has the ball first
        u64 plays = 0;
        u64 drives = 0;

        void operator()(const Happening& happening) {
            if (happening.what == What::possession && !first) first = happening.seat;
            plays += happening.what == What::play ? 1 : 0;
            drives += happening.what == What::drive_end ? 1 : 0;
            box(happening);
        }
    };

    template <class Sink>
    State play_one(Random random, SimulationResult& result, Sink&& sink) const {
        const R& rules = analysis_.rules();
        Remembered<G> memory;
        Steps steps;
        State state = start_;
        memory.see(rules, state);
        const auto choose = [&](const R& own, const State& at, Seat seat, Random& source) {
            ++steps.choices;
            const ActionList legal = own.legal(at, seat);
            return legal[deciders_[seat](legal.size(), source, [&] {
                const SeenBy<G> view = view_of(own, at, seat);
                return analysis_.decision(view, seat, legal, &memory);
            })];
        };
        const auto watch = [&](TurnKind kind, const State& after) {
            if (kind == TurnKind::chance) ++steps.rolls;
            memory.see(rules, after);
        };
        play_out(rules, state, random, choose, watch, sink);
        add(state, steps, result);
        return state;
    }

    // The same between two strategies that take every action equally often: nothing but the rules is called.
    void play_uniform(Random random, SimulationResult& result) const {
        Steps steps;
        State state = start_;
        const auto choose = [&](const R& own, const State& at, Seat seat, Random& source) {
            ++steps.choices;
            return AnyAction{}(own, at, seat, source);
        };
        play_out(analysis_.rules(), state, random, choose, [&](TurnKind kind, const State&) {
            if (kind == TurnKind::chance) ++steps.rolls;
        });
        add(state, steps, result);
    }

    struct Steps {
        u64 rolls = 0;
        u64 choices = 0;
    };

    void add(const State& state, const Steps& steps, SimulationResult& result) const {
        const R& rules = analysis_.rules();
        const Result ended = rules.result(state);
        ++result.games;
        ++(ended == Result::home ? result.home_wins : ended == Result::away ? result.away_wins : result.draws);
        const BySeat<int> score = rules.score(state);
        for (Seat seat : kSeats) result.points[seat].add(static_cast<u64>(score[seat]));
        result.rolls.add(steps.rolls);
        result.choices.add(steps.choices);
    }

    void add_told(const State& state, const Listener& listener, SimulationResult& result) const {
        const R& rules = analysis_.rules();
        ++result.told;
        result.plays.add(listener.plays);
        result.drives.add(listener.drives);
        const BySeat<int> score = rules.score(state);
        ++result.leads[score.home - score.away];
        if (!listener.first) return;
        const Seat first = *listener.first;
        const Result ended = rules.result(state);
        const bool won = ended == (first == Seat::home ? Result::home : Result::away);
        ++result.first.games;
        result.first.half_wins += won ? 2 : ended == Result::draw ? 1 : 0;
        result.first.own.add(static_cast<u64>(score[first]));
        result.first.other.add(static_cast<u64>(score[other(first)]));
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
