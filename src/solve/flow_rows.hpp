// Chances and counts at stations that lie side by side, and how they flow on.
#pragma once

#include "solve/counted_play.hpp"

namespace touchline::solve {

// Chances and counts at the stations of a row: columns of lanes.
inline constexpr std::size_t kFlowColumns = 1 + kCounted; // the chance; each count so far, weighted with it

// Adds what flows from `lanes` stations to others that lie side by side too.
struct FlowRows {
    double* at = nullptr;
    std::size_t stride = 0; // from one column to the next
};
void flow_on(const FlowRows& from, const FlowRows& to, std::size_t lanes, const PlayLaw::End& end);

// Games that are over, added up.
struct EndedGames {
    std::array<CarefulSum, 3> results{};
    std::array<CarefulSum, kCounted> first{};
    std::array<CarefulSum, kCounted> second{};
    std::map<int, CarefulSum> leads{};

    void tell(Flowed& into) const {
        for (std::size_t r = 0; r < results.size(); ++r) into.results[r] = results[r].value();
        for (std::size_t c = 0; c < kCounted; ++c) {
            into.first[c] = first[c].value();
            into.second[c] = second[c].value();
        }
        for (const auto& [lead, chance] : leads) into.leads[lead] = chance.value();
    }
};

} // namespace touchline::solve
