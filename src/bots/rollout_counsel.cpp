#include "bots/rollout_counsel.hpp"

#include "bots/asked.hpp"
#include "bots/coach.hpp"
#include "bots/playout.hpp"
#include "play/visit.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace touchline::bots {

namespace {

constexpr u64 kBatch = 250;    // the clock is read after so many
constexpr u64 kMostTimed = 50; // times the usual number: enough, however much time there is

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

template <class R>
typename R::State dealt(const R& rules, const typename R::State& state, Viewer viewer, Hands hands, Random& random) {
    if constexpr (HasHidden<R>) {
        if (hands == Hands::hidden) return rules.redeal(state, viewer, random);
    }
    (void)rules;
    (void)viewer;
    (void)hands;
    (void)random;
    return state;
}

template <class R>
Result outcome_of(const R& rules, typename R::State state, Random& random) {
    play_out(rules, state, random, [](const R& own, const typename R::State& at, Seat seat, Random& source) {
        return coached_action(own, at, seat, source);
    });
    return rules.result(state);
}

template <class R>
Odds odds_of(const R& rules, const typename R::State& position, const Question& question, u64 playouts) {
    const typename R::State state = asked_position(rules, position, Viewer::everyone, question);
    Tally tally;
    const Budget budget(question, playouts);
    for (u64 i = 0; !budget.spent(i); ++i) {
        Random random = Random::stream(hash_of(state), i);
        tally.add(outcome_of(rules, dealt(rules, state, Viewer::everyone, question.hands, random), random));
    }
    return tally.odds();
}

template <class R>
Advice advice_of(const R& rules, const typename R::State& position, Seat seat, const Question& question, u64 playouts) {
    const typename R::State state = asked_position(rules, position, viewer_of(seat), question);
    Advice advice;
    const ActionList legal = rules.legal(state, seat);
    for (Action action : legal) {
        Tally tally;
        const Budget budget(question, playouts, legal.size());
        for (u64 i = 0; !budget.spent(i); ++i) {
            Random random = Random::stream(hash_of(state), i); // the same dice for every action
            typename R::State next = dealt(rules, state, viewer_of(seat), question.hands, random);
            if (rules.turn(next).kind == TurnKind::choice) {
                rules.play(next, action);
            } else if constexpr (HasSecrets<R>) {
                BySeat<Action> both;
                both[seat] = action;
                both[other(seat)] = coached_action(rules, next, other(seat), random);
                rules.play_secret(next, both);
            }
            tally.add(outcome_of(rules, next, random));
        }
        const Odds odds = tally.odds();
        advice.actions.push_back({std::string(rules.action_name(state, action)), odds.value(seat), 0});
        advice.error = std::max(advice.error, odds.error);
    }
    std::ranges::stable_sort(advice.actions, std::greater{}, &AdvisedAction::value);
    for (AdvisedAction& each : advice.actions) each.loss = advice.actions.front().value - each.value;
    return advice;
}

} // namespace

Odds RolloutCounsel::odds(const Table& table, const Question& question) {
    const TurnText turn = table.turn();
    if (turn.kind == TurnKind::over)
        return {turn.winner == Result::home ? 1.0 : 0.0, turn.winner == Result::draw ? 1.0 : 0.0,
                turn.winner == Result::away ? 1.0 : 0.0, true, 0};
    Odds odds;
    visit(table, [&](const auto& at) { odds = odds_of(at.rules(), at.position(), question, playouts_); });
    return odds;
}

Advice RolloutCounsel::advise(const Table& table, Seat seat, const Question& question) {
    Advice advice;
    visit(table, [&](const auto& at) { advice = advice_of(at.rules(), at.position(), seat, question, playouts_); });
    return advice;
}

} // namespace touchline::bots
