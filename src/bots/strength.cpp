// How often a bot of a given strength takes each action: finds the mixture whose expected loss is its budget.
#include "bots/strength.hpp"

#include "solve/valuation.hpp"

#include <algorithm>
#include <cmath>

namespace touchline::bots {

using namespace analysis;

Shares mixture(std::span<const double> losses, double budget) {
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
    // The mean loss grows with t. Newton's method on log t, with bisection where its step would leave the bracket.
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

Shares strong_shares(std::span<const double> values, double budget) {
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

Shares StrongBot::shares(const Decision& decision) const {
    const auto advice = decision.advice(patience_);
    if (!advice || advice->empty()) return decision.coached();
    Shares weights;
    for (const SeatAdvice& each : *advice) weights.push_back(budget_ == 0 ? each.share : each.loss);
    if (budget_ != 0) weights = mixture({weights.begin(), weights.size()}, budget_);
    Shares shares = nothing(decision.legal().size());
    for (std::size_t i = 0; i < weights.size(); ++i)
        shares[place_of(decision.legal(), (*advice)[i].action)] += weights[i];
    return shares;
}

} // namespace touchline::bots
