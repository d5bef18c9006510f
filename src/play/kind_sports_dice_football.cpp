#include "games/sports_dice_football/rules.hpp"
#include "play/kind_of.hpp"

namespace touchline {

template const Kind& kind<sports_dice_football::Rules>();

} // namespace touchline
