// Rows of sums and what they mean; the loops that fill them.
#include "solve/play_sums.hpp"

#include "solve/valuation.hpp"
#include "solve/wide.hpp"

#include <algorithm>
#include <span>

namespace touchline::solve {

u32 PlaySums::row(What what, u8 event, const std::string& action) {
    const Meaning meaning{what, event, action};
    const auto found = std::ranges::find(meanings_, meaning);
    if (found != meanings_.end()) return static_cast<u32>(found - meanings_.begin());
    meanings_.push_back(meaning);
    return static_cast<u32>(meanings_.size() - 1);
}

void PlaySums::add_choice(u8 event, std::span<const std::string> actions) {
    // Each of them is followed by those that belong to it, as they are made together.
    nodes_.push_back(row(What::asked, event, {}));
    static_cast<void>(row(What::matters, event, {}));
    static_cast<void>(row(What::worth, event, {}));
    for (const std::string& action : actions) {
        shares_.push_back(row(What::best, event, action));
        static_cast<void>(row(What::taken, event, action));
    }
}

void PlaySums::played(std::span<const double> sums) {
    totals_.resize(sums.size());
    for (std::size_t i = 0; i < sums.size(); ++i) totals_[i] += sums[i];
}

void PlaySums::tell(Flowed& into) const {
    for (std::size_t i = 0; i < totals_.size(); ++i) {
        const Meaning& meaning = meanings_[i];
        if (meaning.what == What::luck) {
            if (into.valued) into.luck[meaning.event] += totals_[i];
            continue;
        }
        Flowed::Choice& choice = into.choices[meaning.event];
        switch (meaning.what) {
        case What::asked: choice.asked += totals_[i]; break;
        case What::matters: choice.matters += totals_[i]; break;
        case What::worth: choice.worth += totals_[i]; break;
        case What::best: choice.actions[meaning.action].best += totals_[i]; break;
        case What::taken: choice.actions[meaning.action].taken += totals_[i]; break;
        case What::luck: break;
        }
    }
}

TOUCHLINE_WIDE void add_swings(double* __restrict sum, const double* __restrict met, const NodeValues& values,
                               std::span<const double> chances, std::size_t width) {
    for (std::size_t e = 0; e < chances.size(); ++e) {
        const double* __restrict to = values.edges[e];
        const double* __restrict own = values.own;
        const double chance = chances[e];
        for (std::size_t k = 0; k < width; ++k) {
            const double swing = to[k] - own[k];
            sum[k] += met[k] * chance * swing * swing;
        }
    }
}

void add_worths(double* matters, double* worth, std::span<double* const> best, const double* met,
                const NodeValues& values, double sign, std::size_t width) {
    for (std::size_t k = 0; k < width; ++k) {
        if (met[k] == 0) continue;
        double worst = values.own[k];
        std::size_t first = values.edges.size();
        for (std::size_t e = values.edges.size(); e-- > 0;) {
            const double value = values.edges[e][k];
            if (sign * (worst - value) > 0) worst = value;
            if (sign * (values.own[k] - value) <= kSame) first = e;
        }
        if (first == values.edges.size()) continue; // no value: nothing leads here
        const double gap = sign * (values.own[k] - worst);
        best[first][k] += met[k];
        worth[k] += met[k] * gap;
        if (gap > Flowed::kMatters) matters[k] += met[k];
    }
}

} // namespace touchline::solve
