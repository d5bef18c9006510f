// Sports Dice Football, the sequence of play:
//   1 toss             the coin, then its winner takes the ball or the chip
//   2 before a play    on 4th down the offence goes for it, punts or kicks
//   3 roll             all dice of both sides at once
//   4 plays            each side's most frequent symbol; ties within a side are picked
//   5 level rolls      the chip's holder uses or keeps it
//   6 six alike        all 10 and all NG are automatic
//   7-9 effects        yards, downs, turnovers and points (effects.hpp)
//   10 punt, 11 field goal attempt
//   12 after a score, 13 the end
#pragma once

#include "games/concepts.hpp"
#include "games/sports_dice_football/effects.hpp"
#include "games/sports_dice_football/state.hpp"

namespace touchline::sports_dice_football {

struct Rules {
    using State = sports_dice_football::State;
    using Sheet = sports_dice_football::Sheet;
    static constexpr std::string_view kId = "sports-dice-football";
    static constexpr std::string_view kName = "Sports Dice Football";

    enum Event : u8 { toss, fourth_down, roll, offense_play, defense_play, chip, fg_symbol, punt, field_goal };
    // A pick's action is kPick plus its symbol.
    enum Choice : u8 { take_offense, take_defense, go, kick_punt, try_field_goal, use, keep, kick, advance, kPick = 16 };

    [[nodiscard]] static Sheet read_sheet(const SheetTable& root) { return sports_dice_football::read_sheet(root); }
    [[nodiscard]] static std::vector<OptionSpec> option_specs(const Sheet& sheet);
    [[nodiscard]] static OrRefusal<Rules> make(const Sheet& sheet, const OptionValues& options);
    Rules(const Sheet& sheet, const House& house);

    // What the rules are made of.
    [[nodiscard]] const House& house() const { return house_; }
    [[nodiscard]] const Sheet& sheet() const { return sheet_; }
    [[nodiscard]] const Effects& effects() const { return effects_; }
    [[nodiscard]] const DiceSide& offense_dice() const { return offense_dice_; }
    [[nodiscard]] const DiceSide& defense_dice() const { return defense_dice_; }
    [[nodiscard]] static Spot spot(const State& s) { return {s.ball, s.down, s.line}; }

    [[nodiscard]] State start() const;
    [[nodiscard]] Turn turn(const State& s) const;
    [[nodiscard]] ActionList legal(const State& s, Seat seat) const;
    void play(State& s, Action action) const;
    template <class Each>
    void chances(const State& s, Each&& each) const;
    template <class Source>
    [[nodiscard]] Outcome sample(const State& s, Source& source) const;
    [[nodiscard]] Outcome canonical(const State& s, Outcome fallen) const;
    void resolve(State& s, Outcome fallen) const;
    [[nodiscard]] Result result(const State& s) const {
        return win_of(s.score.home >= house_.target ? Seat::home : Seat::away);
    }
    [[nodiscard]] BySeat<int> score(const State& s) const { return {s.score.home, s.score.away}; }
    [[nodiscard]] std::optional<Seat> offense(const State& s) const {
        if (s.phase <= Phase::toss_choice) return std::nullopt;
        return s.offense;
    }

    // Words (text.cpp), positions from outside (set.cpp, fault.cpp), commentary (narrate.cpp).
    [[nodiscard]] std::string_view event_name(u8 event) const;
    [[nodiscard]] std::string_view action_name(const State& s, Action action) const;
    [[nodiscard]] Tokens tokens(const State& s, Outcome fallen) const;
    [[nodiscard]] Expected<Outcome, std::string> outcome(const State& s, std::span<const std::string_view> tokens) const;
    [[nodiscard]] std::vector<std::vector<std::string_view>> faces(const State& s) const;
    [[nodiscard]] Json fields(const State& s) const;
    [[nodiscard]] Expected<State, std::vector<std::string>> set(const State& now, const Json& given) const;
    [[nodiscard]] std::string fault(const State& s) const;
    void narrate(const Moment<State>& moment, Narration& out) const;

