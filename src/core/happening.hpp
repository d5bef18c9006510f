// What the rules did, told as it happens: one vocabulary for all games. Narrators, boards, page, review, box scores and
// simulations listen; nobody compares two positions to find out.
#pragma once

#include "core/seat.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

namespace touchline {

enum class What : u8 {
    toss,       // seat won it
    possession, // seat has the ball now; how it came, spot. A drive, possession or turn with the ball begins
    play,       // a play of the offence begins: the call, route or card; spot
    beat,       // seat's dice or card beat the other side's; level ones beat nobody
    gain,       // amount yards or intensity, negative where lost; spot after it
    first_down, // amount: the down
    down,
    stop, // seat did or suffered it; how, amount
    sack,
    flag,
    injury,
    card,
    carry_back, // `return`: a kick or a turnover is carried back
    steal,
    kick,      // seat kicks: kickoff, punt, field-goal …; amount: the distance
    miss,      // the kick or try that gave seat nothing
    score,     // amount points for seat; all scores together are the state's score
    turnover,  // seat takes the ball
    drive_end, // whose drive it was; how it ended
    period,    // amount: the period that begins
    clock,     // amount: seconds used
    chip,
    deal,
    weather,
    overtime,
    over, // seat has won; none for a draw
};
inline constexpr std::size_t kWhats = 26;

// What boards alone are told: the table protocol has no word for it.
[[nodiscard]] constexpr bool for_boards(What what) { return what == What::beat; }

[[nodiscard]] constexpr std::string_view name(What what) {
    constexpr std::array<std::string_view, kWhats> kNames{
        "toss",      "possession", "play",  "beat",   "gain",  "first-down", "down",     "stop",  "sack",
        "flag",      "injury",     "card",  "return", "steal", "kick",       "miss",     "score", "turnover",
        "drive-end", "period",     "clock", "chip",   "deal",  "weather",    "overtime", "over"};
    return kNames[static_cast<std::size_t>(what)];
}

// Fields that do not apply are left out. `how` is the game's own word (its text is in the catalogues, table [how]) and
// lives as long as the rules. Only what everybody at the table may know is told.
struct Happening {
    What what{};
    std::optional<Seat> seat{};
    std::string_view how{};
    std::optional<int> amount{};
    std::optional<int> spot{};

    friend bool operator==(const Happening&, const Happening&) = default;
};

// Sinks: whatever can be called with a Happening. The silent one costs nothing; rules may take a quicker way to the
// same position where the sink is silent.
struct Silent {
    [[gnu::always_inline]] void operator()(const Happening&) const {}
};
template <class Sink>
inline constexpr bool kSilent = std::is_same_v<std::remove_cvref_t<Sink>, Silent>;

// Collects what is told.
struct Told {
    std::vector<Happening> happened;
    void operator()(const Happening& happening) { happened.push_back(happening); }
};

} // namespace touchline
