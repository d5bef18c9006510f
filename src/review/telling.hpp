// A review in words: text with a chart for a terminal, JSON for the page, one self-contained HTML file to keep.
#pragma once

#include "games/json.hpp"
#include "play/words.hpp"
#include "review/review.hpp"

namespace touchline::review {

// One sentence on a turning point or a mistake, and why it mattered.
[[nodiscard]] std::string moment_text(const Review& review, const Table& table, std::size_t step, const Words& words,
                                      const SideNames& sides);
[[nodiscard]] std::string mistake_text(const Review& review, const Table& table, std::size_t step, const Words& words,
                                       const SideNames& sides);

// The names of the record's tags, else the catalogue's.
[[nodiscard]] SideNames side_names(const Table& table, const Words& words);

// "61 %", "0.3 %": no false precision.
[[nodiscard]] std::string percent(double share, const Words& words);

[[nodiscard]] Json to_json(const Review& review, const Table& table, const Words& words);
[[nodiscard]] std::string to_text(const Review& review, const Table& table, const Words& words, int columns);
[[nodiscard]] std::string to_html(const Review& review, const Table& table, const Words& words);

} // namespace touchline::review
