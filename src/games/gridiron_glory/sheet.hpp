// The box of Gridiron Glory as its sheet describes it.
#pragma once

#include "core/seat.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace touchline {
class SheetTable;
}

namespace touchline::gridiron_glory {

inline constexpr int kSides = 6;      // faces of a die
inline constexpr int kMostDice = 6;   // a toss throws twice as many
inline constexpr int kMostCards = 64; // a side
inline constexpr int kMostSpaces = 99;
inline constexpr int kMostTries = 99;
inline constexpr int kMostPoints = 99;

// A face of the scoring dice.
enum class Face : u8 { none, referee, whistle, ball };

inline constexpr std::array<std::string_view, 4> kFaceNames{"", "REF", "WHISTLE", "BALL"};
[[nodiscard]] constexpr std::string_view name(Face face) { return kFaceNames[static_cast<std::size_t>(face)]; }

struct Sheet {
    std::vector<std::string> ranks; // low to high
    BySeat<std::vector<std::string>> suits;
    int buried_on_tie = 0;
    int dice = 0;
    std::array<Face, kSides> faces{};
    int spaces = 0;
    int tries = 0;
    int touchdown = 0;
    int field_goal = 0;

    [[nodiscard]] int suits_a_side() const { return static_cast<int>(suits.home.size()); }
    [[nodiscard]] int cards() const { return static_cast<int>(ranks.size()) * suits_a_side(); }
};

[[nodiscard]] Sheet read_sheet(const SheetTable& root);

} // namespace touchline::gridiron_glory
