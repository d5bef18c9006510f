// What a play leads to: points, kicks, who has the ball, clock, overtime and hands, steps 8 to 15 of the page. Included
// by rules.hpp.
#pragma once

#include "games/red_boar_gridiron/rules.hpp"

#include <algorithm>

namespace touchline::red_boar_gridiron {

inline constexpr std::array<std::string_view, 6> kOvertimes{"alternate", "sudden-death", "tie",
                                                            "college",   "league",       "high-school"};

[[gnu::always_inline]] inline void Rules::add_points(State& s, std::size_t seat, std::string_view how, int points,
                                                     auto& sink) const {
    s.score[seat] = static_cast<u16>(s.score[seat] + points);
    sink({What::score, static_cast<Seat>(seat), how, points});
}

// Step 8.
inline void Rules::touchdown(State& s, auto& sink) const {
    add_points(s, s.offense, "touchdown", sheet_.points.touchdown, sink);
    const bool ahead = s.score[s.offense] > s.score[1U - s.offense];
    if (s.quarter >= kOvertime && !options_.by_rounds() && ahead && settles(s)) { // no try
        sink({What::drive_end, offense_seat(s), "touchdown"});
        return end_game(s, sink);
    }
    line_up_try(s);
    s.then = goes_for_two(s) ? Then::conversion : Then::after_touchdown;
}

inline void Rules::line_up_try(State& s) const {
    s.phase = Phase::attempt;
    s.ball = static_cast<u8>(kGoal - sheet_.conversion_from);
    s.down = 1;
    s.line = kGoal;
}

inline void Rules::end_try(State& s, auto& sink) const {
    sink({What::drive_end, offense_seat(s), tries_only(s) ? "two-point" : "touchdown"});
    if (s.quarter >= kOvertime && options_.by_rounds()) return end_overtime_possession(s, sink);
    if (ends_league(s, sink)) return;
    s.phase = Phase::kickoff;
    s.ball = s.down = s.line = 0;
}

// Step 9.
inline void Rules::safety(State& s, auto& sink) const {
    add_points(s, 1U - s.offense, "safety", sheet_.points.safety, sink);
    sink({What::drive_end, offense_seat(s), "safety"});
    if (s.quarter >= kOvertime) {
        if (options_.by_rounds()) return end_overtime_possession(s, sink);
        return end_game(s, sink); // in `league` too: the side behind has had the ball
    }
    const bool punts = !options_.safety_kickoff; // R8
    s.phase = punts ? Phase::free_kick : Phase::kickoff;
    s.ball = static_cast<u8>(punts ? sheet_.free_kick_from : 0);
    s.down = s.line = 0;
}

// Step 10.
inline void Rules::resolve_punt(State& s, auto& sink) const {
    const int spot = s.ball + sheet_.punt_yards[s.row];
    if (spot >= kGoal)
        punt_to(s, sheet_.touchback, "touchback", sink);
    else if ((s.row + 2) % 2 == 0)
        s.step = Step::punt_cover;
    else
        punt_to(s, kGoal - spot, "punt", sink);
}

inline void Rules::punt_to(State& s, int spot, std::string_view how, auto& sink) const {
    const bool free_kick = s.phase == Phase::free_kick;
    sink({What::kick, offense_seat(s), free_kick ? "free-kick" : "punt", sheet_.punt_yards[s.row]});
    if (!free_kick) {
        tell_clock(s, sheet_.punt_seconds, sink);
        sink({What::drive_end, offense_seat(s), "punt"});
        if (ends_league(s, sink)) return finish(s, 0, sink);
    }
    s.phase = Phase::scrimmage;
    take_ball(s, std::clamp(spot, kStep, kNearest), how, sink);
    if (free_kick) tell_clock(s, sheet_.punt_seconds, sink);
    finish(s, sheet_.punt_seconds, sink);
}

// Step 11, R21.
inline void Rules::resolve_field_goal(State& s, int sum, auto& sink) const {
    sink({What::kick, offense_seat(s), "field-goal", kick_length(s)});
    if (sum < sheet_.kick_at_least[s.ball / kStep]) {
        sink({What::miss, offense_seat(s), "field-goal"});
        tell_clock(s, sheet_.kick_seconds, sink);
        change_sides(s, missed_to(s), "field-goal-missed", "field-goal-missed", sink);
    } else {
        add_points(s, s.offense, "field-goal", sheet_.points.field_goal, sink);
        tell_clock(s, sheet_.kick_seconds, sink);
        sink({What::drive_end, offense_seat(s), "field-goal"});
        if (s.quarter >= kOvertime && options_.by_rounds()) {
            end_overtime_possession(s, sink);
        } else if (s.quarter >= kOvertime && options_.overtime == Overtime::sudden_death) {
            end_game(s, sink);
        } else if (!ends_league(s, sink)) {
            s.phase = Phase::kickoff;
            s.ball = s.down = s.line = 0;
        }
    }
    finish(s, sheet_.kick_seconds, sink);
}

// A drive ends with the other side's ball, there. In rounds of possessions that ends this one instead (step 14).
[[gnu::always_inline]] inline void Rules::change_sides(State& s, int ball, std::string_view end, std::string_view next,
                                                       auto& sink) const {
    sink({What::drive_end, offense_seat(s), end});
    if (s.phase == Phase::overtime) return end_overtime_possession(s, sink);
    if (ends_league(s, sink)) return;
    take_ball(s, ball, next, sink);
}

[[gnu::always_inline]] inline void Rules::take_ball(State& s, int ball, std::string_view how, auto& sink) const {
    s.offense = static_cast<u8>(1 - s.offense);
    clear_cards(s);
    first_and_ten(s, ball);
    sink({What::possession, offense_seat(s), how, {}, ball});
}

// Step 3; step 12.
inline void Rules::first_and_ten(State& s, int ball) const {
    s.ball = static_cast<u8>(ball);
    s.down = 1;
    s.line = static_cast<u8>(std::min(ball + 10, kGoal));
    s.then = Then::call;
}

// Step 14: both have the ball once a round; the next round begins with the side that was second.
template <class Sink>
inline void Rules::end_overtime_possession(State& s, Sink&& sink) const {
    if (s.offense == s.overtime_first) {
        s.offense = static_cast<u8>(1 - s.offense);
        begin_overtime_possession(s, "overtime-answer", sink);
    } else if (s.score[0] != s.score[1]) {
        s.ball = s.down = s.line = 0;
        end_game(s, sink);
    } else {
        s.overtime_first = s.offense;
        if (options_.overtime == Overtime::college && s.quarter < kThirdRound) ++s.quarter;
        begin_overtime_possession(s, "overtime", sink);
    }
}

// Step 14, overtimes that begin with a kickoff: whether the scores differ and the side behind has had the ball. The
// side on offence has, once it is done.
inline bool Rules::settles(const State& s) {
    if (s.score[0] == s.score[1]) return false;
    const u8 behind = s.score[0] < s.score[1] ? 0 : 1;
    return s.overtime_first == kNobody || behind == s.overtime_first || behind == s.offense;
}

// Step 14, `league`: the side with the ball is done. Answers whether that ends the game.
[[gnu::always_inline]] inline bool Rules::ends_league(State& s, auto& sink) const {
    if (s.quarter < kOvertime || options_.overtime != Overtime::league) return false;
    if (settles(s)) {
        s.ball = s.down = s.line = 0;
        end_game(s, sink);
        return true;
    }
    if (s.offense != s.overtime_first) s.overtime_first = kNobody; // both have had it: the next score wins
    return false;
}

inline void Rules::begin_overtime_possession(State& s, std::string_view how, auto& sink) const {
    clear_cards(s);
    if (tries_only(s)) {
        line_up_try(s);
        s.then = Then::conversion;
    } else {
        s.phase = Phase::overtime;
        first_and_ten(s, kGoal - overtime_from());
    }
    sink({What::possession, offense_seat(s), how, {}, s.ball});
}

// The play is settled: its time, then what follows.
inline void Rules::finish(State& s, int seconds, auto& sink) const {
    s.row = s.die = s.fouls = s.offense_card = s.defense_card = s.turned = s.leap = 0;
    if (s.step == Step::over) return;
    s.step = Step::call;
    run_clock(s, seconds, sink);
    if (s.step == Step::call) advance(s, sink);
}

// Told before a drive ends, so that the time is that drive's.
[[gnu::always_inline]] inline void Rules::tell_clock(const State& s, int seconds, auto& sink) const {
    if (s.quarter < kOvertime && seconds != 0) sink({What::clock, {}, {}, std::min<int>(seconds, s.clock)});
}

// Step 13: what a play takes beyond the quarter is lost; a try at 0 is completed. Leaves the step at over or toss where
// the quarter's end leads there.
template <class Sink>
inline void Rules::run_clock(State& s, int seconds, Sink&& sink) const {
    if (s.quarter >= kOvertime) return;
    s.clock = static_cast<u16>(s.clock > seconds ? s.clock - seconds : 0);
    if (s.clock == 0 && s.phase != Phase::attempt) end_quarter(s, sink);
}

inline void Rules::end_quarter(State& s, auto& sink) const {
    const bool over = s.quarter == 4 && (s.score[0] != s.score[1] || options_.overtime == Overtime::tie);
    if (s.quarter % 2 == 0 && s.phase == Phase::scrimmage)
        sink({What::drive_end, offense_seat(s), over ? "game" : "half"});
    if (over) return end_game(s, sink);
    if (s.quarter == 4) { // step 14
        s.quarter = kOvertime;
        s.phase = options_.by_rounds() ? Phase::overtime : Phase::kickoff;
        s.ball = s.down = s.line = 0;
        s.then = Then::call;
        sink({What::period, {}, {}, kOvertime});
        sink({What::overtime, {}, kOvertimes[static_cast<std::size_t>(options_.overtime)]});
        if (options_.first_agreed()) return give_first(s, static_cast<u8>(1 - s.second_half), sink); // R22
        if (without_cards(s)) s.offense = 0;
        s.step = Step::toss;
        return;
    }
    if (s.quarter == 2) {
        s.offense = static_cast<u8>(1 - s.second_half);
        s.phase = Phase::kickoff;
        s.ball = s.down = s.line = 0;
        s.then = Then::call;
        clear_cards(s);
    }
    ++s.quarter;
    s.clock = static_cast<u16>(options_.quarter_seconds);
    sink({What::period, {}, {}, s.quarter});
}

[[gnu::always_inline]] inline void Rules::end_game(State& s, auto& sink) const {
    s.step = Step::over;
    std::optional<Seat> winner;
    if (s.score[0] != s.score[1]) winner = s.score[0] > s.score[1] ? Seat::home : Seat::away;
    sink({What::over, winner});
}

template <class Sink>
inline void Rules::advance(State& s, Sink&& sink) const {
    switch (s.phase) {
    case Phase::kickoff:
        s.then = Then::call;
        s.step = Step::kickoff;
        return;
    case Phase::free_kick:
        s.then = Then::call;
        s.step = Step::punt;
        return;
    case Phase::scrimmage:
    case Phase::overtime:
    case Phase::attempt: return draw_up(s, sink);
    }
}

// Step 15: each side draws up to a full hand.
inline void Rules::draw_up(State& s, auto& sink) const {
    if (options_.cards) {
        if (s.hands[s.offense].few() < sheet_.cards.hand) {
            s.step = Step::draw_offense;
            return;
        }
        return draw_up_defense(s, sink);
    }
    arrive(s, sink);
}

inline void Rules::draw_up_defense(State& s, auto& sink) const {
    if (s.hands[1U - s.offense].few() < sheet_.cards.hand)
        s.step = Step::draw_defense;
    else
        arrive(s, sink);
}

inline void Rules::arrive(State& s, auto& sink) const {
    const Then then = s.then;
    s.then = Then::call;
    if (then == Then::after_touchdown)
        s.step = Step::after_touchdown;
    else if (then == Then::conversion)
        begin_play(s, sink);
    else if (any_call_but_play(s))
        s.step = Step::call;
    else
        begin_play(s, sink); // a moot call is not asked
}

// Step 15: a new possession shuffles both decks whole.
inline void Rules::clear_cards(State& s) const {
    if (!options_.cards) return;
    s.hands = {};
    s.discards = {};
    s.played = {};
}

} // namespace touchline::red_boar_gridiron
