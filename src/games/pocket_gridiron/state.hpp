// Everything true in a position of Pocket Sports Gridiron.
#pragma once

#include "games/pocket_gridiron/sheet.hpp"

namespace touchline::pocket_gridiron {

// What the game waits for. Two steps may share an event: they differ in what follows. Positions that were written down
// have these numbers: new ones come last.
enum class Step : u8 {
    toss,
    fourth_down,
    qb,
    wr,
    te,
    rb,
    sack,  // after a scramble
    blitz, // the sack roll of a defence that declined (step 6)
    set_play,
    audible,
    recover,
    intercept, // the skill check of the defence's card
    decoy,     // the skill check of the offence's card
    runback,   // the return of an interception
    defense,
    penalty,
    flag_on_defense, // the offence accepts or declines
    flag_on_offense, // the defence accepts or declines
    endzone,
    after_touchdown,
    pat,
    kick,
    over,
    rush, // R14: the defence tries the sack, or lets him go
    pick, // R22: the interceptors run the ball back, or keep it
};
inline constexpr std::size_t kStepCount = 25;

enum class Phase : u8 { series, conversion };

// Who opened counts where the other side opens the second half (R17), and only until then.
enum class Period : u8 { regular, overtime, opened_by_home, opened_by_away };

[[nodiscard]] constexpr bool opener_counts(Period period) { return period >= Period::opened_by_home; }
[[nodiscard]] constexpr Period opened_by(Seat seat) {
    return seat == Seat::home ? Period::opened_by_home : Period::opened_by_away;
}
// Requires: opener_counts().
[[nodiscard]] constexpr Seat opener(Period period) {
    return period == Period::opened_by_home ? Seat::home : Seat::away;
}

inline constexpr u8 kNobody = 4; // State::carrier
inline constexpr u8 kNoRoll = 0; // State::rolled
inline constexpr u16 kMostBonus = 60000;
inline constexpr int kMostInjuries = 16; // of one position

// The marks of a play under way.
enum PlayMark : u8 {
    kFlagDeclined = 1, // from now on in this play a FLAG counts 0
    kDecoyed = 2,      // the defence has only one roll
    kLooseBall = 4,    // R20: the flag fell on the roll for a loose ball
    kPointAfter = 8,   // R20: or on the one against a point after
    kFlagDown = 16,    // R16: the first roll is a FLAG, and the second is made before the penalty
};

struct State {
    std::array<u16, 2> score{}; // by seat
    u16 bonus = 0;              // of this play
    u16 value = 0;              // to be reached by the defence; 0 without a carrier
    Step step = Step::toss;
    Seat offense = Seat::home;  // home before the toss too, where it means nothing
    std::array<u8, 2> drives{}; // left by seat, the running one included
    u8 down = 1;
    u8 sacks = 0;
    u8 scrambles = 0;
    Phase phase = Phase::series;
    std::array<u8, 2> injured{}; // by seat, a bit for each Position
    u8 carrier = kNobody;        // Position
    u8 rolled = kNoRoll;         // the first defence roll that stands: 1 + 2 * value + (1 with the mark injury)
    u8 route = 0;                // while a skill check is due: which face of the carrier's die
    u8 marks = 0;                // PlayMark
    u8 returned = 0;             // 1: this try follows an interception return
    Period period{};
    std::array<u16, 2> more_injuries{}; // by seat, four bits for each Position: those beyond the first (R4)

    // Positions that were written down before R4 had its other reading end here.
    static constexpr std::size_t kFirstSize = 24;

    friend bool operator==(const State&, const State&) = default;
};
static_assert(sizeof(State) == 28 && std::has_unique_object_representations_v<State>);

[[nodiscard]] constexpr std::size_t at(Seat seat) { return static_cast<std::size_t>(seat); }
[[nodiscard]] constexpr std::size_t at(Step step) { return static_cast<std::size_t>(step); }
[[nodiscard]] constexpr u8 bit(Position position) { return static_cast<u8>(1U << at(position)); }

// How often a position has been injured, as far as that counts.
[[nodiscard]] constexpr unsigned injuries(const State& s, Seat seat, Position position) {
    return (s.injured[at(seat)] >> at(position) & 1U) + (s.more_injuries[at(seat)] >> 4 * at(position) & 15U);
}

} // namespace touchline::pocket_gridiron
