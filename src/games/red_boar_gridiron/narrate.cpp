// Play by play: what happened, as keys of the catalogue.
#include "games/red_boar_gridiron/rules.hpp"

namespace touchline::red_boar_gridiron {

void Rules::narrate(const Moment<State>&, Narration&) const {}

} // namespace touchline::red_boar_gridiron
