// The fields of a position as they are typed: ball=60, score=14-14, offense=home, injured.home=qb,wr.
#pragma once

#include "play/kind.hpp"

#include <string>
#include <vector>

namespace touchline::cli {

// As the protocol's `set` takes them, each read as its field's type. A text that sets nothing, a field that the game
// does not have and one that is given twice stop the program (misused); what a value may be is the game's to say.
[[nodiscard]] Json position_fields(const Kind& kind, const std::vector<std::string>& texts);

} // namespace touchline::cli
