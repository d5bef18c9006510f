// How often each action of a list is taken: all there is to know of a strategy at one choice.
#pragma once

#include "core/turn.hpp"

namespace touchline {

// In the order of the list; they add up to 1.
using Shares = InlineList<double, kMostActions>;

// What a strategy looks at: which actions are offered and no more, what each of them is worth, or anything it sees.
enum class Heed : u8 { actions, values, everything };

} // namespace touchline
