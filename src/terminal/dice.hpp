// Dice, cards and frames drawn with lines. Pure.
#pragma once

#include "terminal/text.hpp"

namespace touchline::terminal {

// One box with a face in it.
struct Die {
    std::string face;
    std::string codes{}; // its colour, as SGR codes
};

// Dice that fell together, and a word beneath them.
struct Throw {
    std::vector<Die> dice;
    std::string label{};
};

// Boxes side by side, in as many rows as the width needs.
[[nodiscard]] Lines drawn_throws(const std::vector<Throw>& throws, int columns, Pen pen);

// A whole die: its faces and, below each, what else stands on it.
struct DieFaces {
    struct Row {
        std::string label;
        std::vector<std::string> cells;
    };
    std::vector<std::string> faces;
    std::vector<Row> rows{};
};
// As boxes where they fit, else as a table with a row for each face.
[[nodiscard]] Lines drawn_die(const DieFaces& die, int columns, Pen pen);

// Lines in a frame, each padded to `inner` columns and wrapped where it is longer.
[[nodiscard]] Lines framed(const Lines& lines, int inner);
// Blocks next to each other with `gap` columns between them.
[[nodiscard]] Lines side_by_side(const std::vector<Lines>& blocks, int gap);

} // namespace touchline::terminal
