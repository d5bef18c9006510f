// JSON between text and value, for what comes from outside: bounded in depth, never throwing.
#pragma once

#include "games/json.hpp"

#include <string>
#include <string_view>

namespace touchline::server {

struct Refused;

// Null where the text is no JSON object, or one nested too deep.
[[nodiscard]] Json parsed_object(std::string_view text);
// One line; bytes that are no UTF-8 are replaced.
[[nodiscard]] std::string dumped(const Json& json);
// {"ok":false,"error":{…}}.
[[nodiscard]] Json refused_json(const Refused& refused);
// "2026-05-01T12:30:00Z".
[[nodiscard]] std::string iso_time(std::int64_t millis);
// Milliseconds since 1970.
[[nodiscard]] std::int64_t now_millis();

} // namespace touchline::server
