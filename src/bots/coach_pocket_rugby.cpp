#include "bots/coach_pocket_rugby.hpp"

#include <algorithm>

namespace touchline::bots {

namespace {

using pocket_rugby::Phase;
using State = pocket_rugby::State;

// How dangerous a player is: what his runs are worth on an average roll of his die, two easily tackled points a run
// aside.
int threat(const pocket_rugby::Rules& rules, State state, u8 position) {
    state.ball.carrier = position;
    int sum = 0;
    for (u8 face = 0; face < pocket_rugby::kFaces; ++face) {
        if (rules.sheet().players[position][face].kind != pocket_rugby::FaceKind::run) continue;
        state.ball.face = face;
        const int beyond = std::max(rules.run_value(state) - 2, 0);
        sum += beyond * beyond;
    }
    return sum;
}

Action best_receiver(const pocket_rugby::Rules& rules, const State& state, Seat seat) {
    const ActionList others = rules.legal(state, seat);
    return *std::ranges::max_element(others, {}, [&](Action pass) { return threat(rules, state, pass.code); });
}

// How many of the black die's six faces reach the range.
int good_kicks(const pocket_rugby::Rules& rules, const State& state) {
    int good = 0;
    for (u8 face = 0; face < pocket_rugby::kFaces; ++face) good += rules.kick_is_good(state, face);
    return good;
}

} // namespace

Action coach(const pocket_rugby::Rules& rules, const State& state, Seat seat) {
    namespace action = pocket_rugby::action;
    switch (state.phase) {
    case Phase::pass: return best_receiver(rules, state, seat);
    case Phase::maul: return action::kDefend; // a penalty is worth more than most mauls
    case Phase::big_hit: return action::kSteal;
    case Phase::drop_goal: return good_kicks(rules, state) >= 4 ? action::kKick : action::kPass;
    case Phase::penalty: // three points, unless the known range is out of reach
        return state.ball.range == pocket_rugby::kNone || good_kicks(rules, state) >= 3 ? action::kKick
                                                                                        : action::kQuickTap;
    default: return rules.legal(state, seat)[0];
    }
}

std::optional<Action> going(const pocket_rugby::Rules&, const State& state, Seat, Going going) {
    namespace action = pocket_rugby::action;
    if (state.phase == Phase::drop_goal) return going == Going::always ? action::kPass : action::kKick;
    if (state.phase == Phase::penalty) return going == Going::always ? action::kQuickTap : action::kKick;
    return std::nullopt;
}

} // namespace touchline::bots