    // A fall of both sides' dice in one outcome, and the sides of it.
    [[nodiscard]] static Outcome both(Fall offense, Fall defense) { return {offense | u64{defense} << 16}; }
    [[nodiscard]] static Fall offense_fall(Outcome fallen) { return static_cast<Fall>(fallen.code); }
    [[nodiscard]] static Fall defense_fall(Outcome fallen) { return static_cast<Fall>(fallen.code >> 16); }

    // Who wins a roll (steps 5 and 6).
    enum class Verdict : u8 { offense, defense, chip };
    [[nodiscard]] Verdict verdict(const Hand& offense, const Hand& defense) const {
        if (offense.strength > defense.strength) return Verdict::offense;
        if (offense.strength < defense.strength || !house_.with_chip) return Verdict::defense;
        return Verdict::chip;
    }

private:
    using Side = Effects::Side;

    [[nodiscard]] const DiceSide& dice(Side side) const { return side == Side::offense ? offense_dice_ : defense_dice_; }
    [[nodiscard]] static u8& play_of(State& s, Side side) {
        return side == Side::offense ? s.offense_play : s.defense_play;
    }

    [[nodiscard]] Effect effect(const State& s, Side side, Fall fall, Symbol symbol) const;
    [[nodiscard]] bool matters(const State& s, Side side, Symbols tops) const;
    [[nodiscard]] u8 settled(const State& s, Side side, Symbols tops) const;
    [[nodiscard]] u8 shown_alone(Symbols tops) const;
    void resolve_play(State& s, Fall offense, Fall defense) const;
    void resolve_kick(State& s, Fall offense, Fall defense) const;
    void decide(State& s, Verdict verdict) const;
    void win(State& s, Side side) const;
    void begin_drive(State& s, Seat offense_seat) const;
    void apply(State& s, const Effect& effect) const;

