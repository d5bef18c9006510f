// A table of Sports Dice Football for its tests, and rolls that say what they do: the winning symbol with four dice
// against three, or as named.
#pragma once

#include "games/at_table.hpp"

namespace touchline {

[[nodiscard]] inline AtTable game(std::string_view options = "{}") { return at("sports-dice-football", options); }

inline constexpr std::string_view kTen = "10 10 10 10 20 TD | NG NG NG S S P6";
inline constexpr std::string_view kTwenty = "20 TD 20 10 20 20 | S S S NG NG T";
inline constexpr std::string_view kFieldGoal = "FG FG 10 FG TD FG | NG NG T T NG P6";
inline constexpr std::string_view kTouchdown = "TD TD 10 TD TD FG | NG NG T T NG P6";
inline constexpr std::string_view kNoGain = "10 10 10 20 FG TD | NG NG NG NG S P6";
inline constexpr std::string_view kSack = "10 10 10 20 FG TD | S S NG S S P6";
inline constexpr std::string_view kTurnover = "10 10 10 20 FG TD | T T T NG T S";
inline constexpr std::string_view kPickSix = "10 10 10 20 FG TD | P6 P6 P6 P6 NG S";
inline constexpr std::string_view kSixTens = "10 10 10 10 10 10 | NG NG S S T P6";
inline constexpr std::string_view kSixNoGains = "10 20 FG TD 10 20 | NG NG NG NG NG NG";

} // namespace touchline
