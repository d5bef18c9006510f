// How good a strategy with hidden cards is, for those who list it: measured when its book was solved.
#pragma once

#include "games/json_text.hpp"
#include "play/words.hpp"
#include "solve/exploitability.hpp"

namespace touchline::cli {

[[nodiscard]] std::string card_figures(const Words& words, const solve::Exploitability& measure);
[[nodiscard]] Json card_figures_json(const solve::Exploitability& measure);

} // namespace touchline::cli
