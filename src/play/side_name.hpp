// What a side is called where people read it.
#pragma once

#include "play/table.hpp"
#include "play/words.hpp"

namespace touchline {

// `called`: what a record or a table says. A computer player's id becomes the name that people know it by, a team card
// of the box its name in their language. A side without a name, or with no more than its seat for one, gets one of
// ours.
[[nodiscard]] std::string side_name(const Words& words, std::string_view called, Seat seat);

// By the tags of a game.
[[nodiscard]] SideNames side_names(const Table& table, const Words& words);

} // namespace touchline
