// Policies in Sports Dice Football: points only grow, so a layer has all stations with the same sum of points, and a
// lane is home's.
#include "solve/flow.hpp"
#include "solve/policy_pass.hpp"
#include "solve/sports_dice_football/solver.hpp"

namespace touchline::solve::sports_dice_football {

namespace {

class Course {
public:
    explicit Course(const Rules& rules) : rules_(rules), shape_rules_(endless(rules)) {}
    [[nodiscard]] const MergedRules& rules() const { return rules_; }
    [[nodiscard]] const MergedRules& shape_rules(const State&) const { return shape_rules_; }
    [[nodiscard]] bool station(const State& s) const { return is_station(s); }
    [[nodiscard]] u64 layer(const State& s) const { return u64{s.score.home} + s.score.away; }

    [[nodiscard]] State row(State s) const {
        s.score = {0, static_cast<u8>(layer(s))};
        return s;
    }
    [[nodiscard]] int lane(const State& s) const { return s.score.home; }
    [[nodiscard]] State in_lane(State row, int lane) const {
        row.score = {static_cast<u8>(lane), static_cast<u8>(row.score.away - lane)};
        return row;
    }

    [[nodiscard]] State shape(State s) const {
        s.score = {};
        return s;
    }
    [[nodiscard]] State placed(State s, const State&, const State& from) const {
        for (Seat seat : kSeats) {
            s.score[seat] = static_cast<u8>(s.score[seat] + from.score[seat]);
            if (s.score[seat] >= rules_.house().target) s.phase = Phase::over;
        }
        return s;
    }

private:
    MergedRules rules_;
    MergedRules shape_rules_;
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

} // namespace touchline::solve::sports_dice_football
