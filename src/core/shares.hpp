// How often each action of a list is taken: all there is to know of a strategy at one choice.
#pragma once

#include "core/turn.hpp"

namespace touchline {

// In the order of the list; they add up to 1.
using Shares = InlineList<double, kMostActions>;

// What a strategy looks at: which actions are offered and no more, what each of them is worth, or anything it sees.
// `best` looks at values too, and takes the first action that no other one beats.
enum class StrategyInput : u8 { actions, values, best, everything };

[[nodiscard]] constexpr bool uses_values(StrategyInput input) {
    return input == StrategyInput::values || input == StrategyInput::best;
}

} // namespace touchline
