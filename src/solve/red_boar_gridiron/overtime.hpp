// Overtimes of Gridiron with dice, where no clock runs: `alternate` possessions and `sudden-death`.
#pragma once

#include "solve/job.hpp"
#include "solve/red_boar_gridiron/plays.hpp"

namespace touchline::solve::red_boar {

class OvertimeValues {
public:
    explicit OvertimeValues(const Rules& rules);
    [[nodiscard]] bool solved() const { return solved_; }
    void solve(Job& job);
    // Home's chance at a station of quarter 5. Requires: solved().
    [[nodiscard]] double at(const State& s, std::size_t station) const;
    [[nodiscard]] double bound() const { return bound_; }

private:
    [[nodiscard]] bool alternate() const { return rules_.options().overtime == Overtime::alternate; }
    void solve_alternate(Job& job);
    void solve_sudden_death();
    [[nodiscard]] double first_in_a_round(double guess);
    [[nodiscard]] std::vector<double> ends_of_second(double next_round) const;
    [[nodiscard]] std::vector<double> ends_of_first() const;

    const Rules rules_;
    Plays plays_;
    int lead_; // beyond it a possession decides nothing any more
    std::size_t width_;
    // alternate: the offence's chance by station and its lead, in the first and second possession of a round.
    std::vector<double> first_, second_;
    // sudden-death: home's chance with home and with away on offence.
    std::vector<double> sudden_;
    double bound_ = 0;
    bool solved_ = false;
};

} // namespace touchline::solve::red_boar
