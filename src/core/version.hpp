// The version of the program; CMakeLists.txt reads it here.
#pragma once

#include <string_view>

namespace touchline {

inline constexpr std::string_view kVersion = "0.1.0";

} // namespace touchline
