// A position of Pocket Sports Rugby, middle of a phase included, in 22 bytes.
#pragma once

#include "core/seat.hpp"
#include "core/turn.hpp"
#include "games/pocket_rugby/sheet.hpp"

#include <array>

namespace touchline::pocket_rugby {

// Names of turns in the protocol's order: those of chance first, then the choices.
enum class Event : u8 {
    weather,
    toss,
    scrum_half,
    forward,
    centre,
    wing,
    back,
    skill,
    tackle,
    ruck,
    try_,
    range,
    kick,
    scrum,
    lineout,
    card,
    pass,
    maul,
    big_hit,
    drop_goal,
    penalty,
    attempt,
    check,
};

inline constexpr std::size_t kEvents = 23;
inline constexpr std::size_t kChanceEvents = 16;

// What the match waits for. Each phase has one event; several phases share a die.
enum class Phase : u8 {
    weather,          // step 1
    toss,             // step 1
    scrum_half,       // step 2
    forward,          // step 3
    centre,           // step 3
    wing,             // step 3
    back,             // step 3
    pass,             // step 3, choice
    decoy,            // step 4, the attack's check
    intercept,        // step 4, the defence's check
    maul,             // step 4, choice
    stop_maul,        // step 4, the defence's check
    first_tackle,     // step 5
    second_tackle,    // step 5
    only_tackle,      // step 5, after a decoy
    big_hit,          // step 5, choice
    ruck,             // step 5
    try_,             // step 6
    conversion_range, // step 6
    conversion_kick,  // step 6
    drop_range,       // step 7
    drop_goal,        // step 7, choice
    charge_down,      // step 7, the defence's check
    drop_kick,        // step 7
    scrum,            // step 9
    lineout,          // step 9
    card,             // step 10
    penalty_range,    // step 10
    penalty,          // step 10, choice
    penalty_kick,     // step 10
    over,             // step 12
    try_decoy,        // R8, choice
    try_intercept,    // R8, choice
    try_charge_down,  // R8, choice
    card_check,       // R8, choice
};

inline constexpr std::size_t kPhases = 35;

// "Nobody" and "nothing" in a byte of the state.
inline constexpr u8 kNone = 255;

// What is in hand between two scrum-half rolls; all nothing before one.
struct Ball {
    u8 carrier = kNone; // a Position
    u8 face = kNone;    // of the carrier's die: the run that is on
    u8 value = kNone;   // of that run
    u8 tackle = kNone;  // face of the first of two tackle rolls; before it of the big hit that the last tackle ended
                        // with, where big hits in a row injure (R2)
    u8 range = kNone;   // face of the brown die: how far the kick must go
    u8 thrown = 0;      // 1 while a lineout's throw is with the side that erred

    friend bool operator==(const Ball&, const Ball&) = default;
};

struct State {
    Phase phase = Phase::toss;
    u8 offense = kNone;
    u8 first_attack = kNone;
    u8 half = 1;
    std::array<u8, 2> score{};
    std::array<u8, 2> cards{};        // the deduction that counts now
    std::array<u8, 2> yellow_total{}; // all yellow cards of the match
    std::array<u8, 2> injured{};      // one bit a position
    u8 quick_tap = 0;                 // tackles left
    Weather weather = Weather::off;
    Ball ball{};

    friend bool operator==(const State&, const State&) = default;
};

[[nodiscard]] constexpr std::size_t place(Seat seat) { return static_cast<std::size_t>(seat); }
[[nodiscard]] constexpr std::size_t place(Position position) { return static_cast<std::size_t>(position); }
[[nodiscard]] constexpr std::size_t place(Weather weather) { return static_cast<std::size_t>(weather); }
[[nodiscard]] constexpr std::size_t place(Event event) { return static_cast<std::size_t>(event); }
[[nodiscard]] constexpr std::size_t place(Phase phase) { return static_cast<std::size_t>(phase); }

// How a phase's turn is made: who answers it, seen from the side with the ball.
enum class By : u8 { home, attack, defence };

struct PhaseTurn {
    TurnKind kind;
    Event event;
    By by;
};

inline constexpr std::array<PhaseTurn, kPhases> kTurns{{
    {TurnKind::chance, Event::weather, By::home},      {TurnKind::chance, Event::toss, By::home},
    {TurnKind::chance, Event::scrum_half, By::attack}, {TurnKind::chance, Event::forward, By::attack},
    {TurnKind::chance, Event::centre, By::attack},     {TurnKind::chance, Event::wing, By::attack},
    {TurnKind::chance, Event::back, By::attack},       {TurnKind::choice, Event::pass, By::attack},
    {TurnKind::chance, Event::skill, By::attack},      {TurnKind::chance, Event::skill, By::defence},
    {TurnKind::choice, Event::maul, By::defence},      {TurnKind::chance, Event::skill, By::defence},
    {TurnKind::chance, Event::tackle, By::defence},    {TurnKind::chance, Event::tackle, By::defence},
    {TurnKind::chance, Event::tackle, By::defence},    {TurnKind::choice, Event::big_hit, By::defence},
    {TurnKind::chance, Event::ruck, By::defence},      {TurnKind::chance, Event::try_, By::attack},
    {TurnKind::chance, Event::range, By::attack},      {TurnKind::chance, Event::kick, By::attack},
    {TurnKind::chance, Event::range, By::attack},      {TurnKind::choice, Event::drop_goal, By::attack},
    {TurnKind::chance, Event::skill, By::defence},     {TurnKind::chance, Event::kick, By::attack},
    {TurnKind::chance, Event::scrum, By::defence},     {TurnKind::chance, Event::lineout, By::defence},
    {TurnKind::chance, Event::card, By::attack},       {TurnKind::chance, Event::range, By::attack},
    {TurnKind::choice, Event::penalty, By::attack},    {TurnKind::chance, Event::kick, By::attack},
    {TurnKind::over, Event::weather, By::home},        {TurnKind::choice, Event::attempt, By::attack},
    {TurnKind::choice, Event::attempt, By::defence},   {TurnKind::choice, Event::attempt, By::defence},
    {TurnKind::choice, Event::check, By::attack},
}};

// Codes of actions; at `pass` the code is a Position.
namespace action {
inline constexpr Action kStop{0}, kDefend{1};  // maul
inline constexpr Action kSteal{0}, kTackle{1}; // big-hit
inline constexpr Action kKick{0}, kPass{1};    // drop-goal
inline constexpr Action kQuickTap{1};          // penalty, the other one is kKick
inline constexpr Action kAttempt{0};           // attempt, the other one is kDecline
inline constexpr Action kCheck{0};             // check, the other one is kDecline
inline constexpr Action kDecline{1};
} // namespace action

} // namespace touchline::pocket_rugby
