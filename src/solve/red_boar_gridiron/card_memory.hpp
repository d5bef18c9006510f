// What everybody has seen of a possession with cards: where plays were called and which cards were turned over. A seat
// remembers it beside its view; no hand is in it.
#pragma once

#include "games/red_boar_gridiron/rules.hpp"

#include <optional>
#include <vector>

namespace touchline::solve::red_boar_gridiron {

using namespace touchline::red_boar_gridiron;

// A call or try that is over, the ball still with the same side.
struct CardPlay {
    Public at{}; // where it was asked for
    Call called = Call::play;
    // Kinds, the offence's first. None: a foul came before the play, and the cards went back unseen.
    std::optional<std::array<std::size_t, 2>> turned{};
};

class CardMemory {
public:
    // To be told of every position in its turn.
    void see(const Public& s);

    [[nodiscard]] const std::vector<CardPlay>& plays() const { return plays_; }

private:
    void ask(const Public& s);
    void forget();

    std::vector<CardPlay> plays_;
    std::optional<CardPlay> asked_; // the current play
    bool begun_ = false;            // whether it has gone beyond its call and choice of cards
};

} // namespace touchline::solve::red_boar_gridiron
