// Text of known width for a terminal: measuring, wrapping, padding and colouring. Pure.
// Widths count what is seen (core/characters.hpp): styles and combining marks take no column, East Asian letters and
// emoji two. Styles are the only escape sequences: any other is a character that may not be shown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace touchline::terminal {

enum class Ink { plain, colour };

using Lines = std::vector<std::string>;

[[nodiscard]] int width(std::string_view text);
// The whole characters of the text that fit; styles are closed.
[[nodiscard]] std::string clipped(std::string_view text, int columns);
// Clipped or filled with blanks to exactly so many columns.
[[nodiscard]] std::string padded(std::string_view text, int columns);
[[nodiscard]] std::string padded_left(std::string_view text, int columns);
[[nodiscard]] std::string centred(std::string_view text, int columns);
[[nodiscard]] std::string repeated(std::string_view text, int times);
// Two texts at the two ends of a line, the left one clipped where they meet.
[[nodiscard]] std::string spread(std::string_view left, std::string_view right, int columns);

// Lines of at most so many columns, broken at blanks (never at U+00A0), a longer word where it must be. A style that is
// open at a break is closed there and opened again. Lines after the first begin with `indent` blanks.
[[nodiscard]] Lines wrapped(std::string_view text, int columns, int indent = 0);

[[nodiscard]] Lines lines_of(std::string_view text);
[[nodiscard]] std::string joined_lines(const Lines& lines);

// What a terminal is given: styles where the ink has them, and nothing else that it would obey (core/shown_text.hpp).
// What joins or colours emoji is left out, since terminals do not agree on the columns it then takes.
[[nodiscard]] std::string drawn(std::string_view text, Ink ink);

// Letters without their accents, line drawing as ASCII: for a terminal that shows nothing else.
[[nodiscard]] std::string ascii(std::string_view text);

// Colours where the ink has them, the text alone where it has not.
class Pen {
public:
    explicit Pen(Ink ink) : ink_(ink) {}
    [[nodiscard]] Ink ink() const { return ink_; }
    [[nodiscard]] std::string bold(std::string_view text) const { return styled("1", text); }
    [[nodiscard]] std::string dim(std::string_view text) const { return styled("2", text); }
    [[nodiscard]] std::string inverse(std::string_view text) const { return styled("7", text); }
    [[nodiscard]] std::string red(std::string_view text) const { return styled("31", text); }
    [[nodiscard]] std::string green(std::string_view text) const { return styled("32", text); }
    [[nodiscard]] std::string yellow(std::string_view text) const { return styled("33", text); }
    [[nodiscard]] std::string blue(std::string_view text) const { return styled("34", text); }
    [[nodiscard]] std::string cyan(std::string_view text) const { return styled("36", text); }
    // Any SGR codes, e.g. "1;32".
    [[nodiscard]] std::string styled(std::string_view codes, std::string_view text) const;

private:
    Ink ink_;
};

} // namespace touchline::terminal
