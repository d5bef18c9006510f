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

#include "core/happening.hpp"
#include "games/concepts.hpp"
#include "games/sports_dice_football/effects.hpp"
#include "games/sports_dice_football/shortcuts.hpp"
#include "games/sports_dice_football/state.hpp"

#include <bit>

namespace touchline::sports_dice_football {

// Why an effect comes about: the winning symbol, six alike, a kick or an answer to fg-symbol.
struct Cause {
    enum Kind : u8 { symbol, all_tens, all_no_gains, advance, punt, attempt, fake, blocked };
    Kind kind{};
    int yards = 0; // of a kick
    Symbol won{};  // of `symbol`

    [[nodiscard]] static constexpr Cause of(Symbol symbol) { return {.won = symbol}; }
    [[nodiscard]] static constexpr Cause all_alike(Effects::Side side) {
        return {side == Effects::Side::offense ? all_tens : all_no_gains};
    }
};

struct Rules {
    using State = sports_dice_football::State;
    using Sheet = sports_dice_football::Sheet;
    static constexpr std::string_view kId = "sports-dice-football";
    static constexpr std::string_view kName = "Sports Dice Football";

    enum Event : u8 { toss, fourth_down, roll, offense_play, defense_play, chip, fg_symbol, punt, field_goal };
    // A pick's action is kPick plus its symbol.
    enum Choice : u8 {
        take_offense,
        take_defense,
        go,
        kick_punt,
        try_field_goal,
        use,
        keep,
        kick,
        advance,
        kPick = 16
    };

    [[nodiscard]] static Sheet read_sheet(const SheetTable& root) { return sports_dice_football::read_sheet(root); }
    [[nodiscard]] static House read_options(OptionReader& in, const Sheet& sheet);
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
    template <class Sink = Silent>
    void play(State& s, Action action, Sink&& sink = {}) const;
    template <class Each>
    void chances(const State& s, Each&& each) const;
    [[nodiscard]] std::size_t most_outcomes() const;
    template <class Source>
    [[nodiscard]] Outcome sample(const State& s, Source& source) const;
    [[nodiscard]] Outcome canonical(const State& s, Outcome outcome) const;
    template <class Sink = Silent>
    void resolve(State& s, Outcome outcome, Sink&& sink = {}) const;
    [[nodiscard]] Result result(const State& s) const {
        return win_of(s.score.home >= house_.target ? Seat::home : Seat::away);
    }
    [[nodiscard]] BySeat<int> score(const State& s) const { return {s.score.home, s.score.away}; }
    [[nodiscard]] std::optional<Seat> offense(const State& s) const {
        if (s.phase <= Phase::toss_choice) return std::nullopt;
        return s.offense;
    }

    // Words (text.cpp), fields and positions from outside (fields.cpp), commentary (narrate.cpp).
    // Every name that an event or an action can have: their numbers count from 0 in this order.
    [[nodiscard]] std::vector<std::string_view> event_names() const;
    [[nodiscard]] std::vector<std::string_view> action_names() const;
    [[nodiscard]] std::string_view event_name(u8 event) const;
    [[nodiscard]] std::string_view action_name(const State& s, Action action) const;
    [[nodiscard]] Tokens tokens(const State& s, Outcome outcome) const;
    [[nodiscard]] Expected<Outcome, Message> outcome(const State& s, std::span<const std::string_view> tokens) const;
    [[nodiscard]] std::vector<std::vector<std::string_view>> faces(const State& s) const;
    void write_fields(JsonText& out, const State& s) const;
    [[nodiscard]] std::vector<FieldType> field_types() const;
    // Every field of a position, once (games/fields.hpp); what must hold between them, whatever the game waits for.
    template <class Fields>
    void declare(Fields& field, State& s) const;
    void check_fields(const State& s, std::vector<Message>& reasons) const;
    [[nodiscard]] Expected<State, std::vector<Message>> set(const State& now, const Json& given) const;
    [[nodiscard]] Message fault(const State& s) const;
    void narrate(const Moment<State>& moment, Narration& out) const;

