// TOML as JSON, key for key in the order of the file.
#pragma once

#include "games/json.hpp"

#include <string_view>

namespace touchline::server {

// Requires: TOML that parses (the files in the binary do).
[[nodiscard]] Json toml_as_json(std::string_view toml);

} // namespace touchline::server
