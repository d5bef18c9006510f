// Where the ball can be in Gridiron Glory, and what a pair of cards and the dice do there: the rules as small tables.
#pragma once

#include "games/gridiron_glory/rules.hpp"

#include <vector>

namespace touchline::solve::gridiron_glory {

using namespace touchline::gridiron_glory;

// Who has the ball, in which space, on which try: a spot. Numbered 0 .. Spots::size() - 1.
class Spots {
public:
    Spots(int spaces, int tries) : spaces_(spaces), tries_(tries) {}
    [[nodiscard]] int size() const { return 2 * spaces_ * tries_; }
    [[nodiscard]] int of(Seat offense, int space, int attempt) const {
        return (static_cast<int>(offense) * spaces_ + space - 1) * tries_ + attempt - 1;
    }
    [[nodiscard]] int of(const State& s) const { return of(seat_of(s.offense), s.space, s.attempt); }
    [[nodiscard]] Seat offense(int spot) const { return static_cast<Seat>(spot / (spaces_ * tries_)); }
    [[nodiscard]] int space(int spot) const { return spot / tries_ % spaces_ + 1; }
    [[nodiscard]] int attempt(int spot) const { return spot % tries_ + 1; }
    // The same spot with the seats exchanged.
    [[nodiscard]] int mirrored(int spot) const { return (spot + size() / 2) % size(); }

private:
    int spaces_;
    int tries_;
};

// What one pair of cards does at a spot, asked of the rules once.
class Moves {
public:
    enum Pair : u8 { higher, equal, lower }; // of home's card

    explicit Moves(const Rules& rules);

    struct Next {
        int spot = 0;
        bool end_zone = false; // the dice are rolled, by the offence of the spot before; `spot` is where play goes on
    };
    // Requires: not an equal pair.
    [[nodiscard]] const Next& flip(int spot, Pair pair) const { return flip_[index(spot, pair)]; }
    [[nodiscard]] const Next& fumble(int spot, Pair pair) const { return fumble_[index(spot, pair)]; }
    // R14: where the ball stands when a deck is over that has left a fumble unsettled.
    [[nodiscard]] int unsettled(int spot) const { return unsettled_[static_cast<std::size_t>(spot)]; }
    // Where play goes on after the end of a quarter (1, 2, 3 or overtime) in which `first` began the game.
    [[nodiscard]] int after(int quarter, Seat first, int spot) const {
        return after_[(static_cast<std::size_t>(quarter) * 2 + static_cast<std::size_t>(first)) *
                          static_cast<std::size_t>(spots_.size()) +
                      static_cast<std::size_t>(spot)];
    }

    struct Points {
        int points;
        double chance;
    };
    // What the scoring dice bring.
    [[nodiscard]] const std::vector<Points>& points() const { return points_; }
    // On the way to any of their chances, at most: a sum over all throws, each a product and a quotient a re-roll.
    [[nodiscard]] int roundings() const { return throws_ + 2 * (kMostDice + 1); }
    [[nodiscard]] const Spots& spots() const { return spots_; }
    [[nodiscard]] const Rules& rules() const { return rules_; }
    // Points come in multiples of this.
    [[nodiscard]] int unit() const { return unit_; }
    // The chance that a visit to the End Zone brings no point.
    [[nodiscard]] double blank() const { return blank_; }
    // The most points that can be made with one visit to the End Zone.
    [[nodiscard]] int most_points() const { return most_points_; }

private:
    [[nodiscard]] static std::size_t index(int spot, Pair pair) { return static_cast<std::size_t>(spot) * 3 + pair; }
    [[nodiscard]] State representative(int spot, int pile) const;
    [[nodiscard]] Next turned(State s, Pair pair) const;
    void list_ends();
    void choose(State& s) const;
    void throw_dice(const State& s, double chance, int scorer_had);

    Rules rules_;
    Spots spots_;
    std::vector<Next> flip_;
    std::vector<Next> fumble_;
    std::vector<int> unsettled_;
    std::vector<int> after_;
    std::vector<Points> points_;
    int throws_ = 0; // in how many ways dice and re-rolls can fall
    int unit_ = 1;
    int most_points_ = 0;
    double blank_ = 0;
};

} // namespace touchline::solve::gridiron_glory
