// "Did you mean …?": the word that was most likely meant.
#pragma once

#include "core/closest.hpp"
#include "core/message.hpp"

#include <optional>
#include <string>

namespace touchline::cli {

// What is wrong, with the guess where there is one.
[[nodiscard]] Message with_guess(Message wrong, const std::optional<std::string>& guess);

} // namespace touchline::cli
