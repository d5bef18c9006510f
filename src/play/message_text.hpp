// Messages in words: where one is shown, in the language of whoever reads it.
#pragma once

#include "core/message.hpp"
#include "play/words.hpp"

#include <exception>

namespace touchline {

// One line; what it quotes and may not be shown is replaced.
[[nodiscard]] std::string text(const Message& message, Language language);

// What an exception tells: the message of a Failure, else what() of it, which is English.
[[nodiscard]] std::string sentence_of(const std::exception& error, Language language = Language::english);

} // namespace touchline
