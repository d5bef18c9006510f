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
    // Behind it the one that belongs to it, as they are made together.
    nodes_.push_back(row(What::matters, event, {}));
    static_cast<void>(row(What::worth, event, {}));
    events_.push_back(event);
    for (const std::string& action : actions) {
        shares_.push_back(row(What::best, event, action));
        share_names_.emplace_back(event, action);
    }
}

void PlaySums::add(std::span<const double> sums) {
    totals_.resize(sums.size());
    for (std::size_t i = 0; i < sums.size(); ++i) totals_[i] += sums[i];
}

void PlaySums::add_plays(const PlayGraph& graph, const PlayLaw& law, double times) {
    asked_.resize(events_.size());
    taken_.resize(share_names_.size());
    for (std::size_t n = 0; n < asked_.size(); ++n)
        if (graph.nodes[n].kind == TurnKind::choice) asked_[n] += times * law.nodes[n];
    for (std::size_t s = 0; s < taken_.size(); ++s) taken_[s] += times * law.taken[s];
}

void PlaySums::tell(Flowed& into) const {
    for (std::size_t n = 0; n < asked_.size(); ++n)
        if (asked_[n] != 0) into.choices[events_[n]].asked += asked_[n];
    for (std::size_t s = 0; s < taken_.size(); ++s)
        into.choices[share_names_[s].first].actions[share_names_[s].second].taken += taken_[s];
    for (std::size_t i = 0; i < totals_.size(); ++i) {
        const Meaning& meaning = meanings_[i];
        if (meaning.what == What::luck) {
            if (into.valued) into.luck[meaning.event] += totals_[i];
            continue;
        }
        Flowed::Choice& choice = into.choices[meaning.event];
        switch (meaning.what) {
        case What::matters: choice.matters += totals_[i]; break;
        case What::worth: choice.worth += totals_[i]; break;
        case What::best: choice.actions[meaning.action].best += totals_[i]; break;
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

TOUCHLINE_WIDE void add_worths(double* __restrict matters, double* __restrict worth, std::span<double* const> best,
                               const double* __restrict met, const NodeValues& values, double sign, std::size_t width) {
    thread_local std::vector<double> worst, found;
    worst.assign(values.own, values.own + width);
    found.assign(width, 0.0);
    double* __restrict least = worst.data();
    double* __restrict taken = found.data();
    for (std::size_t e = 0; e < values.edges.size(); ++e) {
        const double* value = values.edges[e];
        double* __restrict own = best[e];
        for (std::size_t k = 0; k < width; ++k) {
            const double first = sign * (values.own[k] - value[k]) <= kSame && taken[k] == 0 ? 1.0 : 0.0;
            taken[k] += first;
            own[k] += first * met[k];
            least[k] = sign * (least[k] - value[k]) > 0 ? value[k] : least[k];
        }
    }
    for (std::size_t k = 0; k < width; ++k) {
        const bool known = met[k] != 0 && taken[k] != 0; // else no value: nothing leads here
        const double gap = known ? sign * (values.own[k] - least[k]) : 0;
        worth[k] += met[k] * gap;
        matters[k] += gap > Flowed::kMatters ? met[k] : 0;
    }
}

} // namespace touchline::solve
