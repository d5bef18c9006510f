// Pocket Sports Gridiron: what chance does, by the sequence of play. Included by rules.hpp.
#pragma once

#include "games/pocket_gridiron/rules.hpp"

namespace touchline::pocket_gridiron {

// ---- Chance --------------------------------------------------------------------------------------------------------

template <class Sink>
[[gnu::always_inline]] inline void Rules::resolve(State& s, Outcome outcome, Sink&& sink) const {
    const std::size_t face = outcome.code;
    switch (s.step) {
    case Step::toss: // Step 1
        s.offense = static_cast<Seat>(face);
        s.period = opening(s.offense);
        sink({What::toss, s.offense});
        sink({What::period, {}, {}, 1});
        sink({What::possession, s.offense, "start"});
        return before_play(s);
    case Step::qb: return call(s, call_[face], sink);
    case Step::wr:
    case Step::te:
    case Step::rb: return route(s, receiver(s.step), outcome, sink);
    case Step::defense: return defend(s, white_[face], sink);
    case Step::endzone: return end_zone(s, word_[face], sink);
    case Step::sack: // Step 3; R6: a flag is ignored
        if (white_[face].sack) {
            begin_play(s, "scramble", sink);
            return sacked(s, sink);
        }
        s.step = Step::qb;
        return;
    case Step::blitz: // Step 6: the third sack or on with the play
        if (white_[face].sack) return sacked(s, sink);
        if (settings_.zero_when_declined || settings_.zero_after_sack_roll) return count_zero(s, sink);
        return roll_again(s);
    case Step::recover: // Step 4
        if (flag_called(s, white_[face], kLooseBall)) return;
        if (!white_[face].recover) return stopped(s, "fumble-kept", sink);
        if (s.phase == Phase::conversion) { // R7: with downs left it is rolled for, and lost it is over
            sink({What::stop, other(s.offense), "fumble"});
            return fail_conversion(s, sink);
        }
        sink({What::turnover, other(s.offense), "fumble"});
        return end_drive(s, DriveEnd::fumble, sink);
    case Step::penalty: return flagged(s, face, sink);
    case Step::pat: // Step 8
        if (flag_called(s, white_[face], kPointAfter)) return;
        sink({What::kick, s.offense, "extra-point"});
        if (white_[face].pat_block)
            sink({What::miss, s.offense, "extra-point"});
        else
            add(s, s.offense, "extra-point", kick_, sink);
        return end_try(s, sink);
    case Step::kick: { // Step 9
        const bool good = field_goal_good(number_[face], s.bonus);
        sink({What::kick, s.offense, "field-goal"});
        if (good)
            add(s, s.offense, "field-goal", field_goal_, sink);
        else
            sink({What::miss, s.offense, "field-goal"});
        return end_drive(s, good ? DriveEnd::field_goal : DriveEnd::field_goal_missed, sink);
    }
    case Step::intercept: { // Pro: before anything else on the route
        const Route& thrown = route_[s.carrier][s.route];
        if (number_[face] < thrown.intercept_at[at(other(s.offense))]) return decoy_or_defense(s, thrown);
        if (s.phase == Phase::conversion) { // without a return
            sink({What::stop, other(s.offense), "interception"});
            return fail_conversion(s, sink);
        }
        sink({What::turnover, other(s.offense), "interception"});
        s.route = 0;
        s.step = settings_.return_is_offered ? Step::pick : Step::runback; // R22
        return;
    }
    case Step::decoy: // Pro: only one defence roll
        if (decoyed(s, outcome)) s.marks |= kDecoyed;
        s.route = 0;
        s.step = Step::defense;
        return;
    case Step::runback: return returned(s, word_[face], sink);
    case Step::fourth_down:
    case Step::set_play:
    case Step::audible:
    case Step::flag_on_defense:
    case Step::flag_on_offense:
    case Step::after_touchdown:
    case Step::over:
    case Step::rush:
    case Step::pick: return;
    }
}

// ---- Step 3: the quarterback ---------------------------------------------------------------------------------------

inline void Rules::throw_to(State& s, Step step, auto& sink) const {
    begin_play(s, name(receiver(step)), sink);
    s.step = step;
}

inline void Rules::call(State& s, Call call, auto& sink) const {
    switch (call) {
    case Call::wr:
    case Call::te:
    case Call::rb: return throw_to(s, static_cast<Step>(at(Step::wr) + static_cast<std::size_t>(call)), sink);
    case Call::sneak:
        begin_play(s, "sneak", sink);
        carry(s, Position::qb, sneak_value_);
        s.step = Step::defense;
        return;
    case Call::scramble:
        if (s.scrambles + 1 >= scrambles_for_sack_) {
            begin_play(s, "scramble", sink);
            return sacked(s, sink);
        }
        ++s.scrambles;
        s.step = settings_.sack_is_offered ? Step::rush : Step::sack; // R14
        return;
    case Call::set:
        if (settings_.mode == Mode::pro) {
            s.step = Step::audible;
            return;
        }
        if (s.bonus < kMostBonus) ++s.bonus;
        if (s.phase == Phase::series) s.step = Step::set_play; // Step 8: a conversion rolls on at once
        return;
    }
}

// A sack costs the down and the bonus; the last one that a drive can bear is a safety. In a conversion it ends the try.
inline void Rules::sacked(State& s, auto& sink) const {
    sink({What::sack, other(s.offense), "sack"});
    if (s.phase == Phase::series && ++s.sacks >= sacks_for_safety_) {
        add(s, other(s.offense), "safety", safety_, sink);
        return end_drive(s, DriveEnd::safety, sink);
    }
    cost_down(s, sink);
}

// ---- Step 4: the position die --------------------------------------------------------------------------------------

inline void Rules::route(State& s, Position carrier, Outcome outcome, auto& sink) const {
    const Route& face = route_[at(carrier)][outcome.code];
    if (face.kind == RouteFace::Kind::route) {
        carry(s, carrier, face.value[at(s.offense)]);
        s.route = static_cast<u8>(outcome.code);
        if (face.intercept_at[at(other(s.offense))] != 0) { // R19: the intercept first
            s.step = Step::intercept;
            return;
        }
        return decoy_or_defense(s, face);
    }
    // Step 8, R7: on the last down of a conversion it is over all the same.
    if (face.kind == RouteFace::Kind::fumble && (s.phase == Phase::series || s.down < downs_)) {
        s.step = Step::recover;
        return;
    }
    stopped(s, face.kind == RouteFace::Kind::fumble ? "fumble" : "incomplete", sink);
}

// R21: checks are always made.
inline void Rules::decoy_or_defense(State& s, const Route& route) const {
    if (route.decoy_at[at(s.offense)] != 0) {
        s.step = Step::decoy;
        return;
    }
    s.route = 0;
    s.step = Step::defense;
}

// ---- Step 5: the defence -------------------------------------------------------------------------------------------

inline void Rules::defend(State& s, const White& roll, auto& sink) const {
    if (roll.flag && (s.marks & (kFlagDeclined | kFlagDown)) == 0) {
        // Step 6: at once, before any other roll; or R16: where a second one is due, after both.
        if (settings_.both_rolls_first && s.rolled == kNoRoll && (s.marks & kDecoyed) == 0)
            s.marks |= kFlagDown;
        else
            s.step = Step::penalty;
        return;
    }
    if ((s.marks & kFlagDown) == 0) return stand(s, roll.rolled, sink);
    s.marks &= static_cast<u8>(~kFlagDown); // the other roll stands, a second flag as 0
    s.rolled = roll.rolled;
    s.step = Step::penalty;
}

// A defence roll that stands; `rolled` as in State.
inline void Rules::stand(State& s, u8 rolled, auto& sink) const {
    if ((s.marks & kDecoyed) != 0) {
        s.rolled = rolled;
        return tackle(s, (rolled - 1U) / 2U, sink);
    }
    if (s.rolled == kNoRoll) { // R16: always both
        s.rolled = rolled;
        s.step = Step::defense;
        return;
    }
    if (((rolled - 1U) & (s.rolled - 1U) & 1U) != 0) injure(s, sink); // both with the mark injury, stopped or not
    tackle(s, (rolled - 1U) / 2U + (s.rolled - 1U) / 2U, sink);
}

// R4: once for each position, or as often as it has something to lose.
inline void Rules::injure(State& s, auto& sink) const {
    const auto carrier = static_cast<Position>(s.carrier);
    const unsigned so_far = injuries(s, s.offense, carrier);
    if (!can_be_hurt(carrier) || so_far >= most_injuries(carrier)) return;
    sink({What::injury, s.offense, name(carrier)});
    if (so_far == 0)
        s.injured[at(s.offense)] |= bit(carrier);
    else
        s.more_injuries[at(s.offense)] = static_cast<u16>(s.more_injuries[at(s.offense)] + (1U << 4 * s.carrier));
}

inline void Rules::tackle(State& s, unsigned sum, auto& sink) const {
    if (sum >= s.value) return stopped(s, "tackle", sink);
    s.step = Step::endzone;
}

// ---- Step 6: flags -------------------------------------------------------------------------------------------------

inline void Rules::flagged(State& s, std::size_t face, auto& sink) const {
    const bool by_defense = foul_by_defense_[face];
    sink({What::flag, by_defense ? other(s.offense) : s.offense, dice_[yellow].name[face]});
    if ((s.marks & kPointAfter) != 0) { // R20: the kick is taken again and no flag counts, or there is no point
        if (!by_defense) {
            sink({What::miss, s.offense, "extra-point"});
            return end_try(s, sink);
        }
        s.marks |= kFlagDeclined;
        s.step = Step::pat;
        return;
    }
    if (by_defense) {
        s.step = Step::flag_on_defense;
        return;
    }
    // R3: only where the next sack is a safety, or always; in a conversion a foul by the offence costs the down.
    if (s.phase == Phase::series && (s.sacks + 1 >= sacks_for_safety_ || settings_.decline_any_foul)) {
        s.step = Step::flag_on_offense;
        return;
    }
    cost_down(s, sink);
}

// R2, R10: the flagged roll is made again …
inline void Rules::roll_again(State& s) const { s.step = (s.marks & kLooseBall) != 0 ? Step::recover : Step::defense; }

// … or stands as 0.
inline void Rules::count_zero(State& s, auto& sink) const {
    if ((s.marks & kLooseBall) != 0) return stopped(s, "fumble-kept", sink);
    stand(s, 1, sink);
}

// R20: a flag on a roll that is not against a route.
inline bool Rules::flag_called(State& s, const White& roll, PlayMark on) const {
    if (!roll.flag || !settings_.flags_everywhere || (s.marks & kFlagDeclined) != 0) return false;
    s.marks |= on;
    s.step = Step::penalty;
    return true;
}

// ---- Steps 7 and 8: the end zone, touchdown and try ----------------------------------------------------------------

[[gnu::always_inline]] inline void Rules::end_zone(State& s, BlackFace::Word word, auto& sink) const {
    if (word == BlackFace::Word::video) return; // rolled again
    if (word == BlackFace::Word::out) return stopped(s, "out-of-bounds", sink);
    if (s.phase == Phase::conversion) {
        add(s, s.offense, "two-point", conversion_, sink);
        return end_try(s, sink);
    }
    add(s, s.offense, "touchdown", touchdown_, sink);
    clear_play(s);
    s.step = Step::after_touchdown;
}

// Pro: the return of an interception. The drive is over before the try that follows a touchdown.
inline void Rules::returned(State& s, BlackFace::Word word, auto& sink) const {
    sink({What::carry_back, other(s.offense), "interception"});
    if (word != BlackFace::Word::touchdown_arrow) return end_drive(s, DriveEnd::interception, sink);
    add(s, other(s.offense), "pick-six", touchdown_, sink);
    sink({What::drive_end, s.offense, name(DriveEnd::pick_six)});
    --s.drives[at(s.offense)];
    s.offense = other(s.offense);
    clear_play(s);
    s.down = 1;
    s.sacks = 0;
    s.returned = 1;
    s.step = Step::after_touchdown;
}

inline void Rules::fail_conversion(State& s, auto& sink) const {
    sink({What::miss, s.offense, "two-point"});
    end_try(s, sink);
}

// The try is over, and with it the drive; after a return that drive has been counted (R8: who goes on).
inline void Rules::end_try(State& s, auto& sink) const {
    if (s.returned == 0) return end_drive(s, DriveEnd::touchdown, sink);
    next_drive(s, settings_.scorer_goes_on ? s.offense : other(s.offense), DriveEnd::pick_six, sink);
}

// ---- Step 10: downs and drives -------------------------------------------------------------------------------------

[[gnu::always_inline]] inline void Rules::stopped(State& s, std::string_view how, auto& sink) const {
    sink({What::stop, other(s.offense), how});
    cost_down(s, sink);
}

// Whatever costs the last down ends a conversion, which has no other unless a foul has brought new ones (R7).
inline void Rules::cost_down(State& s, auto& sink) const {
    if (s.down == downs_) {
        if (s.phase == Phase::conversion) return fail_conversion(s, sink);
        sink({What::turnover, other(s.offense), "downs"});
        return end_drive(s, DriveEnd::downs, sink);
    }
    clear_play(s);
    ++s.down;
    sink({What::down, s.offense, {}, s.down});
    before_play(s);
}

[[gnu::always_inline]] inline void Rules::end_drive(State& s, DriveEnd end, auto& sink) const {
    sink({What::drive_end, s.offense, name(end)});
    --s.drives[at(s.offense)];
    next_drive(s, other(s.offense), end, sink);
}

// How the next drive comes about.
[[nodiscard]] constexpr std::string_view ball_after(DriveEnd end) {
    switch (end) {
    case DriveEnd::touchdown:
    case DriveEnd::field_goal:
    case DriveEnd::safety:
    case DriveEnd::pick_six: return "after-score";
    case DriveEnd::fumble:
    case DriveEnd::interception: return "turnover";
    case DriveEnd::field_goal_missed:
    case DriveEnd::downs: return name(end);
    }
    return {};
}

// R17: the second half may be the other side's to open. R11: a side without a drive is passed over. R1: level with
// extra drives, one more each.
template <class Sink>
[[gnu::always_inline]] inline void Rules::next_drive(State& s, Seat next, DriveEnd last, Sink&& sink) const {
    clear_play(s);
    s.down = 1;
    s.sacks = s.returned = 0;
    s.phase = Phase::series;
    std::string_view how = ball_after(last);
    if (opener_counts(s.period) && drives_finished(s) >= settings_.drives) { // R17
        next = other(opener(s.period));
        how = "kickoff";
        s.period = Period::regular;
    }
    if (s.drives[at(next)] == 0) {
        if (s.drives[at(other(next))] != 0) {
            next = other(next);
            how = "passed-over";
        } else if (settings_.extra_drives && s.score[0] == s.score[1]) {
            sink({What::overtime});
            if (s.period != Period::overtime) sink({What::period, {}, {}, kOvertimeQuarter});
            s.drives = {1, 1};
            s.period = Period::overtime;
        } else {
            s.step = Step::over;
            sink({What::over, winner(s)});
            return;
        }
    }
    s.offense = next;
    if constexpr (!kSilent<Sink>) tell_quarter(s, sink);
    sink({What::possession, next, how});
    before_play(s);
}

// The quarter that begins with a drive; overtime is told as such.
inline void Rules::tell_quarter(const State& s, auto& sink) const {
    const int begun = quarter_after(drives_finished(s));
    if (s.period != Period::overtime && begun != quarter_after(drives_finished(s) - 1))
        sink({What::period, {}, {}, begun});
}

} // namespace touchline::pocket_gridiron
