// The typed loops behind simulation: games between strategies, and what one gives away.
#pragma once

#include "analysis/game.hpp"
#include "analysis/playout.hpp"
#include "analysis/simulation.hpp"

#include <array>

namespace touchline::analysis {

// A try after a touchdown belongs to the drive that earned it, though it may begin with the same event.
template <class G>
concept HasTry = requires(const StateOf<G>& state) {
    { G::within_try(state) } -> std::same_as<bool>;
};

// Follows one game from possession to possession. A drive ends when the ball changes hands, when play is back at the
// event with which the drive began and the score has changed, and with the game.
template <class G>
class DriveWatch {
public:
    using R = typename G::Rules;

    DriveWatch(const R& rules, std::map<DriveEnd, u64>& ends) : rules_(rules), ends_(ends) {}

    void step(const typename R::State& after) {
        const std::optional<Seat> offense = offense_of(after);
        const Turn turn = rules_.turn(after);
        const BySeat<int> score = rules_.score(after);
        const bool over = turn.kind == TurnKind::over;
        const bool again = holder_ && turn.kind != TurnKind::over && turn.event == first_event_ && !(score == score_) &&
                           !within_try(after);
        if (holder_ && (over || again || offense != holder_)) {
            ++ends_[{score[*holder_] - score_[*holder_], score[other(*holder_)] - score_[other(*holder_)]}];
            holder_.reset();
        }
        if (!holder_ && offense && !over) {
            holder_ = offense;
            first_event_ = turn.event;
            score_ = score;
        }
    }

private:
    [[nodiscard]] static bool within_try(const typename R::State& state) {
        if constexpr (HasTry<G>) return G::within_try(state);
        return false;
    }
    [[nodiscard]] std::optional<Seat> offense_of(const typename R::State& state) const {
        if constexpr (HasOffense<R>)
            return rules_.offense(state);
        else
            return std::nullopt;
    }

    const R& rules_;
    std::map<DriveEnd, u64>& ends_;
    std::optional<Seat> holder_;
    u8 first_event_ = 0;
    BySeat<int> score_{};
};

// Strategies as the loop asks them: one that looks at nothing but the number of actions is asked once for each number.
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
        const R& rules = analysis_.rules();
        Random dice = Random::stream(seed, 3 * index);
        BySeat<Random> minds{Random::stream(seed, 3 * index + 1), Random::stream(seed, 3 * index + 2)};
        DriveWatch<G> watch(rules, result.drives);
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
        watch.step(state);
        memory.see(rules, state);
        play_out(rules, state, dice, choose, [&](const State& before, const State& after) {
            if (rules.turn(before).kind == TurnKind::chance) ++rolls;
            watch.step(after);
            memory.see(rules, after);
        });
        const Result ended = rules.result(state);
        ++result.games;
        ++(ended == Result::home ? result.home_wins : ended == Result::away ? result.away_wins : result.draws);
        const BySeat<int> score = rules.score(state);
        for (Seat seat : kSeats) result.points[seat].add(static_cast<u64>(score[seat]));
        result.rolls.add(rolls);
        result.choices.add(choices);
    }

private:
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
             [&](const State&, const State& after) { memory.see(analysis.rules(), after); });
}

} // namespace touchline::analysis
