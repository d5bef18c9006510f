// Rolls that ask nobody anything, worked out beforehand: most of a game's rolls take one look-up instead of the rules.
#pragma once

#include "games/sports_dice_football/effects.hpp"

#include <vector>

namespace touchline::sports_dice_football {

// What a hand that wins a roll plays, and what follows.
struct Shortcut {
    Effect effect{.asks = 1}; // `asks` where the dice have to be laid on the table
    u8 play = 0xff;           // the symbol, if it is settled whatever the score
};

// For each spot and each pair of hands, the roll. Winning hands that differ only in strength share a column.
class Shortcuts {
public:
    using Side = Effects::Side;

    void resize(const DiceSide& offense, const DiceSide& defense) {
        give_columns(offense, offense_columns_);
        give_columns(defense, defense_columns_);
        defense_kinds_ = defense.kinds().size();
        winners_.assign(offense.kinds().size() * defense_kinds_, 0);
        rolls_.assign(Effects::kSpots * width_, Shortcut{});
    }

    // Columns of a spot: 0 where nobody has won yet, then the hands that win.
    [[nodiscard]] std::size_t column(Side side, u8 kind) const {
        return side == Side::offense ? offense_columns_[kind] : defense_columns_[kind];
    }

    void set_winner(u8 offense_kind, u8 defense_kind, std::size_t column) {
        winners_[offense_kind * defense_kinds_ + defense_kind] = static_cast<u8>(column);
    }
    void set(Spot spot, std::size_t column, const Shortcut& shortcut) {
        rolls_[Effects::index(spot) * width_ + column] = shortcut;
    }

    [[nodiscard]] const Shortcut& at(Spot spot, std::size_t column) const {
        return rolls_[Effects::index(spot) * width_ + column];
    }
    [[nodiscard]] const Effect& of(Spot spot, u8 offense_kind, u8 defense_kind) const {
        return at(spot, winners_[offense_kind * defense_kinds_ + defense_kind]).effect;
    }

private:
    void give_columns(const DiceSide& dice, std::vector<u8>& columns) {
        std::vector<u32> known; // what a column stands for, from its first one on
        const std::size_t first = width_;
        for (Roll roll : dice.kinds()) {
            const u32 shown = dice.hand(roll).tops | (dice.automatic(roll) ? 0x100U : 0U);
            std::size_t at = 0;
            while (at < known.size() && known[at] != shown) ++at;
            if (at == known.size()) known.push_back(shown);
            columns.push_back(static_cast<u8>(first + at));
        }
        width_ += known.size();
    }

    std::vector<u8> offense_columns_; // by kind
    std::vector<u8> defense_columns_;
    std::size_t defense_kinds_ = 0;
    std::size_t width_ = 1;
    std::vector<u8> winners_; // by both kinds
    std::vector<Shortcut> rolls_;
};

} // namespace touchline::sports_dice_football
