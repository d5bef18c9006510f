// What all handles of the process share: the books in memory, and the players made of them.
#pragma once

#include "analysis/library.hpp"
#include "bots/players.hpp"

namespace touchline::abi {

[[nodiscard]] analysis::Library& library();
[[nodiscard]] bots::Players& players();

} // namespace touchline::abi
