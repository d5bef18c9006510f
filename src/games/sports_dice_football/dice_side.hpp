// One side's dice, prepared: what a roll of them shows, as a table over all rolls.
#pragma once

#include "core/turn.hpp"
#include "games/sports_dice_football/sheet.hpp"

#include <span>
#include <vector>

namespace touchline::sports_dice_football {

// A set of symbols, one bit each.
using Symbols = u8;

[[nodiscard]] constexpr Symbols only(Symbol symbol) {
    return static_cast<Symbols>(1U << static_cast<unsigned>(symbol));
}
[[nodiscard]] constexpr bool has(Symbols set, Symbol symbol) { return (set & only(symbol)) != 0; }
[[nodiscard]] constexpr bool several(Symbols set) { return (set & (set - 1)) != 0; }

// What one side shows.
struct Hand {
    u8 strength = 0;  // matching dice; above all counts where the roll is automatic (step 6)
    Symbols tops = 0; // the symbols shown most often
    u8 yards = 0;     // the sum of its 10s and 20s (steps 10, 11)
    u8 kind = 0;      // hands of equal strength and tops are of one kind
};

// A roll keeps the order of its dice: die i is digit i of a number in base `symbols().size()`.
using Roll = u16;

class DiceSide {
public:
    // Strength of a hand whose dice all show the automatic symbol.
    static constexpr u8 kAutomatic = 100;

    struct Chance {
        Roll roll;
        Weight weight;
    };

    DiceSide(const DieSheet& die, Symbol automatic);

    [[nodiscard]] int count() const { return count_; }
    // The different symbols, in the order of the die.
    [[nodiscard]] std::span<const Symbol> symbols() const { return symbols_; }
    // How many different rolls there are, order counted.
    [[nodiscard]] u32 rolls() const { return static_cast<u32>(hands_.size()); }
    [[nodiscard]] const Hand& hand(Roll roll) const { return hands_[roll]; }
    [[nodiscard]] bool automatic(Roll roll) const { return hands_[roll].strength == kAutomatic; }

    // The kind alone, from a table that stays in the nearest cache; and one roll of each kind.
    [[nodiscard]] u8 kind(Roll roll) const { return kind_of_[roll]; }
    [[nodiscard]] std::span<const Roll> kinds() const { return kinds_; }

    // Rolls without their order, each with the number of ways in which it comes.
    [[nodiscard]] std::span<const Chance> chances() const { return chances_; }
    // The roll of chances() that is this one but for the order.
    [[nodiscard]] Roll sorted(Roll roll) const { return sorted_[roll]; }

    // A throw out of 32 random bits, drawn again in the rare case that it would not be even: a small table for each
    // half of the dice stays in the nearest cache.
    template <class Source>
    [[nodiscard, gnu::always_inline]] Roll drawn(u32 bits, Source& source) const {
        const u64 high = u64{bits} * kHalf;
        const u64 low = u64{static_cast<u32>(high)} * kHalf;
        if (static_cast<u32>(low) < kUneven) [[unlikely]]
            return thrown(source.below(kThrows));
        return static_cast<Roll>(low_half_[low >> 32] + high_half_[high >> 32]);
    }

    [[nodiscard]] Symbol shown(Roll roll, int die) const;
    // Requires: symbols of this die.
    [[nodiscard]] Roll roll_of(std::span<const Symbol> dice) const;
    [[nodiscard]] u32 digit(Symbol symbol) const;

private:
    static constexpr u32 kHalf = kFaces * kFaces * kFaces; // throws of three dice
    static constexpr u32 kThrows = kHalf * kHalf;
    // What is left of 2^32 words when each throw has equally many: as in unbiased_below().
    static constexpr u32 kUneven = static_cast<u32>(-kThrows) % kThrows;

    [[nodiscard]] Roll thrown(u32 number) const {
        return static_cast<Roll>(low_half_[number % kHalf] + high_half_[number / kHalf]);
    }

    void prepare_hands(Symbol automatic);
    void prepare_throws(const DieSheet& die);
    void prepare_chances();
    [[nodiscard]] u8 new_kind(const Hand& hand, Roll roll);

    int count_;
    std::vector<Symbol> symbols_;
    std::vector<Hand> hands_;
    std::vector<u8> kind_of_;
    std::vector<Roll> sorted_;
    std::vector<Roll> kinds_;
    std::array<Roll, kHalf> low_half_{};
    std::array<Roll, kHalf> high_half_{};
    std::vector<Chance> chances_;
};

} // namespace touchline::sports_dice_football
