// Strategies in Gridiron with dice, followed over the clock. Plays are walked once, with a clock that none runs down;
// what becomes of their ends at the end of a quarter is up to the place where they are played.
#include "solve/flow.hpp"
#include "solve/red_boar_gridiron/plays.hpp"
#include "solve/red_boar_gridiron/solver.hpp"

namespace touchline::solve::red_boar_gridiron {

namespace {

[[nodiscard]] int lead_of(const State& s) { return int{s.score[0]} - s.score[1]; }
[[nodiscard]] std::array<u16, 2> score_of(int lead) {
    return {static_cast<u16>(std::max(lead, 0)), static_cast<u16>(std::max(-lead, 0))};
}

class Course {
public:
    explicit Course(const Rules& rules) : rules_(rules), wide_(with_wide_clock(rules)) {}
    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] const Rules& shape_rules(const State& from) const { return alike(from) ? wide_ : rules_; }
    [[nodiscard]] bool station(const State& s) const {
        return (s.step == Step::toss && s.quarter == kOvertime) || station_of(rules_, s).has_value();
    }
    // An overtime has no clock: all its stations are one layer, each in a row of its own.
    [[nodiscard]] u64 layer(const State& s) const {
        return u64{s.quarter} << 16 | (s.quarter >= kOvertime ? 0U : 0xffffU - s.clock);
    }
    [[nodiscard]] State row(State s) const {
        if (s.quarter > (agrees_overtime(rules_) ? 4 : 2)) s.second_half = 0; // nobody looks at it any more
        s.score = s.quarter >= kOvertime ? score_of(lead_of(s)) : score_of(0);
        return s;
    }
    [[nodiscard]] int lane(const State& s) const { return s.quarter >= kOvertime ? 0 : lead_of(s); }
    [[nodiscard]] State in_lane(State row, int lane) const {
        if (row.quarter < kOvertime) row.score = score_of(lane);
        return row;
    }
    [[nodiscard]] State shape(const State& s) const {
        if (!alike(s)) return s;
        State root = wide_base();
        root.offense = s.offense;
        root.phase = s.phase;
        place(wide_, root, *station_of(rules_, s));
        return root;
    }
    [[nodiscard]] State placed(State s, const State&, const State& from) const {
        if (!alike(from)) return s;
        const int used = kWideClock - s.clock;
        s.score = score_of(lead_of(from) + lead_of(s));
        s.quarter = from.quarter;
        s.second_half = from.second_half;
        s.clock = static_cast<u16>(std::max(from.clock - used, 0));
        return s.clock == 0 && s.phase != Phase::attempt ? after_time(s) : s;
    }
    // Step 12 and 13: a half ends the drive that is under way.
    [[nodiscard]] std::string_view ends_drive(const State& end, const State& from) const {
        if (!alike(from) || end.phase != Phase::scrimmage || from.quarter % 2 != 0) return {};
        if (from.clock > kWideClock - end.clock) return {};
        return rules_.turn(placed(end, end, from)).kind == TurnKind::over ? "game" : "half";
    }

private:
    // Whether plays from here look like those with a wide clock.
    [[nodiscard]] bool alike(const State& s) const { return s.quarter < kOvertime && station_of(rules_, s); }

    // The station behind the end of a quarter; of a position in the middle of a play, the position itself.
    [[nodiscard]] State after_time(State s) const {
        const auto here = station_of(wide_, s);
        if (!here) return s;
        const u8 quarter = s.quarter;
        s.step = Step::call;
        s.clock = 1;
        rules_.run_clock(s, 1);
        if (s.step != Step::call || s.quarter == quarter) return s;
        place(rules_, s,
              s.phase == Phase::kickoff     ? kKickoff
              : s.phase == Phase::free_kick ? kFreeKick
                                            : scrimmage_index(s.ball, s.down, s.line));
        return s;
    }

    const Rules& rules_;
    Rules wide_;
};

} // namespace

Flowed Solver::follow(const Policy<State>& policy, const State& from, Job& job) const {
    const Course course(rules_);
    return Flow<Rules, Course, Solver>(course, *this, policy).run(from, job);
}

std::unique_ptr<OtherBook<State>> Solver::book_for(const Rules& playing) const {
    return std::make_unique<SolverBook<Rules, Course, Solver>>(Course(rules_), *this, playing);
}

void Solver::worths(std::span<const State> stations, double* out) const {
    const State& first = stations.front();
    if (first.quarter >= kOvertime) {
        for (std::size_t i = 0; i < stations.size(); ++i) out[i] = at(stations[i]).worth.value;
        return;
    }
    const Leaf leaf{*station_of(rules_, first), first.offense, 0, 0};
    regulation_->home_values(regulation_->moment_of(first), first.second_half, leaf, {lead_of(first), stations.size()},
                             out);
}

Seat Solver::first_side(const State& s) const {
    const auto with_ball = static_cast<Seat>(s.offense);
    return s.phase == Phase::kickoff ? other(with_ball) : with_ball;
}

} // namespace touchline::solve::red_boar_gridiron
