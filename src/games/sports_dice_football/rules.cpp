#include "games/sports_dice_football/rules.hpp"

#include <bit>

namespace touchline::sports_dice_football {

Rules::Rules(const Sheet& sheet, const House& house)
    : sheet_(sheet), house_(house), offense_dice_(sheet.offense, Symbol::ten),
      defense_dice_(sheet.defense, Symbol::no_gain), effects_(sheet, house) {}

std::vector<OptionSpec> Rules::option_specs(const Sheet& sheet) {
    return {number("target", sheet.target, 1, 99),
            yes_no("chip", true),
            one_of("own_tie", {"choice", "best"}),
            one_of("goal_advance", {"never", "touchdown"}),
            one_of("fg_on_50", {"kick", "downs"}),
            one_of("new_downs", {"once", "again"}),
            one_of("safety_ball", {"scorer", "conceder"}),
            one_of("missed_kick", {"spot", "punt"})};
}

OrRefusal<Rules> Rules::make(const Sheet& sheet, const OptionValues& options) {
    House house;
    house.target = static_cast<int>(options.integer("target", sheet.target));
    house.with_chip = options.flag("chip", true);
    if (options.word("own_tie", "choice") == "best") house.own_tie = House::OwnTie::best;
    if (options.word("goal_advance", "never") == "touchdown") house.goal_advance = House::GoalAdvance::touchdown;
    if (options.word("fg_on_50", "kick") == "downs") house.fg_on_50 = House::FgOn50::downs;
    if (options.word("new_downs", "once") == "again") house.new_downs = House::NewDowns::again;
    if (options.word("safety_ball", "scorer") == "conceder") house.safety_ball = House::SafetyBall::conceder;
    if (options.word("missed_kick", "spot") == "punt") house.missed_kick = House::MissedKick::punt;
    return Rules(sheet, house);
}

ActionList Rules::legal(const State& s, Seat) const {
    ActionList actions;
    const auto picks = [&](const DiceSide& dice, Fall fall) {
        for (Symbol symbol : dice.symbols())
            if (has(dice.hand(fall).tops, symbol))
                actions.push_back(Action{static_cast<u8>(kPick + static_cast<u8>(symbol))});
    };
    switch (s.phase) {
    case Phase::toss_choice: return {Action{take_offense}, Action{take_defense}};
    case Phase::fourth_down: return {Action{go}, Action{kick_punt}, Action{try_field_goal}};
    case Phase::chip: return {Action{use}, Action{keep}};
    case Phase::fg_symbol: return {Action{kick}, Action{advance}};
    case Phase::offense_play: picks(offense_dice_, s.offense_dice); return actions;
    case Phase::defense_play: picks(defense_dice_, s.defense_dice); return actions;
    case Phase::toss:
    case Phase::roll:
    case Phase::punt:
    case Phase::field_goal:
    case Phase::over: return actions;
    }
    return actions;
}

void Rules::play(State& s, Action action) const {
    switch (s.phase) {
    case Phase::toss_choice: // step 1
        return begin_drive(s, action.code == take_offense ? s.offense : other(s.offense));
    case Phase::fourth_down: // step 2
        s.phase = action.code == go ? Phase::roll : action.code == kick_punt ? Phase::punt : Phase::field_goal;
        return;
    case Phase::offense_play: // step 4, R11: the offence first
        s.offense_play = static_cast<u8>(action.code - kPick);
        break;
    case Phase::defense_play: s.defense_play = static_cast<u8>(action.code - kPick); break;
    case Phase::chip: { // step 5
        const Seat holder = static_cast<Seat>(s.chip);
        const Seat winner = action.code == use ? holder : other(holder);
        if (action.code == use) s.chip = held_by(other(holder));
        return win(s, winner == s.offense ? Side::offense : Side::defense);
    }
    case Phase::fg_symbol: // step 7
        return apply(s, action.code == kick ? effects_.kick() : effects_.advance(spot(s)));
    case Phase::toss:
    case Phase::roll:
    case Phase::punt:
    case Phase::field_goal:
    case Phase::over: assert(false && "nothing is decided here"); return;
    }
    decide(s, verdict(offense_dice_.hand(s.offense_dice), defense_dice_.hand(s.defense_dice)));
}

// Step 1: the ball on the starting spot, the chip with the defence.
void Rules::begin_drive(State& s, Seat offense_seat) const {
    apply(s, effects_.drive_at(sheet_.start));
    s.offense = offense_seat;
    if (house_.with_chip) s.chip = held_by(other(offense_seat));
}

// Step 4: whether some of these symbols lead to different positions. At the end of the game only the score counts.
bool Rules::matters(const State& s, Side side, Symbols tops) const {
    const Symbol first = static_cast<Symbol>(std::countr_zero(tops));
    const Effect& one = effects_.of(spot(s), first);
    for (Symbol symbol : dice(side).symbols()) {
        if (!has(tops, symbol)) continue;
        const Effect& other_one = effects_.of(spot(s), symbol);
        if (one == other_one) continue;
        const bool same_points =
            one.offense_points == other_one.offense_points && one.defense_points == other_one.defense_points;
        const bool ends = (one.offense_points != 0 && s.score[s.offense] + one.offense_points >= house_.target) ||
                          (one.defense_points != 0 && s.score[defense_of(s)] + one.defense_points >= house_.target);
        if (!same_points || !ends) return true;
    }
    return false;
}

// The one symbol of a set, or none where there are several.
u8 Rules::shown_alone(Symbols tops) const {
    return several(tops) ? kNoPlay : static_cast<u8>(std::countr_zero(tops));
}

// Step 4, R1: the play of a side that has not lost the roll, or none while it has to pick. A pick that cannot matter
// is the first symbol of the die.
u8 Rules::settled(const State& s, Side side, Symbols tops) const {
    if (!several(tops)) return shown_alone(tops);
    if (house_.own_tie == House::OwnTie::best)
        return static_cast<u8>(effects_.best(spot(s), dice(side), tops, side));
    if (matters(s, side, tops)) return kNoPlay;
    for (Symbol symbol : dice(side).symbols())
        if (has(tops, symbol)) return static_cast<u8>(symbol);
    return kNoPlay;
}

// Steps 4 and 5: what is still to be decided of the roll on the table, in this order: picks, chip.
void Rules::decide(State& s, Verdict winner) const {
    if (winner != Verdict::defense && s.offense_play == kNoPlay) {
        s.phase = Phase::offense_play;
    } else if (winner != Verdict::offense && s.defense_play == kNoPlay) {
        s.phase = Phase::defense_play;
    } else if (winner == Verdict::chip) {
        s.phase = Phase::chip;
    } else {
        win(s, winner == Verdict::offense ? Side::offense : Side::defense);
    }
}

// Step 7: the winning play counts; the field goal symbol may ask first.
void Rules::win(State& s, Side side) const {
    const Fall fall = side == Side::offense ? s.offense_dice : s.defense_dice;
    const Effect won = effect(s, side, fall, static_cast<Symbol>(play_of(s, side)));
    if (won.asks != 0)
        s.phase = Phase::fg_symbol;
    else
        apply(s, won);
}

} // namespace touchline::sports_dice_football
