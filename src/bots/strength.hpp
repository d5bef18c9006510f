// Opponents by strength, defined by what they give away: the chance of winning that they lose on average at a decision
// where that much can be lost. A strength is a budget; at each decision the worse an action, the less often it is
// taken, and the mixture is such that the expected loss is the budget.
#pragma once

#include "analysis/strategy.hpp"

#include <array>
#include <string_view>

namespace touchline::bots {

struct Strength {
    std::string_view name;
    double budget; // chances of winning given away at a decision that matters
};

inline constexpr std::array<Strength, 5> kStrengths{
    {{"perfect", 0}, {"veteran", 0.003}, {"regular", 0.01}, {"rookie", 0.03}, {"beginner", 0.08}}};

// How often each action is taken, given what each loses (the best nothing): weights exp(-x * loss), x such that the
// mean loss is the budget (or every action equally often where even that loses less).
[[nodiscard]] Shares mixture(std::span<const double> losses, double budget);

// The shares of a strength, given what each action is worth to it. Of equally good actions the first listed is the
// best.
[[nodiscard]] Shares strong_shares(std::span<const double> values, double budget);

class StrongBot final : public analysis::Strategy {
public:
    // Where patience ends before the values are known, or there are none, it plays as the coach does.
    explicit StrongBot(double budget, analysis::Patience patience = {})
        : budget_(budget), patience_(std::move(patience)) {}

    [[nodiscard]] StrategyInput input() const override {
        return budget_ == 0 ? StrategyInput::best : StrategyInput::values;
    }
    [[nodiscard]] Shares valued(std::span<const double> values) const override {
        return strong_shares(values, budget_);
    }
    [[nodiscard]] Shares shares(const analysis::Decision& decision) const override;

private:
    double budget_;
    analysis::Patience patience_;
};

} // namespace touchline::bots
