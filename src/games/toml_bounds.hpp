// How large and how deep a TOML text may be. Checked before it is parsed: the parser takes quadratic time and memory
// for a long chain of keys, and sheets arrive from the network.
#pragma once

#include "core/message.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace touchline {

inline constexpr std::size_t kLargestSheet = 64u << 10; // bytes; the largest of the five has 6 KB
inline constexpr int kMostDotsInAKey = 16;
inline constexpr int kDeepestToml = 16; // lists and inline tables within each other

struct TomlExcess {
    int line = 0; // 0: the text as a whole
    Message message{};
};

// What is too much of a text; none where it may be parsed.
[[nodiscard]] std::optional<TomlExcess> toml_excess(std::string_view toml);

} // namespace touchline
