// Settings that the environment gives.
#pragma once

#include <cstdlib>
#include <string>

namespace touchline {

// Empty where the variable is not set.
[[nodiscard]] inline std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

} // namespace touchline
