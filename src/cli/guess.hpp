// "Did you mean …?": the word that was most likely meant.
#pragma once

#include "core/message.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchline::cli {

// The candidate that a slip of the fingers turns into `word`; none where nothing is near. Case does not count.
[[nodiscard]] std::optional<std::string> closest(std::string_view word, const std::vector<std::string>& candidates);

// What is wrong, with the guess where there is one.
[[nodiscard]] Message with_guess(Message wrong, const std::optional<std::string>& guess);

[[nodiscard]] std::string lower_case(std::string_view word);

} // namespace touchline::cli
