// Cards chosen from hidden hands, once: each side knows its own hand alone, hands are drawn from two separate piles.
//
// All that counts of a strategy is how often each card is played over all hands. What can be reached that way is
// spanned by orders of preference: play the first card of the order that is in the hand. So the game is a matrix game
// between orders, far too many to list, but the best order against a known mixture is found by sorting. Orders are
// added until neither side finds a better one; the two best answers then bound the value from both sides.
#pragma once

#include "games/red_boar_gridiron/state.hpp"
#include "solve/valuation.hpp"

#include <optional>
#include <span>

namespace touchline::solve::red_boar_gridiron {

using namespace touchline::red_boar_gridiron;

// A pile from which a hand is drawn.
struct Pile {
    Cards cards{};
    std::size_t kinds = 0;
    int hand = 0;
};

// payoff: by offence kind, then by defence kind, what the offence has. `instead`: what it has without playing a card at
// all (a kick), where it may choose so after a look at its hand.
[[nodiscard]] Valuation value_of_hands(const Pile& offense, const Pile& defense, std::span<const double> payoff,
                                       std::optional<double> instead);

} // namespace touchline::solve::red_boar_gridiron
