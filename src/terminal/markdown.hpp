// Markdown as text for a terminal: headings, wrapped paragraphs, lists, tables. Pure.
#pragma once

#include "terminal/text.hpp"

#include <string>
#include <string_view>

namespace touchline::terminal {

[[nodiscard]] std::string markdown(std::string_view text, int columns, Ink ink);

// Cells in columns under a rule; the first row is the head. Cells wrap where the columns do not hold them, and where
// not even that is possible every row becomes a short list.
[[nodiscard]] Lines drawn_table(const std::vector<std::vector<std::string>>& rows, int columns, Pen pen);

} // namespace touchline::terminal
