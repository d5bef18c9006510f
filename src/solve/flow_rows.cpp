// What flows from some stations to others: the one loop that a pass spends its time in.
#include "solve/flow_rows.hpp"

#include "solve/wide.hpp"

namespace touchline::solve {

// Mostly one station or a few: all that is counted there fits into a few wide registers.
TOUCHLINE_WIDE void flow_on(const double* __restrict from, double* __restrict to, std::size_t lanes,
                            const PlayLaw::End& end) {
    const double p = end.chance;
    const double* __restrict first = end.first.data();
    const double* __restrict second = end.second.data();
    for (std::size_t k = 0; k < lanes; ++k, from += kFlowColumns, to += kFlowColumns) {
        const double chance = from[0];
        const double* __restrict count = from + 1;
        const double* __restrict square = count + kCounted;
        double* __restrict to_count = to + 1;
        double* __restrict to_square = to_count + kCounted;
        to[0] += p * chance;
        for (std::size_t c = 0; c < kCounted; ++c) {
            to_square[c] += p * square[c] + 2 * first[c] * count[c] + second[c] * chance;
            to_count[c] += p * count[c] + first[c] * chance;
        }
    }
}

} // namespace touchline::solve
