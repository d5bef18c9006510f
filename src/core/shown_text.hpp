// What of a text from outside may be shown. Names, tags, sheets, arguments and file names can hold anything: escape
// sequences that a terminal obeys, marks that change the direction of writing, invisible letters, bytes that are not
// UTF-8. Everything that decides about them is here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace touchline {

inline constexpr std::size_t kLongestName = 40; // characters

// Whether a character is visible and harmless by itself: not a control, not a change of writing direction, not
// invisible, and not a blank other than the plain, no-break, narrow and wide ones. Joiners, selectors and skin tones of
// emoji are not: whether they stay depends on the characters around them.
[[nodiscard]] bool may_be_shown(char32_t code);

// For output: U+FFFD replaces what may not be shown, so that it is noticed. Line breaks stay. At most four marks are
// kept in a row. The result is valid UTF-8, and showing it again changes nothing.
[[nodiscard]] std::string shown_text(std::string_view text);
// The same on one line: a line break cannot forge a second one.
[[nodiscard]] std::string shown_line(std::string_view text);
// The same for JSON: characters that may not be shown are written as \u escapes, so that nothing is lost.
[[nodiscard]] std::string shown_json(std::string json);

// For what is stored, e.g. a record's tags: what may not be shown is left out, every blank becomes a plain one, bytes
// that are not UTF-8 are replaced. Harmless text stays as it is.
[[nodiscard]] std::string tidy_text(std::string_view text);
// A name of a person or side: tidy, no blanks around it and single ones within, at most kLongestName characters; empty
// where nothing visible is left.
[[nodiscard]] std::string shown_name(std::string_view name);

} // namespace touchline
