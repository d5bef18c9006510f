// What flows from some stations to others: the one loop that a pass spends its time in.
#include "solve/flow_rows.hpp"

namespace touchline::solve {

void flow_on(const FlowRows& from, const FlowRows& to, std::size_t lanes, const PlayLaw::End& end) {
    const double* chance = from.at;
    const double p = end.chance;
    for (std::size_t k = 0; k < lanes; ++k) to.at[k] += p * chance[k];
    for (std::size_t c = 0; c < kCounted; ++c) {
        const double* count = from.at + (1 + c) * from.stride;
        double* to_count = to.at + (1 + c) * to.stride;
        const double first = end.first[c];
        for (std::size_t k = 0; k < lanes; ++k) to_count[k] += p * count[k] + first * chance[k];
    }
}

} // namespace touchline::solve