    [[nodiscard]] std::array<int, kSymbols> symbols_shown(const State& s) const;

    // A roll of both sides' dice in one outcome, and the sides of it.
    [[nodiscard]] static Outcome both(Roll offense, Roll defense) { return {offense | u64{defense} << 16}; }
    [[nodiscard]] static Roll offense_roll(Outcome outcome) { return static_cast<Roll>(outcome.code); }
    [[nodiscard]] static Roll defense_roll(Outcome outcome) { return static_cast<Roll>(outcome.code >> 16); }

    // Who wins a roll (steps 5 and 6).
    enum class Verdict : u8 { offense, defense, chip };
    [[nodiscard]] Verdict verdict(const Hand& offense, const Hand& defense) const {
        if (house_.six_alike == House::SixAlike::level && offense.strength >= offense_dice_.count() &&
            defense.strength >= defense_dice_.count()) // R4
            return house_.with_chip ? Verdict::chip : Verdict::defense;
        if (offense.strength > defense.strength) return Verdict::offense;
        if (offense.strength < defense.strength || !house_.with_chip) return Verdict::defense;
        return Verdict::chip;
    }

    // The play of a side that has not lost the roll, kNoPlay while it has to pick (step 4).
    using Side = Effects::Side;
    [[nodiscard]] u8 prepared(const State& s, Side side, const Hand& hand) const;

private:
    [[nodiscard]] const DiceSide& dice(Side side) const {
        return side == Side::offense ? offense_dice_ : defense_dice_;
    }
    [[nodiscard]] static u8& play_of(State& s, Side side) {
        return side == Side::offense ? s.offense_play : s.defense_play;
    }

    [[nodiscard]] Effect effect(const State& s, Side side, Roll rolled, Symbol symbol) const;
    [[nodiscard]] bool matters(const State& s, Side side, Symbols tops) const;
    [[nodiscard]] u8 settled(const State& s, Side side, Symbols tops) const;
    [[nodiscard]] static u8 shown_alone(Symbols tops) {
        return several(tops) ? kNoPlay : static_cast<u8>(std::countr_zero(tops));
    }
    void prepare_picks();
    void prepare_shortcuts();
    template <class Sink>
    void resolve_play(State& s, Roll offense, Roll defense, Sink& sink) const;
    template <class Sink>
    void lay_down(State& s, Roll offense, Roll defense, Sink& sink) const;
    template <class Sink>
    void resolve_kick(State& s, Roll offense, Roll defense, Sink& sink) const;
    template <class Sink>
    void decide(State& s, Verdict verdict, Sink& sink) const;
    template <class Sink>
    void win(State& s, Side side, Sink& sink) const;
    template <class Sink>
    void begin_drive(State& s, Seat offense_seat, Sink& sink) const;
    template <class Sink>
    void follow(State& s, Cause cause, const Effect& effect, Sink& sink) const;
    void apply(State& s, const Effect& effect) const;
    // R10: whether the chip goes over with the dice.
    [[nodiscard]] bool swaps_chip() const { return house_.with_chip && house_.chip_swap == House::ChipSwap::defense; }

    // What a play did (happenings.hpp).
    template <class Sink>
    void tell(const State& s, Cause cause, const Effect& effect, Sink& sink) const;
    template <class Sink>
    void tell_downs(const State& s, const Effect& effect, Sink& sink) const;
    template <class Sink>
    void tell_score(const State& s, std::string_view how, const Effect& effect, Sink& sink) const;
    template <class Sink>
    void tell_drive_end(const State& s, std::string_view how, std::string_view next, const Effect& effect,
                        Sink& sink) const;
    static void clear_table(State& s) {
        s.offense_dice = s.defense_dice = 0;
        s.offense_play = s.defense_play = kNoPlay;
    }

