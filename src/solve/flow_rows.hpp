// Chances and counts at stations that lie side by side, and how they flow on.
#pragma once

#include "solve/counted_play.hpp"

namespace touchline::solve {

// Chances and counts at the stations of a row: columns of lanes.
inline constexpr std::size_t kFlowColumns = 1 + 2 * kCounted; // the chance; each count; its squares

// Adds what flows from `lanes` stations to others that lie side by side too.
struct FlowRows {
    double* at = nullptr;
    std::size_t stride = 0; // from one column to the next
};
void flow_on(const FlowRows& from, const FlowRows& to, std::size_t lanes, const PlayLaw::End& end);

} // namespace touchline::solve
