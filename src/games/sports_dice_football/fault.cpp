// Whether bytes from outside are a position that this game can be in.
#include "games/sports_dice_football/rules.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace touchline::sports_dice_football {

namespace {

bool seat_bytes(const State& s) { return s.offense <= Seat::away && s.chip <= Chip::none && s.phase <= Phase::over; }

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
    if (s.offense_dice >= rules.offense_dice().falls() || s.defense_dice >= rules.defense_dice().falls()) return false;
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

std::string score_fault(const Rules& rules, const State& s) {
    const Sheet& sheet = rules.sheet();
    const int target = rules.house().target;
    const int most = std::max({sheet.touchdown, sheet.field_goal, sheet.safety});
    const int high = std::max(s.score.home, s.score.away);
    const int low = std::min(s.score.home, s.score.away);
    const bool over = s.phase == Phase::over;
    if (low >= target || (high >= target) != over || high - most >= target)
        return fmt::format("the score {}:{} does not fit a game to {} points", s.score.home, s.score.away, target);
    return {};
}

std::string spot_fault(const Rules& rules, const State& s) {
    const int first_line = rules.sheet().first_line;
    if (s.ball < kGrid || s.ball >= kGoal || s.ball % kGrid != 0)
        return fmt::format("the ball cannot be on {}: it is a multiple of {} from {} to {}", s.ball, kGrid, kGrid,
                           kGoal - kGrid);
    if (s.down < 1 || s.down > 4) return fmt::format("there is no down {}: they are 1 to 4", s.down);
    const bool again = rules.house().new_downs == House::NewDowns::again;
    const bool fits = s.ball >= first_line ? s.line == kGoal : s.line == first_line || (s.line == kGoal && !again);
    if (!fits) return fmt::format("the line cannot be {} with the ball on the {}", s.line, s.ball);
    return {};
}

} // namespace

std::string Rules::fault(const State& s) const {
    if (!seat_bytes(s)) return "the position names a seat or a turn that is not there";
    if (std::string score = score_fault(*this, s); !score.empty()) return score;
    if (s.phase <= Phase::toss_choice) {
        State tossed = start();
        tossed.phase = s.phase;
        if (s.phase == Phase::toss_choice) tossed.offense = s.offense;
        return s == tossed ? "" : "before the toss nothing has happened yet";
    }
    if (std::string spot = spot_fault(*this, s); !spot.empty()) return spot;
    if ((s.chip == Chip::none) == house_.with_chip)
        return house_.with_chip ? "one of the sides must hold the chip" : "this game is played without the chip";
    if (dice_on_table(s.phase))
        return comes_from_a_roll(*this, s) ? "" : "the dice on the table do not lead to this decision";
    const bool idle =
        s.offense_dice == 0 && s.defense_dice == 0 && s.offense_play == kNoPlay && s.defense_play == kNoPlay;
    if (!idle) return "dice or plays are given, but no roll is being decided";
    const bool kicks = s.phase == Phase::fourth_down || s.phase == Phase::punt || s.phase == Phase::field_goal;
    if (kicks && s.down != 4) return fmt::format("down {} is no 4th down, so nothing is punted or kicked", s.down);
    return {};
}

} // namespace touchline::sports_dice_football
