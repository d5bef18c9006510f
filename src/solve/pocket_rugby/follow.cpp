// Strategies in Pocket Sports Rugby, followed forwards. Points only grow, so a layer has all stations with the same sum
// of points, and a lane is home's; within it cards and injuries only grow.
#include "solve/flow.hpp"
#include "solve/pocket_rugby/solver.hpp"

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
    [[nodiscard]] bool station(const State& s) const {
        return s.phase == Phase::scrum_half || s.phase == Phase::lineout ||
               (s.phase >= Phase::forward && s.phase <= Phase::back);
    }
    [[nodiscard]] u64 layer(const State& s) const {
        const auto cards = static_cast<unsigned>(s.yellow_total[0] + s.yellow_total[1]);
        const auto hurt = static_cast<unsigned>(std::popcount(s.injured[0]) + std::popcount(s.injured[1]));
        return (u64{s.score[0]} + s.score[1]) << 16 | cards << 8 | hurt;
    }

    [[nodiscard]] State row(State s) const {
        s.score = {0, static_cast<u8>(s.score[0] + s.score[1])};
        if (s.half == 2 || rules_.options().scorer_opens_second_half) s.first_attack = 0; // nobody looks at it any more
        return s;
    }
    [[nodiscard]] int lane(const State& s) const { return s.score[0]; }
    [[nodiscard]] State in_lane(State row, int lane) const {
        row.score = {static_cast<u8>(lane), static_cast<u8>(row.score[1] - lane)};
        return row;
    }

    // A play looks at the score where it may end the match, or where the weather does. It never looks at the half.
    [[nodiscard]] State shape(State s) const {
        if (!station(s)) return s;
        const int far = rules_.full_time(s.weather) - most_points_ - 1;
        if (s.weather == Weather::off)
            for (u8& score : s.score) score = static_cast<u8>(std::max<int>(score, far));
        s.half = 2;
        s.first_attack = 0;
        return s;
    }
    [[nodiscard]] State placed(State s, const State& shape, const State& from) const {
        if (!station(from)) return s;
        std::optional<Seat> scorer;
        for (Seat seat : kSeats) {
            const std::size_t at = pocket_rugby::place(seat);
            if (s.score[at] > shape.score[at]) scorer = seat;
            s.score[at] = static_cast<u8>(s.score[at] - shape.score[at] + from.score[at]);
            s.yellow_total[at] = std::min(s.yellow_total[at], kMostCards);
        }
        s.half = from.half;
        s.first_attack = from.first_attack;
        // Step 12: half time, which the play knows nothing of.
        if (scorer && s.phase == Phase::scrum_half) rules_.restart(s, *scorer, static_cast<Seat>(s.offense));
        return s;
    }

private:
    const Rules& rules_;
    int most_points_;
};

} // namespace

Flowed Solver::follow(const Policy<State>& policy, const State& from, Job& job) const {
    const Course course(rules_);
    return Flow<Rules, Course, Solver>(course, *this, policy).run(from, job);
}

} // namespace touchline::solve::pocket_rugby
