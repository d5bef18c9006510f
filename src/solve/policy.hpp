// A fixed way to play, one for each seat, and what it is worth. Solvers value it backwards over the stations that they
// solve, with two vectors: what a seat believes positions to be worth when it decides (the book), and what then
// happens.
#pragma once

#include "core/shares.hpp"
#include "solve/job.hpp"
#include "solve/valuation.hpp"

#include <optional>
#include <span>
#include <vector>

namespace touchline::solve {

template <class State>
class OtherBook;

template <class State>
class Policy {
public:
    virtual ~Policy() = default;
    [[nodiscard]] virtual StrategyInput input(Seat seat) const = 0;
    // How often each of two or more actions is taken. Of a seat that uses the actions alone, `state` may have any
    // score and clock. Not asked of seats that input values.
    [[nodiscard]] virtual Shares shares(const State& state, Seat seat, const ActionList& legal) const = 0;
    // Seats that look at everything decide alike throughout the plays from all stations for which this is the same, as
    // it is for all policies of a game. Empty: nothing is known of what they look at.
    [[nodiscard]] virtual std::optional<State> sight(const State&) const { return std::nullopt; }
    // Of a seat that uses values: what each action is worth to it under best play of both.
    [[nodiscard]] virtual Shares valued(Seat seat, std::span<const double> values) const = 0;

    // Of a seat that goes by another game's book: where that knows the position, what is best there is taken. Null: by
    // this game's. Requires: the seat takes the best.
    [[nodiscard]] virtual const OtherBook<State>* other_book(Seat) const { return nullptr; }

    // Whether choices and rolls are measured by what positions are worth under best play, though no seat may use that.
    [[nodiscard]] virtual bool judged() const { return any_uses_values(); }

    // Whether some seat looks at positions.
    [[nodiscard]] bool looks() const {
        return input(Seat::home) == StrategyInput::everything || input(Seat::away) == StrategyInput::everything;
    }
    [[nodiscard]] bool any_uses_values() const {
        return uses_values(input(Seat::home)) || uses_values(input(Seat::away));
    }
};

struct PolicyValue {
    Valuation odds{};
    u64 stations = 0; // that were valued
};

// Solvers that can value a policy, from any position on. The answer may be off by `bound`, rounding aside. Nothing has
// to be solved where no seat uses values; else the solver covers every station that `from` can reach.
template <class S, class R>
concept ValuesPolicies = requires(const S solver, const Policy<typename R::State>& policy,
                                  const typename R::State& from, double bound, Job& job) {
    { solver.value_policy(policy, from, bound, job) } -> std::same_as<PolicyValue>;
};

// Those that value several policies side by side in little more time than one of them.
template <class S, class R>
concept ValuesManyPolicies = requires(const S solver, std::span<const Policy<typename R::State>* const> policies,
                                      const typename R::State& from, double bound, Job& job) {
    { solver.value_policies(policies, from, bound, job) } -> std::same_as<std::vector<PolicyValue>>;
};

} // namespace touchline::solve
