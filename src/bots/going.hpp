// The oldest question of a sideline: play on for more, or kick?
#pragma once

namespace touchline::bots {

enum class Going { always, never };

} // namespace touchline::bots
