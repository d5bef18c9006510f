// What each symbol does at each spot of the field, worked out once.
#include "games/sports_dice_football/effects.hpp"

namespace touchline::sports_dice_football {

namespace {

constexpr u8 narrow(int value) { return static_cast<u8>(value); }

} // namespace

Effects::Effects(const Sheet& sheet, const House& house)
    : sheet_(sheet), house_(house), first_line_(sheet.first_line), depth_(sheet.end_zone_depth) {
    for (int line : {first_line_, kGoal})
        for (int down = 1; down <= kLastDown; ++down)
            for (int ball = kGrid; ball < kGoal; ball += kGrid) {
                const Spot spot{ball, down, line};
                for (std::size_t symbol = 0; symbol < kSymbols; ++symbol)
                    table_[index(spot)][symbol] = play(spot, static_cast<Symbol>(symbol));
            }
}

// Step 7.
Effect Effects::play(Spot spot, Symbol symbol) const {
    switch (symbol) {
    case Symbol::ten: return gain(spot, 10);
    case Symbol::twenty: return gain(spot, 20);
    case Symbol::field_goal: return field_goal_symbol(spot);
    case Symbol::touchdown: return touchdown();
    case Symbol::no_gain: return down_used(spot, spot.ball);
    case Symbol::sack: return sack(spot);
    case Symbol::turnover: return take_over(kGoal - spot.ball); // R13: where the play began
    case Symbol::pick_six: return defensive_touchdown();
    }
    return {};
}

// Steps 7 and 8: forward; the goal line is a touchdown, the 50 brings new downs while it is the line.
Effect Effects::gain(Spot spot, int yards) const {
    const int ball = spot.ball + yards;
    if (ball >= kGoal) return touchdown();
    if (spot.line < kGoal && ball >= spot.line) return new_downs(ball);
    return down_used(spot, ball);
}

// Step 7, R5: on the goal line or behind it a safety. R8: back over the 50 the line stays, unless `again`.
Effect Effects::sack(Spot spot) const {
    const int ball = spot.ball - sheet_.sack_loss;
    if (ball <= 0) return safety();
    if (house_.new_downs == House::NewDowns::again && ball < first_line_) spot.line = first_line_;
    return down_used(spot, ball);
}

// Step 7, R7, R14: short of the 50 to the 50, whatever down and line; from there on a kick or, where it may be, 25
// yards.
Effect Effects::field_goal_symbol(Spot spot) const {
    const bool on_downs = house_.fg_on_50 == House::FgOn50::downs && spot.ball == first_line_;
    if (spot.ball < first_line_ || on_downs) return new_downs(first_line_);
    if (!may_advance(spot)) return kick();
    return {.asks = 1};
}

// R2: never on 4th down and never into the end zone; with goal_advance "touchdown" also wherever it reaches it, with
// fourth_advance "offered" also where it gives the ball away.
bool Effects::may_advance(Spot spot) const {
    if (spot.ball + sheet_.fg_advance >= kGoal) return house_.goal_advance == House::GoalAdvance::touchdown;
    return spot.down < kLastDown || house_.fourth_advance == House::FourthAdvance::offered;
}

Effect Effects::advance(Spot spot) const { return gain(spot, sheet_.fg_advance); }

// Step 9, R3: the next down, or after the 4th the other side where the play ended.
Effect Effects::down_used(Spot spot, int ball) const {
    if (spot.down == kLastDown) return take_over(kGoal - ball);
    return {.ball = narrow(ball), .down = narrow(spot.down + 1), .line = narrow(spot.line)};
}

Effect Effects::new_downs(int ball) const { return {.ball = narrow(ball), .down = 1, .line = kGoal}; }

// Step 12: the side that did not score starts.
Effect Effects::touchdown() const {
    Effect effect = take_over(sheet_.start);
    effect.offense_points = narrow(sheet_.touchdown);
    return effect;
}

// Step 12, R12: a score of the defence, so the side that conceded it has the ball again, unless `scorer`.
Effect Effects::defensive_touchdown() const {
    const bool scorer = house_.pick_six_ball == House::PickSixBall::scorer;
    Effect effect = scorer ? take_over(sheet_.start) : drive_at(sheet_.start);
    effect.defense_points = narrow(sheet_.touchdown);
    return effect;
}

// Step 12, R9: the side that scored the safety starts, unless `conceder`.
Effect Effects::safety() const {
    const bool scorer = house_.safety_ball == House::SafetyBall::scorer;
    Effect effect = scorer ? take_over(sheet_.start) : drive_at(sheet_.start);
    effect.defense_points = narrow(sheet_.safety);
    return effect;
}

// R1: points at once, then new downs or the ball, then yards, each as the side itself counts them. D4: a gain that
// scores counts its own yards.
std::array<int, 3> Effects::rank(Spot spot, Symbol symbol, Side side) const {
    const Effect effect = of(spot, symbol).asks != 0 ? kick() : of(spot, symbol);
    const int points = effect.offense_points - effect.defense_points;
    const bool scores = points != 0;
    const bool lost = effect.changes_hands != 0;
    const int forward = lost ? kGoal - effect.ball - spot.ball : effect.ball - spot.ball;
    const int yards = scores ? yards_of(symbol) : forward;
    if (side == Side::offense) return {points, !scores && !lost && effect.down == 1 ? 1 : 0, yards};
    return {-points, !scores && lost ? 1 : 0, -yards};
}

Symbol Effects::best(Spot spot, const DiceSide& dice, Symbols tops, Side side) const {
    Symbol best{};
    std::array<int, 3> best_rank{};
    bool found = false;
    for (Symbol symbol : dice.symbols()) {
        if (!has(tops, symbol)) continue;
        const std::array<int, 3> symbol_rank = rank(spot, symbol, side);
        if (found && symbol_rank <= best_rank) continue;
        best = symbol;
        best_rank = symbol_rank;
        found = true;
    }
    return best;
}

} // namespace touchline::sports_dice_football
