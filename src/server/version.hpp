#pragma once

#include <string_view>

namespace touchline::server {

inline constexpr std::string_view kVersion = "0.1.0";

} // namespace touchline::server