    Sheet sheet_;
    House house_;
    DiceSide offense_dice_;
    DiceSide defense_dice_;
    Effects effects_;
    Shortcuts shortcuts_;
    u8 tokens_ = 0;                                      // of a roll
    std::array<std::array<ActionList, 256>, 2> picks_{}; // by side and the symbols shown most often
    bool safety_like_touchdown_ = false; // the one case in which a pick may cease to matter as the game ends
};

inline State Rules::start() const {
    State s;
    s.ball = static_cast<u8>(sheet_.start);
    s.line = static_cast<u8>(effects_.line_at(sheet_.start));
    return s;
}

inline Turn Rules::turn(const State& s) const {
    // By phase, so that the engine's loop takes no jump here: whose turn it is, and of what.
    enum Who : u8 { home, attacker, defender, holder };
    struct Awaited {
        TurnKind kind;
        u8 event;
        Who who;
    };
    static constexpr std::array<Awaited, 11> kAwaited{{{TurnKind::chance, toss, home},
                                                       {TurnKind::choice, toss, attacker},
                                                       {TurnKind::choice, fourth_down, attacker},
                                                       {TurnKind::chance, roll, attacker},
                                                       {TurnKind::chance, punt, attacker},
                                                       {TurnKind::chance, field_goal, attacker},
                                                       {TurnKind::choice, offense_play, attacker},
                                                       {TurnKind::choice, defense_play, defender},
                                                       {TurnKind::choice, chip, holder},
                                                       {TurnKind::choice, fg_symbol, attacker},
                                                       {TurnKind::over, 0, home}}};
    const Awaited& awaited = kAwaited[static_cast<std::size_t>(s.phase)];
    const std::array<Seat, 4> seats{Seat::home, s.offense, defense_of(s), static_cast<Seat>(s.chip)};
    const u8 tokens = awaited.kind != TurnKind::chance ? u8{0} : s.phase == Phase::toss ? u8{1} : tokens_;
    return {awaited.kind, awaited.event, seats[awaited.who], tokens};
}

template <class Each>
void Rules::chances(const State& s, Each&& each) const {
    if (s.phase == Phase::toss) {
        for (u64 seat = 0; seat < 2; ++seat) each(Outcome{seat}, Weight{1});
        return;
    }
    for (const DiceSide::Chance& offense : offense_dice_.chances())
        for (const DiceSide::Chance& defense : defense_dice_.chances())
            each(both(offense.roll, defense.roll), offense.weight * defense.weight);
}

// One random word for both sides, a half each.
template <class Source>
[[gnu::always_inline]] inline Outcome Rules::sample(const State& s, Source& source) const {
    if (s.phase == Phase::toss) return {source.below(2)};
    const u64 word = source.next();
    return both(offense_dice_.drawn(static_cast<u32>(word >> 32), source),
                defense_dice_.drawn(static_cast<u32>(word), source));
}

inline Outcome Rules::canonical(const State& s, Outcome outcome) const {
    if (s.phase == Phase::toss) return outcome;
    return both(offense_dice_.sorted(offense_roll(outcome)), defense_dice_.sorted(defense_roll(outcome)));
}

template <class Sink>
[[gnu::always_inline]] inline void Rules::resolve(State& s, Outcome outcome, Sink&& sink) const {
    if (s.phase == Phase::roll) {
        if (s.down < kLastDown) sink({What::play, s.offense, "roll", {}, s.ball});
        return resolve_play(s, offense_roll(outcome), defense_roll(outcome), sink);
    }
    if (s.phase != Phase::toss) return resolve_kick(s, offense_roll(outcome), defense_roll(outcome), sink);
    s.offense = static_cast<Seat>(outcome.code);
    s.phase = Phase::toss_choice;
    sink({What::toss, s.offense});
}

// Step 7, and step 6: six 10 are worth a TD and six NG a P6.
inline Effect Rules::effect(const State& s, Side side, Roll rolled, Symbol symbol) const {
    if (dice(side).automatic(rolled)) symbol = side == Side::offense ? Symbol::touchdown : Symbol::pick_six;
    return effects_.of(spot(s), symbol);
}

// Step 12 and 13: points first; whoever reaches the target has won at once.
[[gnu::always_inline]] inline void Rules::apply(State& s, const Effect& effect) const {
    clear_table(s);
    if ((effect.offense_points | effect.defense_points) != 0) {
        const Seat scorer = effect.offense_points != 0 ? s.offense : defense_of(s);
        s.score[scorer] = static_cast<u8>(s.score[scorer] + effect.offense_points + effect.defense_points);
        if (s.score[scorer] >= house_.target) {
            s.phase = Phase::over;
            return;
        }
    }
    s.offense = static_cast<Seat>(static_cast<u8>(s.offense) ^ effect.changes_hands);
    if (effect.changes_hands != 0 && swaps_chip()) s.chip = held_by(defense_of(s));
    s.ball = effect.ball;
    s.down = effect.down;
    s.line = effect.line;
    s.phase = effect.down == kLastDown ? Phase::fourth_down : Phase::roll;
}

template <class Sink>
[[gnu::always_inline]] inline void Rules::follow(State& s, Cause cause, const Effect& effect, Sink& sink) const {
    if constexpr (!kSilent<Sink>) tell(s, cause, effect, sink);
    apply(s, effect);
}

// Step 1: the ball on the starting spot, the chip with the defence.
template <class Sink>
void Rules::begin_drive(State& s, Seat offense_seat, Sink& sink) const {
    apply(s, effects_.drive_at(sheet_.start));
    s.offense = offense_seat;
    sink({What::possession, offense_seat, "start", {}, s.ball});
    if (!house_.with_chip) return;
    s.chip = held_by(other(offense_seat));
    sink({What::chip, other(offense_seat), "given"});
}

// Steps 3 to 5. A roll with one winner and nothing to pick is over at once; the others stay on the table. Where
// somebody listens all of them go over the table, which is slower and leads to the same position.
template <class Sink>
[[gnu::always_inline]] inline void Rules::resolve_play(State& s, Roll offense, Roll defense, Sink& sink) const {
    if constexpr (kSilent<Sink>) {
        const Effect& shortcut = shortcuts_.of(spot(s), offense_dice_.kind(offense), defense_dice_.kind(defense));
        if (shortcut.asks == 0) return apply(s, shortcut);
    }
    lay_down(s, offense, defense, sink);
}

// Steps 10 and 11: only six 10 and six NG are more than a sum, of a punt only as the English text has it (R16).
template <class Sink>
void Rules::resolve_kick(State& s, Roll offense, Roll defense, Sink& sink) const {
    const bool plain = s.phase == Phase::punt && house_.punt_sixes == House::PuntSixes::plain;
    const bool fake = !plain && offense_dice_.automatic(offense);
    const bool returned = !plain && defense_dice_.automatic(defense);
    if (fake && returned) return resolve_play(s, offense, defense, sink);
    if (fake) return follow(s, {Cause::fake}, effects_.of(spot(s), Symbol::touchdown), sink);
    if (returned) return follow(s, {Cause::blocked}, effects_.of(spot(s), Symbol::pick_six), sink);
    const int yards = offense_dice_.hand(offense).yards;
    if (s.phase == Phase::punt) return follow(s, {Cause::punt, yards}, effects_.punt(s.ball, yards), sink);
    follow(s, {Cause::attempt, yards}, effects_.field_goal_attempt(s.ball, yards), sink);
}

inline ActionList Rules::legal(const State& s, Seat) const {
    switch (s.phase) {
    case Phase::toss_choice: return {Action{take_offense}, Action{take_defense}};
    case Phase::fourth_down: return {Action{go}, Action{kick_punt}, Action{try_field_goal}};
    case Phase::chip: return {Action{use}, Action{keep}};
    case Phase::fg_symbol: return {Action{kick}, Action{advance}};
    case Phase::offense_play: return picks_[0][offense_dice_.hand(s.offense_dice).tops];
    case Phase::defense_play: return picks_[1][defense_dice_.hand(s.defense_dice).tops];
    case Phase::toss:
    case Phase::roll:
    case Phase::punt:
    case Phase::field_goal:
    case Phase::over: break;
    }
    return {};
}

template <class Sink>
[[gnu::always_inline]] inline void Rules::play(State& s, Action action, Sink&& sink) const {
    switch (s.phase) {
    case Phase::toss_choice: // step 1
        return begin_drive(s, action.code == take_offense ? s.offense : other(s.offense), sink);
    case Phase::fourth_down: // step 2
        sink({What::play,
              s.offense,
              action.code == go          ? "go"
              : action.code == kick_punt ? "punt"
                                         : "field-goal",
              {},
              s.ball});
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
        sink({What::chip, holder, action.code == use ? "used" : "kept"});
        sink({What::beat, winner});
        return win(s, winner == s.offense ? Side::offense : Side::defense, sink);
    }
    case Phase::fg_symbol: // step 7
        if (action.code == kick) return follow(s, Cause::of(Symbol::field_goal), effects_.kick(), sink);
        return follow(s, {Cause::advance}, effects_.advance(spot(s)), sink);
    case Phase::toss:
    case Phase::roll:
    case Phase::punt:
    case Phase::field_goal:
    case Phase::over: assert(false && "nothing is decided here"); return;
    }
    decide(s, verdict(offense_dice_.hand(s.offense_dice), defense_dice_.hand(s.defense_dice)), sink);
}

