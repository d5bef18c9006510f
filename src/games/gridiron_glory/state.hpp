// Everything true in a position of Gridiron Glory.
#pragma once

#include "core/seat.hpp"
#include "games/gridiron_glory/sheet.hpp"

namespace touchline::gridiron_glory {

// What the game waits for. Positions that were written down have these numbers: new ones come last.
enum class Phase : u8 {
    toss,
    flip,
    fumble,
    score,
    reroll,
    over,
    side,    // R16: the winner of the toss chooses; it stands in `offense` until then
    whistle, // R7: the defence has referees rolled again, or declines
};

// A seat, or nobody before a toss.
enum class Holder : u8 { home, away, nobody };

inline constexpr int kOvertime = 5; // the quarter of overtime

// The cards of a side as bits: rank r has the bits from r times the number of suits on. Which suit of a rank has been
// seen is kept only so that no card falls twice; nothing depends on it.
using Cards = u64;

// Faces of the scoring dice, two bits each, the first die lowest.
using Faces = u16;

[[nodiscard]] constexpr Face face_at(Faces faces, int die) { return static_cast<Face>(faces >> (2 * die) & 3); }
[[nodiscard]] constexpr Faces with_face(Faces faces, int die, Face face) {
    return static_cast<Faces>((faces & ~(3U << (2 * die))) | static_cast<unsigned>(face) << (2 * die));
}
// The dice that show a face, one bit each at their place; places without a die show `none`.
[[nodiscard]] constexpr Faces showing(Faces faces, Face face) {
    const unsigned differ = faces ^ 0x5555U * static_cast<unsigned>(face);
    return static_cast<Faces>(~(differ | differ >> 1) & 0x5555U);
}

// A set of dice as bits side by side, spread to their places among faces.
[[nodiscard]] constexpr Faces spread(u8 dice) {
    unsigned bits = dice;
    bits = (bits | bits << 4) & 0x0f0fU;
    bits = (bits | bits << 2) & 0x3333U;
    return static_cast<Faces>((bits | bits << 1) & 0x5555U);
}

// Who has the ball and where, and what comes next.
struct Place {
    Holder offense = Holder::nobody;
    u8 space = 1;
    u8 attempt = 1; // the try
    Phase phase = Phase::toss;
    friend bool operator==(const Place&, const Place&) = default;
};

struct State {
    BySeat<Cards> unseen{};
    BySeat<u16> score{};
    Holder offense = Holder::nobody;
    u8 space = 1;
    u8 attempt = 1;
    Phase phase = Phase::toss;
    u8 left = 0; // unseen cards a side, buried ones included
    u8 pile = 0; // of these, cards still to be turned or buried
    Holder first_offense = Holder::nobody;
    u8 quarter = 1;
    Faces dice = 0;  // while a reroll or the choice of one is awaited
    u8 rerolled = 0; // a bit for each die that has been re-rolled
    u8 rerolls = 0;  // how many are awaited

    friend bool operator==(const State&, const State&) = default;
};

[[nodiscard]] constexpr Holder held_by(Seat seat) { return static_cast<Holder>(seat); }
// Requires: not nobody.
[[nodiscard]] constexpr Seat seat_of(Holder holder) { return static_cast<Seat>(holder); }
[[nodiscard]] constexpr bool dice_on_table(Phase phase) { return phase == Phase::reroll || phase == Phase::whistle; }
[[nodiscard]] constexpr Seat defense_of(const State& s) { return other(seat_of(s.offense)); }

} // namespace touchline::gridiron_glory
