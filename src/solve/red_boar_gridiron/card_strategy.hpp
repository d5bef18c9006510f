// How to play cards: at a position the one-play game of its station, hands drawn from the cards that are not in the
// discards, solved by regret against what the stations behind it are worth. Looks at what everybody sees; a hand is
// asked about, the other's never.
#pragma once

#include "games/red_boar_gridiron/rules.hpp"
#include "solve/red_boar_gridiron/hand_game.hpp"
#include "solve/red_boar_gridiron/regulation.hpp"

namespace touchline::solve::red_boar {

class CardStrategy {
public:
    // Requires: hands of at least a card can be drawn from what is not in `s.discards`.
    CardStrategy(const Rules& rules, const Public& s, CardStage stage, int rounds = kRounds);

    // One thing that a hand may do, how often it does it, and what that brings its own side against the other's
    // strategy. A kick is the best of its kind where there are several; `kick` says so.
    struct Choice {
        touchline::Action action{};
        double share = 0;
        double value = 0;
        bool kick = false;
    };
    // role 0: the offence, its kicks included (a worse kick has share 0). role 1: the defence, whose values are those
    // of a play being called.
    [[nodiscard]] std::vector<Choice> choices(std::size_t role, const Cards& hand) const;

    // What the offence has when both play so, to an onlooker; and once a play has been called.
    [[nodiscard]] double value() const { return outcome_.value[0]; }
    [[nodiscard]] double value_of_play() const;
    // What a best response may gain in this one game: the offence's, the defence's.
    [[nodiscard]] double gain(std::size_t role) const {
        return role == 0 ? outcome_.high[0] - outcome_.value[0] : outcome_.value[0] - outcome_.low[0];
    }
    [[nodiscard]] const CardStage& stage() const { return stage_; }

    // Rounds enough for a best response to gain less than a thousandth of what is at stake.
    static constexpr int kRounds = 96;

private:
    [[nodiscard]] std::size_t best_kick() const;

    CardStage stage_;
    HandGame game_;
    HandShares shares_;
    HandGame::Outcome outcome_;
    std::vector<Lanes> average_; // by entry, the offence's first
};

} // namespace touchline::solve::red_boar
