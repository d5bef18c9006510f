// What hands the other side may hold, by the cards it has shown.
#include "solve/red_boar_gridiron/hand_belief.hpp"

#include <algorithm>
#include <cassert>

namespace touchline::solve::red_boar_gridiron {

namespace {

u32 number_of(const Cards& cards) {
    u32 number = 0;
    for (std::size_t kind = kMostKinds; kind-- > 0;) number = number << 4 | static_cast<u32>(cards[kind]);
    return number;
}

} // namespace

HandBelief::HandBelief(const Pile& pile) : kinds_(pile.kinds), hands_{{{}, 1.0}} { draw_up(pile); }

void HandBelief::share_out(double total) {
    for (Hand& hand : hands_) hand.chance = total > 0 ? hand.chance / total : 1.0 / static_cast<double>(hands_.size());
}

void HandBelief::lose(std::size_t kind) {
    std::erase_if(hands_, [kind](const Hand& hand) { return hand.cards[kind] == 0; });
    assert(!hands_.empty());
    double total = 0;
    for (Hand& hand : hands_) {
        hand.cards.remove(kind);
        total += hand.chance;
    }
    share_out(total);
}

void HandBelief::draw_up(const Pile& pile) {
    struct Drawn {
        u32 number = 0;
        Hand hand{};
    };
    for (int size = hands_.front().cards.count(); size < pile.hand; ++size) {
        std::vector<Drawn> drawn;
        for (const Hand& hand : hands_) {
            const double left = pile.cards.count() - size;
            for (std::size_t kind = 0; kind < kinds_; ++kind) {
                const int there = pile.cards[kind] - hand.cards[kind];
                if (there <= 0) continue;
                Hand more{hand.cards, hand.chance * there / left};
                more.cards.add(kind);
                drawn.push_back({number_of(more.cards), more});
            }
        }
        std::ranges::stable_sort(drawn, {}, &Drawn::number);
        hands_.clear();
        double total = 0;
        for (std::size_t i = 0; i < drawn.size(); ++i) {
            if (i > 0 && drawn[i].number == drawn[i - 1].number)
                hands_.back().chance += drawn[i].hand.chance;
            else
                hands_.push_back(drawn[i].hand);
            total += drawn[i].hand.chance;
        }
        share_out(total);
    }
}

} // namespace touchline::solve::red_boar_gridiron
