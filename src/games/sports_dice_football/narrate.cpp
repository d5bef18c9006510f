#include "games/sports_dice_football/rules.hpp"

namespace touchline::sports_dice_football {

void Rules::narrate(const Moment<State>&, Narration&) const {}

} // namespace touchline::sports_dice_football
