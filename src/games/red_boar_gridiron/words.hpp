// Words of the page that more than one file writes or reads.
#pragma once

#include "games/red_boar_gridiron/state.hpp"

namespace touchline::red_boar_gridiron {

inline constexpr std::array<std::string_view, 5> kPhases{"kickoff", "scrimmage", "try", "free-kick", "overtime"};

[[nodiscard]] std::string_view name(Phase phase);

} // namespace touchline::red_boar_gridiron
