#include "games/gridiron_glory/rules.hpp"
#include "play/kind_of.hpp"

namespace touchline {

template const Kind& kind<gridiron_glory::Rules>();

} // namespace touchline
