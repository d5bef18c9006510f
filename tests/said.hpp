// What a refusal says, in English, as the tests compare it.
#pragma once

#include "play/message_text.hpp"

namespace touchline {

[[nodiscard]] inline std::string said(const Message& message) { return text(message, Language::english); }

} // namespace touchline
