// Sports Dice Football: what a play did, told to whoever listens. Included by rules.hpp.
#pragma once

#include "games/sports_dice_football/rules.hpp"

namespace touchline::sports_dice_football {

// Steps 7 to 13, before `effect` is applied to `s`.
template <class Sink>
void Rules::tell(const State& s, Cause cause, const Effect& effect, Sink& sink) const {
    const Seat offense = s.offense;
    const Seat defense = defense_of(s);
    const bool scores = effect.offense_points + effect.defense_points != 0;
    const int ball = s.ball;
    const int ends_at = effect.changes_hands != 0 ? kGoal - effect.ball : effect.ball; // as the offence counts
    const auto gains = [&](std::string_view how, int to) { sink({What::gain, offense, how, to - ball, to}); };
    const auto touchdown = [&](std::string_view how) {
        gains(how, kGoal);
        tell_score(s, "touchdown", effect, sink);
    };
    switch (cause.kind) {
    case Cause::symbol: break;
    case Cause::all_tens: return touchdown("all-tens");
    case Cause::all_no_gains:
        sink({What::turnover, defense, "all-no-gains"});
        return tell_score(s, "pick-six", effect, sink);
    case Cause::advance:
        if (scores) return touchdown("advance");
        gains("advance", ends_at);
        return tell_downs(s, effect, sink);
    case Cause::punt:
        sink({What::kick, offense, "punt", cause.yards});
        return tell_drive_end(s, "punt", ball + cause.yards >= kGoal ? "touchback" : "punt", effect, sink);
    case Cause::attempt:
        sink({What::kick, offense, "field-goal", effects_.field_goal_needs(ball)});
        if (scores) return tell_score(s, "field-goal", effect, sink);
        sink({What::miss, offense, "field-goal"});
        return tell_drive_end(s, "field-goal-missed", "field-goal-missed", effect, sink);
    case Cause::fake: return touchdown(s.phase == Phase::punt ? "fake-punt" : "fake-field-goal");
    case Cause::blocked: {
        const std::string_view how = s.phase == Phase::punt ? "punt" : "field-goal";
        sink({What::kick, offense, how});
        sink({What::carry_back, defense, how});
        return tell_score(s, "kick-returned", effect, sink);
    }
    }
    switch (cause.won) {
    case Symbol::ten:
    case Symbol::twenty:
        if (scores) return touchdown(name(cause.won));
        gains(name(cause.won), ends_at);
        return tell_downs(s, effect, sink);
    case Symbol::field_goal:
        if (scores) {
            sink({What::kick, offense, "field-goal", effects_.field_goal_needs(ball)});
            return tell_score(s, "field-goal", effect, sink);
        }
        gains(name(cause.won), ends_at);
        return tell_downs(s, effect, sink);
    case Symbol::touchdown: return touchdown(name(cause.won));
    case Symbol::no_gain: sink({What::stop, defense, "no-gain"}); return tell_downs(s, effect, sink);
    case Symbol::sack: {
        const int to = scores ? 0 : ends_at;
        sink({What::sack, defense, "sack", ball - to});
        gains("sack", to);
        if (scores) return tell_score(s, "safety", effect, sink);
        return tell_downs(s, effect, sink);
    }
    case Symbol::turnover:
        sink({What::turnover, defense, "turnover"});
        return tell_drive_end(s, "turnover", "turnover", effect, sink);
    case Symbol::pick_six:
        sink({What::turnover, defense, "interception"});
        return tell_score(s, "pick-six", effect, sink);
    }
}

// Steps 8 and 9.
template <class Sink>
void Rules::tell_downs(const State& s, const Effect& effect, Sink& sink) const {
    if (effect.changes_hands != 0) {
        sink({What::turnover, defense_of(s), "downs"});
        tell_drive_end(s, "downs", "downs", effect, sink);
    } else {
        sink({effect.down == 1 ? What::first_down : What::down, s.offense, {}, effect.down});
    }
}

// Steps 12 and 13.
template <class Sink>
void Rules::tell_score(const State& s, std::string_view how, const Effect& effect, Sink& sink) const {
    const Seat scorer = effect.offense_points != 0 ? s.offense : defense_of(s);
    const int points = effect.offense_points + effect.defense_points;
    sink({What::score, scorer, how, points});
    if (s.score[scorer] + points < house_.target) return tell_drive_end(s, how, "after-score", effect, sink);
    sink({What::drive_end, s.offense, how});
    sink({What::over, scorer});
}

template <class Sink>
void Rules::tell_drive_end(const State& s, std::string_view how, std::string_view next, const Effect& effect,
                           Sink& sink) const {
    sink({What::drive_end, s.offense, how});
    sink({What::possession, effect.changes_hands != 0 ? defense_of(s) : s.offense, next, {}, effect.ball});
    if (effect.changes_hands != 0 && swaps_chip() && s.chip != held_by(s.offense))
        sink({What::chip, s.offense, "given"}); // R10: to the side that defends now
}

} // namespace touchline::sports_dice_football
