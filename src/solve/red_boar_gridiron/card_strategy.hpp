// How to play cards: at a position the one-play game of its station, solved by regret against what the stations behind
// it are worth. How likely each hand is follows from what everybody has seen of the possession, both sides taken to
// play the strategy; a hand is asked about, the other's never.
#pragma once

#include "solve/red_boar_gridiron/card_memory.hpp"
#include "solve/red_boar_gridiron/card_stage.hpp"
#include "solve/red_boar_gridiron/hand_game.hpp"

namespace touchline::solve::red_boar_gridiron {

class CardStrategy;

// The cards from which a side's hand comes where these are its discards.
[[nodiscard]] Pile unseen(const Rules& rules, const Cards& discards, std::size_t role);
// The discards before hands are drawn up for the next play. Requires: the cards of this one were turned over.
[[nodiscard]] Cards discards_after(const CardPlay& play, std::size_t role);

// What everybody may believe of both hands.
class HandBeliefs {
public:
    // Nothing known but the discards. Requires: hands of at least a card can be drawn from the rest.
    HandBeliefs(const Rules& rules, const Public& s);
    // A play is over and hands are drawn up for the next: what it says of the hands of two that play `by`. Now and then
    // (`slip`) a hand is taken to do anything at all, so that nothing that happens is impossible.
    void learn(const Rules& rules, const CardStrategy& by, const CardPlay& play, double slip = 1e-3);

    [[nodiscard]] const HandBelief& of(std::size_t role) const { return by_role_[role]; }

private:
    std::array<HandBelief, 2> by_role_;
};

class CardStrategy {
public:
    CardStrategy(CardStage stage, const HandBeliefs& beliefs, int rounds = kRounds);

    // One thing that a hand may do, how often it does it, and what that brings its own side against the other's
    // strategy. A kick is the best of its kind where there are several; `kick` says so.
    struct Choice {
        Action action{};
        double share = 0;
        double value = 0;
        bool kick = false;
    };
    // role 0: the offence, its kicks included (a worse kick has share 0). role 1: the defence, whose values are those
    // of a play being called.
    [[nodiscard]] std::vector<Choice> choices(std::size_t role, const Cards& hand) const;
    // How often a hand kicks, and how often it chooses a kind of its own once a play is called.
    [[nodiscard]] double kicks(const Cards& hand) const;
    [[nodiscard]] double plays(std::size_t role, const Cards& hand, std::size_t kind) const;

    [[nodiscard]] double best_kick_value() const { return stage_.kicks.empty() ? 0 : stage_.kicks[best_kick()].value; }
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
    // How often a set takes an entry of its own.
    [[nodiscard]] double share(std::size_t role, std::size_t entry) const {
        return average_[entry + (role == 0 ? 0 : game_.offense().entries())][0];
    }

    CardStage stage_;
    HandGame game_;
    HandShares shares_;
    HandGame::Outcome outcome_;
    std::vector<Lanes> average_; // by entry, the offence's first
};

} // namespace touchline::solve::red_boar_gridiron
