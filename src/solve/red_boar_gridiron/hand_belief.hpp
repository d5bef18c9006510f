// What a hand may be to those who do not see it: every hand that can be held, and how likely it is.
#pragma once

#include "solve/red_boar_gridiron/hands.hpp"

#include <span>
#include <vector>

namespace touchline::solve::red_boar_gridiron {

class HandBelief {
public:
    struct Hand {
        Cards cards{};
        double chance = 0;
    };
    // Drawn from a pile, nothing else known.
    explicit HandBelief(const Pile& pile);
    // Known card by card.
    HandBelief(const Cards& hand, std::size_t kinds) : kinds_(kinds), hands_{{hand, 1.0}} {}

    [[nodiscard]] std::span<const Hand> hands() const { return hands_; } // each once; together 1
    [[nodiscard]] std::size_t kinds() const { return kinds_; }

    // Weighs each hand by chance(cards), how likely it made what was seen. Nothing changes where no hand could have.
    template <class Chance>
    void weigh(Chance&& chance);
    // A card of that kind was turned over: it is in the hand no more. Requires: some hand holds one.
    void lose(std::size_t kind);
    // Draws up to a hand of the pile, which holds the cards that are not in the discards.
    void draw_up(const Pile& pile);

private:
    void share_out(double total);

    std::size_t kinds_;
    std::vector<Hand> hands_; // all of one size
};

template <class Chance>
void HandBelief::weigh(Chance&& chance) {
    std::vector<double> chances;
    double total = 0;
    for (const Hand& hand : hands_) total += chances.emplace_back(hand.chance * chance(hand.cards));
    if (total <= 0) return;
    for (std::size_t i = 0; i < hands_.size(); ++i) hands_[i].chance = chances[i] / total;
}

} // namespace touchline::solve::red_boar_gridiron
