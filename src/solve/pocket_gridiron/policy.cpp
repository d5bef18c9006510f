// Policies in Pocket Sports Gridiron: only the lead counts, so it is the lane. Drives are used up and injuries grow; an
// overtime may go on and on.
#include "solve/flow.hpp"
#include "solve/pocket_gridiron/solver.hpp"
#include "solve/policy_pass.hpp"

namespace touchline::solve::pocket_gridiron {

namespace {

class Course {
public:
    explicit Course(const Rules& rules) : rules_(rules) {}
    [[nodiscard]] const MergedRules& rules() const { return rules_; }
    [[nodiscard]] const MergedRules& shape_rules(const State&) const { return rules_; }
    // With the highest bonus a set play leads back to where it was.
    [[nodiscard]] bool station(const State& s) const {
        const bool begins = s.bonus == 0 && s.scrambles == 0;
        return s.step == Step::fourth_down || (s.step == Step::qb && (begins || s.bonus == rules_.most_bonus()));
    }
    [[nodiscard]] u64 layer(const State& s) const {
        const auto used = s.period == Period::overtime ? 0xffffU : 0xfffeU - s.drives[0] - s.drives[1];
        unsigned injured = 0;
        for (Seat seat : kSeats)
            for (Position position : kPositions) injured += injuries(s, seat, position);
        return u64{used} << 8 | injured;
    }

    [[nodiscard]] State row(State s) const {
        s.score = {};
        return s;
    }
    [[nodiscard]] int lane(const State& s) const { return int{s.score[0]} - s.score[1]; }
    [[nodiscard]] State in_lane(State row, int lane) const {
        row.score = {static_cast<u16>(std::max(lane, 0)), static_cast<u16>(std::max(-lane, 0))};
        return row;
    }

    // Neither the score nor the drives left nor the other side's injuries change a play, only where it leads.
    [[nodiscard]] State shape(State s) const {
        if (!station(s)) return s;
        s.score = {};
        s.drives = {kDrives, kDrives};
        s.injured[pocket_gridiron::at(other(s.offense))] = 0;
        s.more_injuries[pocket_gridiron::at(other(s.offense))] = 0;
        s.period = Period::regular;
        return s;
    }
    [[nodiscard]] State placed(State s, const State& shape, const State& from) const {
        if (!station(from)) return s;
        s = in_lane(s, lane(from) + lane(s));
        const bool ended = s.returned == 0 && (shape.returned != 0 || s.drives != shape.drives);
        for (std::size_t seat = 0; seat < 2; ++seat) {
            s.drives[seat] = static_cast<u8>(from.drives[seat] - (shape.drives[seat] - s.drives[seat]));
            s.injured[seat] |= from.injured[seat];
            if (seat != pocket_gridiron::at(from.offense)) s.more_injuries[seat] = from.more_injuries[seat];
        }
        s.period = from.period;
        if (ended) rules_.next_drive(s, s.offense);
        return s;
    }

private:
    static constexpr u8 kDrives = 8;

    MergedRules rules_;
};

} // namespace

std::vector<PolicyValue> Solver::value_policies(std::span<const Policy<State>* const> policies, const State& from,
                                                double bound, Job& job) const {
    const Course course(rules_);
    return PolicyPass<MergedRules, Course, Solver>(course, *this, policies).run(from, bound, job);
}

Flowed Solver::follow(const Policy<State>& policy, const State& from, Job& job) const {
    const Course course(rules_);
    return Flow<MergedRules, Course, Solver>(course, *this, policy).run(from, job);
}

std::unique_ptr<OtherBook<State>> Solver::book_for(const Rules& playing) const {
    return std::make_unique<SolverBook<MergedRules, Course, Solver>>(Course(rules_), *this, MergedRules(playing));
}

} // namespace touchline::solve::pocket_gridiron
