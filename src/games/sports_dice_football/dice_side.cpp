#include "games/sports_dice_football/dice_side.hpp"

#include <algorithm>
#include <cassert>

namespace touchline::sports_dice_football {

namespace {

u32 power(u32 base, int exponent) {
    u32 result = 1;
    for (int i = 0; i < exponent; ++i) result *= base;
    return result;
}

int yards_of(Symbol symbol) {
    if (symbol == Symbol::ten) return 10;
    if (symbol == Symbol::twenty) return 20;
    return 0;
}

} // namespace

DiceSide::DiceSide(const DieSheet& die, Symbol automatic) : count_(die.count) {
    for (Symbol face : die.faces)
        if (std::ranges::find(symbols_, face) == symbols_.end()) symbols_.push_back(face);
    prepare_hands(automatic);
    prepare_throws(die);
}

Symbol DiceSide::shown(Fall fall, int die) const {
    const auto base = static_cast<u32>(symbols_.size());
    return symbols_[fall / power(base, die) % base];
}

u32 DiceSide::digit(Symbol symbol) const {
    const auto at = std::ranges::find(symbols_, symbol);
    assert(at != symbols_.end());
    return static_cast<u32>(at - symbols_.begin());
}

Fall DiceSide::fall_of(std::span<const Symbol> dice) const {
    u32 number = 0;
    for (std::size_t i = dice.size(); i-- > 0;) number = number * static_cast<u32>(symbols_.size()) + digit(dice[i]);
    return static_cast<Fall>(number);
}

void DiceSide::prepare_hands(Symbol automatic) {
    const u32 falls = power(static_cast<u32>(symbols_.size()), count_);
    std::array<Symbol, kMostDice> dice{};
    for (u32 fall = 0; fall < falls; ++fall) {
        std::array<int, kSymbols> shown_times{};
        Hand hand;
        for (int i = 0; i < count_; ++i) {
            const Symbol symbol = shown(static_cast<Fall>(fall), i);
            dice[static_cast<std::size_t>(i)] = symbol;
            ++shown_times[static_cast<std::size_t>(symbol)];
            hand.yards = static_cast<u8>(hand.yards + yards_of(symbol));
        }
        hand.matching = static_cast<u8>(std::ranges::max(shown_times));
        for (Symbol symbol : symbols_)
            if (shown_times[static_cast<std::size_t>(symbol)] == hand.matching) hand.tops |= only(symbol);
        hand.strength = hand.matching;
        if (shown_times[static_cast<std::size_t>(automatic)] == count_) hand.strength = kAutomatic;
        hands_.push_back(hand);
        std::ranges::sort(dice.begin(), dice.begin() + count_, {}, [&](Symbol symbol) { return digit(symbol); });
        sorted_.push_back(fall_of({dice.data(), static_cast<std::size_t>(count_)}));
    }
}

void DiceSide::prepare_throws(const DieSheet& die) {
    std::vector<Weight> weights(hands_.size());
    const u32 throws = power(kFaces, count_);
    std::array<Symbol, kMostDice> dice{};
    for (u32 number = 0; number < throws; ++number) {
        u32 left = number;
        for (int i = 0; i < count_; ++i, left /= kFaces) dice[static_cast<std::size_t>(i)] = die.faces[left % kFaces];
        const Fall fall = fall_of({dice.data(), static_cast<std::size_t>(count_)});
        thrown_.push_back(fall);
        ++weights[sorted_[fall]];
    }
    for (u32 fall = 0; fall < weights.size(); ++fall)
        if (weights[fall] != 0) chances_.push_back({static_cast<Fall>(fall), weights[fall]});
}

} // namespace touchline::sports_dice_football
