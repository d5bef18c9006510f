// The server's own JSON forms.
#pragma once

#include "games/json_text.hpp"
#include "games/refusal.hpp"
#include "play/words.hpp"

#include <string>
#include <string_view>

namespace touchline::server {

// {"ok":false,"error":{…}}.
[[nodiscard]] Json refused_json(const Refusal& refusal, Language language);
// "2026-05-01T12:30:00Z".
[[nodiscard]] std::string iso_time(std::int64_t millis);
// Milliseconds since 1970.
[[nodiscard]] std::int64_t now_millis();

} // namespace touchline::server
