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
[[nodiscard]] inline Shares mixture(std::span<const double> losses, double budget) {
    double sum = 0;
    for (double loss : losses) sum += loss;
    const auto count = static_cast<double>(losses.size());
    if (sum <= budget * count) return evenly(losses.size());
    if (losses.size() == 2 && losses[0] * losses[1] == 0) { // the other one loses the whole budget
        const double share = budget / sum;
        return losses[0] == 0 ? Shares{1 - share, share} : Shares{share, 1 - share};
    }
    const auto weights_at = [&](double t) {
        Shares weights;
        double total = 0;
        for (double loss : losses) {
            weights.push_back(std::exp(-loss / t));
            total += weights[weights.size() - 1];
        }
        for (double& weight : weights) weight /= total;
        return weights;
    };
    // The mean loss grows with t: a step along the tangent where that stays between what is too cold and too hot.
    double cold = std::log(1e-7);
    double hot = std::log(1e3);
    double at = std::log(sum / count);
    for (int i = 0; i < 60; ++i) {
        const double t = std::exp(at);
        const Shares weights = weights_at(t);
        double mean = 0;
        double square = 0;
        for (std::size_t k = 0; k < losses.size(); ++k) {
            mean += weights[k] * losses[k];
            square += weights[k] * losses[k] * losses[k];
        }
        if (std::abs(mean - budget) <= 1e-14) return weights;
        (mean < budget ? cold : hot) = at;
        const double slope = (square - mean * mean) / t; // of the mean by log t
        const double next = at + (budget - mean) / slope;
        at = next > cold && next < hot ? next : (cold + hot) / 2;
    }
    return weights_at(std::exp(cold));
}

// The shares of a strength, given what each action is worth to it. Of equally good actions the first listed is the
// best.
[[nodiscard]] inline Shares strong_shares(std::span<const double> values, double budget) {
    double best = values[0];
    for (double value : values) best = std::max(best, value);
    if (budget == 0) {
        std::size_t first = 0;
        while (best - values[first] > solve::kSame) ++first;
        return only(first, values.size());
    }
    Shares losses;
    for (double value : values) losses.push_back(best - value <= solve::kSame ? 0 : best - value);
    return mixture({losses.begin(), losses.size()}, budget);
}

template <solve::HasSolver R>
class StrongBot final : public Bot<R> {
public:
    // Where patience ends before the values are known, it plays as the coach does.
    StrongBot(std::shared_ptr<Shelf<R>> shelf, double budget, Patience patience = {})
        : shelf_(std::move(shelf)), budget_(budget), patience_(std::move(patience)) {}

    [[nodiscard]] Heed heeds() const override { return Heed::values; }
    [[nodiscard]] Shares valued(std::span<const double> values) const override {
        return strong_shares(values, budget_);
    }

    [[nodiscard]] Shares shares(const R& rules, const Sight<R>& sight) const override {
        const auto advice = seat_advice(*shelf_, sight, patience_);
        if (!advice || advice->empty()) return coached(rules, sight);
        Shares weights;
        for (const SeatAdvice& each : *advice) weights.push_back(budget_ == 0 ? each.share : each.loss);
        if (budget_ != 0) weights = mixture({weights.begin(), weights.size()}, budget_);
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
