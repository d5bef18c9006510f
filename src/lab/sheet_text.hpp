// The text of a sheet with other figures in it: comments and layout stay where that is possible.
#pragma once

#include "games/toml.hpp"

#include <string>
#include <string_view>

namespace touchline::lab {

// A node as a sheet would write it.
[[nodiscard]] std::string value_text(const toml::node& node);

// The text of `before` changed to say what `after` says; written anew where the two differ in more than figures.
// Requires: `before` was parsed from `text`.
[[nodiscard]] std::string rewritten(std::string_view text, const toml::table& before, const toml::table& after);

} // namespace touchline::lab
