#include "games/pocket_gridiron/rules.hpp"
#include "play/kind_of.hpp"

namespace touchline {

template const Kind& kind<pocket_gridiron::Rules>();

} // namespace touchline
