// Opponents by strength, defined by what they give away: the chance of winning that they lose on average at a decision
// where that much can be lost. A strength is a budget; at each decision the worse an action, the less often it is
// taken, and the mixture is such that the expected loss is the budget.
#pragma once

#include "bots/bot.hpp"
#include "bots/shelf.hpp"
#include "games/red_boar_gridiron/rules.hpp"

#include <array>
#include <cmath>

namespace touchline::bots {

struct Strength {
    std::string_view name;
    double budget; // chances of winning given away at a decision that matters
};

inline constexpr std::array<Strength, 4> kStrengths{
    {{"perfect", 0}, {"veteran", 0.003}, {"regular", 0.01}, {"rookie", 0.03}}};

// A decision matters where the worst action loses at least this much against the best.
inline constexpr double kMatters = 0.001;

// The state behind a view that hides nothing; empty where it hides something.
template <GameRules R>
[[nodiscard]] std::optional<typename R::State> known_state(const R&, const ViewOf<R>& view) {
    return view;
}
[[nodiscard]] inline std::optional<red_boar_gridiron::State> known_state(const red_boar_gridiron::Rules& rules,
                                                                         const red_boar_gridiron::View& view) {
    if (rules.options().cards) return std::nullopt;
    red_boar_gridiron::State state;
    static_cast<red_boar_gridiron::Public&>(state) = view.open;
    return state;
}

// How often each action is taken, given what each loses: weights exp(-loss / t), t such that the mean loss is the
// budget (or every action equally often where even that loses less).
[[nodiscard]] inline std::vector<double> mixture(const std::vector<double>& losses, double budget) {
    const auto weights_at = [&](double t) {
        std::vector<double> weights;
        double total = 0;
        for (double loss : losses) {
            weights.push_back(std::exp(-loss / t));
            total += weights.back();
        }
        for (double& weight : weights) weight /= total;
        return weights;
    };
    const auto mean = [&](const std::vector<double>& weights) {
        double sum = 0;
        for (std::size_t i = 0; i < losses.size(); ++i) sum += weights[i] * losses[i];
        return sum;
    };
    constexpr double kCold = 1e-7;
    constexpr double kHot = 1e3;
    if (mean(weights_at(kHot)) <= budget) return weights_at(kHot);
    double low = std::log(kCold);
    double high = std::log(kHot);
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (mean(weights_at(std::exp(middle))) < budget ? low : high) = middle;
    }
    return weights_at(std::exp(low));
}

template <solve::HasSolver R>
class StrongBot final : public Bot<R> {
public:
    // Where patience ends before the values are known, it plays as the coach does.
    StrongBot(std::shared_ptr<Shelf<R>> shelf, double budget, Patience patience = {})
        : shelf_(std::move(shelf)), budget_(budget), patience_(std::move(patience)) {}

    [[nodiscard]] Action choose(const R& rules, const ViewOf<R>& view, Seat seat, const ActionList& legal,
                                Random& random) const override {
        const std::optional<typename R::State> state = known_state(rules, view);
        const auto advice = state ? shelf_->advise(*state, patience_) : std::nullopt;
        if (!advice || advice->empty()) return CoachBot<R>().choose(rules, view, seat, legal, random);
        if (budget_ == 0) return advice->front().action;
        std::vector<double> losses;
        for (const solve::Advice& each : *advice) losses.push_back(each.loss);
        const std::vector<double> weights = mixture(losses, budget_);
        double left = static_cast<double>(random.next() >> 11) * 0x1.0p-53;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            if (left < weights[i]) return (*advice)[i].action;
            left -= weights[i];
        }
        return advice->front().action;
    }

private:
    std::shared_ptr<Shelf<R>> shelf_;
    double budget_;
    Patience patience_;
};

} // namespace touchline::bots
