// Opponents by strength, defined by what they give away: the chance of winning that they lose on average at a decision
// where that much can be lost. A strength is a budget; at each decision the worse an action, the less often it is
// taken, and the mixture is such that the expected loss is the budget.
#pragma once

#include "bots/bot.hpp"
#include "bots/shelf.hpp"
#include "games/red_boar_gridiron/rules.hpp"

#include <algorithm>
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

// The position that a view is solved for: the state itself where nothing is hidden.
template <GameRules R>
[[nodiscard]] typename R::State known_state(const R&, const ViewOf<R>& view) {
    return view;
}
[[nodiscard]] inline red_boar_gridiron::State known_state(const red_boar_gridiron::Rules& rules,
                                                          const red_boar_gridiron::View& view) {
    return red_boar_gridiron::seen(rules, view);
}

// Games that may hide hands say what a seat should do by its view; with shares, because the best is then a mixture.
template <class R>
concept HasMixedAdvice = requires(const R& rules, const ViewOf<R>& view,
                                  const typename solve::SolverOf<R>::type& solver, Seat seat) {
    mixed_advice(rules, solver, view, seat);
};

// One action by what a seat sees: how often the best strategy takes it, its worth to the seat, what it loses.
struct SeatAdvice {
    Action action{};
    double share = 0;
    double value = 0;
    double loss = 0;
};

// Best first. Empty where the values are not known in time.
template <solve::HasSolver R>
[[nodiscard]] std::optional<std::vector<SeatAdvice>> seat_advice(Shelf<R>& shelf, const Sight<R>& sight,
                                                                 const Patience& patience) {
    const R& rules = shelf.rules();
    const ViewOf<R>& view = sight.view;
    std::vector<SeatAdvice> list;
    if constexpr (HasMixedAdvice<R>)
        if (!solve::exact(rules))
            return shelf.template consult<std::vector<SeatAdvice>>(
                known_state(rules, view), patience, [&](const auto& solver) {
                    const Memory<R> none;
                    const Memory<R>& memory = sight.memory != nullptr ? *sight.memory : none;
                    for (const auto& each : mixed_advice(rules, solver, view, sight.seat, memory.of_cards()))
                        list.push_back({each.action, each.share, each.value, each.loss});
                    return list;
                });
    const auto advice = shelf.advise(known_state(rules, view), patience);
    if (!advice) return std::nullopt;
    for (const solve::Advice& each : *advice)
        list.push_back({each.action, list.empty() ? 1.0 : 0.0, each.value, each.loss});
    return list;
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

// The shares of a strength, given what each action is worth to it. Of equally good actions the first listed is the
// best.
[[nodiscard]] inline Shares strong_shares(std::span<const double> values, double budget) {
    const double best = *std::ranges::max_element(values);
    if (budget == 0) {
        std::size_t first = 0;
        while (best - values[first] > solve::kSame) ++first;
        return only(first, values.size());
    }
    std::vector<double> losses;
    for (double value : values) losses.push_back(best - value <= solve::kSame ? 0 : best - value);
    Shares shares;
    for (double weight : mixture(losses, budget)) shares.push_back(weight);
    return shares;
}

template <solve::HasSolver R>
class StrongBot final : public Bot<R> {
public:
    // Where patience ends before the values are known, it plays as the coach does.
    StrongBot(std::shared_ptr<Shelf<R>> shelf, double budget, Patience patience = {})
        : shelf_(std::move(shelf)), budget_(budget), patience_(std::move(patience)) {}

    [[nodiscard]] bool by_values() const override { return true; }

    [[nodiscard]] Shares shares(const R& rules, const Sight<R>& sight) const override {
        if (!sight.values.empty()) return strong_shares(sight.values, budget_);
        const auto advice = seat_advice(*shelf_, sight, patience_);
        if (!advice || advice->empty()) return coached(rules, sight);
        std::vector<double> weights;
        for (const SeatAdvice& each : *advice) weights.push_back(budget_ == 0 ? each.share : each.loss);
        if (budget_ != 0) weights = mixture(weights, budget_);
        Shares shares = nothing(sight.legal.size());
        for (std::size_t i = 0; i < weights.size(); ++i)
            shares[place_of(sight.legal, (*advice)[i].action)] += weights[i];
        return shares;
    }

private:
    std::shared_ptr<Shelf<R>> shelf_;
    double budget_;
    Patience patience_;
};

} // namespace touchline::bots
