// Chances and counts at stations that lie side by side, and how they flow on.
#pragma once

#include "solve/careful_sum.hpp"
#include "solve/counted_play.hpp"

namespace touchline::solve {

// What is known of one station, side by side: the chance; each count; its squares. The next station's follows.
inline constexpr std::size_t kFlowColumns = 1 + 2 * kCounted;

// Adds what flows from `lanes` stations to others that lie side by side too.
void flow_on(const double* from, double* to, std::size_t lanes, const PlayLaw::End& end);

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