// A roll on the table: what is picked or settled at once, and who decides first.
template <class Sink>
[[gnu::always_inline]] inline void Rules::lay_down(State& s, Roll offense, Roll defense, Sink& sink) const {
    const Hand& attack = offense_dice_.hand(offense);
    const Hand& block = defense_dice_.hand(defense);
    const Verdict winner = verdict(attack, block);
    s.offense_dice = offense;
    s.defense_dice = defense;
    s.offense_play = winner == Verdict::defense ? shown_alone(attack.tops) : prepared(s, Side::offense, attack);
    s.defense_play = winner == Verdict::offense ? shown_alone(block.tops) : prepared(s, Side::defense, block);
    if (winner != Verdict::chip) sink({What::beat, winner == Verdict::offense ? s.offense : defense_of(s)});
    decide(s, winner, sink);
}

[[gnu::always_inline]] inline u8 Rules::prepared(const State& s, Side side, const Hand& hand) const {
    const u8 play = shortcuts_.at(spot(s), shortcuts_.column(side, hand.kind)).play;
    return play == kNoPlay && safety_like_touchdown_ ? settled(s, side, hand.tops) : play;
}

// Steps 4 and 5: what is still to be decided of the roll on the table, in this order: picks, chip.
template <class Sink>
[[gnu::always_inline]] inline void Rules::decide(State& s, Verdict winner, Sink& sink) const {
    if (winner != Verdict::defense && s.offense_play == kNoPlay) {
        s.phase = Phase::offense_play;
    } else if (winner != Verdict::offense && s.defense_play == kNoPlay) {
        s.phase = Phase::defense_play;
    } else if (winner == Verdict::chip) {
        s.phase = Phase::chip;
    } else {
        win(s, winner == Verdict::offense ? Side::offense : Side::defense, sink);
    }
}

// Step 7: the winning play counts; the field goal symbol may ask first.
template <class Sink>
void Rules::win(State& s, Side side, Sink& sink) const {
    const Roll rolled = side == Side::offense ? s.offense_dice : s.defense_dice;
    const auto symbol = static_cast<Symbol>(play_of(s, side));
    const Effect won = effect(s, side, rolled, symbol);
    if (won.asks != 0)
        s.phase = Phase::fg_symbol;
    else
        follow(s, dice(side).automatic(rolled) ? Cause::all_alike(side) : Cause::of(symbol), won, sink);
}

} // namespace touchline::sports_dice_football

#include "games/sports_dice_football/happenings.hpp"
