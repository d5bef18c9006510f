// A table of Gridiron Glory for its tests.
#pragma once

#include "games/at_table.hpp"

namespace touchline {

[[nodiscard]] inline AtTable glory(std::string_view options = "{}", std::string_view sheet = {}) {
    return at("gridiron-glory", options, sheet);
}

} // namespace touchline
