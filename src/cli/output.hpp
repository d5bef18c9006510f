// Everything that the commands print goes through here, so that nothing they quote (a name, a file, an argument, a
// book) can reach the terminal as a command: core/shown_text.hpp decides what may be shown.
#pragma once

#include "games/json.hpp"
#include "play/kind.hpp"
#include "play/position.hpp"
#include "play/words.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace touchline::cli {

// Writes text as it is: only for what is known to be harmless.
void write_to(std::FILE* stream, std::string_view text);
// Writes text as a terminal may be given it (terminal/text.hpp); lines stay lines.
void print_text(std::FILE* stream, std::string_view text);

template <class... Args>
void print(fmt::format_string<Args...> format, Args&&... args) {
    print_text(stdout, fmt::format(format, std::forward<Args>(args)...));
}
template <class... Args>
void print(std::FILE* stream, fmt::format_string<Args...> format, Args&&... args) {
    print_text(stream, fmt::format(format, std::forward<Args>(args)...));
}

// One line on standard error: a line break in what it quotes does not make a second one.
void complain(std::string_view sentence);

// Text with styles, as the terminal can show it.
void print_drawn(std::string_view text);

// Two blanks for each level; what may not be shown is escaped, so that nothing is lost.
void print_json(const Json& json);

// Long text with styles: through a pager where standard output is a terminal that it does not fit
// (TOUCHLINE_PAGER, PAGER, else less).
void page(std::string_view text);

// --quiet: nothing but results; progress and notes are left out.
void set_quiet(bool quiet);
[[nodiscard]] bool quiet();
// A line for whoever watches, on standard error.
void note(std::string_view line);

// Whether everything has reached standard output.
[[nodiscard]] bool flushed();
// Whether whoever reads standard output has left: nothing is wrong then, and nothing is to be said.
[[nodiscard]] bool reader_gone();

// On a terminal: replaces the line that standard error shows; an empty one clears it.
void renew_line(std::string_view line);

} // namespace touchline::cli
