// A decision in one game, typed: what a seat sees, and an analysis to ask.
#pragma once

#include "analysis/game.hpp"

namespace touchline::analysis {

// A is the AnalysisOf<G>. Lives no longer than analysis and memory.
template <class G, class A>
class DecisionOf final : public Decision {
public:
    DecisionOf(A& analysis, const SeenBy<G>& view, Seat seat, const ActionList& legal, const Remembered<G>* memory)
        : Decision(legal), analysis_(analysis), view_(view), seat_(seat), memory_(memory) {}

    [[nodiscard]] Shares coached() const override {
        return coached_shares<G>(analysis_.rules(), view_, seat_, legal());
    }
    [[nodiscard]] std::optional<Action> going(Going going) const override {
        if constexpr (HasGoing<G>) return G::going(analysis_.rules(), view_, seat_, going);
        return std::nullopt;
    }
    [[nodiscard]] std::optional<std::vector<SeatAdvice>> advice(const Patience& patience) const override {
        if constexpr (HasSolver<G>) {
            const StateOf<G> state = analysis_.seen(view_);
            return analysis_.seat_advice({view_, state, seat_, memory_}, patience);
        }
        return std::nullopt;
    }

private:
    A& analysis_;
    SeenBy<G> view_;
    Seat seat_;
    const Remembered<G>* memory_;
};

} // namespace touchline::analysis
