// The typed bots of one game by name.
#pragma once

#include "bots/bot.hpp"

#include <array>
#include <memory>
#include <string_view>

namespace touchline::bots {

// Null where there is no bot of that name.
template <GameRules R>
[[nodiscard]] std::unique_ptr<Bot<R>> make_bot(std::string_view name) {
    if (name == "random") return std::make_unique<RandomBot<R>>();
    if (name == "coach") return std::make_unique<CoachBot<R>>();
    if (name == "first") return std::make_unique<FixedBot<R>>(Which::first);
    if (name == "last") return std::make_unique<FixedBot<R>>(Which::last);
    return nullptr;
}

inline constexpr std::array<std::string_view, 4> kHabits{"random", "coach", "first", "last"};

} // namespace touchline::bots
