// What of a text from outside may be shown. Names, tags, sheets, arguments and file names can hold anything: escape
// sequences that a terminal obeys, marks that turn the direction of writing, letters that nobody sees, bytes that are
// no UTF-8. Everything that decides about them is here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace touchline {

inline constexpr std::size_t kLongestName = 40; // characters

// Whether a character has a harmless shape of its own: no control, no turner of directions, nothing invisible, no blank
// but the plain, the no-break, the narrow and the wide one. What joins or changes emoji (joiner, selector, tone of
// skin) is no such character: whether it stays is decided by what it stands beside.
[[nodiscard]] bool may_be_shown(char32_t code);

// For output: a replacement sign (U+FFFD) stands where something may not be shown, so that it is noticed. Lines stay
// lines. At most four marks are kept in a row. Valid UTF-8, and the same again when shown again.
[[nodiscard]] std::string shown_text(std::string_view text);
// The same as one line: a line break cannot forge a second one.
[[nodiscard]] std::string shown_line(std::string_view text);
// The same for JSON: characters that may not be shown are written as \u escapes, so that nothing is lost.
[[nodiscard]] std::string shown_json(std::string json);

// For what is kept, e.g. a record's tags: what may not be shown is left out, every blank is a plain one, what is no
// UTF-8 is replaced. Harmless text stays as it is.
[[nodiscard]] std::string tidy_text(std::string_view text);
// A name of a person or side: tidy, no blanks around it and single ones within, at most kLongestName characters; empty
// where nothing visible is left.
[[nodiscard]] std::string shown_name(std::string_view name);

} // namespace touchline
