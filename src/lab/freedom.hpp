// Boxes that differ in some figures of the sheet: which value each free figure takes, all of them, and the way from one
// box to better ones. What range and tune share.
#pragma once

#include "lab/compare.hpp"
#include "lab/variant.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace touchline::lab {

// A figure of the sheet that may take other values.
struct Freedom {
    std::string path;
    std::vector<std::string> values; // as a change writes them; that of the sheet is the first
    std::string why{};               // a key of [allowed] of the words
};

using BoxChoice = std::vector<std::size_t>; // of each freedom, which of its values

[[nodiscard]] std::vector<Change> changes_of(std::span<const Freedom> freedoms, const BoxChoice& choice);
// How many boxes there are; one more than `most` where there are more.
[[nodiscard]] std::size_t combinations(std::span<const Freedom> freedoms, std::size_t most);
void each_choice(std::span<const Freedom> freedoms, const std::function<void(const BoxChoice&)>& each);

// One free figure after the other goes to where it helps most, until none does or nothing is left to gain.
struct Descent {
    std::function<double(const BoxChoice&)> loss;                  // infinite where the box is not sound
    std::function<std::vector<std::size_t>(const Freedom&)> tried; // which of its values
    double least = 0;                                              // no box loses less
    std::size_t rounds = 0;                                        // at most
};
void descend(std::span<const Freedom> freedoms, BoxChoice from, const Descent& descent);

} // namespace touchline::lab
