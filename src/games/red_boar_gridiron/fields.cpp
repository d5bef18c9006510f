// The fields of a Gridiron position and of a view of one: written, read from outside, checked as bytes.
#include "games/fields.hpp"
#include "games/observation.hpp"
#include "games/red_boar_gridiron/rules.hpp"

#include <fmt/format.h>

namespace touchline::red_boar_gridiron {

namespace {

constexpr std::array<std::string_view, 5> kPhases{"kickoff", "scrimmage", "try", "free-kick", "overtime"};
constexpr std::array<std::string_view, 2> kModes{"dice", "cards"};
constexpr std::array<std::string_view, 2> kSides{"offense", "defense"};
constexpr std::array<std::string_view, 3> kCallNames{"play", "punt", "field-goal"};

// What everybody sees, with or without cards.
template <class Fields>
void declare_open(Fields& field, const Rules& rules, Public& s) {
    field("score", numbers(s.score, Range{0, kMostPoints}, Range{0, kMostScore}));
    field("offense", seat_if(!tossing(s), s.offense));
    field("quarter", number(s.quarter, {1, rules.options().overtime == Overtime::college ? kThirdRound : kOvertime}));
    field("clock", number(s.clock, {0, rules.options().quarter_seconds}));
    field("ball", number(s.ball, {0, kGoal}));
    field("down", number(s.down, {0, 4}));
    field("line", number(s.line, {0, kGoal}));
    field("phase", word(s.phase, kPhases));
    field("second_half_receiver", seat_or_null(s.second_half, kNobody, Null::taken));
    field("overtime_first", seat_or_null(s.overtime_first, kNobody, Null::taken));
    field("mode", own(kModes[rules.options().cards ? 1 : 0], kModes));
    field.observed("row", number(s.row, {0, static_cast<int>(kSums) - 1}));
    field.observed("die", number(s.die, {0, 6}));
    field.observed("fouls", words(s.fouls, kSides));
    field.observed("called", word(s.called, kCallNames));
}

// Cards by kind: count(kind) of them, put(kind, number).
template <class Count, class Put>
auto by_kind(const Rules& rules, std::size_t role, int most, Count count, Put put) {
    return CountsField{rules.kinds(role),
                       most,
                       false,
                       [&rules, role](std::size_t kind) { return std::string_view(rules.card_id(role, kind)); },
                       count,
                       put,
                       std::max(rules.kinds(0), rules.kinds(1))}; // whose deck it is changes with the ball
}

auto pile(const Rules& rules, std::size_t role, Cards& cards) {
    return by_kind(
        rules, role, rules.sheet().cards.copies, [&cards](std::size_t kind) { return cards[kind]; },
        [&cards](std::size_t kind, int number) {
            for (int i = 0; i < number; ++i) cards.add(kind);
        });
}

template <class Fields>
void declare_discards(Fields& field, const Rules& rules, Public& s) {
    const auto role = [&s](Seat seat) { return Rules::role_of(s, static_cast<std::size_t>(seat)); };
    field("discards",
          per_seat([&](Seat seat) { return pile(rules, role(seat), s.discards[static_cast<std::size_t>(seat)]); }));
    field("played", per_seat([&](Seat seat) {
              auto& played = s.played[static_cast<std::size_t>(seat)];
              return by_kind(
                  rules, role(seat), 255, [&played](std::size_t kind) { return int{played[kind]}; },
                  [&played](std::size_t kind, int number) { played[kind] = static_cast<u8>(number); });
          }));
}

// `league`: whether the first possession is still to be played or under way, its try aside.
bool league_first(const Public& s) {
    if (s.phase == Phase::attempt) return false;
    return (s.phase == Phase::kickoff ? 1 - s.offense : int{s.offense}) == s.overtime_first;
}

// The quarters, their phases and clock (steps 13 and 14).
void check_time(const Options& options, const State& s, Reasons& reasons) {
    const bool overtime = s.quarter >= kOvertime;
    const bool rounds = options.by_rounds();
    const bool league = options.overtime == Overtime::league;
    const std::string_view phase = kPhases[static_cast<std::size_t>(s.phase)];
    must(reasons, !overtime || options.overtime != Overtime::tie, "quarter", 5, Message{"red-boar-gridiron/tie"});
    if (overtime && rounds && Rules::tries_only(s))
        must(reasons, s.phase == Phase::attempt, "phase", phase, Message{"red-boar-gridiron/tries-only"});
    else if (overtime && rounds)
        must(reasons, s.phase == Phase::overtime || s.phase == Phase::attempt, "phase", phase,
             Message{"red-boar-gridiron/overtime-phases"});
    else if (overtime && league)
        must(reasons,
             s.phase == Phase::kickoff || s.phase == Phase::scrimmage ||
                 (s.phase == Phase::attempt && s.overtime_first != kNobody),
             "phase", phase, Message{"red-boar-gridiron/league-phases"});
    else if (overtime)
        must(reasons, s.phase == Phase::kickoff || s.phase == Phase::scrimmage, "phase", phase,
             Message{"red-boar-gridiron/sudden-phases"});
    else
        must(reasons, s.phase != Phase::overtime, "phase", phase, Message{"red-boar-gridiron/other-phase"});
    must(reasons, overtime || s.phase != Phase::free_kick || !options.safety_kickoff, "phase", phase,
         Message{"red-boar-gridiron/no-free-kick"}); // R8
    must(reasons, !overtime || s.clock == 0, "clock", s.clock, Message{"red-boar-gridiron/no-clock"});
    must(reasons, overtime || s.clock != 0 || s.phase == Phase::attempt, "clock", s.clock,
         Message{"red-boar-gridiron/clock"});
    // Sudden death ends with the first score, `league` so once both have had the ball; a round of possessions begins at
    // equal scores.
    const bool begins = s.phase == Phase::overtime || Rules::tries_only(s);
    const bool first = tossing(s) || (rounds   ? begins && s.offense == s.overtime_first
                                      : league ? s.overtime_first == kNobody || league_first(s)
                                               : true);
    const Message found{"red-boar-gridiron/to", {{"home", s.score[0]}, {"away", s.score[1]}}};
    must(reasons, !overtime || !first || s.score[0] == s.score[1], "score", found, Message{"red-boar-gridiron/level"});
    if (overtime && league && !first && s.overtime_first != kNobody)
        must(reasons, s.score[s.overtime_first] >= s.score[1U - s.overtime_first], "score", found,
             Message{"red-boar-gridiron/not-behind"});
}

// Ball, down and line by phase ("State" on the page).
void check_field(const Sheet& sheet, const State& s, Reasons& reasons) {
    const auto is = [&](std::string_view field, int found, int wanted, std::string_view where) {
        must(reasons, found == wanted, field, found, Message{where, {{"value", wanted}}});
    };
    constexpr std::string_view kInTry = "red-boar-gridiron/in-try";
    if (tossing(s) || s.phase == Phase::kickoff || s.phase == Phase::free_kick) {
        const std::string_view where = tossing(s) ? "red-boar-gridiron/before-toss" : "red-boar-gridiron/before-kick";
        is("ball", s.ball, !tossing(s) && s.phase == Phase::free_kick ? sheet.free_kick_from : 0, where);
        is("down", s.down, 0, where);
        is("line", s.line, 0, where);
        return;
    }
    must(reasons, Range{kStep, kNearest, kStep}, "ball", s.ball);
    if (s.phase == Phase::attempt) {
        is("down", s.down, 1, kInTry);
        is("line", s.line, kGoal, kInTry);
        return;
    }
    must(reasons, Range{1, 4}, "down", s.down);
    must(reasons, Range{15, kGoal, kStep}, "line", s.line);
    must(reasons, s.line > s.ball, "line", s.line, Message{"red-boar-gridiron/beyond", {{"ball", s.ball}}});
}

void check_seats(const Options& options, const State& s, Reasons& reasons) {
    const bool opening = tossing(s) && s.quarter == 1;
    must(reasons, !opening || s.second_half == kNobody, "second_half_receiver", Message{"red-boar-gridiron/given"},
         Message{"red-boar-gridiron/before-opening"});
    must(reasons, opening || s.second_half != kNobody, "second_half_receiver", "null", Message{"value.home-or-away"});
    const bool played = s.quarter >= kOvertime && !tossing(s);
    const bool round = played && options.by_rounds();
    must(reasons, !round || s.overtime_first != kNobody, "overtime_first", "null",
         Message{"red-boar-gridiron/in-this-overtime"});
    must(reasons, round || (played && options.overtime == Overtime::league) || s.overtime_first == kNobody,
         "overtime_first", Message{"red-boar-gridiron/given"}, Message{"red-boar-gridiron/outside-alternate"});
    const bool start = s.quarter == 1 && s.phase == Phase::kickoff && s.clock == options.quarter_seconds &&
                       s.score == std::array<u16, 2>{};
    must(reasons, !tossing(s) || start || s.quarter == kOvertime, "offense", "null",
         Message{"red-boar-gridiron/offense-known"});
}

// Which fields of a play under way mean something at a step; all others are 0.
State without_stray_bytes(const State& s, bool cards) {
    State clean = s;
    const bool settled = s.step != Step::penalty;
    const bool row = s.step == Step::kickoff_cover || s.step == Step::punt_cover || s.step == Step::defense;
    if (!row && (settled || cards)) clean.row = 0;
    if (settled && s.step != Step::breakaway) clean.die = 0;
    if (settled || !cards) clean.leap = 0;
    if (s.step != Step::flags) clean.called = Call::play;
    const bool open = s.step == Step::modifier || s.step == Step::breakaway || !settled;
    if (!open && s.step != Step::play && s.step != Step::defense) clean.fouls = 0;
    clean.turned = cards && open ? 1 : 0;
    if (!(cards && (open || s.step == Step::flags))) clean.offense_card = clean.defense_card = 0;
    const bool drawing = s.step == Step::draw_offense || s.step == Step::draw_defense;
    const bool kicking_off = s.step == Step::kickoff || s.step == Step::kickoff_cover || s.step == Step::receive;
    const bool crossed = s.then == Then::crossed;
    const bool overtime =
        s.quarter == kOvertime && !Rules::without_cards(s); // step 15: after its toss hands are still held
    if (crossed ? !(kicking_off && overtime) : !drawing) clean.then = Then::call;
    return clean;
}

} // namespace

template <class Fields>
void Rules::declare(Fields& field, State& s) const {
    declare_open(field, *this, s);
    field.when(options_.cards, [&] {
        field("hands", per_seat([&](Seat seat) {
                  const auto at = static_cast<std::size_t>(seat);
                  return pile(*this, role_of(s, at), s.hands[at]);
              }));
        declare_discards(field, *this, s);
    });
}

template <class Fields>
void Rules::declare(Fields& field, View& view) const {
    declare_open(field, *this, view.open);
    field.when(options_.cards, [&] {
        field.when(view.viewer != Viewer::everyone, [&] {
            const std::size_t seat = view.viewer == Viewer::away ? 1 : 0;
            field("hand", pile(*this, role_of(view.open, seat), view.hand));
        });
        declare_discards(field, *this, view.open);
        field("deck_left", numbers(view.deck_left, Range{0, 255}));
        const Step step = view.open.step;
        const bool open = step == Step::modifier || step == Step::breakaway || step == Step::penalty;
        for (std::size_t role = 0; role < 2; ++role)
            field.observed(
                role == 0 ? "card.offense" : "card.defense",
                CountsField{kinds(role), 1, true,
                            [this, role](std::size_t kind) { return std::string_view(card_id(role, kind)); },
                            [&view, role, open](std::size_t kind) { return open && view.turned[role] == kind ? 1 : 0; },
                            [](std::size_t, int) {}});
        field.observed("leap", number(view.leap, {0, 6}));
    });
}

// Observations (games/observation.hpp).
template void Rules::declare(FieldFloats&, View&) const;
template void Rules::declare(FieldLayout&, View&) const;

void Rules::write_fields(JsonText& out, const State& s) const { write_declared(out, *this, s); }
void Rules::write_view_fields(JsonText& out, const View& view) const { write_declared(out, *this, view); }
std::vector<FieldType> Rules::field_types() const {
    return declared_types(*this, start(), view(start(), Viewer::home));
}

Expected<State, Reasons> Rules::set(const State&, const Json& given) const {
    State s = start();
    s.step = Step::call; // never a toss (D6)
    s.offense = 0;
    s.phase = Phase::scrimmage;
    s.second_half = 1;
    FieldReader in(given, kId);
    declare(in, s);
    const bool overtime = s.quarter >= kOvertime;
    const bool rounds = overtime && options_.by_rounds();
    if (overtime && !in.has("clock")) s.clock = 0;
    if (rounds && !in.has("phase")) s.phase = tries_only(s) ? Phase::attempt : Phase::overtime;
    if (rounds && !in.has("overtime_first")) s.overtime_first = s.offense;
    if (overtime && options_.overtime == Overtime::league && !in.has("overtime_first"))
        s.overtime_first = static_cast<u8>(s.phase == Phase::kickoff ? 1 - s.offense : s.offense);
    const bool tries = s.phase == Phase::attempt;
    const int try_from = kGoal - sheet_.conversion_from;
    if (!in.has("ball"))
        s.ball = static_cast<u8>(s.phase == Phase::kickoff     ? 0
                                 : s.phase == Phase::free_kick ? sheet_.free_kick_from
                                 : tries                       ? try_from
                                 : s.phase == Phase::overtime  ? kGoal - overtime_from()
                                                               : 25);
    const bool on_field = s.phase != Phase::kickoff && s.phase != Phase::free_kick;
    if (!in.has("down")) s.down = on_field ? 1 : 0;
    if (!in.has("line")) s.line = static_cast<u8>(!on_field ? 0 : tries ? kGoal : std::min(s.ball + 10, kGoal));
    must(in.reasons, !tries || s.ball == try_from, "ball", s.ball,
         Message{"red-boar-gridiron/in-try", {{"value", try_from}}});
    check_fields(s, in.reasons);
    for (std::size_t seat = 0; seat < 2; ++seat) {
        for (std::size_t kind = 0; kind < kinds(role_of(s, seat)); ++kind) // discards count as played
            s.played[seat][kind] = std::max(s.played[seat][kind], static_cast<u8>(s.discards[seat][kind]));
        if (in.reasons.empty() && options_.cards) refill(s, seat);
    }
    if (in.reasons.empty()) {
        s.then = !tries ? Then::call : goes_for_two(s) ? Then::conversion : Then::after_touchdown;
        advance(s);
    }
    return in.result(s);
}

// What must hold between the fields, whatever the game waits for.
void Rules::check_fields(const State& s, Reasons& reasons) const {
    if (s.step != Step::over) { // then only the score counts
        check_time(options_, s, reasons);
        check_field(sheet_, s, reasons);
        check_seats(options_, s, reasons);
    }
    for (std::size_t seat = 0; seat < 2; ++seat) {
        const std::string_view who = kSeatNames[seat];
        const std::size_t role = role_of(s, seat);
        for (std::size_t kind = 0; kind < kMostKinds; ++kind) {
            const bool there = options_.cards && kind < kinds(role);
            const int held = s.hands[seat][kind] + s.discards[seat][kind];
            const int copies = there ? sheet_.cards.copies : 0;
            must(reasons, held <= copies, fmt::format("hands.{}.{}", who, there ? card_id(role, kind) : "?"), held,
                 Message{"red-boar-gridiron/copies", {{"most", copies}}});
            must(reasons, there || s.played[seat][kind] == 0, fmt::format("played.{}", who),
                 Message{"red-boar-gridiron/a-card"}, Message{"red-boar-gridiron/none-such"});
        }
        must(reasons, s.hands[seat].count() <= sheet_.cards.hand, fmt::format("hands.{}", who),
             Message{"red-boar-gridiron/cards", {{"count", s.hands[seat].count()}}},
             Message{"value.at-most", {{"most", sheet_.cards.hand}}});
    }
}

Message Rules::fault(const State& s) const {
    const bool inner = static_cast<std::size_t>(s.step) < kSteps && s.then <= Then::crossed &&
                       static_cast<u8>(s.called) <= 2 && s.row < kSums && s.fouls <= 3 && s.die <= 6 && s.leap <= 6 &&
                       s.turned <= 1;
    if (!inner || s.offense > 1) return Message{"position.waits"};
    return declared_fault(*this, s, [&] { return without_stray_bytes(s, options_.cards) == s && play_fits(s); });
}

// The play under way. Requires: check_fields() has no reasons, bytes that mean nothing are 0.
bool Rules::play_fits(const State& s) const {
    const bool cards = options_.cards;
    const bool field = s.phase != Phase::kickoff && s.phase != Phase::free_kick;
    const bool full = s.hands[0].count() == sheet_.cards.hand && s.hands[1].count() == sheet_.cards.hand;
    const bool ready = field && (!cards || full);
    const bool may_kick = s.ball / kStep < 20 && sheet_.kick_at_least[s.ball / kStep] != 0;
    const bool down = s.phase == Phase::scrimmage || s.phase == Phase::overtime;
    const bool punts = s.phase == Phase::free_kick || (s.phase == Phase::scrimmage && any_call_but_play(s));
    if (cards && (s.offense_card >= kinds(0) || s.defense_card >= kinds(1))) return false;
    if (s.fouls != 0 && !options_.penalties) return false;
    for (std::size_t seat = 0; cards && seat < 2; ++seat) // a deck that is drawn out has taken its discards in
        if (deck(s, seat).empty() && !s.discards[seat].empty()) return false;
    switch (s.step) {
    case Step::toss: return !options_.first_agreed() && (cards || s.offense == 0);
    case Step::receive: return options_.toss == Toss::choice;
    case Step::kickoff:
    case Step::kickoff_cover: return s.phase == Phase::kickoff;
    case Step::draw_offense:
    case Step::draw_defense:
        if (!field || !cards || (s.phase == Phase::attempt) != (s.then != Then::call)) return false;
        if (s.then == Then::after_touchdown && goes_for_two(s)) return false;
        return s.hands[drawing(s)].count() < sheet_.cards.hand &&
               (s.step == Step::draw_offense || s.hands[s.offense].count() == sheet_.cards.hand);
    case Step::call: return ready && down && any_call_but_play(s);
    case Step::card: return ready && cards;
    case Step::flags:
        if (!ready || !options_.penalties) return false;
        if (s.called != Call::play && !any_call_but_play(s)) return false;
        if (s.called == Call::punt) return options_.kick_fouls && s.phase == Phase::scrimmage;
        if (s.called == Call::field_goal) return options_.kick_fouls && down && may_kick;
        return !cards || (s.hands[s.offense][s.offense_card] != 0 && s.hands[1U - s.offense][s.defense_card] != 0);
    case Step::play: return field && !cards;
    case Step::defense: return field && !cards && rolled_out(s)[0];
    case Step::modifier: return field && cards && rolled_out(s)[0];
    case Step::breakaway: return field && cards && rolled_out(s)[1];
    case Step::penalty: {
        State again = s;
        if (!field || (s.fouls != kFoulOfOffense && s.fouls != kFoulOfDefense)) return false;
        if (rolled_out(s) != std::array{s.die != 0, s.leap != 0}) return false;
        end_play(again);
        return again.step == Step::penalty;
    }
    case Step::after_touchdown:
    case Step::extra_point:
        return ready && s.phase == Phase::attempt && s.ball == kGoal - sheet_.conversion_from && !goes_for_two(s);
    case Step::punt: return punts;
    case Step::punt_cover: return punts && s.row % 2 == 0 && s.ball + sheet_.punt_yards[s.row] < kGoal;
    case Step::field_goal: return down && may_kick && any_call_but_play(s);
    case Step::over:
        return (s.quarter >= kOvertime || (s.quarter == 4 && s.clock == 0)) &&
               (s.score[0] != s.score[1] || options_.overtime == Overtime::tie);
    }
    return false;
}

// Whether the current play takes a defence or modifier die, and a break die.
std::array<bool, 2> Rules::rolled_out(const State& s) const {
    if (!options_.cards) {
        State rolled = s;
        rolled.fouls = 0;
        resolve_play(rolled);
        return {rolled.step == Step::defense, false};
    }
    const Cell& cell = sheet_.cards.defense[s.defense_card].cells[s.offense_card];
    const bool die = cell.modified && !barred(s.ball, sheet_.cards.offense[s.offense_card].barred);
    return {die, die && s.die != 0 && cell.modifiers[s.die - 1U].effect == Effect::breakaway};
}

} // namespace touchline::red_boar_gridiron
