// How good the strategy with cards is in the game as it is, where hands last: measured by playing it.
//
// A play changes a side's chance by what it drew and chose, then by the dice. Only the first is added up: what the
// choices are worth over all that the responder cannot know, less what the station was worth. The sum over a game is,
// on average, how far the result is from what the book says; the dice, which would drown it, are left out, and so is
// the luck of the cards that are drawn for the current play.
#pragma once

#include "solve/exploitability.hpp"
#include "solve/job.hpp"
#include "solve/red_boar_gridiron/card_strategy.hpp"

#include <functional>

namespace touchline::solve::red_boar_gridiron {

using CardMeasure = Exploitability;

// What a measure asks of values: a station's worth to home, and what it offers.
struct CardValues {
    std::function<std::optional<double>(const State&)> worth; // empty: not known, the ledger stops
    std::function<CardStage(const Public&)> stage;
};

// The same for every number of threads.
[[nodiscard]] CardMeasure measure_cards(const Rules& rules, const CardValues& values, const State& from, u64 games,
                                        Job& job);

} // namespace touchline::solve::red_boar_gridiron
