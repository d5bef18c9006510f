#include "games/pocket_rugby/rules.hpp"
#include "play/kind_of.hpp"

namespace touchline {

template const Kind& kind<pocket_rugby::Rules>();

} // namespace touchline
