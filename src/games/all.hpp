// THE list of games, in the order in which they are shown.
#pragma once

#include "games/gridiron_glory/rules.hpp"
#include "games/pocket_gridiron/rules.hpp"
#include "games/pocket_rugby/rules.hpp"
#include "games/red_boar_gridiron/rules.hpp"
#include "games/sports_dice_football/rules.hpp"

namespace touchline {

template <class... Games>
struct GameList {};

using AllGames = GameList<pocket_gridiron::Rules, gridiron_glory::Rules, pocket_rugby::Rules, red_boar_gridiron::Rules,
                          sports_dice_football::Rules>;

} // namespace touchline
