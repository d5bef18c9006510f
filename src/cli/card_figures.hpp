// How good a strategy with hidden cards is, for those who list it: measured when its book was solved.
#pragma once

#include "bots/library.hpp"
#include "play/words.hpp"

#include <nlohmann/json_fwd.hpp>

namespace touchline::cli {

using CardMeasure = solve::red_boar::CardMeasure;

// Of the book that is there; nothing is solved for it.
[[nodiscard]] std::optional<CardMeasure> card_measure(const Table& table, bots::Library& library);
[[nodiscard]] std::string card_figures(const Words& words, const CardMeasure& measure);
[[nodiscard]] Json card_figures_json(const CardMeasure& measure);

} // namespace touchline::cli
