// The stations of Gridiron: where on the field a game stands between plays, whatever the score, the clock and the
// hands.
#pragma once

#include "games/red_boar_gridiron/rules.hpp"

#include <optional>

namespace touchline::solve::red_boar_gridiron {

using namespace touchline::red_boar_gridiron;

// Kickoff, free kick, after-touchdown; then a conversion that is about to be played, by ball; then ball, down and line.
inline constexpr std::size_t kKickoff = 0;
inline constexpr std::size_t kFreeKick = 1;
inline constexpr std::size_t kAfterTouchdown = 2;
inline constexpr std::size_t kConversion = 3;
inline constexpr std::size_t kBalls = 19; // 5 to 95
inline constexpr std::size_t kScrimmage = kConversion + kBalls;
inline constexpr std::size_t kSpots = 189; // pairs of a ball and a line beyond it
inline constexpr std::size_t kStations = kScrimmage + 4 * kSpots;

[[nodiscard]] constexpr std::size_t ball_index(int ball) { return static_cast<std::size_t>(ball / kStep - 1); }

// Lines are 15 to 100; before line L lie L/5 - 1 balls.
[[nodiscard]] constexpr std::size_t scrimmage_index(int ball, int down, int line) {
    const auto lines = static_cast<std::size_t>(line / kStep - 3);
    const std::size_t before = (lines + 1) * (lines + 2) / 2 - 1;
    return kScrimmage + static_cast<std::size_t>(down - 1) * kSpots + before + ball_index(ball);
}

// With cards a station is where hands are drawn up and what follows until cards lie face down.
[[nodiscard]] inline std::optional<std::size_t> card_station_of(const Public& s) {
    const bool drawing = s.step == Step::draw_offense || s.step == Step::draw_defense;
    if (s.phase == Phase::kickoff) return s.step == Step::kickoff ? std::optional(kKickoff) : std::nullopt;
    if (s.phase == Phase::free_kick) return s.step == Step::punt ? std::optional(kFreeKick) : std::nullopt;
    if (s.phase != Phase::attempt) {
        if (!drawing && s.step != Step::call && s.step != Step::card) return std::nullopt;
        return scrimmage_index(s.ball, s.down, s.line);
    }
    if (s.step == Step::after_touchdown || (drawing && s.then == Then::after_touchdown)) return kAfterTouchdown;
    if (s.step == Step::card || drawing) return kConversion + ball_index(s.ball);
    return std::nullopt;
}

// The station that a position is, if it is one. A call that is not asked (overtime, too far to kick) is its play.
[[nodiscard]] inline std::optional<std::size_t> station_of(const Rules& rules, const State& s) {
    if (rules.options().cards) return card_station_of(s);
    const bool begun = s.step == (rules.options().penalties ? Step::flags : Step::play) && s.called == Call::play;
    switch (s.phase) {
    case Phase::kickoff: return s.step == Step::kickoff ? std::optional(kKickoff) : std::nullopt;
    case Phase::free_kick: return s.step == Step::punt ? std::optional(kFreeKick) : std::nullopt;
    case Phase::attempt:
        if (s.step == Step::after_touchdown) return kAfterTouchdown;
        if (begun && (rules.options().penalties || Rules::tries_only(s))) return kConversion + ball_index(s.ball);
        return std::nullopt;
    case Phase::scrimmage:
    case Phase::overtime:
        if (s.step == Step::call || (begun && !rules.any_call_but_play(s)))
            return scrimmage_index(s.ball, s.down, s.line);
        return std::nullopt;
    }
    return std::nullopt;
}

// R22: it is agreed who begins an overtime, so that it is not worth the same to both.
[[nodiscard]] inline bool agrees_overtime(const Rules& rules) {
    return rules.options().first_agreed() && rules.options().overtime != Overtime::tie;
}

// Puts a station's field into a position whose score, clock, seats and quarter are there already.
void place(const Rules& rules, State& s, std::size_t station);

} // namespace touchline::solve::red_boar_gridiron
