// Best responses to the strategy with cards, worked out over the tree of all that lies open: exact where the tree is
// walked to the end of the game, else as many plays deep as asked for. A card that is kept counts here: it is still in
// the hand at the next play.
//
// The strategy goes by what everybody has seen and by its own hand, and the two decks have nothing to do with each
// other. So what may be believed of its hand is the same for every hand of the responder's, and one walk of the tree
// gives the worth of them all.
#pragma once

#include "solve/red_boar_gridiron/card_measure.hpp"

#include <map>
#include <tuple>

namespace touchline::solve::red_boar_gridiron {

// All know the strategy and what lies open. What the first has is a lower bound of what the second has, what the last
// has an upper bound: whatever a hand can do, one that need not hold its cards can do too.
enum class Responds : u8 {
    play_by_play,     // takes the best for the current play, as if hands were dealt anew behind it
    best,             // a best response
    any_card_by_play, // as the first, but with any kind that it might hold, whether it does or not: bounds nothing
    any_card,         // a best response with any such kind
};

class CardResponse {
public:
    // Walks the tree to the end. Requires: no fouls, which could go on for ever, and no overtime.
    static constexpr int kToTheEnd = 1 << 20;

    // `plays` are looked at; what follows them is worth what the values say.
    CardResponse(const Rules& rules, const CardValues& values, std::size_t seat, Responds how, int plays = kToTheEnd)
        : rules_(rules), values_(values), seat_(seat), how_(how), plays_(plays) {}

    // What the responder has where no cards are dealt yet: its chance of winning, a draw counting half.
    [[nodiscard]] double worth(const State& s);

    // A call, a try or a choice of cards, with all that is believed there.
    struct Node {
        State at{};
        HandBeliefs open;  // by everybody
        HandBeliefs exact; // of the side that plays the strategy: it never slips
    };
    // What the responder has after each kind that it may play, and after the best kick, where it may kick.
    struct Choices {
        std::array<double, kMostKinds> kinds{};
        std::optional<double> kick{};
    };
    // With one hand of its own. What the other side's kicks bring is left out. Requires: one that plays from its hand.
    [[nodiscard]] Choices choices(const Node& node, const Cards& hand);

private:
    // Where a play may lead: to two positions where the responder may answer a foul as it likes.
    struct Lead {
        double chance = 0;
        std::vector<State> then{};
    };
    struct Table;

    [[nodiscard]] std::vector<double> worths(const Node& node, std::span<const Cards> hands, int plays);
    void add_pair(Table& table, std::size_t own, std::size_t theirs);
    void add_kicks(Table& table);
    [[nodiscard]] std::vector<double> after(Table& table, const Lead& lead, const CardPlay& play);
    [[nodiscard]] std::vector<double> covered(Table& table, const State& s, const CardPlay& play);
    [[nodiscard]] std::vector<double> drawn_up(const Table& table, const State& s, const CardPlay& play);
    [[nodiscard]] double best_of(const Table& table, std::size_t hand) const;
    [[nodiscard]] double possession(const State& s);
    [[nodiscard]] double settled(const State& s);
    void spread(const State& s, double chance, std::vector<Lead>& into) const;
    [[nodiscard]] State answered(const State& s, Seat seat) const;
    [[nodiscard]] double book(const State& s) const;
    [[nodiscard]] bool by_play() const { return how_ == Responds::play_by_play || how_ == Responds::any_card_by_play; }
    [[nodiscard]] bool any_card() const { return how_ == Responds::any_card || how_ == Responds::any_card_by_play; }

    const Rules& rules_;
    const CardValues& values_;
    std::size_t seat_;
    Responds how_;
    int plays_;
    using Key = std::tuple<int, int, int, int, int, int, int, int, int, int, int>;
    std::map<Key, double> known_; // possessions that begin
};

} // namespace touchline::solve::red_boar_gridiron
