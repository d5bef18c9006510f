// Whether bytes from outside are a position that this match can be in.
#include "games/pocket_rugby/rules.hpp"

#include <fmt/format.h>

namespace touchline::pocket_rugby {

namespace {

// What a phase has in hand.
struct Hand {
    bool carrier = false;
    bool run = false; // a face and its value
    bool tackle = false;
    bool range = false;
    bool quick_tap = false; // may still be running
};

Hand hand_in(Phase phase, const Options& options) {
    switch (phase) {
    case Phase::scrum_half: return {.quick_tap = true};
    case Phase::forward:
    case Phase::centre:
    case Phase::wing:
    case Phase::back:
    case Phase::pass:
    case Phase::try_:
    case Phase::drop_range: return {.carrier = true, .quick_tap = true};
    case Phase::decoy:
    case Phase::intercept:
    case Phase::maul:
    case Phase::stop_maul:
    case Phase::first_tackle:
    case Phase::only_tackle: return {.carrier = true, .run = true, .quick_tap = true};
    case Phase::second_tackle:
    case Phase::big_hit:
    case Phase::ruck: return {.carrier = true, .run = true, .tackle = true, .quick_tap = true};
    case Phase::drop_goal:
    case Phase::charge_down:
    case Phase::drop_kick: return {.carrier = true, .range = true, .quick_tap = true};
    case Phase::conversion_kick:
    case Phase::penalty_kick: return {.range = true};
    case Phase::penalty: return {.range = options.range_before_choice};
    case Phase::weather:
    case Phase::toss:
    case Phase::conversion_range:
    case Phase::scrum:
    case Phase::lineout:
    case Phase::card:
    case Phase::penalty_range:
    case Phase::over: return {};
    }
    return {};
}

bool needs_cards(Phase phase) {
    return phase == Phase::decoy || phase == Phase::intercept || phase == Phase::maul || phase == Phase::stop_maul ||
           phase == Phase::only_tackle || phase == Phase::charge_down;
}

} // namespace

std::string Rules::fault(const State& s) const {
    if (place(s.phase) >= kPhases) return fmt::format("there is no phase {}", place(s.phase));
    if (place(s.weather) >= kWeathers) return fmt::format("there is no weather {}", place(s.weather));
    if (s.phase == Phase::weather || s.phase == Phase::toss) {
        State before = start();
        if (s.phase == Phase::toss && before.weather == Weather::roll) {
            before.weather = s.weather == Weather::off ? Weather::roll : s.weather;
            before.phase = Phase::toss;
        }
        const bool rolled = s.phase == Phase::weather || s.weather != Weather::roll;
        return s == before && rolled ? "" : "before the toss nothing but the weather may have changed";
    }
    if (s.weather == Weather::roll) return "the weather has not been rolled, but the match has begun";
    if (s.offense > 1 || s.first_attack > 1) return "after the toss a side has the ball and one attacked first";
    if (std::string reason = fault_of_match(s); !reason.empty()) return reason;
    return fault_of_ball(s);
}

// Scores, half, cards, injuries, quick tap.
std::string Rules::fault_of_match(const State& s) const {
    const int full = full_time(s.weather);
    const int own = s.score[s.offense];
    const int others = s.score[s.offense ^ 1];
    const bool over = s.phase == Phase::over;
    const bool conversion = s.phase == Phase::conversion_range || s.phase == Phase::conversion_kick;
    const int most = std::max({try_points_, drop_goal_points_, penalty_goal_points_, try_points_ + conversion_points_});
    if (others >= full || (own >= full) != over || own >= full + most)
        return fmt::format("a score of {}–{} does not fit a match to {} here", s.score[0], s.score[1], full);
    if (conversion && own < try_points_) return "a conversion follows a try, and its points are not there";
    // R18: half time is called after the conversion.
    const int highest = std::max(others, conversion ? own - try_points_ : own);
    const int half = highest >= half_time(s.weather) ? 2 : 1;
    if (over ? s.half < 1 || s.half > 2 : s.half != half)
        return fmt::format("half {} contradicts a score of {}–{}", s.half, s.score[0], s.score[1]);
    for (std::size_t seat = 0; seat < 2; ++seat) {
        const bool forgotten = s.half == 2 && s.cards[seat] == 0 && s.yellow_total[seat] == 1;
        if (s.cards[seat] != std::min<u8>(s.yellow_total[seat], 2) && !forgotten)
            return fmt::format("{} yellow cards do not make a deduction of {}", s.yellow_total[seat], s.cards[seat]);
        if (s.injured[seat] >= (1U << kPositions) || (s.injured[seat] != 0 && !injuries_))
            return "somebody is injured who cannot be";
    }
    if (s.quick_tap > quick_tap_runs_ || (s.quick_tap > 0 && !hand_in(s.phase, options()).quick_tap))
        return fmt::format("a quick tap of {} cannot be here", s.quick_tap);
    return {};
}

// Carrier, run, tackle, range: what the phase needs is there and fits, what it does not need is not.
std::string Rules::fault_of_ball(const State& s) const {
    const Hand hand = hand_in(s.phase, options());
    const Ball& ball = s.ball;
    if (needs_cards(s.phase) && !cards_in_play_) return "a team card's move needs team cards";
    if (ball.thrown > (s.phase == Phase::lineout ? 1 : 0)) return "only a lineout's throw changes sides";
    if ((ball.carrier != kNone) != hand.carrier || (ball.face != kNone) != hand.run ||
        (ball.value != kNone) != hand.run || (ball.tackle != kNone) != hand.tackle ||
        (ball.range != kNone) != hand.range)
        return "what is in hand does not fit what the match waits for";
    if (hand.range && (ball.range >= kFaces || canon_[place(Event::range)][ball.range] != ball.range))
        return "the range is not one of the brown die";
    if (hand.tackle && (ball.tackle >= kFaces || canon_[place(Event::tackle)][ball.tackle] != ball.tackle))
        return "the tackle roll is not one of the brown die";
    if (!hand.carrier) return {};
    if (ball.carrier >= kPositions) return fmt::format("there is no position {}", ball.carrier);
    if (s.phase >= Phase::forward && s.phase <= Phase::back && place(s.phase) - place(Phase::forward) != ball.carrier)
        return "the die to be rolled is not the carrier's";
    const Die<FaceKind>& kinds = kind_[ball.carrier];
    const auto shows = [&](FaceKind kind) { return std::ranges::find(kinds, kind) != kinds.end(); };
    if ((s.phase == Phase::drop_range || hand.range) && !shows(FaceKind::drop_goal))
        return "the carrier's die has no drop goal";
    if (s.phase == Phase::pass && !shows(FaceKind::drop_goal) && !shows(FaceKind::pass))
        return "the carrier's die has no pass";
    if (s.phase == Phase::try_ && !shows(FaceKind::run)) return "the carrier's die has no run";
    if (!hand.run) return {};
    if (ball.face >= kFaces || kinds[ball.face] != FaceKind::run ||
        canon_[place(Event::forward) + ball.carrier][ball.face] != ball.face)
        return "the run is not one of the carrier's die";
    if (ball.value != run_value(s)) return fmt::format("the run is worth {}, not {}", run_value(s), ball.value);
    const Move move = move_[ball.carrier][ball.face];
    if (((s.phase == Phase::decoy || s.phase == Phase::only_tackle) && move != Move::decoy) ||
        (s.phase == Phase::intercept && move != Move::intercept) ||
        ((s.phase == Phase::maul || s.phase == Phase::stop_maul) && move != Move::maul))
        return "the run calls for no such move of a team card";
    if ((s.phase == Phase::big_hit || s.phase == Phase::ruck) &&
        !(hit_up_[ball.carrier][ball.face] && big_hit_[ball.tackle]))
        return "only a BIG HIT against a HIT UP can steal the ball";
    return {};
}

} // namespace touchline::pocket_rugby
