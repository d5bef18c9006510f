// Overtimes of Gridiron, where no clock runs: `alternate` possessions and `sudden-death`. Exact with dice; with cards
// hands are dealt anew before every play, as in the four quarters (docs/card-strategy.md).
#pragma once

#include "solve/book.hpp"
#include "solve/job.hpp"
#include "solve/red_boar_gridiron/card_stage.hpp"

namespace touchline::solve::red_boar_gridiron {

class OvertimeValues {
public:
    explicit OvertimeValues(const Rules& rules);
    [[nodiscard]] bool solved() const { return solved_; }
    void solve(Job& job);
    // Home's chance at a station of quarter 5. Requires: solved(). With cards no number where play never comes.
    [[nodiscard]] double at(const State& s, std::size_t station) const;
    [[nodiscard]] double bound() const { return bound_; }

    // Requires: cards, a station of downs or tries with a value.
    [[nodiscard]] CardStage stage(const State& s, std::size_t station) const;
    // With cards an overtime takes longer to solve than to read.
    void save(BookWriter& writer) const;
    [[nodiscard]] bool load(const Book& book);

private:
    [[nodiscard]] bool alternate() const { return rules_.options().overtime == Overtime::alternate; }
    [[nodiscard]] bool cards() const { return rules_.options().cards; }
    [[nodiscard]] std::size_t start() const; // of a possession in a round
    void solve_alternate(Job& job);
    void solve_sudden_death(Job& job);
    [[nodiscard]] double first_in_a_round(double guess, Job& job);
    // Of a possession that may begin with leads up to `most` either way.
    [[nodiscard]] double solve_possession(const std::vector<double>& ends, int most, std::vector<double>& values,
                                          Job& job) const;
    // The same with cards, in overtime_cards.cpp.
    void learn_possession(const std::vector<double>& ends, int most, std::vector<double>& values, Job& job) const;
    void learn_block(std::span<const std::size_t> stations, const std::vector<double>& ends,
                     std::vector<double>& values, std::size_t number, const Job& job) const;
    void learn_sudden_death(Job& job);
    [[nodiscard]] double leaf_value(const std::vector<double>& values, const std::vector<double>& ends,
                                    const Leaf& leaf, int lead) const;
    [[nodiscard]] std::vector<double> ends_of_second(double next_round) const;
    [[nodiscard]] std::vector<double> ends_of_first() const;

    const Rules rules_;
    Plays plays_;
    int lead_;  // beyond it a possession decides nothing any more
    int reach_; // of the ends of a possession
    std::size_t width_;
    // alternate: the offence's chance by station and its lead, in the first and second possession of a round.
    std::vector<double> first_, second_;
    // sudden-death: home's chance with home and with away on offence.
    std::vector<double> sudden_;
    double bound_ = 0;
    bool solved_ = false;
};

} // namespace touchline::solve::red_boar_gridiron
