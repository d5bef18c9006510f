// How many outcomes a chance turn of a game can have at most, whatever is played.
#pragma once

#include "play/table.hpp"

#include <optional>

namespace touchline {

// Proven from the rules and the sheet (HasMostOutcomes); none of a game that does not tell.
[[nodiscard]] std::optional<std::size_t> most_outcomes_of(const Table& table);

} // namespace touchline
