// A component sheet drawn for people: dice, cards and tables, each figure with where it comes from. Pure.
#pragma once

#include "play/words.hpp"
#include "terminal/text.hpp"

namespace touchline::terminal {

// Requires: a text that is TOML; a text that is none gives an empty page.
[[nodiscard]] Lines sheet_page(std::string_view toml, int columns, Pen pen, const Words& words);

// The game that a sheet says it is for, also where the rest of it cannot be read; empty where it does not say.
[[nodiscard]] std::string game_of_sheet(std::string_view toml);

} // namespace touchline::terminal
