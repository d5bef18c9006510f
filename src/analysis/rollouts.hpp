// Values positions of one game by playing them out many times between coaches.
#pragma once

#include "analysis/game.hpp"
#include "analysis/playout.hpp"
#include "core/hash.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace touchline::analysis {

inline constexpr u64 kBatch = 10;     // the clock is read after so many: a playout may take a millisecond
inline constexpr u64 kMostTimed = 50; // times the usual number: enough, however much time there is

// The position that a question is about, as far as its asker may know it: all of it where the hands lie open; else the
// one that stands for every position that the viewer cannot tell from it.
template <GameRules R>
[[nodiscard]] typename R::State asked_position(const R& rules, const typename R::State& state, Viewer viewer,
                                               const Question& question) {
    return question.hands == Hands::open ? state : seen_as(rules, state, viewer);
}

// The coach's action; any action in a game that has no coach.
template <class G>
[[nodiscard]] Action coached_action(const typename G::Rules& rules, const StateOf<G>& state, Seat seat,
                                    Random& source) {
    if constexpr (!HasCoach<G>)
        return AnyAction{}(rules, state, seat, source);
    else if constexpr (const SeenBy<G>& view = view_of(rules, state, seat);
                       std::same_as<decltype(G::coach(rules, view, seat)), Action>)
        return G::coach(rules, view, seat);
    else
        return rules.legal(state, seat)[drawn(G::coach(rules, view, seat), source)];
}

struct Tally {
    u64 home = 0;
    u64 draw = 0;
    u64 away = 0;

    void add(Result result) { ++(result == Result::home ? home : result == Result::away ? away : draw); }
    [[nodiscard]] u64 games() const { return home + draw + away; }

    // The half width of a 95% interval for a share of the games (Agresti-Coull: never zero by luck).
    [[nodiscard]] double half_width(u64 hits) const {
        const double games_and_four = static_cast<double>(games()) + 4;
        const double share = (static_cast<double>(hits) + 2) / games_and_four;
        return 1.96 * std::sqrt(share * (1 - share) / games_and_four);
    }

    [[nodiscard]] Odds odds() const {
        const auto all = static_cast<double>(games());
        return {static_cast<double>(home) / all, static_cast<double>(draw) / all, static_cast<double>(away) / all,
                false, std::max({half_width(home), half_width(draw), half_width(away)})};
    }
};

// Stops a run of playouts after their number or, where the question says so, after its time; and when nobody waits for
// them any more. There is always one.
class Budget {
public:
    // `shares`: for so many runs is the question's time and number.
    Budget(const Question& question, u64 playouts, std::size_t shares = 1)
        : question_(question), playouts_(playouts), shares_(shares) {}

    [[nodiscard]] bool spent(u64 played) const {
        if (played == 0) return false;
        if (question_.cancelled.stop_requested()) return true;
        if (played % std::min(kBatch, playouts_) != 0) return false;
        if (!question_.seconds) return played * shares_ >= playouts_;
        const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - begun_;
        return gone.count() * static_cast<double>(shares_) >= *question_.seconds ||
               played * shares_ >= kMostTimed * playouts_;
    }

private:
    const Question& question_;
    u64 playouts_;
    u64 shares_;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

template <class G>
class Rollouts {
public:
    using R = typename G::Rules;
    using State = typename R::State;

    Rollouts(const R& rules, const Question& question, u64 playouts)
        : rules_(rules), question_(question), playouts_(playouts) {}

    [[nodiscard]] Odds odds(const State& position) const {
        const State state = asked_position(rules_, position, Viewer::everyone, question_);
        Tally tally;
        const Budget budget(question_, playouts_);
        for (u64 i = 0; !budget.spent(i); ++i) {
            Random random = Random::stream(hash_of(state), i);
            tally.add(result_of(dealt(state, Viewer::everyone, random), random));
        }
        return tally.odds();
    }

    [[nodiscard]] Advice advice(const State& position, Seat seat) const {
        const State state = asked_position(rules_, position, viewer_of(seat), question_);
        Advice advice;
        const ActionList legal = rules_.legal(state, seat);
        for (Action action : legal) {
            Tally tally;
            const Budget budget(question_, playouts_, legal.size());
            for (u64 i = 0; !budget.spent(i); ++i) {
                Random random = Random::stream(hash_of(state), i); // the same dice for every action
                State next = dealt(state, viewer_of(seat), random);
                if (rules_.turn(next).kind == TurnKind::choice) {
                    rules_.play(next, action);
                } else if constexpr (HasSecrets<R>) {
                    BySeat<Action> both;
                    both[seat] = action;
                    both[other(seat)] = coached_action<G>(rules_, next, other(seat), random);
                    rules_.play_secret(next, both);
                }
                tally.add(result_of(next, random));
            }
            const Odds odds = tally.odds();
            advice.actions.push_back({std::string(rules_.action_name(state, action)), odds.value(seat)});
            advice.error = std::max(advice.error, odds.error);
        }
        std::ranges::stable_sort(advice.actions, std::greater{}, &AdvisedAction::value);
        for (AdvisedAction& each : advice.actions) each.loss = advice.actions.front().value - each.value;
        return advice;
    }

private:
    [[nodiscard]] State dealt(const State& state, Viewer viewer, Random& random) const {
        if constexpr (HasHidden<R>)
            if (question_.hands == Hands::hidden) return rules_.redeal(state, viewer, random);
        (void)viewer;
        (void)random;
        return state;
    }

    [[nodiscard]] Result result_of(State state, Random& random) const {
        play_out(rules_, state, random, [](const R& own, const State& at, Seat seat, Random& source) {
            return coached_action<G>(own, at, seat, source);
        });
        return rules_.result(state);
    }

    const R& rules_;
    const Question& question_;
    u64 playouts_;
};

} // namespace touchline::analysis
