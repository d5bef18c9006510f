// The exact solver of Sports Dice Football: what every position between plays is worth.
#pragma once

#include "solve/flowed.hpp"
#include "solve/policy.hpp"
#include "solve/solver.hpp"
#include "solve/sports_dice_football/score_pair.hpp"

#include <memory>

namespace touchline::solve::sports_dice_football {

// Layers are pairs of scores, the highest first. A pair is solved together with its mirror: the seats change places
// when the ball does.
class Solver {
public:
    static constexpr u32 kVersion = 1;

    explicit Solver(const Rules& rules);

    [[nodiscard]] static bool able(const Rules&) { return true; }
    [[nodiscard]] bool station(const State& state) const { return is_station(state); }
    [[nodiscard]] bool covers(const State& state) const {
        return solved_[pair(state.score.home, state.score.away)] != 0;
    }
    [[nodiscard]] Valuation at(const State& state) const;

    void solve_all(Job& job);
    void solve_for(const State& state, Job& job);
    [[nodiscard]] std::vector<PolicyValue> value_policies(std::span<const Policy<State>* const> policies,
                                                          const State& from, double bound, Job& job) const;
    [[nodiscard]] Flowed follow(const Policy<State>& policy, const State& from, Job& job) const;
    // For a seat that plays by these rules' book where others are played. Lives no longer than the solver.
    [[nodiscard]] std::unique_ptr<OtherBook<State>> book_for(const Rules& playing) const;
    [[nodiscard]] double bound() const { return bound_; }

    void save(BookWriter& writer) const;
    [[nodiscard]] Expected<Done, Message> load(const Book& book);

private:
    [[nodiscard]] std::size_t pair(int one, int two) const {
        return static_cast<std::size_t>(one) * static_cast<std::size_t>(values_.target()) +
               static_cast<std::size_t>(two);
    }
    [[nodiscard]] const Field& field();
    void solve(const std::vector<char>& wanted, Job& job);
    [[nodiscard]] double later_bound(int one, int two) const;

    Rules rules_;
    std::shared_ptr<const Field> field_; // compiled when first needed: a book does without
    Values values_;
    std::vector<char> solved_;   // by pair
    std::vector<double> bounds_; // by pair
    double bound_ = 0;
};

} // namespace touchline::solve::sports_dice_football
