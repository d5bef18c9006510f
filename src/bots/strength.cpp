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
    // The mean loss falls as weights exp(-x * loss) grow colder, nearly as exp(-x) does: Newton's method on its
    // logarithm, from x = 0 on, with bisection where its step would leave the bracket.
    double warm = 0;
    double cold = 1e7;
    double square = 0;
    for (double loss : losses) square += loss * loss;
    const auto better = [&](double x, double mean, double variance) {
        return x + std::log(mean / budget) * mean / variance;
    };
    double x = better(0, sum / count, square / count - sum * sum / (count * count));
    Shares weights = nothing(losses.size());
    for (int i = 0; i < 60; ++i) {
        double total = 0;
        double mean = 0;
        square = 0;
        for (std::size_t k = 0; k < losses.size(); ++k) {
            const double weight = weights[k] = losses[k] == 0 ? 1 : std::exp(-x * losses[k]);
            total += weight;
            mean += weight * losses[k];
            square += weight * losses[k] * losses[k];
        }
        for (double& weight : weights) weight /= total;
        mean /= total;
        if (std::abs(mean - budget) <= 1e-14) break;
        (mean > budget ? warm : cold) = x;
        const double next = better(x, mean, square / total - mean * mean);
        x = next > warm && next < cold ? next : (warm + cold) / 2;
    }
    return weights;
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
