// What an action comes to before anything else is decided for long: how often it brings points, costs the ball or wins
// it, and what each of these is worth then. The parts of an action add up to its value.
#pragma once

#include "core/seat.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace touchline::analysis {

// What happens first, for the seat that decides. `scores` is before `concedes`, both before the ball.
enum class Coming : u8 { scores, concedes, loses_ball, wins_ball, first_down, goes_on };
inline constexpr std::size_t kComings = 6;

[[nodiscard]] constexpr std::string_view name(Coming coming) {
    constexpr std::array<std::string_view, kComings> kNames{"scores",    "concedes",   "loses-ball",
                                                            "wins-ball", "first-down", "goes-on"};
    return kNames[static_cast<std::size_t>(coming)];
}

struct OutlookPart {
    Coming coming{};
    double chance = 0;
    double value = 0; // win + draw/2 of the seat once it has come so
};

struct Outlook {
    std::string action;
    std::vector<OutlookPart> parts{}; // in the order of Coming; chances sum to 1
};

} // namespace touchline::analysis
