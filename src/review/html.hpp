// The pictures and parts of the review's HTML page; html.cpp puts them together.
#pragma once

#include "review/presentation.hpp"

namespace touchline::review::html {

// Text from anywhere, for an element or an attribute in double quotes.
[[nodiscard]] std::string escaped(std::string_view text);

// The style sheet, without its element.
[[nodiscard]] std::string_view style();

// The winning chance of home from start to end, with drives, periods and the numbered moments. Two drawings of the
// same: one for a wide page, one for a phone.
enum class Room { wide, phone };
[[nodiscard]] std::string chart(const Report& report, Room room);

// A row of the account as a bar: the value before and after a change, on the scale of the whole account.
struct Span {
    double least = 0;
    double most = 1;
    double from = 0;
    double to = 0;
};
[[nodiscard]] std::string bar(const Span& span, std::string_view kind);

// The position before a step, small: the field where the game has one, and what else everybody sees.
[[nodiscard]] std::string board(const Report& report, std::size_t step);

// Where a drive led over the field; empty where the game has no yards.
[[nodiscard]] std::string drive_bar(const Report& report, const Drive& drive);

} // namespace touchline::review::html
