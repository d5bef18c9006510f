// What follows what, up to the end of a play: steps 1 to 7 of the page. Included by rules.hpp.
#pragma once

#include "games/red_boar_gridiron/rules.hpp"

#include <algorithm>
#include <bit>

namespace touchline::red_boar_gridiron {

// How a step shows itself at the table.
struct StepTurn {
    TurnKind kind;
    u8 event;
    enum class Who : u8 { home = 0, offense = 1, defense = 3 } who; // bit 0: depends on the offence, bit 1: the other
    u8 count;
};

inline constexpr std::array<StepTurn, kSteps> kStepTurns{{
    {TurnKind::chance, event::toss, StepTurn::Who::home, 1},
    {TurnKind::chance, event::kickoff, StepTurn::Who::offense, 2},
    {TurnKind::chance, event::cover, StepTurn::Who::offense, 1},
    {TurnKind::chance, event::draw_offense, StepTurn::Who::offense, 0},
    {TurnKind::chance, event::draw_defense, StepTurn::Who::defense, 0},
    {TurnKind::choice, event::call, StepTurn::Who::offense, 0},
    {TurnKind::secret, event::card, StepTurn::Who::offense, 0},
    {TurnKind::chance, event::flags, StepTurn::Who::offense, 4},
    {TurnKind::chance, event::play, StepTurn::Who::offense, 2},
    {TurnKind::chance, event::defense, StepTurn::Who::defense, 1},
    {TurnKind::chance, event::modifier, StepTurn::Who::defense, 1},
    {TurnKind::chance, event::breakaway, StepTurn::Who::offense, 1},
    {TurnKind::choice, event::penalty, StepTurn::Who::offense, 0},
    {TurnKind::choice, event::after_touchdown, StepTurn::Who::offense, 0},
    {TurnKind::chance, event::extra_point, StepTurn::Who::offense, 2},
    {TurnKind::chance, event::punt, StepTurn::Who::offense, 2},
    {TurnKind::chance, event::cover, StepTurn::Who::offense, 1},
    {TurnKind::chance, event::field_goal, StepTurn::Who::offense, 2},
    {TurnKind::over, 0, StepTurn::Who::home, 0},
    {TurnKind::choice, event::toss, StepTurn::Who::offense, 0},
}};

inline Turn Rules::turn(const State& s) const {
    const StepTurn& own = kStepTurns[static_cast<std::size_t>(s.step)];
    const auto who = static_cast<unsigned>(own.who);
    unsigned seat = (s.offense & who) ^ who >> 1;
    u8 count = own.count;
    if (s.step == Step::draw_offense || s.step == Step::draw_defense)
        count = static_cast<u8>(sheet_.cards.hand - s.hands[seat].count());
    // Step 7: the side fouled against answers.
    seat ^= static_cast<unsigned>(s.step == Step::penalty && s.fouls == kFoulOfOffense);
    return {own.kind, own.event, static_cast<Seat>(seat), count};
}

// A seat's hand as actions: by role, then by the kinds in the hand as bits.
inline constexpr auto kHandActions = [] {
    std::array<std::array<ActionList, 1U << kMostKinds>, 2> actions{};
    for (std::size_t role = 0; role < 2; ++role)
        for (std::size_t kinds = 0; kinds < actions[role].size(); ++kinds)
            for (std::size_t kind = 0; kind < kMostKinds; ++kind)
                if ((kinds >> kind & 1) != 0)
                    actions[role][kinds].push_back({static_cast<u8>(role * kMostKinds + kind)});
    return actions;
}();

inline ActionList Rules::choice_actions(const Public& s) const {
    if (s.step != Step::call) return {Action{0}, Action{1}}; // all other choices have two answers
    constexpr Action play{static_cast<u8>(Call::play)};
    constexpr Action punt{static_cast<u8>(Call::punt)};
    constexpr Action field_goal{static_cast<u8>(Call::field_goal)};
    if (options_.kicks_on_fourth && s.down < 4) return {play}; // R4
    const bool in_range = sheet_.kick_at_least[s.ball / kStep] != 0;
    if (s.phase == Phase::overtime) // step 14: no punts
        return in_range ? ActionList{play, field_goal} : ActionList{play};
    return in_range ? ActionList{play, punt, field_goal} : ActionList{play, punt};
}

inline ActionList Rules::hand_actions(Cards hand, std::size_t role) const { return kHandActions[role][hand.kinds()]; }

inline ActionList Rules::legal(const State& s, Seat seat) const {
    const auto at = static_cast<std::size_t>(seat);
    return s.step == Step::card ? hand_actions(s.hands[at], role_of(s, at)) : choice_actions(s);
}

template <class Sink>
inline void Rules::play(State& s, Action action, Sink&& sink) const {
    if (s.step == Step::call) { // Step 3
        const auto called = static_cast<Call>(action.code);
        if (called == Call::play) return begin_play(s, sink);
        if (options_.penalties && options_.kick_fouls) { // R5
            s.called = called;
            s.step = Step::flags;
        } else {
            begin_kick(s, called, sink);
        }
    } else if (s.step == Step::penalty) { // Step 7
        const Ended end = ended(s);
        if (static_cast<Penalty>(action.code) == Penalty::accept)
            accept_foul(s, end, sink);
        else
            settle(s, end, sink);
        finish(s, end.seconds, sink);
    } else if (s.step == Step::receive) { // R22
        const bool receives = static_cast<Receive>(action.code) == Receive::receive;
        give_first(s, static_cast<u8>(receives ? s.offense : 1 - s.offense), sink);
    } else if (static_cast<Extra>(action.code) == Extra::kick) { // Step 8
        s.step = Step::extra_point;
    } else {
        begin_play(s, sink);
    }
}

// Steps 10 and 11.
[[gnu::always_inline]] inline void Rules::begin_kick(State& s, Call called, auto& sink) const {
    sink({What::play, offense_seat(s), called == Call::punt ? "punt" : "field-goal", {}, s.ball});
    s.step = called == Call::punt ? Step::punt : Step::field_goal;
}

// Step 4, where there are cards; step 5, where there are fouls.
inline void Rules::begin_play(State& s, auto& sink) const {
    if (options_.cards) {
        s.step = Step::card;
        // A choice from hidden hands is asked even of hands of one kind: not asking would tell what they hold.
        if (!hands_known_) return;
        BySeat<Action> only; // a moot choice is not asked
        only[static_cast<Seat>(s.offense)] = hand_actions(s.hands[s.offense], 0)[0];
        only[static_cast<Seat>(1 - s.offense)] = hand_actions(s.hands[1U - s.offense], 1)[0];
        play_secret(s, only, sink);
    } else {
        s.step = options_.penalties ? Step::flags : Step::play;
    }
}

template <class Sink>
inline void Rules::play_secret(State& s, BySeat<Action> actions, Sink&& sink) const {
    s.offense_card = actions[static_cast<Seat>(s.offense)].code % kMostKinds;
    s.defense_card = actions[static_cast<Seat>(1 - s.offense)].code % kMostKinds;
    if (options_.penalties)
        s.step = Step::flags;
    else
        turn_over_cards(s, sink);
}

// Step 15: cards that are turned over go to their discard pile. Then step 6.
inline void Rules::turn_over_cards(State& s, auto& sink) const {
    const auto turn_over = [&](std::size_t seat, std::size_t kind) {
        s.hands[seat].remove(kind);
        s.discards[seat].add(kind);
        u8& played = s.played[seat][kind];
        played = static_cast<u8>(played + (played < 255 ? 1 : 0));
        refill(s, seat);
    };
    turn_over(s.offense, s.offense_card);
    turn_over(1U - s.offense, s.defense_card);
    s.turned = 1;
    if constexpr (!kSilent<decltype(sink)>) {
        sink({What::play, offense_seat(s), play_word(s), {}, s.ball});
        sink({What::card, defense_seat(s), card_id(1, s.defense_card)});
    }
    resolve_play(s, sink);
}

// R19: as soon as a deck is empty its discard pile is the deck.
inline void Rules::refill(State& s, std::size_t seat) const {
    if (s.hands[seat] + s.discards[seat] == decks_[role_of(s, seat)]) s.discards[seat] = {};
}

template <class Sink>
[[gnu::always_inline]] inline void Rules::resolve(State& s, Outcome outcome, Sink&& sink) const {
    const u64 code = outcome.code;
    switch (s.step) {
    case Step::toss: return resolve_toss(s, static_cast<u8>(code), sink);
    case Step::kickoff:
        if (options_.first_agreed() && s.quarter == 1 && s.clock == options_.quarter_seconds)
            sink({What::period, {}, {}, 1}); // R22: no toss has said so
        s.row = sum_[code];
        s.step = Step::kickoff_cover;
        return;
    case Step::kickoff_cover: return resolve_kickoff(s, sheet_.defense_die[code], sink);
    case Step::draw_offense: resolve_draw(s, s.offense, code, sink); return draw_up_defense(s, sink);
    case Step::draw_defense: resolve_draw(s, 1U - s.offense, code, sink); return arrive(s, sink);
    case Step::flags: return resolve_flags(s, flags_[code], sink);
    case Step::play:
        s.row = sum_[code];
        if constexpr (!kSilent<Sink>) sink({What::play, offense_seat(s), play_word(s), {}, s.ball});
        return resolve_play(s, sink);
    case Step::defense: s.die = static_cast<u8>(code + 1); return end_play(s, sink);
    case Step::modifier:
        s.die = static_cast<u8>(code + 1);
        if ((play_of(s).breaks >> code & 1) != 0)
            s.step = Step::breakaway;
        else
            end_play(s, sink);
        return;
    case Step::breakaway: s.leap = static_cast<u8>(code + 1); return end_play(s, sink);
    case Step::extra_point: // Step 8
        sink({What::kick, offense_seat(s), "extra-point"});
        if (sum_[code] + 2 >= sheet_.extra_point_at_least)
            add_points(s, s.offense, "extra-point", sheet_.points.kick, sink);
        else
            sink({What::miss, offense_seat(s), "extra-point"});
        end_try(s, sink);
        return finish(s, 0, sink);
    case Step::punt: s.row = sum_[code]; return resolve_punt(s, sink);
    case Step::punt_cover:
        return punt_to(s, kGoal - (s.ball + sheet_.punt_yards[s.row]) + sheet_.defense_die[code], "punt", sink);
    case Step::field_goal: return resolve_field_goal(s, sum_[code] + 2, sink);
    case Step::receive:
    case Step::call:
    case Step::card:
    case Step::penalty:
    case Step::after_touchdown:
    case Step::over: break;
    }
}

// Step 1; step 14. R22: the winner may have the choice.
inline void Rules::resolve_toss(State& s, u8 seat, auto& sink) const {
    sink({What::toss, static_cast<Seat>(seat)});
    if (options_.toss != Toss::choice) return give_first(s, seat, sink);
    if (s.offense != seat) turn_round(s);
    s.step = Step::receive;
}

// That seat receives, or has the ball first.
inline void Rules::give_first(State& s, u8 seat, auto& sink) const {
    if (s.quarter == kOvertime && options_.by_rounds()) {
        s.offense = s.overtime_first = seat;
        begin_overtime_possession(s, "overtime", sink);
        return advance(s, sink);
    }
    if (s.offense == seat) turn_round(s);
    if (s.quarter == kOvertime && options_.overtime == Overtime::league) s.overtime_first = seat;
    if (s.quarter == 1) {
        s.second_half = s.offense;
        sink({What::period, {}, {}, 1});
    }
    s.step = Step::kickoff;
}

// Step 15: hands stay until the receivers take the ball.
inline void Rules::turn_round(State& s) {
    s.offense = static_cast<u8>(1 - s.offense);
    if (!without_cards(s)) s.then = s.then == Then::crossed ? Then::call : Then::crossed;
}

// Step 2. The time of a kick that nobody's drive ends with is the receivers'.
inline void Rules::resolve_kickoff(State& s, int adjustment, auto& sink) const {
    const int ball = std::clamp(sheet_.kickoff_lines[s.row] + adjustment, kStep, kNearest);
    sink({What::kick, offense_seat(s), "kickoff"});
    s.phase = Phase::scrimmage;
    take_ball(s, ball, "kickoff", sink);
    tell_clock(s, sheet_.kickoff_seconds, sink);
    finish(s, sheet_.kickoff_seconds, sink);
}

// Step 5: the offence's foul before the play, the defence's, then those during it.
inline void Rules::resolve_flags(State& s, u8 fouls, auto& sink) const {
    const u8 offense = fouls & 3;
    const u8 defense_ = static_cast<u8>(fouls >> 2);
    if (fouls != 0) [[unlikely]] {
        if (offense == 1) return foul_before(s, kFoulOfOffense, sink);
        if (defense_ == 1) return foul_before(s, kFoulOfDefense, sink);
    }
    if (s.called != Call::play) {
        begin_kick(s, s.called, sink);
        s.called = Call::play;
        return;
    }
    s.fouls = static_cast<u8>((offense == 2 ? kFoulOfOffense : 0) | (defense_ == 2 ? kFoulOfDefense : 0));
    if ((s.fouls & kFoulOfOffense) != 0) sink({What::flag, offense_seat(s), "during-play"});
    if ((s.fouls & kFoulOfDefense) != 0) sink({What::flag, defense_seat(s), "during-play"});
    if (options_.cards)
        turn_over_cards(s, sink);
    else
        s.step = Step::play;
}

// R3: half the way to a goal line, rounded to five yards, and never all of it.
inline int Rules::half_way(int yards) const {
    const int steps = yards / kStep + (options_.half_up ? 1 : 0);
    return std::min(steps / 2 * kStep, yards - kStep);
}

// Step 5: no play, no clock; the same down again unless that makes the line.
inline void Rules::foul_before(State& s, u8 by, auto& sink) const {
    const int yards = sheet_.penalty.before_yards;
    if (by == kFoulOfOffense) {
        sink({What::flag, offense_seat(s), "before-play"});
        move_ball(s, s.ball - std::min(yards, half_way(s.ball)), sink);
    } else {
        sink({What::flag, defense_seat(s), "before-play"});
        move_ball(s, s.ball + std::min(yards, half_way(kGoal - s.ball)), sink);
    }
    if (s.phase == Phase::attempt) {
        s.then = Then::conversion;
    } else if (s.ball >= s.line) {
        first_and_ten(s, s.ball);
        sink({What::first_down, offense_seat(s), {}, 1});
    } else {
        sink({What::down, offense_seat(s), {}, s.down});
    }
    s.called = Call::play;
    s.offense_card = s.defense_card = 0;
    advance(s, sink);
}

// Yards of a foul.
[[gnu::always_inline]] inline void Rules::move_ball(State& s, int spot, auto& sink) const {
    if (spot != s.ball) sink({What::gain, offense_seat(s), "penalty", spot - s.ball, spot});
    s.ball = static_cast<u8>(spot);
}

// Step 6: the row or the cards are known.
template <class Sink>
inline void Rules::resolve_play(State& s, Sink&& sink) const {
    if (die_follows(s))
        s.step = options_.cards ? Step::modifier : Step::defense;
    else
        end_play(s, sink);
}

inline Ended Rules::ended(const State& s) const {
    const Play& play = play_of(s);
    const PlayEnd& end = play.ends[s.ball < play.barred_from ? s.die : kBarred];
    const int from = end.from_goal ? kGoal : s.ball;
    const int seconds = s.phase == Phase::attempt ? 0 : end.seconds; // step 8: a try takes no time
    return {from + end.yards + s.leap * sheet_.cards.break_yards, end.turnover, end.pass, end.base, seconds};
}

// The play is known: what it brought, unless there was a foul.
template <class Sink>
inline void Rules::end_play(State& s, Sink&& sink) const {
    if (s.fouls != 0) [[unlikely]]
        return end_fouled_play(s, ended(s), sink);
    const Ended end = ended(s);
    settle(s, end, sink);
    finish(s, end.seconds, sink);
}

// Steps 5 and 7: fouls during a play that is known.
[[gnu::noinline]] inline void Rules::end_fouled_play(State& s, const Ended& end, auto& sink) const {
    if (s.fouls == (kFoulOfOffense | kFoulOfDefense)) { // all is void but the time
        tell_clock(s, end.seconds, sink);
        if (s.phase == Phase::attempt)
            s.then = Then::conversion;
        else
            sink({What::down, offense_seat(s), {}, s.down});
    } else if (stands(s, end)) {
        settle(s, end, sink);
    } else {
        State accepted = s;
        State declined = s;
        Silent nobody;
        accept_foul(accepted, end, nobody);
        settle(declined, end, nobody);
        const auto same = [](const State& a, const State& b) {
            return a.offense == b.offense && a.ball == b.ball && a.down == b.down && a.line == b.line &&
                   a.score == b.score && a.phase == b.phase && a.overtime_first == b.overtime_first;
        };
        if (!same(accepted, declined)) {
            s.step = Step::penalty;
            return;
        }
        settle(s, end, sink);
    }
    finish(s, end.seconds, sink);
}

// Step 7, R16: a score of the side fouled against stands without asking.
inline bool Rules::stands(const State& s, const Ended& end) const {
    if (s.fouls == kFoulOfOffense) return s.phase != Phase::attempt && end.spot <= 0;
    return !end.turnover && end.spot >= kGoal;
}

// How a play stopped short of a yard.
inline std::string_view Rules::stop_word(const State& s) const {
    if (s.ball >= play_of(s).barred_from) return "barred";
    const bool incomplete =
        options_.cards ? modifier(s).effect == Effect::incomplete : sheet_.rows[s.row].kind == RowKind::incomplete;
    return incomplete ? "incomplete" : "no-gain";
}

// What the play brought the side with the ball, before it is settled. A lost ball is told as such.
inline void Rules::tell_yards(const State& s, const Ended& end, auto& sink) const {
    if (end.turnover && end.spot > 0) return;
    const int to = std::clamp(end.spot, 0, kGoal);
    const int yards = to - s.ball;
    if (yards == 0) return sink({What::stop, defense_seat(s), stop_word(s)});
    const bool sacked = yards < 0 && sacks(s);
    if (sacked) sink({What::sack, defense_seat(s), "sack", -yards});
    sink({What::gain, offense_seat(s), sacked ? "sack" : play_word(s), yards, to});
}

// Steps 6, 8, 9, 12: the play counts as it ended.
inline void Rules::settle(State& s, const Ended& end, auto& sink) const {
    if (s.phase == Phase::attempt) return settle_try(s, end, sink);
    if constexpr (!kSilent<decltype(sink)>) tell_yards(s, end, sink);
    tell_clock(s, end.seconds, sink);
    if (end.spot <= 0) return safety(s, sink); // R14: a turnover too
    if (end.turnover) return lose_ball(s, end, sink);
    if (end.spot >= kGoal) return touchdown(s, sink);
    if (end.spot >= s.line) {
        sink({What::first_down, offense_seat(s), {}, 1});
        return first_and_ten(s, end.spot);
    }
    if (s.down == 4) {
        sink({What::turnover, defense_seat(s), "downs"});
        return change_sides(s, kGoal - end.spot, "downs", "downs", sink);
    }
    s.ball = static_cast<u8>(end.spot);
    s.down = static_cast<u8>(s.down + 1);
    s.then = Then::call;
    sink({What::down, offense_seat(s), {}, s.down});
}

// Step 6: the other side takes over where the play ended.
[[gnu::always_inline]] inline void Rules::lose_ball(State& s, const Ended& end, auto& sink) const {
    std::string_view how;
    if constexpr (!kSilent<decltype(sink)>) how = options_.cards ? "turnover" : play_word(s);
    sink({What::turnover, defense_seat(s), how});
    if (end.spot >= kGoal) return change_sides(s, sheet_.touchback, how, "touchback", sink);
    change_sides(s, kGoal - end.spot, how, how, sink);
}

// Step 8, R9.
inline void Rules::settle_try(State& s, const Ended& end, auto& sink) const {
    if (!end.turnover && end.spot >= kGoal)
        add_points(s, s.offense, "two-point", sheet_.points.conversion, sink);
    else
        sink({What::miss, offense_seat(s), "two-point"});
    end_try(s, sink);
}

// Step 7: the foul counts, not the play. A try is replayed from the new spot.
inline void Rules::accept_foul(State& s, const Ended& end, auto& sink) const {
    tell_clock(s, end.seconds, sink);
    if (s.fouls == kFoulOfOffense) {
        const int yards = sheet_.penalty.offense_yards;
        const int most = half_way(s.ball);
        if (most == 0 && yards > s.ball) { // ten yards on the own 5
            if (s.phase == Phase::attempt) {
                sink({What::miss, offense_seat(s), "two-point"});
                return end_try(s, sink);
            }
            sink({What::gain, offense_seat(s), "penalty", -s.ball, 0});
            return safety(s, sink);
        }
        move_ball(s, s.ball - std::min(yards, most), sink);
        s.then = s.phase == Phase::attempt ? Then::conversion : Then::call;
        if (s.phase != Phase::attempt) sink({What::down, offense_seat(s), {}, s.down});
        return;
    }
    move_ball(s, spot_of_defense_foul(s, end), sink);
    if (s.phase == Phase::attempt) {
        s.then = Then::conversion;
    } else {
        sink({What::first_down, offense_seat(s), {}, 1});
        first_and_ten(s, s.ball);
    }
}

inline int Rules::spot_of_defense_foul(const State& s, const Ended& end) const {
    if (!end.pass) { // R10: after a turnover from the line of scrimmage
        const int from = end.turnover ? s.ball : std::max<int>(end.spot, s.ball);
        return from + std::min(sheet_.penalty.defense_run_yards, half_way(kGoal - from));
    }
    if (s.ball + end.base >= kGoal) return kNearest; // R12
    const int flat = sheet_.penalty.defense_pass_yards;
    const int most = half_way(kGoal - s.ball);
    if (options_.full_interference) return s.ball + std::max(end.base, std::min(flat, most)); // R13
    return s.ball + std::min(std::max(end.base, flat), most);
}

inline Result Rules::result(const State& s) const {
    if (s.score[0] == s.score[1]) return Result::draw;
    return s.score[0] > s.score[1] ? Result::home : Result::away;
}

inline std::optional<Seat> Rules::offense(const State& s) const {
    if (tossing(s)) return std::nullopt;
    return static_cast<Seat>(s.offense);
}

} // namespace touchline::red_boar_gridiron
