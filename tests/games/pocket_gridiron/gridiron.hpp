// A table of Pocket Gridiron for its tests.
#pragma once

#include "games/at_table.hpp"

namespace touchline {

[[nodiscard]] inline AtTable game(std::string_view options = "{}") { return at("pocket-gridiron", options); }

} // namespace touchline
