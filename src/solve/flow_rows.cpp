// What flows from some stations to others: the one loop that a pass spends its time in.
#include "solve/flow_rows.hpp"

#include "solve/wide.hpp"

namespace touchline::solve {

TOUCHLINE_WIDE void flow_on(const FlowRows& from, const FlowRows& to, std::size_t lanes, const PlayLaw::End& end) {
    const double* __restrict chance = from.at;
    double* __restrict to_chance = to.at;
    const double p = end.chance;
    for (std::size_t k = 0; k < lanes; ++k) to_chance[k] += p * chance[k];
    for (std::size_t c = 0; c < kCounted; ++c) {
        const double* __restrict count = from.at + (1 + c) * from.stride;
        double* __restrict to_count = to.at + (1 + c) * to.stride;
        const double first = end.first[c];
        for (std::size_t k = 0; k < lanes; ++k) to_count[k] += p * count[k] + first * chance[k];
    }
}

} // namespace touchline::solve
