// The steps of Pocket Sports Rugby, inline because simulation and solver live in them. Include rules.hpp instead.
#pragma once

#include "games/pocket_rugby/rules.hpp"

namespace touchline::pocket_rugby {

inline Turn Rules::turn(const State& s) const {
    const PhaseTurn& turn = kTurns[place(s.phase)];
    u8 seat = 0;
    if (turn.by != By::home) seat = static_cast<u8>(s.offense ^ (turn.by == By::defence) ^ s.ball.thrown);
    return {turn.kind, static_cast<u8>(turn.event), static_cast<Seat>(seat),
            turn.kind == TurnKind::chance ? u8{1} : u8{0}};
}

// R22: any other of the four, by the man with the ball.
inline constexpr auto kOthers = [] {
    std::array<ActionList, kPositions> others{};
    for (u8 carrier = 0; carrier < kPositions; ++carrier)
        for (u8 position = 0; position < kPositions; ++position)
            if (position != carrier) others[carrier].push_back(Action{position});
    return others;
}();

inline ActionList Rules::legal(const State& s, Seat) const {
    if (s.phase == Phase::pass) return kOthers[s.ball.carrier];
    return {Action{0}, Action{1}};
}

template <class Each>
void Rules::chances(const State& s, Each&& each) const {
    if (s.phase == Phase::toss) {
        for (u64 seat = 0; seat < 2; ++seat) each(Outcome{seat}, Weight{1});
        return;
    }
    const Die<u8>& weights = weight_[place(kTurns[place(s.phase)].event)];
    for (u64 face = 0; face < kFaces; ++face)
        if (weights[face] > 0) each(Outcome{face}, Weight{weights[face]});
}

template <class Source>
Outcome Rules::sample(const State& s, Source& source) const {
    return {drawn_[place(s.phase)][source.below(kFaces)]};
}

template <class Sink>
[[gnu::always_inline]] inline void Rules::resolve(State& s, Outcome outcome, Sink&& sink) const {
    const u8 face = static_cast<u8>(outcome.code);
    switch (s.phase) {
    case Phase::weather:
        s.weather = weather_[face];
        sink({What::weather, {}, kWeatherNames[place(s.weather)]});
        return to(s, Phase::toss);
    case Phase::toss: return kick_off(s, static_cast<Seat>(face), sink);
    case Phase::scrum_half: return feed(s, face, sink);
    case Phase::forward:
    case Phase::centre:
    case Phase::wing:
    case Phase::back: return carry(s, face, sink);
    case Phase::decoy:
    case Phase::intercept:
    case Phase::stop_maul:
    case Phase::charge_down: return check(s, face, sink);
    case Phase::first_tackle: return first_tackle(s, face, sink);
    case Phase::second_tackle: return second_tackle(s, face, sink);
    case Phase::only_tackle: return only_tackle(s, face, sink);
    case Phase::ruck: return steal(s, face, sink);
    case Phase::try_: return over_the_line(s, face, sink);
    case Phase::conversion_range: s.ball.range = face; return to(s, Phase::conversion_kick);
    case Phase::conversion_kick: return convert(s, face, sink);
    case Phase::drop_range: s.ball.range = face; return to(s, Phase::drop_goal);
    case Phase::drop_kick: return drop_goal(s, face, sink);
    case Phase::scrum:
    case Phase::lineout: return referee(s, face, sink);
    case Phase::card: return show_card(s, face, sink);
    case Phase::penalty_range:
        s.ball.range = face;
        return to(s, range_before_choice_ ? Phase::penalty : Phase::penalty_kick); // R16
    case Phase::penalty_kick: return penalty_goal(s, face, sink);
    case Phase::pass:
    case Phase::maul:
    case Phase::big_hit:
    case Phase::drop_goal:
    case Phase::penalty:
    case Phase::over:
    case Phase::try_decoy:
    case Phase::try_intercept:
    case Phase::try_charge_down:
    case Phase::card_check: break;
    }
    assert(false && "resolve() is for chance turns");
}

template <class Sink>
inline void Rules::play(State& s, Action action, Sink&& sink) const {
    switch (s.phase) {
    case Phase::pass: return hand_to(s, action.code);
    case Phase::maul: return to(s, action == action::kStop ? Phase::stop_maul : Phase::first_tackle);
    case Phase::big_hit: return to(s, action == action::kSteal ? Phase::ruck : Phase::second_tackle);
    case Phase::drop_goal:
        if (action == action::kKick) { // R24
            if (!cards_in_play_) return to(s, Phase::drop_kick);
            return attempt(s, Phase::try_charge_down, Phase::charge_down, Phase::drop_kick);
        }
        s.ball.range = kNone;
        return to(s, Phase::pass);
    case Phase::penalty:
        if (action == action::kQuickTap) return tap(s);
        sink({What::play, attack(s), "penalty-kick"});
        return to(s, range_before_choice_ ? Phase::penalty_kick : Phase::penalty_range); // R16
    case Phase::try_decoy: return to(s, action == action::kAttempt ? Phase::decoy : Phase::first_tackle);
    case Phase::try_intercept: return to(s, action == action::kAttempt ? Phase::intercept : Phase::first_tackle);
    case Phase::try_charge_down: return to(s, action == action::kAttempt ? Phase::charge_down : Phase::drop_kick);
    case Phase::card_check: return action == action::kCheck ? to(s, Phase::card) : after_card(s);
    default: break;
    }
    assert(false && "play() is for choices");
}

// A side has the ball anew: what the other one had of a phase and a quick tap is gone (step 11).
inline void Rules::give_ball(State& s, Seat seat) {
    s.ball = Ball{};
    s.offense = static_cast<u8>(seat);
    s.quick_tap = 0;
    s.phase = Phase::scrum_half;
}

// The side with the ball loses it to the other one.
[[gnu::always_inline]] inline void Rules::lose_ball(State& s, std::string_view how, auto& sink) {
    sink({What::turnover, defence(s), how});
    change_hands(s, how, sink);
}

[[gnu::always_inline]] inline void Rules::change_hands(State& s, std::string_view how, auto& sink) {
    sink({What::drive_end, attack(s), how});
    give_ball(s, defence(s));
    sink({What::possession, attack(s), how});
}

// Step 1: the toss has named the side that attacks first.
inline void Rules::kick_off(State& s, Seat seat, auto& sink) {
    s.first_attack = static_cast<u8>(seat);
    give_ball(s, seat);
    sink({What::toss, seat});
    sink({What::period, {}, {}, 1});
    sink({What::possession, seat, "start"});
}

inline void Rules::hand_to(State& s, u8 position) {
    s.ball.carrier = position;
    s.phase = static_cast<Phase>(place(Phase::forward) + position);
}

// Step 2: the scrum half. A phase begins.
inline void Rules::feed(State& s, u8 face, auto& sink) const {
    const Feed feed = feed_[face];
    sink({What::play, attack(s), kFeedPlays[static_cast<std::size_t>(feed)]});
    if (feed <= Feed::back) [[likely]]
        return hand_to(s, static_cast<u8>(feed));
    switch (feed) {
    case Feed::scrum: return err(s, Phase::scrum, sink);
    case Feed::lineout: return err(s, Phase::lineout, sink);
    case Feed::penalty_won: return award(s, attack(s), sink);
    case Feed::penalty_against: return award(s, defence(s), sink);
    default: return;
    }
}

// Step 3: the man with the ball.
inline void Rules::carry(State& s, u8 face, auto& sink) const {
    switch (kind_[s.ball.carrier][face]) {
    case FaceKind::run: s.ball.face = face; return run(s);
    case FaceKind::pass: return to(s, Phase::pass);
    case FaceKind::drop_goal: return to(s, Phase::drop_range); // R4: the range comes before the choice
    case FaceKind::scrum: return err(s, Phase::scrum, sink);
    case FaceKind::lineout: return err(s, Phase::lineout, sink);
    }
}

inline int Rules::run_value(const State& s) const {
    const std::size_t carrier = s.ball.carrier;
    int value = side(attack(s)).run[carrier][s.ball.face];
    value += s.quick_tap > 0 ? 1 : 0;
    value -= (s.injured[s.offense] >> carrier) & 1; // R21
    if (s.weather == Weather::rain) --value;        // R26
    return std::max(value - (late_weather(s, attack(s)) ? 1 : 0), 0);
}

inline bool Rules::late_weather(const State& s, Seat seat) const {
    return s.weather == side(seat).late_weather && s.weather != Weather::off &&
           s.score[place(other(seat))] >= late_score_;
}

// Step 4: a run, and the card moves it calls for.
inline void Rules::run(State& s) const {
    s.ball.value = static_cast<u8>(run_value(s));
    s.phase = Phase::first_tackle;
    if (!cards_in_play_) return;
    switch (move_[s.ball.carrier][s.ball.face]) {
    case Move::none: return;
    case Move::decoy: return attempt(s, Phase::try_decoy, Phase::decoy, Phase::first_tackle); // R9
    case Move::intercept: return attempt(s, Phase::try_intercept, Phase::intercept, Phase::first_tackle);
    case Move::maul: // D5: nobody is asked about a maul that cannot be stopped
        return to(s, can_pass(s, Phase::stop_maul) ? Phase::maul : Phase::first_tackle);
    }
}

// R8: a check is always made, or whoever may make it is asked, unless no face of the die could pass it.
inline void Rules::attempt(State& s, Phase asked, Phase check, Phase otherwise) const {
    if (!may_attempt_) return to(s, check);
    to(s, can_pass(s, check) ? asked : otherwise);
}

// Steps 4 and 7: a skill check.
inline bool Rules::check_succeeds(const State& s, u8 face) const { return skill_[face] >= needed(s, s.phase); }

// Whether any face of the die would do.
inline bool Rules::can_pass(const State& s, Phase check) const { return best_skill_ >= needed(s, check); }

// The number that a check takes. R10: cards may weaken those of the defence, which makes it so much higher.
inline int Rules::needed(const State& s, Phase check) const {
    if (check == Phase::decoy) return side(attack(s)).decoy;
    const Side& defenders = side(defence(s));
    const int number = check == Phase::intercept   ? defenders.intercept
                       : check == Phase::stop_maul ? defenders.stop_maul
                                                   : defenders.charge_down;
    return number + (cards_off_checks_ ? s.cards[s.offense ^ 1] : 0);
}

// A failed check changes nothing: the tackle follows, or the kick.
inline void Rules::check(State& s, u8 face, auto& sink) const {
    if (!check_succeeds(s, face)) return to(s, s.phase == Phase::charge_down ? Phase::drop_kick : Phase::first_tackle);
    switch (s.phase) {
    case Phase::decoy: return to(s, Phase::only_tackle);
    case Phase::intercept: return lose_ball(s, "interception", sink);
    case Phase::stop_maul: // R23
        sink({What::stop, defence(s), "maul"});
        return award(s, attack(s), sink);
    default: // R24
        sink({What::kick, attack(s), "drop-goal", ranges_[s.ball.range]});
        sink({What::miss, attack(s), "drop-goal"});
        return lose_ball(s, "charge-down", sink);
    }
}

// Step 10, R10: cards weaken each roll, or the sum of a tackle.
inline int Rules::tackle_count(const State& s, u8 face) const {
    if (cards_off_sum_) return tackle_[face];
    return std::max(tackle_[face] - s.cards[s.offense ^ 1], 0);
}

inline int Rules::tackle_sum(const State& s, int counted) const {
    return cards_off_sum_ ? std::max(counted - s.cards[s.offense ^ 1], 0) : counted;
}

// Step 5: the defence has completed a tackle, which also counts against a quick tap (step 11).
// `last` is the face that it ended with, which the next tackle may have to know (R2).
inline void Rules::tackled(State& s, u8 last) const {
    s.quick_tap = static_cast<u8>(s.quick_tap - (s.quick_tap > 0));
    s.ball = Ball{};
    if (hits_in_a_row_ && big_hit_[last]) s.ball.tackle = last;
    s.phase = Phase::scrum_half;
}

// R2: the second of two big hits. The run that is on keeps its value.
inline void Rules::injure(State& s, auto& sink) const {
    if (!injuries_) return;
    const u8 injured = static_cast<u8>(s.injured[s.offense] | (1U << s.ball.carrier));
    if (injured != s.injured[s.offense]) sink({What::injury, attack(s), kPositionNames[s.ball.carrier]});
    s.injured[s.offense] = injured;
}

inline void Rules::first_tackle(State& s, u8 face, auto& sink) const {
    if (s.ball.tackle != kNone && big_hit_[face]) injure(s, sink);
    s.ball.tackle = face;
    // R3: the printed face counts.
    s.phase = big_hit_[face] && hit_up_[s.ball.carrier][s.ball.face] ? Phase::big_hit : Phase::second_tackle;
}

inline void Rules::second_tackle(State& s, u8 face, auto& sink) const {
    if (!big_hit_[face]) return tackle(s, tackle_count(s, s.ball.tackle) + tackle_count(s, face), face, sink);
    sink({What::stop, defence(s), "big-hit"});
    if (big_hit_[s.ball.tackle]) injure(s, sink);
    tackled(s, face);
}

// After a decoy: a first roll and no more (R17).
inline void Rules::only_tackle(State& s, u8 face, auto& sink) const {
    if (s.ball.tackle != kNone && big_hit_[face]) injure(s, sink);
    tackle(s, tackle_count(s, face), face, sink);
}

// The rolls are made: enough for the run, or the line is broken.
[[gnu::always_inline]] inline void Rules::tackle(State& s, int counted, u8 last, auto& sink) const {
    const int sum = tackle_sum(s, counted);
    if (sum >= s.ball.value) {
        sink({What::stop, defence(s), "tackle", sum});
        return tackled(s, last);
    }
    sink({What::gain, attack(s), kPositionNames[s.ball.carrier], s.ball.value});
    s.ball = Ball{.carrier = s.ball.carrier};
    s.phase = Phase::try_;
}

inline void Rules::steal(State& s, u8 face, auto& sink) const {
    if (ruck_win_[face]) {
        sink({What::steal, defence(s), "ruck"});
        return lose_ball(s, "ruck", sink);
    }
    if (second_roll_after_steal_) return to(s, Phase::second_tackle); // R1
    sink({What::stop, defence(s), "tackle"});
    tackled(s, s.ball.tackle);
}

// Step 6: the try.
inline void Rules::over_the_line(State& s, u8 face, auto& sink) const {
    switch (try_[face]) {
    case TryFace::video_ref: return;
    case TryFace::missed: sink({What::miss, attack(s), "try"}); return lose_ball(s, "held-up", sink);
    case TryFace::scored: break;
    }
    const Seat scorer = attack(s);
    add_points(s, "try", try_points_, sink);
    if (decided(s.weather, s.score[0], s.score[1]) && leader(s) == scorer)
        return after_score(s, "try", scorer, sink); // R18: a conversion could not change the winner
    give_ball(s, scorer);
    s.phase = Phase::conversion_range;
}

inline int Rules::kick_metres(const State& s, u8 face) const {
    return kicks_[face] + (s.weather == Weather::rain ? 0 : side(attack(s)).kick_bonus); // R26, R28
}

// A kick at goal. Answers whether it is good.
[[gnu::always_inline]] inline bool Rules::kick(const State& s, u8 face, std::string_view how, auto& sink) const {
    const bool good = kick_is_good(s, face);
    sink({What::kick, attack(s), how, ranges_[s.ball.range]});
    if (!good) sink({What::miss, attack(s), how});
    return good;
}

inline void Rules::convert(State& s, u8 face, auto& sink) const {
    if (kick(s, face, "conversion", sink)) add_points(s, "conversion", conversion_points_, sink);
    after_score(s, "try", attack(s), sink);
}

// Step 7: the drop goal.
inline void Rules::drop_goal(State& s, u8 face, auto& sink) const {
    if (kick(s, face, "drop-goal", sink)) return goal(s, "drop-goal", drop_goal_points_, sink);
    missed(s, "drop-goal-missed", sink);
}

inline void Rules::penalty_goal(State& s, u8 face, auto& sink) const {
    const State before = s;
    if (kick(s, face, "penalty", sink))
        goal(s, "penalty-goal", penalty_goal_points_, sink);
    else
        missed(s, "penalty-missed", sink);
    // R27: a tap that the penalty itself has reset goes on while the side keeps the ball, until half time.
    if (before.quick_tap > 0 && s.phase == Phase::scrum_half && s.offense == before.offense && s.half == before.half)
        s.quick_tap = before.quick_tap;
}

// R6.
inline void Rules::missed(State& s, std::string_view how, auto& sink) const {
    if (kicker_keeps_miss_) return give_ball(s, attack(s));
    change_hands(s, how, sink);
}

inline void Rules::goal(State& s, std::string_view how, int points, auto& sink) const {
    add_points(s, how, points, sink);
    after_score(s, how, conceder_restarts_ ? defence(s) : attack(s), sink); // R5
}

// Points of the side with the ball. They may bring the other one its bad weather (R25).
[[gnu::always_inline]] inline void Rules::add_points(State& s, std::string_view how, int points, auto& sink) const {
    const bool late = late_weather(s, defence(s));
    s.score[s.offense] = static_cast<u8>(s.score[s.offense] + points);
    sink({What::score, attack(s), how, points});
    if (!late && late_weather(s, defence(s))) sink({What::weather, defence(s), kWeatherNames[place(s.weather)]});
}

// Steps 8 and 12: `next` has the ball, unless half time or full time says otherwise.
inline void Rules::after_score(State& s, std::string_view how, Seat next, auto& sink) const {
    sink({What::drive_end, attack(s), how});
    restart(s, attack(s), next, sink);
}

template <class Sink>
inline void Rules::restart(State& s, Seat scorer, Seat next, Sink&& sink) const {
    if (decided(s.weather, s.score[0], s.score[1])) {
        give_ball(s, scorer);
        sink({What::over, leader(s)});
        return to(s, Phase::over);
    }
    const bool half_ends = s.half == 1 && counted(s.score[0], s.score[1]) >= half_time(s.weather);
    if (half_ends) {
        s.half = 2;
        for (u8& deduction : s.cards)
            if (deduction == 1) deduction = 0;
        if (!scorer_opens_second_half_) next = static_cast<Seat>(s.first_attack ^ 1); // R7
        sink({What::period, {}, {}, 2});
    }
    give_ball(s, next);
    sink({What::possession, next, half_ends ? "second-half" : "after-score"});
}

// Step 9: an error. It ends a quick tap, whoever wins the ball (R14).
inline void Rules::err(State& s, Phase phase, auto& sink) {
    sink({What::flag, attack(s), phase == Phase::scrum ? "knock-on" : "into-touch"});
    s.ball = Ball{};
    s.quick_tap = 0;
    s.phase = phase;
}

// The side that erred has the ball until the other one wins it.
inline void Rules::referee(State& s, u8 face, auto& sink) const {
    const Seat roller = static_cast<Seat>(s.offense ^ 1 ^ s.ball.thrown);
    switch (referee_[face]) {
    case RefFace::green: return win_set_piece(s, roller, sink);
    case RefFace::red:
        sink({What::steal, other(roller), s.phase == Phase::scrum ? "scrum" : "lineout"});
        return win_set_piece(s, other(roller), sink);
    case RefFace::reset: // R15
        if (s.phase == Phase::scrum) return;
        sink({What::flag, roller, "not-straight"});
        s.ball.thrown ^= 1;
        return;
    case RefFace::penalty_won: return award(s, roller, sink); // R20
    case RefFace::penalty_against: return award(s, other(roller), sink);
    }
}

inline void Rules::win_set_piece(State& s, Seat seat, auto& sink) {
    if (seat == attack(s)) return give_ball(s, seat);
    lose_ball(s, s.phase == Phase::scrum ? "scrum" : "lineout", sink);
}

// Step 10: a penalty for a seat, which from now on is the one with the ball.
inline void Rules::award(State& s, Seat seat, auto& sink) const {
    sink({What::flag, other(seat), "penalty"});
    if (seat == attack(s)) {
        const bool reset = penalty_resets_tap_ && s.quick_tap > 0; // R27
        give_ball(s, seat);
        if (reset) s.quick_tap = static_cast<u8>(quick_tap_runs_);
    } else {
        lose_ball(s, "penalty", sink);
    }
    s.phase = penalty_phase(s);
}

inline void Rules::show_card(State& s, u8 face, auto& sink) const {
    if (yellow_[face]) {
        const std::size_t guilty = s.offense ^ 1U;
        if (s.yellow_total[guilty] < kNone) ++s.yellow_total[guilty];
        s.cards[guilty] = std::min<u8>(s.yellow_total[guilty], 2); // R12, R13
        sink({What::card, defence(s), "yellow-card", s.cards[guilty]});
    }
    after_card(s);
}

inline void Rules::after_card(State& s) const {
    s.phase = range_before_choice_ ? Phase::penalty_range : Phase::penalty; // R16
}

// Step 11, R27: a quick tap starts the count anew.
inline void Rules::tap(State& s) const {
    give_ball(s, attack(s));
    s.quick_tap = static_cast<u8>(quick_tap_runs_);
}

} // namespace touchline::pocket_rugby
