// The word that was most likely meant.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchline {

// The candidate that a slip of the fingers turns into `word`; none where nothing is near. Case does not count.
[[nodiscard]] std::optional<std::string> closest(std::string_view word, const std::vector<std::string>& candidates);

// So many of the candidates, the most alike first.
[[nodiscard]] std::vector<std::string> nearest(std::string_view word, std::vector<std::string> candidates,
                                               std::size_t most);

[[nodiscard]] std::string lower_case(std::string_view word);

} // namespace touchline
