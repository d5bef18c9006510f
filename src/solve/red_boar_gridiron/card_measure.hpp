// How good the strategy with cards is in the game as it is, where hands last: measured by playing it.
//
// A play changes a side's chance by what it drew and chose, then by the dice. Only the first is added up: what the
// choices are worth over all that the responder cannot know, less what the station was worth. The sum over a game is,
// on average, how far the result is from what the book says; the dice, which would drown it, are left out, and so is
// the luck of the cards that are drawn for the play at hand.
#pragma once

#include "solve/book.hpp"
#include "solve/job.hpp"
#include "solve/red_boar_gridiron/card_strategy.hpp"

#include <functional>

namespace touchline::solve::red_boar {

struct Mean {
    double value = 0;
    double half_width = 0; // of a 95 % interval
};

struct CardMeasure {
    // What a responder gains in a game: it knows the strategy, remembers everything shown, works out how likely each
    // hand of the other's is, and takes what is best for the play at hand. A best response gains at least as much.
    Mean gain{};
    double drives = 0; // of one side in a game
    double point = 0;  // what a point is worth at the start
    // 95 % of possessions between two that play the book are worth what it says to within this.
    double error = 0;
    u64 games = 0;

    [[nodiscard]] double points_a_drive() const { return drives > 0 && point > 0 ? gain.value / point / drives : 0; }
};

// A measure in a book, and back; empty where the book has none.
void save_measure(const CardMeasure& measure, BookWriter& writer);
[[nodiscard]] std::optional<CardMeasure> measure_in(const Book& book);

// What a measure asks of values: a station's worth to home, and what it offers.
struct CardValues {
    std::function<std::optional<double>(const State&)> worth; // empty: not known, the ledger stops
    std::function<CardStage(const Public&)> stage;
};

// The same for every number of threads.
[[nodiscard]] CardMeasure measure_cards(const Rules& rules, const CardValues& values, const State& from, u64 games,
                                        Job& job);

} // namespace touchline::solve::red_boar
