// The fields of a Sports Dice Football position: written, read from outside, checked as bytes.
#include "games/fields.hpp"
#include "games/observation.hpp"
#include "games/sports_dice_football/rules.hpp"

#include <fmt/format.h>

namespace touchline::sports_dice_football {

namespace {

std::optional<std::string_view> shown_play(u8 play) {
    return play == kNoPlay ? std::nullopt : std::optional(name(static_cast<Symbol>(play)));
}

// Whether the roll on the table can come to `wanted` through choices.
bool reaches(const Rules& rules, const State& from, const State& wanted) {
    if (from == wanted) return true;
    if (!dice_on_table(from.phase)) return false;
    for (Action action : rules.legal(from, rules.turn(from).seat)) {
        State next = from;
        rules.play(next, action);
        if (reaches(rules, next, wanted)) return true;
    }
    return false;
}

// A roll that is being decided: the dice are thrown again from each position that they may have been thrown in.
bool comes_from_a_roll(const Rules& rules, const State& s) {
    State before = s;
    before.offense_dice = before.defense_dice = 0;
    before.offense_play = before.defense_play = kNoPlay;
    for (Phase phase : {Phase::roll, Phase::punt, Phase::field_goal}) {
        if (phase != Phase::roll && s.down != 4) continue;
        for (Chip chip : {Chip::home, Chip::away, Chip::none}) {
            if ((chip == Chip::none) == rules.house().with_chip) continue;
            before.phase = phase;
            before.chip = chip;
            State after = before;
            rules.resolve(after, Rules::both(s.offense_dice, s.defense_dice));
            if (reaches(rules, after, s)) return true;
        }
    }
    return false;
}

// The dice and plays on the table are those that the game waits with.
bool play_fits(const Rules& rules, const State& s) {
    if (dice_on_table(s.phase)) return comes_from_a_roll(rules, s);
    const bool kicks = s.phase == Phase::fourth_down || s.phase == Phase::punt || s.phase == Phase::field_goal;
    return s.offense_dice == 0 && s.defense_dice == 0 && s.offense_play == kNoPlay && s.defense_play == kNoPlay &&
           (!kicks || s.down == 4);
}

bool score_fits(const Rules& rules, const State& s) {
    const Sheet& sheet = rules.sheet();
    const int target = rules.house().target;
    const int most = std::max({sheet.touchdown, sheet.field_goal, sheet.safety});
    const int high = std::max(s.score.home, s.score.away);
    const int low = std::min(s.score.home, s.score.away);
    return low < target && (high >= target) == (s.phase == Phase::over) && high - most < target;
}

} // namespace

template <class Fields>
void Rules::declare(Fields& field, State& s) const {
    const int first_line = sheet_.first_line;
    const bool tossed = s.phase > Phase::toss_choice;
    const bool rolled = dice_on_table(s.phase);
    field("score", numbers(s.score, Range{0, house_.target - 1}, Range{0, 255}));
    field("offense", seat_if(tossed, s.offense));
    field("ball", number(s.ball, {kGrid, kGoal - kGrid, kGrid}));
    field("down", number(s.down, {1, 4}));
    field("line", number(s.line, {first_line, kGoal, kGoal - first_line}));
    field("chip", WordField<Chip>{s.chip, kSeatNames, Chip::none, !house_.with_chip, tossed});
    field("dice", PlayField{"[]", "string[]", [&](JsonText& out) {
                                out.list(rolled ? tokens(s, both(s.offense_dice, s.defense_dice)) : Tokens{});
                            }});
    field("plays", PlayField{"null", "{ offense: string | null; defense: string | null } | null", [&](JsonText& out) {
                                 if (!rolled) return out.value(nullptr);
                                 out.open_object();
                                 out.field("offense", shown_play(s.offense_play));
                                 out.field("defense", shown_play(s.defense_play));
                                 out.close_object();
                             }});
    const std::array<int, kSymbols> shown = rolled ? symbols_shown(s) : std::array<int, kSymbols>{};
    field.observed("dice", CountsField{kSymbols, kMostDice, true, [](std::size_t i) { return kSymbolNames[i]; },
                                       [&shown](std::size_t i) { return shown[i]; }, [](std::size_t, int) {}});
    field.observed("plays.offense", WordField<u8>{s.offense_play, kSymbolNames, kNoPlay, false, rolled});
    field.observed("plays.defense", WordField<u8>{s.defense_play, kSymbolNames, kNoPlay, false, rolled});
}

// How many of all dice on the table show each symbol.
std::array<int, kSymbols> Rules::symbols_shown(const State& s) const {
    std::array<int, kSymbols> shown{};
    for (int die = 0; die < offense_dice_.count(); ++die)
        ++shown[static_cast<std::size_t>(offense_dice_.shown(s.offense_dice, die))];
    for (int die = 0; die < defense_dice_.count(); ++die)
        ++shown[static_cast<std::size_t>(defense_dice_.shown(s.defense_dice, die))];
    return shown;
}

// Observations (games/observation.hpp).
template void Rules::declare(FieldFloats&, State&) const;
template void Rules::declare(FieldLayout&, State&) const;

void Rules::write_fields(JsonText& out, const State& s) const { write_declared(out, *this, s); }
std::vector<FieldType> Rules::field_types() const { return declared_types(*this, start()); }

// What must hold between the fields, whatever the game waits for.
void Rules::check_fields(const State& s, Reasons& reasons) const {
    const int first_line = sheet_.first_line;
    const bool again = house_.new_downs == House::NewDowns::again;
    const bool beyond = s.ball >= first_line;
    must(reasons, beyond ? s.line == kGoal : s.line == first_line || !again, "line", s.line,
         Message{"sports-dice-football/line", {{"line", beyond ? kGoal : first_line}, {"ball", s.ball}}});
    if (house_.with_chip)
        must(reasons, s.chip != Chip::none, "chip", "null", Message{"value.home-or-away"});
    else
        must(reasons, s.chip == Chip::none, "chip", Message{"sports-dice-football/given"},
             Message{"sports-dice-football/no-chip"});
}

Expected<State, Reasons> Rules::set(const State&, const Json& given) const {
    State s = start();
    s.phase = Phase::roll;
    FieldReader in(given, kId);
    declare(in, s);
    if (!in.has("line")) s.line = static_cast<u8>(effects_.line_at(s.ball));
    if (house_.with_chip && !in.has("chip")) s.chip = held_by(other(s.offense));
    check_fields(s, in.reasons);
    if (s.down == 4) s.phase = Phase::fourth_down;
    return in.result(s);
}

Message Rules::fault(const State& s) const {
    if (s.phase > Phase::over) return Message{"position.waits"};
    if (s.phase <= Phase::toss_choice) {
        State tossed = start();
        tossed.phase = s.phase;
        if (s.phase == Phase::toss_choice) tossed.offense = s.offense;
        return s == tossed && s.offense <= Seat::away ? Message{} : Message{"position.before-toss"};
    }
    if (!score_fits(*this, s))
        return Message{"sports-dice-football/score",
                       {{"home", s.score.home}, {"away", s.score.away}, {"target", house_.target}}};
    return declared_fault(*this, s, [&] {
        return s.offense_dice < offense_dice_.rolls() && s.defense_dice < defense_dice_.rolls() && play_fits(*this, s);
    });
}

} // namespace touchline::sports_dice_football
