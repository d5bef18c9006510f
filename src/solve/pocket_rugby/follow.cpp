// Strategies in Pocket Sports Rugby, followed forwards. Points only grow, so a layer has all stations with the same sum
// of points, and a lane is home's; within it cards and injuries only grow.
#include "solve/flow.hpp"
#include "solve/pocket_rugby/beliefs.hpp"

#include <bit>

namespace touchline::solve::pocket_rugby {

namespace {

// A third yellow card changes nothing more than the second.
constexpr u8 kMostCards = 2;

class Course {
public:
    explicit Course(const Rules& rules) : rules_(rules) {
        const Sheet& sheet = rules.sheet();
        most_points_ =
            std::max({sheet.try_points + sheet.conversion_points, sheet.drop_goal_points, sheet.penalty_goal_points});
    }
    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] const Rules& shape_rules(const State&) const { return rules_; }
    // Whatever brings points or cards is a play of its own: no other one looks at the score.
    [[nodiscard]] bool station(const State& s) const {
        return s.phase == Phase::scrum_half || s.phase == Phase::lineout || is_die(s) || scoring(s);
    }
    // The book answers for a try where a first roll may have injured its man (R2): it stands among later situations.
    [[nodiscard]] bool derived(const State& s) const {
        return scoring(s) && !(s.phase == Phase::try_ && rules_.lasting_hit());
    }
    [[nodiscard]] u64 layer(const State& s) const {
        const auto cards = static_cast<unsigned>(s.yellow_total[0] + s.yellow_total[1]);
        const auto hurt = static_cast<unsigned>(std::popcount(s.injured[0]) + std::popcount(s.injured[1]));
        return (u64{s.score[0]} + s.score[1]) << 16 | cards << 8 | hurt;
    }

    [[nodiscard]] State row(State s) const {
        s.score = {0, static_cast<u8>(s.score[0] + s.score[1])};
        if (s.half == 2 || rules_.options().scorer_opens_second_half) s.first_attack = 0; // nobody looks at it any more
        if (scoring(s)) { // nor at who brought the ball there, or how but for a penalty (R27)
            if (!penalty(s)) s.quick_tap = 0;
            s.ball = Ball{.range = s.ball.range};
        }
        return s;
    }
    [[nodiscard]] int lane(const State& s) const { return s.score[0]; }
    [[nodiscard]] State in_lane(State row, int lane) const {
        row.score = {static_cast<u8>(lane), static_cast<u8>(row.score[1] - lane)};
        return row;
    }

    // Kicks, tries and cards look at the score where it may end the match, all else at the weather that it brings. A
    // die looks at one position's injury and at the cards of the side that defends.
    [[nodiscard]] State shape(State s) const {
        if (!station(s)) return s;
        s.half = 2;
        s.first_attack = 0;
        if (scoring(s)) {
            const int full = rules_.full_time(s.weather);
            if (rules_.options().points_together) { // R19: near the end both scores count
                if (s.score[0] + s.score[1] + most_points_ < full) s.score = {};
            } else {
                for (u8& score : s.score) score = static_cast<u8>(std::max<int>(score, full - most_points_ - 1));
            }
            s.injured = {};
            return s;
        }
        std::array<u8, 2> score{};
        for (Seat seat : kSeats)
            if (rules_.late_weather(s, seat))
                score[pocket_rugby::place(other(seat))] = static_cast<u8>(rules_.sheet().late_weather_score);
        s.score = score;
        s.yellow_total = {};
        s.cards[s.offense] = 0;
        s.injured[s.offense ^ 1U] = 0;
        s.injured[s.offense] &= is_die(s) ? static_cast<u8>(1U << s.ball.carrier) : u8{0};
        return s;
    }
    [[nodiscard]] State placed(State s, const State& shape, const State& from) const {
        if (!station(from)) return s;
        for (std::size_t seat = 0; seat < 2; ++seat) s.injured[seat] |= from.injured[seat];
        s.half = from.half;
        s.first_attack = from.first_attack;
        if (!scoring(from)) {
            s.score = from.score;
            s.cards = from.cards;
            s.yellow_total = from.yellow_total;
            if (s.phase == Phase::card || s.phase == Phase::card_check) // R8: which of them looks at the cards
                s.phase = rules_.penalty_phase(s);
            return s;
        }
        std::optional<Seat> scorer;
        for (Seat seat : kSeats) {
            const std::size_t at = pocket_rugby::place(seat);
            if (s.score[at] > shape.score[at]) scorer = seat;
            s.score[at] = static_cast<u8>(s.score[at] - shape.score[at] + from.score[at]);
            s.yellow_total[at] = std::min(s.yellow_total[at], kMostCards);
        }
        // Step 12: half time, which the play knows nothing of.
        if (scorer && s.phase == Phase::scrum_half) {
            const u8 tap = s.quick_tap;
            rules_.restart(s, *scorer, static_cast<Seat>(s.offense));
            if (s.half == from.half) s.quick_tap = tap; // R27
        }
        return s;
    }

private:
    [[nodiscard]] bool scoring(const State& s) const {
        return s.phase == Phase::try_ || s.phase == Phase::drop_kick || penalty(s);
    }
    // A penalty begins. A card that somebody has asked for is part of its play.
    [[nodiscard]] bool penalty(const State& s) const {
        return s.phase == Phase::card_check || (s.phase == Phase::card && rules_.penalty_phase(s) == Phase::card);
    }
    [[nodiscard]] static bool is_die(const State& s) { return s.phase >= Phase::forward && s.phase <= Phase::back; }

    const Rules& rules_;
    int most_points_;
};

} // namespace

Flowed Solver::follow(const Policy<State>& policy, const State& from, Job& job) const {
    const Course course(rules_);
    const Beliefs beliefs(*this);
    return Flow<Rules, Course, Beliefs>(course, beliefs, policy).run(from, job);
}

} // namespace touchline::solve::pocket_rugby
