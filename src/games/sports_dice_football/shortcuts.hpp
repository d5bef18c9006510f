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

// For each spot and each pair of hands, the roll.
class Shortcuts {
public:
    void resize(std::size_t offense_kinds, std::size_t defense_kinds) {
        defense_kinds_ = defense_kinds;
        winners_.assign(offense_kinds * defense_kinds, 0);
        width_ = 1 + offense_kinds + defense_kinds;
        rolls_.assign(Effects::kSpots * width_, Shortcut{});
        offense_kinds_ = offense_kinds;
    }

    // Columns of a spot: no winner yet, then the hands of the offence, then those of the defence.
    [[nodiscard]] static std::size_t undecided() { return 0; }
    [[nodiscard]] std::size_t offense_wins(u8 kind) const { return 1 + std::size_t{kind}; }
    [[nodiscard]] std::size_t defense_wins(u8 kind) const { return 1 + offense_kinds_ + kind; }

    void set_winner(const Hand& offense, const Hand& defense, std::size_t column) {
        winners_[offense.kind * defense_kinds_ + defense.kind] = static_cast<u8>(column);
    }
    void set(Spot spot, std::size_t column, const Shortcut& shortcut) {
        rolls_[Effects::index(spot) * width_ + column] = shortcut;
    }

    [[nodiscard]] const Shortcut& at(Spot spot, std::size_t column) const {
        return rolls_[Effects::index(spot) * width_ + column];
    }
    [[nodiscard]] const Effect& of(Spot spot, const Hand& offense, const Hand& defense) const {
        return at(spot, winners_[offense.kind * defense_kinds_ + defense.kind]).effect;
    }

private:
    std::size_t offense_kinds_ = 0;
    std::size_t defense_kinds_ = 0;
    std::size_t width_ = 0;
    std::vector<u8> winners_;
    std::vector<Shortcut> rolls_;
};

} // namespace touchline::sports_dice_football
