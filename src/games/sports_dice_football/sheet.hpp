// The components of Sports Dice Football: two sets of dice, the field, the points.
#pragma once

#include "core/seat.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace touchline {
class SheetTable;
}

namespace touchline::sports_dice_football {

// The eight symbols. The first four are those of an offence, the last four those of a defence.
enum class Symbol : u8 { ten, twenty, field_goal, touchdown, no_gain, sack, turnover, pick_six };

inline constexpr std::size_t kSymbols = 8;
inline constexpr std::size_t kSideSymbols = 4;
inline constexpr std::array<std::string_view, kSymbols> kSymbolNames{"10", "20", "FG", "TD", "NG", "S", "T", "P6"};

[[nodiscard]] constexpr std::string_view name(Symbol symbol) { return kSymbolNames[static_cast<std::size_t>(symbol)]; }

[[nodiscard]] constexpr int yards_of(Symbol symbol) {
    if (symbol == Symbol::ten) return 10;
    if (symbol == Symbol::twenty) return 20;
    return 0;
}

[[nodiscard]] constexpr std::optional<Symbol> symbol_named(std::string_view text) {
    for (std::size_t i = 0; i < kSymbols; ++i)
        if (kSymbolNames[i] == text) return static_cast<Symbol>(i);
    return std::nullopt;
}

inline constexpr int kFaces = 6;
inline constexpr int kMostDice = 6; // a side

// One side's dice: all of them alike.
struct DieSheet {
    int count = kMostDice;
    std::array<Symbol, kFaces> faces{};
};

// Yards are multiples of 5, counted from the offence's own goal line.
inline constexpr int kGrid = 5;
inline constexpr int kGoal = 100;

struct Sheet {
    DieSheet offense;
    DieSheet defense;
    int start = 0;      // where a side begins after a score
    int first_line = 0; // brings new downs; also where the field goal symbol carries the ball
    int sack_loss = 0;
    int fg_advance = 0;     // instead of the kick
    int end_zone_depth = 0; // a field goal must carry to its back
    int touchdown = 0;
    int field_goal = 0;
    int safety = 0;
    int target = 0;
};

[[nodiscard]] Sheet read_sheet(const SheetTable& root);

} // namespace touchline::sports_dice_football
