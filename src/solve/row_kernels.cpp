// The inner loops over rows of numbers, compiled for several generations of processors.
#include "solve/row_kernels.hpp"

#include "solve/wide.hpp"

namespace touchline::solve {

namespace {

using Four [[gnu::vector_size(4 * sizeof(double))]] = double;

[[gnu::always_inline]] inline void load(Four& four, const double* from) { __builtin_memcpy(&four, from, sizeof four); }

} // namespace

// Sixteen contexts at a time stay in registers while all terms are added to them.
TOUCHLINE_WIDE void weighted_sum(double* __restrict to, const double* const* from, const double* by, std::size_t terms,
                                 std::size_t width) {
    std::size_t at = 0;
    for (; at + 16 <= width; at += 16) {
        Four a{}, b{}, c{}, d{};
        for (std::size_t e = 0; e < terms; ++e) {
            Four wa, wb, wc, wd;
            load(wa, from[e] + at);
            load(wb, from[e] + at + 4);
            load(wc, from[e] + at + 8);
            load(wd, from[e] + at + 12);
            a += by[e] * wa;
            b += by[e] * wb;
            c += by[e] * wc;
            d += by[e] * wd;
        }
        __builtin_memcpy(to + at, &a, sizeof a);
        __builtin_memcpy(to + at + 4, &b, sizeof b);
        __builtin_memcpy(to + at + 8, &c, sizeof c);
        __builtin_memcpy(to + at + 12, &d, sizeof d);
    }
    for (; at + 4 <= width; at += 4) {
        Four a{};
        for (std::size_t e = 0; e < terms; ++e) {
            Four wa;
            load(wa, from[e] + at);
            a += by[e] * wa;
        }
        __builtin_memcpy(to + at, &a, sizeof a);
    }
    for (; at < width; ++at) {
        double sum = 0;
        for (std::size_t e = 0; e < terms; ++e) sum += by[e] * from[e][at];
        to[at] = sum;
    }
}

TOUCHLINE_WIDE void take_better(double* to, const double* first, const double* second, double sign, std::size_t width) {
    TOUCHLINE_INDEPENDENT
    for (std::size_t k = 0; k < width; ++k) to[k] = sign * (second[k] - first[k]) > 0 ? second[k] : first[k];
}

TOUCHLINE_WIDE void follow_better(double* to_draw, const Row first, const Row second, double sign, std::size_t width) {
    const double* first_draw = first.draw;
    const double* second_draw = second.draw;
    const double* first_value = first.value;
    const double* second_value = second.value;
    TOUCHLINE_INDEPENDENT
    for (std::size_t k = 0; k < width; ++k)
        to_draw[k] = sign * (second_value[k] - first_value[k]) > kSame ? second_draw[k] : first_draw[k];
}

TOUCHLINE_WIDE void add_scaled(double* __restrict to, const double* __restrict from, double by, std::size_t width) {
    for (std::size_t k = 0; k < width; ++k) to[k] += by * from[k];
}

TOUCHLINE_WIDE void add_product(double* __restrict to, const double* __restrict from, const double* __restrict by,
                                std::size_t width) {
    for (std::size_t k = 0; k < width; ++k) to[k] += by[k] * from[k];
}

TOUCHLINE_WIDE double replace_row(double* __restrict old, const double* __restrict row, std::size_t width) {
    double most = 0;
    for (std::size_t k = 0; k < width; ++k) {
        const double change = row[k] > old[k] ? row[k] - old[k] : old[k] - row[k];
        most = change > most ? change : most;
        old[k] = row[k];
    }
    return most;
}

TOUCHLINE_WIDE void take_first_of_two(double* __restrict first_share, double* __restrict second_share,
                                      const double* first, const double* second, double sign, std::size_t width) {
    for (std::size_t k = 0; k < width; ++k) {
        second_share[k] = sign * (second[k] - first[k]) > kSame ? 1.0 : 0.0;
        first_share[k] = 1 - second_share[k];
    }
}

TOUCHLINE_WIDE void take_first_best(double* __restrict share, double* __restrict taken, const double* value,
                                    const double* best, std::size_t width) {
    for (std::size_t k = 0; k < width; ++k) {
        const double gap = best[k] > value[k] ? best[k] - value[k] : value[k] - best[k];
        share[k] = gap <= kSame && taken[k] == 0 ? 1.0 : 0.0;
        taken[k] += share[k];
    }
}

} // namespace touchline::solve
