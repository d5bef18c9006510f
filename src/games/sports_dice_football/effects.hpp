// What a play does to ball, down, line, points and possession: steps 7 to 12 of the page, without dice and chip.
#pragma once

#include "games/sports_dice_football/dice_side.hpp"

#include <algorithm>
#include <array>

namespace touchline::sports_dice_football {

// The readings of the rules that can be chosen; the first of each is the default.
struct House {
    enum class OwnTie : u8 { choice, best };
    enum class GoalAdvance : u8 { never, touchdown };
    enum class FourthAdvance : u8 { never, offered };
    enum class FgOn50 : u8 { kick, downs };
    enum class NewDowns : u8 { once, again };
    enum class SafetyBall : u8 { scorer, conceder };
    enum class MissedKick : u8 { spot, punt, twenty };
    enum class SixAlike : u8 { automatic, level };
    enum class ChipSwap : u8 { stays, defense };
    enum class PickSixBall : u8 { conceder, scorer };
    enum class PuntSixes : u8 { count, plain };

    int target = 0;
    bool with_chip = true;
    OwnTie own_tie{};
    GoalAdvance goal_advance{};
    FourthAdvance fourth_advance{};
    FgOn50 fg_on_50{};
    NewDowns new_downs{};
    SafetyBall safety_ball{};
    MissedKick missed_kick{};
    SixAlike six_alike{};
    ChipSwap chip_swap{};
    PickSixBall pick_six_ball{};
    PuntSixes punt_sixes{};
};

// Where a play begins.
struct Spot {
    int ball = 0;
    int down = 0;
    int line = 0;
};

// What follows a play. Two plays with equal effects lead to the same position.
struct Effect {
    u8 offense_points = 0;
    u8 defense_points = 0;
    u8 changes_hands = 0; // 1: the other side has the ball next
    u8 asks = 0;          // 1: the choice fg-symbol comes first, and only `asks` is told here
    u8 ball = 0;          // of the side that has the ball next
    u8 down = 0;
    u8 line = 0;

    friend constexpr bool operator==(const Effect&, const Effect&) = default;
};

inline constexpr int kLastDown = 4;
inline constexpr int kTouchback = 20; // R3: where a missed kick is at least taken over, as professionals play

class Effects {
public:
    Effects(const Sheet& sheet, const House& house);

    // Step 7: the winning play.
    [[nodiscard]] const Effect& of(Spot spot, Symbol symbol) const {
        return table_[index(spot)][static_cast<std::size_t>(symbol)];
    }
    // Step 7, R2: the two answers to fg-symbol.
    [[nodiscard]] Effect kick() const;
    [[nodiscard]] Effect advance(Spot spot) const;
    // Steps 10 and 11: the sum of the offence's 10s and 20s.
    [[nodiscard]] Effect punt(int ball, int yards) const;
    [[nodiscard]] Effect field_goal_attempt(int ball, int yards) const;
    [[nodiscard]] int field_goal_needs(int ball) const { return kGoal + depth_ - ball; }

    // Step 12: the drive of a side on its starting spot, seen from the side that begins it.
    [[nodiscard]] Effect drive_at(int ball) const;
    [[nodiscard]] int line_at(int ball) const { return ball >= first_line_ ? kGoal : first_line_; }

    // R1, own_tie "best": the strongest of several symbols for a side. Requires: `tops` not empty.
    enum class Side : u8 { offense, defense };
    [[nodiscard]] Symbol best(Spot spot, const DiceSide& dice, Symbols tops, Side side) const;

    static constexpr std::size_t kSpots = 2 * 4 * 19;

    [[nodiscard]] static std::size_t index(Spot spot) {
        const auto past = static_cast<u32>(spot.line == kGoal);
        return (past * 4 + static_cast<u32>(spot.down) - 1) * 19 + static_cast<u32>(spot.ball) / kGrid - 1;
    }

private:
    [[nodiscard]] Effect play(Spot spot, Symbol symbol) const;
    [[nodiscard]] Effect gain(Spot spot, int yards) const;
    [[nodiscard]] Effect sack(Spot spot) const;
    [[nodiscard]] Effect field_goal_symbol(Spot spot) const;
    [[nodiscard]] Effect down_used(Spot spot, int ball) const;
    [[nodiscard]] Effect take_over(int ball) const;
    [[nodiscard]] Effect new_downs(int ball) const;
    [[nodiscard]] Effect touchdown() const;
    [[nodiscard]] Effect defensive_touchdown() const;
    [[nodiscard]] Effect safety() const;
    [[nodiscard]] bool may_advance(Spot spot) const;
    [[nodiscard]] std::array<int, 3> rank(Spot spot, Symbol symbol, Side side) const;

    Sheet sheet_;
    House house_;
    int first_line_;
    int depth_;
    std::array<std::array<Effect, kSymbols>, kSpots> table_{};
};

inline Effect Effects::drive_at(int ball) const {
    return {.ball = static_cast<u8>(ball), .down = 1, .line = static_cast<u8>(line_at(ball))};
}

// Step 8: every take-over is a first down; at the 50 or beyond only the goal line counts.
inline Effect Effects::take_over(int ball) const {
    Effect effect = drive_at(ball);
    effect.changes_hands = 1;
    return effect;
}

inline Effect Effects::kick() const {
    Effect effect = take_over(sheet_.start);
    effect.offense_points = static_cast<u8>(sheet_.field_goal);
    return effect;
}

// Step 10, R6: where it comes down; into the end zone, the receivers' starting spot.
inline Effect Effects::punt(int ball, int yards) const {
    const int down_at = ball + yards;
    return take_over(down_at >= kGoal ? sheet_.start : kGoal - down_at);
}

// Step 11, R3.
inline Effect Effects::field_goal_attempt(int ball, int yards) const {
    if (yards >= field_goal_needs(ball)) return kick();
    if (house_.missed_kick == House::MissedKick::punt) return punt(ball, yards);
    const int least = house_.missed_kick == House::MissedKick::twenty ? kTouchback : 0;
    return take_over(std::max(kGoal - ball, least));
}

} // namespace touchline::sports_dice_football
