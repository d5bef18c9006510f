// What a side is called where people read it.
#pragma once

#include "play/words.hpp"

#include <fmt/format.h>

namespace touchline {

// A record names a computer player by its id: that becomes the name that people know it by. A side without a name is
// called by its seat.
[[nodiscard]] inline std::string side_name(const Words& words, std::string_view called, Seat seat) {
    if (called.empty()) return words.seat(seat);
    const std::string_view known = words.find(fmt::format("bot.{}.name", called));
    return std::string(known.empty() ? called : known);
}

} // namespace touchline
