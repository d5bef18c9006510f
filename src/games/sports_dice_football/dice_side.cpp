// Every roll of one side's six dice, and what it counts as.
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

} // namespace

DiceSide::DiceSide(const DieSheet& die, Symbol automatic) : count_(die.count) {
    for (Symbol face : die.faces)
        if (std::ranges::find(symbols_, face) == symbols_.end()) symbols_.push_back(face);
    prepare_hands(automatic);
    prepare_throws(die);
}

Symbol DiceSide::shown(Roll roll, int die) const {
    const auto base = static_cast<u32>(symbols_.size());
    return symbols_[roll / power(base, die) % base];
}

u32 DiceSide::digit(Symbol symbol) const {
    const auto at = std::ranges::find(symbols_, symbol);
    assert(at != symbols_.end());
    return static_cast<u32>(at - symbols_.begin());
}

Roll DiceSide::roll_of(std::span<const Symbol> dice) const {
    u32 number = 0;
    for (std::size_t i = dice.size(); i-- > 0;) number = number * static_cast<u32>(symbols_.size()) + digit(dice[i]);
    return static_cast<Roll>(number);
}

void DiceSide::prepare_hands(Symbol automatic) {
    const u32 rolls = power(static_cast<u32>(symbols_.size()), count_);
    std::array<Symbol, kMostDice> dice{};
    for (u32 roll = 0; roll < rolls; ++roll) {
        std::array<int, kSymbols> shown_times{};
        Hand hand;
        for (int i = 0; i < count_; ++i) {
            const Symbol symbol = shown(static_cast<Roll>(roll), i);
            dice[static_cast<std::size_t>(i)] = symbol;
            ++shown_times[static_cast<std::size_t>(symbol)];
            hand.yards = static_cast<u8>(hand.yards + yards_of(symbol));
        }
        const int most = std::ranges::max(shown_times);
        for (Symbol symbol : symbols_)
            if (shown_times[static_cast<std::size_t>(symbol)] == most) hand.tops |= only(symbol);
        hand.strength = shown_times[static_cast<std::size_t>(automatic)] == count_ ? kAutomatic : static_cast<u8>(most);
        hand.kind = new_kind(hand, static_cast<Roll>(roll));
        kind_of_.push_back(hand.kind);
        hands_.push_back(hand);
        std::ranges::sort(dice.begin(), dice.begin() + count_, {}, [&](Symbol symbol) { return digit(symbol); });
        sorted_.push_back(roll_of({dice.data(), static_cast<std::size_t>(count_)}));
    }
}

// The kind of a hand, a new one where none before it is alike.
u8 DiceSide::new_kind(const Hand& hand, Roll roll) {
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
        const Hand& known = hands_[kinds_[kind]];
        if (known.strength == hand.strength && known.tops == hand.tops) return static_cast<u8>(kind);
    }
    kinds_.push_back(roll);
    return static_cast<u8>(kinds_.size() - 1);
}

// Both halves of a throw are numbers in base 6, three dice each; dice that are not there add nothing.
void DiceSide::prepare_throws(const DieSheet& die) {
    const auto base = static_cast<u32>(symbols_.size());
    for (u32 number = 0; number < kHalf; ++number) {
        u32 left = number;
        for (int i = 0; i < kMostDice / 2; ++i, left /= kFaces) {
            const u32 shown_digit = digit(die.faces[left % kFaces]);
            const int high = i + kMostDice / 2;
            if (i < count_) low_half_[number] = static_cast<Roll>(low_half_[number] + shown_digit * power(base, i));
            if (high < count_)
                high_half_[number] = static_cast<Roll>(high_half_[number] + shown_digit * power(base, high));
        }
    }
    prepare_chances();
}

void DiceSide::prepare_chances() {
    std::vector<Weight> weights(hands_.size());
    const u32 throws = power(kFaces, count_);
    for (u32 number = 0; number < throws; ++number) ++weights[sorted_[thrown(number)]];
    for (u32 roll = 0; roll < weights.size(); ++roll)
        if (weights[roll] != 0) chances_.push_back({static_cast<Roll>(roll), weights[roll]});
}

} // namespace touchline::sports_dice_football