    Sheet sheet_;
    House house_;
    DiceSide offense_dice_;
    DiceSide defense_dice_;
    Effects effects_;
};

inline State Rules::start() const {
    State s;
    s.ball = static_cast<u8>(sheet_.start);
    s.line = static_cast<u8>(effects_.line_at(sheet_.start));
    return s;
}

inline Turn Rules::turn(const State& s) const {
    const auto dice = static_cast<u8>(offense_dice_.count() + defense_dice_.count());
    switch (s.phase) {
    case Phase::toss: return {TurnKind::chance, toss, Seat::home, 1};
    case Phase::toss_choice: return {TurnKind::choice, toss, s.offense, 0};
    case Phase::fourth_down: return {TurnKind::choice, fourth_down, s.offense, 0};
    case Phase::roll: return {TurnKind::chance, roll, s.offense, dice};
    case Phase::punt: return {TurnKind::chance, punt, s.offense, dice};
    case Phase::field_goal: return {TurnKind::chance, field_goal, s.offense, dice};
    case Phase::offense_play: return {TurnKind::choice, offense_play, s.offense, 0};
    case Phase::defense_play: return {TurnKind::choice, defense_play, defense_of(s), 0};
    case Phase::chip: return {TurnKind::choice, chip, static_cast<Seat>(s.chip), 0};
    case Phase::fg_symbol: return {TurnKind::choice, fg_symbol, s.offense, 0};
    case Phase::over: return {};
    }
    return {};
}

template <class Each>
void Rules::chances(const State& s, Each&& each) const {
    if (s.phase == Phase::toss) {
        for (u64 seat = 0; seat < 2; ++seat) each(Outcome{seat}, Weight{1});
        return;
    }
    for (const DiceSide::Chance& offense : offense_dice_.chances())
        for (const DiceSide::Chance& defense : defense_dice_.chances())
            each(both(offense.fall, defense.fall), offense.weight * defense.weight);
}

template <class Source>
Outcome Rules::sample(const State& s, Source& source) const {
    if (s.phase == Phase::toss) return {source.below(2)};
    const Fall offense = offense_dice_.thrown(source.below(offense_dice_.throws()));
    const Fall defense = defense_dice_.thrown(source.below(defense_dice_.throws()));
    return both(offense, defense);
}

inline Outcome Rules::canonical(const State& s, Outcome fallen) const {
    if (s.phase == Phase::toss) return fallen;
    return both(offense_dice_.sorted(offense_fall(fallen)), defense_dice_.sorted(defense_fall(fallen)));
}

inline void Rules::resolve(State& s, Outcome fallen) const {
    switch (s.phase) {
    case Phase::toss:
        s.offense = static_cast<Seat>(fallen.code);
        s.phase = Phase::toss_choice;
        return;
    case Phase::roll: return resolve_play(s, offense_fall(fallen), defense_fall(fallen));
    case Phase::punt:
    case Phase::field_goal: return resolve_kick(s, offense_fall(fallen), defense_fall(fallen));
    default: assert(false && "nothing rolls here");
    }
}

// Step 7, and step 6: six 10 are worth a TD and six NG a P6.
inline Effect Rules::effect(const State& s, Side side, Fall fall, Symbol symbol) const {
    if (dice(side).automatic(fall)) symbol = side == Side::offense ? Symbol::touchdown : Symbol::pick_six;
    return effects_.of(spot(s), symbol);
}

// Step 12 and 13: points first; whoever reaches the target has won at once.
inline void Rules::apply(State& s, const Effect& effect) const {
    s.offense_dice = s.defense_dice = 0;
    s.offense_play = s.defense_play = kNoPlay;
    if ((effect.offense_points | effect.defense_points) != 0) {
        const Seat scorer = effect.offense_points != 0 ? s.offense : defense_of(s);
        s.score[scorer] = static_cast<u8>(s.score[scorer] + effect.offense_points + effect.defense_points);
        if (s.score[scorer] >= house_.target) {
            s.phase = Phase::over;
            return;
        }
    }
    if (effect.changes_hands != 0) s.offense = other(s.offense);
    s.ball = effect.ball;
    s.down = effect.down;
    s.line = effect.line;
    s.phase = effect.down == 4 ? Phase::fourth_down : Phase::roll;
}

// Steps 3 to 5. A roll with one winner and nothing to pick is over at once.
inline void Rules::resolve_play(State& s, Fall offense, Fall defense) const {
    const Hand& attack = offense_dice_.hand(offense);
    const Hand& block = defense_dice_.hand(defense);
    const Verdict winner = verdict(attack, block);
    if (winner != Verdict::chip) {
        const Side side = winner == Verdict::offense ? Side::offense : Side::defense;
        const Fall fall = side == Side::offense ? offense : defense;
        const Symbols tops = side == Side::offense ? attack.tops : block.tops;
        if (!several(tops)) {
            const Effect won = effect(s, side, fall, static_cast<Symbol>(shown_alone(tops)));
            if (won.asks == 0) return apply(s, won);
        }
    }
    s.offense_dice = offense;
    s.defense_dice = defense;
    s.offense_play = winner == Verdict::defense ? shown_alone(attack.tops) : settled(s, Side::offense, attack.tops);
    s.defense_play = winner == Verdict::offense ? shown_alone(block.tops) : settled(s, Side::defense, block.tops);
    decide(s, winner);
}

// Steps 10 and 11: only six 10 and six NG are more than a sum.
inline void Rules::resolve_kick(State& s, Fall offense, Fall defense) const {
    const bool fake = offense_dice_.automatic(offense);
    const bool returned = defense_dice_.automatic(defense);
    if (fake && returned) return resolve_play(s, offense, defense);
    if (fake) return apply(s, effects_.of(spot(s), Symbol::touchdown));
    if (returned) return apply(s, effects_.of(spot(s), Symbol::pick_six));
    const int yards = offense_dice_.hand(offense).yards;
    apply(s, s.phase == Phase::punt ? effects_.punt(s.ball, yards) : effects_.field_goal_attempt(s.ball, yards));
}

} // namespace touchline::sports_dice_football
