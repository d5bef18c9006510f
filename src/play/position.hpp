// A position as one short text that fits a URL: game, options, sheet, state. E.g.
// "pocket-gridiron~mode.pro~s1f2e3d4c5b6a7988~AAEC…": parts joined by '~', options as name.value in the order of names,
// the sheet's hash where it is not the default one, last the state's bytes and a check in base64url.
#pragma once

#include "play/table.hpp"

namespace touchline {

// Which table an answer in JSON is about: game, options, sheet.
[[nodiscard]] Json table_json(const Table& table);

[[nodiscard]] std::string position_text(const Table& table);
// The position in which the table's history began.
[[nodiscard]] std::string start_text(const Table& table);

// Begins a new history at the position. It must be one of this table's game, options and sheet.
OrRefusal<Done> set_position(Table& table, std::string_view text);

// Opens a table in the position. A text that is mistyped or no position of its game is a bad-state; a position of a
// sheet other than the default one needs that sheet's text.
[[nodiscard]] OrRefusal<std::unique_ptr<Table>>
open_position(std::string_view text, const std::optional<std::string>& sheet_path = std::nullopt);

} // namespace touchline
