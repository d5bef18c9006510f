// Whether a position is one that Gridiron can be in: the frame that `set` checks too, and every byte of a play under
// way.
#include "games/red_boar_gridiron/rules.hpp"
#include "games/red_boar_gridiron/words.hpp"

#include <fmt/format.h>

namespace touchline::red_boar_gridiron {

namespace {

// The quarters, their phases and clock (steps 13 and 14).
void check_time(const Options& options, const State& s, std::vector<std::string>& reasons) {
    const bool alternate = options.overtime == Overtime::alternate;
    if (s.quarter == 5 && options.overtime == Overtime::tie)
        reasons.emplace_back("'quarter' is 5, but with overtime 'tie' there are only 1 to 4");
    else if (s.quarter == 5 && alternate && s.phase != Phase::overtime && s.phase != Phase::attempt)
        reasons.push_back(
            fmt::format("'phase' is '{}', but in this overtime it is 'overtime' or 'try'", name(s.phase)));
    else if (s.quarter == 5 && !alternate && s.phase != Phase::kickoff && s.phase != Phase::scrimmage)
        reasons.push_back(
            fmt::format("'phase' is '{}', but in this overtime it is 'kickoff' or 'scrimmage'", name(s.phase)));
    else if (s.quarter != 5 && s.phase == Phase::overtime)
        reasons.push_back(fmt::format("'phase' is 'overtime', but 'quarter' is {}, not 5", s.quarter));
    if (s.quarter == 5 && s.clock != 0)
        reasons.push_back(fmt::format("'clock' is {}, but it is 0 in overtime", s.clock));
    if (s.quarter != 5 && s.clock == 0 && s.phase != Phase::attempt)
        reasons.emplace_back(
            "'clock' is 0, but a play of quarters 1 to 4 needs at least 1 second (only a try does not)");
    const bool first =
        alternate ? s.phase == Phase::overtime && (s.step == Step::toss || s.offense == s.overtime_first) : true;
    if (s.quarter == 5 && first && s.score[0] != s.score[1])
        reasons.push_back(fmt::format("'score' is {} to {}, but it is level {}", s.score[0], s.score[1],
                                      alternate ? "while the first possession of a round is still to play"
                                                : "until the first score of a sudden-death overtime ends it"));
}

// Ball, down and line by phase ("State" on the page).
void check_field(const Sheet& sheet, const State& s, std::vector<std::string>& reasons) {
    const auto must = [&](std::string_view what, int found, int wanted, std::string_view where) {
        if (found != wanted) reasons.push_back(fmt::format("'{}' is {}, but it is {} {}", what, found, wanted, where));
    };
    const bool kick = s.phase == Phase::kickoff || s.phase == Phase::free_kick;
    if (s.step == Step::toss || kick) {
        const std::string_view where = s.step == Step::toss ? "before a toss" : "before a kick";
        must("ball", s.ball, s.step != Step::toss && s.phase == Phase::free_kick ? sheet.free_kick_from : 0, where);
        must("down", s.down, 0, where);
        must("line", s.line, 0, where);
        return;
    }
    if (s.ball < kStep || s.ball > kNearest || s.ball % kStep != 0)
        reasons.push_back(fmt::format("'ball' is {}, but it is 5 to 95 in steps of 5", s.ball));
    if (s.phase == Phase::attempt) {
        must("down", s.down, 1, "in a try");
        must("line", s.line, kGoal, "in a try");
        return;
    }
    if (s.down < 1 || s.down > 4) reasons.push_back(fmt::format("'down' is {}, but it is 1 to 4", s.down));
    if (s.line < 15 || s.line > kGoal || s.line % kStep != 0)
        reasons.push_back(fmt::format("'line' is {}, but it is 15 to 100 in steps of 5", s.line));
    else if (s.line <= s.ball)
        reasons.push_back(fmt::format("'line' is {}, but it lies beyond the ball on {}", s.line, s.ball));
}

void check_seats(const Options& options, const State& s, std::vector<std::string>& reasons) {
    const bool opening = s.step == Step::toss && s.quarter == 1;
    if (opening != (s.second_half == kNobody))
        reasons.emplace_back(opening
                                 ? "'second_half_receiver' is null before the opening toss"
                                 : "'second_half_receiver' is null, but it is home or away once the toss has fallen");
    const bool round = s.quarter == 5 && options.overtime == Overtime::alternate && s.step != Step::toss;
    if (round && s.overtime_first == kNobody)
        reasons.emplace_back("'overtime_first' is null, but it is home or away in this overtime");
    if (!round && s.overtime_first != kNobody)
        reasons.emplace_back(
            "'overtime_first' names a seat, but it is null outside the possessions of an 'alternate' overtime");
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
    const bool kicking_off = s.step == Step::kickoff || s.step == Step::kickoff_cover;
    const bool crossed = s.then == Then::crossed;
    const bool overtime = s.quarter == 5 && !Rules::without_cards(s); // step 15: after its toss hands are still held
    if (crossed ? !(kicking_off && overtime) : !drawing) clean.then = Then::call;
    return clean;
}

} // namespace

std::vector<std::string> Rules::frame_faults(const State& s) const {
    std::vector<std::string> reasons;
    check_time(options_, s, reasons);
    check_field(sheet_, s, reasons);
    check_seats(options_, s, reasons);
    if (s.step == Step::toss) {
        const bool opening = s.quarter == 1 && s.phase == Phase::kickoff && s.clock == options_.quarter_seconds &&
                             s.score == std::array<u16, 2>{};
        if (!opening && s.quarter != 5)
            reasons.emplace_back(
                "'offense' is null, but a toss comes only before the first kickoff and before overtime");
    }
    return reasons;
}

std::string Rules::cards_fault(const State& s) const {
    for (std::size_t seat = 0; seat < 2; ++seat) {
        const std::size_t role = role_of(s, seat);
        for (std::size_t kind = 0; kind < kMostKinds; ++kind) {
            const int there = options_.cards && kind < kinds(role) ? sheet_.cards.copies : 0;
            if (s.hands[seat][kind] + s.discards[seat][kind] > there)
                return "a hand and its discards have more cards than there are";
            if (there == 0 && s.played[seat][kind] != 0) return "a card that does not exist has been played";
        }
        if (s.hands[seat].count() > sheet_.cards.hand)
            return fmt::format("a hand has more than {} cards", sheet_.cards.hand);
        if (options_.cards && deck(s, seat).empty() && !s.discards[seat].empty())
            return "a deck is empty, but its discards have not become the deck";
    }
    return "";
}

// The play under way. Requires: frame and cards are sound, bytes that mean nothing are 0.
std::string Rules::play_fault(const State& s) const {
    const bool cards = options_.cards;
    const bool kick_phase = s.phase == Phase::kickoff || s.phase == Phase::free_kick;
    const bool field = !kick_phase;
    const bool full = s.hands[0].count() == sheet_.cards.hand && s.hands[1].count() == sheet_.cards.hand;
    const bool ready = field && (!cards || full);
    const bool may_kick = s.ball / kStep < 20 && sheet_.kick_at_least[s.ball / kStep] != 0;
    const bool chosen = !cards || (s.offense_card < kinds(0) && s.defense_card < kinds(1));
    const bool down = s.phase == Phase::scrimmage || s.phase == Phase::overtime;
    if (!chosen) return "a card that does not exist is being played";
    const auto fits = [&]() -> bool {
        switch (s.step) {
        case Step::toss: return cards || s.offense == 0;
        case Step::kickoff:
        case Step::kickoff_cover: return s.phase == Phase::kickoff;
        case Step::draw_offense:
        case Step::draw_defense:
            if (!field || !cards || (s.phase == Phase::attempt) != (s.then != Then::call)) return false;
            return s.hands[drawing(s)].count() < sheet_.cards.hand &&
                   (s.step == Step::draw_offense || s.hands[s.offense].count() == sheet_.cards.hand);
        case Step::call: return ready && down && any_call_but_play(s);
        case Step::card: return ready && cards;
        case Step::flags:
            if (!ready || !options_.penalties) return false;
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
        case Step::extra_point: return ready && s.phase == Phase::attempt && s.ball == kGoal - sheet_.conversion_from;
        case Step::punt: return s.phase == Phase::scrimmage || s.phase == Phase::free_kick;
        case Step::punt_cover:
            return (s.phase == Phase::scrimmage || s.phase == Phase::free_kick) && s.row % 2 == 0 &&
                   s.ball + sheet_.punt_yards[s.row] < kGoal;
        case Step::field_goal: return down && may_kick;
        case Step::over: return true;
        }
        return false;
    };
    if (!fits()) return "the play under way does not fit the position";
    if (s.fouls != 0 && !options_.penalties) return "a foul has been called, but there are no penalties in this game";
    return "";
}

// Whether the play at hand takes a defence or modifier die, and a break die.
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

std::string Rules::fault(const State& s) const {
    const bool ranges = s.offense < 2 && s.quarter >= 1 && s.quarter <= 5 &&
                        static_cast<std::size_t>(s.step) < kSteps && static_cast<u8>(s.phase) < kPhases.size() &&
                        s.second_half <= kNobody && s.overtime_first <= kNobody && s.then <= Then::crossed &&
                        static_cast<u8>(s.called) <= 2 && s.row < kSums && s.fouls <= 3 && s.die <= 6 && s.leap <= 6 &&
                        s.turned <= 1 && s.clock <= options_.quarter_seconds && s.score[0] <= kMostScore &&
                        s.score[1] <= kMostScore && s.ball <= kGoal && s.down <= 4 && s.line <= kGoal;
    if (!ranges) return "a figure of the position is out of its range";
    if (std::string wrong = cards_fault(s); !wrong.empty()) return wrong;
    if (!(without_stray_bytes(s, options_.cards) == s))
        return "the position has figures that mean nothing where it stands";
    if (s.step == Step::over) {
        const bool ended_ = s.quarter == 5 || (s.quarter == 4 && s.clock == 0);
        if (!ended_ || (s.score[0] == s.score[1] && options_.overtime != Overtime::tie))
            return "the game is said to be over, but it is not";
        return "";
    }
    if (const auto reasons = frame_faults(s); !reasons.empty()) return reasons.front();
    return play_fault(s);
}

} // namespace touchline::red_boar_gridiron
