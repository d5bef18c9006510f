// Options of Sports Dice Football, and which symbols a side has to pick from.
#include "games/sports_dice_football/rules.hpp"

#include "games/most_outcomes.hpp"

namespace touchline::sports_dice_football {

Rules::Rules(const Sheet& sheet, const House& house)
    : sheet_(sheet), house_(house), offense_dice_(sheet.offense, Symbol::ten),
      defense_dice_(sheet.defense, Symbol::no_gain), effects_(sheet, house) {
    tokens_ = static_cast<u8>(offense_dice_.count() + defense_dice_.count());
    safety_like_touchdown_ = sheet.safety == sheet.touchdown;
    prepare_picks();
    prepare_shortcuts();
}

House Rules::read_options(OptionReader& in, const Sheet& sheet) {
    House house;
    in.number("target", {sheet.target, 1, 99}, house.target);
    in.flag("chip", true, house.with_chip);
    in.reading("R1").word("own_tie", {"choice", "best"}, house.own_tie);
    in.reading("R2").word("goal_advance", {"never", "touchdown"}, house.goal_advance);
    in.reading("R2").word("fourth_advance", {"never", "offered"}, house.fourth_advance);
    in.reading("R7").word("fg_on_50", {"kick", "downs"}, house.fg_on_50);
    in.reading("R8").word("new_downs", {"once", "again"}, house.new_downs);
    in.reading("R9").word("safety_ball", {"scorer", "conceder"}, house.safety_ball);
    in.reading("R3").word("missed_kick", {"spot", "punt", "twenty"}, house.missed_kick);
    in.reading("R4").word("six_alike", {"automatic", "level"}, house.six_alike);
    in.reading("R10").needs({{"chip", {true}}}).word("chip_swap", {"stays", "defense"}, house.chip_swap);
    in.reading("R12").word("pick_six_ball", {"conceder", "scorer"}, house.pick_six_ball);
    in.reading("R16").word("punt_sixes", {"count", "plain"}, house.punt_sixes);
    return house;
}

OrRefusal<Rules> Rules::make(const Sheet& sheet, const OptionValues& options) {
    OptionReader in(options);
    return Rules(sheet, read_options(in, sheet));
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

// Step 4, R1: the play of a side that has not lost the roll, or none while it has to pick. A pick that cannot matter
// is the first symbol of the die.
u8 Rules::settled(const State& s, Side side, Symbols tops) const {
    if (!several(tops)) return shown_alone(tops);
    if (house_.own_tie == House::OwnTie::best) return static_cast<u8>(effects_.best(spot(s), dice(side), tops, side));
    if (matters(s, side, tops)) return kNoPlay;
    for (Symbol symbol : dice(side).symbols())
        if (has(tops, symbol)) return static_cast<u8>(symbol);
    return kNoPlay;
}

void Rules::prepare_picks() {
    for (Side side : {Side::offense, Side::defense})
        for (Roll rolled : dice(side).kinds()) {
            const Symbols tops = dice(side).hand(rolled).tops;
            ActionList picks;
            for (Symbol symbol : dice(side).symbols())
                if (has(tops, symbol)) picks.push_back(Action{static_cast<u8>(kPick + static_cast<u8>(symbol))});
            picks_[static_cast<std::size_t>(side)][tops] = picks;
        }
}

// Every roll with a winner whose play is settled whatever the score: the effect that the rules above give it.
void Rules::prepare_shortcuts() {
    shortcuts_.resize(offense_dice_, defense_dice_);
    for (Roll offense : offense_dice_.kinds())
        for (Roll defense : defense_dice_.kinds()) {
            const Hand& attack = offense_dice_.hand(offense);
            const Hand& block = defense_dice_.hand(defense);
            const Verdict winner = verdict(attack, block);
            if (winner == Verdict::offense)
                shortcuts_.set_winner(attack.kind, block.kind, shortcuts_.column(Side::offense, attack.kind));
            if (winner == Verdict::defense)
                shortcuts_.set_winner(attack.kind, block.kind, shortcuts_.column(Side::defense, block.kind));
        }
    for (int line : {sheet_.first_line, kGoal})
        for (int down = 1; down <= 4; ++down)
            for (int ball = kGrid; ball < kGoal; ball += kGrid) {
                State s;
                s.ball = static_cast<u8>(ball);
                s.down = static_cast<u8>(down);
                s.line = static_cast<u8>(line);
                for (Side side : {Side::offense, Side::defense})
                    for (Roll rolled : dice(side).kinds()) {
                        const Hand& hand = dice(side).hand(rolled);
                        const u8 play = settled(s, side, hand.tops);
                        if (play == kNoPlay) continue;
                        shortcuts_.set(spot(s), shortcuts_.column(side, hand.kind),
                                       {effect(s, side, rolled, static_cast<Symbol>(play)), play});
                    }
            }
}

// The dice of a play are all dice, whatever the position.
std::size_t Rules::most_outcomes() const { return most_at_any(*this, start(), &State::phase); }

} // namespace touchline::sports_dice_football
