// Everything true in a position of Sports Dice Football.
#pragma once

#include "games/sports_dice_football/dice_side.hpp"

namespace touchline::sports_dice_football {

// What the game waits for.
enum class Phase : u8 {
    toss,         // the coin
    toss_choice,  // its winner: offence or defence
    fourth_down,  // go, punt or kick
    roll,         // the dice of a play
    punt,         // the dice of a punt
    field_goal,   // the dice of a field goal attempt
    offense_play, // from here on the dice lie on the table
    defense_play,
    chip,
    fg_symbol,
    over,
};

enum class Chip : u8 { home, away, none };

[[nodiscard]] constexpr Chip held_by(Seat seat) { return seat == Seat::home ? Chip::home : Chip::away; }

inline constexpr u8 kNoPlay = 0xff;

struct State {
    Roll offense_dice = 0; // both 0 unless a roll is being decided
    Roll defense_dice = 0;
    BySeat<u8> score{};
    Seat offense = Seat::home; // during toss_choice: who won the toss
    u8 ball = 0;               // yards from the offence's own goal line
    u8 down = 1;
    u8 line = 0;
    Chip chip = Chip::none;
    Phase phase = Phase::toss;
    u8 offense_play = kNoPlay; // Symbol that is picked or settled, while a roll is being decided
    u8 defense_play = kNoPlay;

    friend bool operator==(const State&, const State&) = default;
};

[[nodiscard]] constexpr Seat defense_of(const State& state) { return other(state.offense); }
[[nodiscard]] constexpr bool dice_on_table(Phase phase) {
    return phase >= Phase::offense_play && phase <= Phase::fg_symbol;
}

} // namespace touchline::sports_dice_football
