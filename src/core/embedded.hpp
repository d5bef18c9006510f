// Files of data/, docs/rules/ and the built page that travel inside the binary, by their path in the repository.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace touchline {

struct EmbeddedFile {
    std::string_view path;
    std::string_view content;
};

// All of them, sorted by path.
[[nodiscard]] std::span<const EmbeddedFile> embedded_files();

[[nodiscard]] std::optional<std::string_view> embedded(std::string_view path);

} // namespace touchline
