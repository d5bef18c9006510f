// A game as rows for a data frame, with the column names of nflverse's play-by-play: docs/export.md lists them.
#pragma once

#include "games/json.hpp"
#include "review/presentation.hpp"

#include <span>

namespace touchline::review {

enum class Rows { plays, drives, box };

// In the order of the columns.
[[nodiscard]] std::span<const std::string_view> columns_of(Rows rows);
// Every row has every column, null where the game has no such thing.
[[nodiscard]] std::vector<Json> exported(const Report& report, Rows rows);

// With a line of names, RFC 4180. Text that a spreadsheet would take for a formula begins with an apostrophe.
[[nodiscard]] std::string to_csv(std::span<const std::string_view> columns, const std::vector<Json>& rows);

} // namespace touchline::review
