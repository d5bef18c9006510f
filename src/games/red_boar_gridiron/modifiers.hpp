// The modifiers of a defence card as they are printed: "1=#(-10),2-3=I".
#pragma once

#include "games/red_boar_gridiron/sheet.hpp"

namespace touchline::red_boar_gridiron {

// Fills `out` by roll. Answers every reason why the text cannot be read.
[[nodiscard]] std::vector<Message> read_modifiers(std::string_view text, std::array<Modifier, 6>& out);

} // namespace touchline::red_boar_gridiron
