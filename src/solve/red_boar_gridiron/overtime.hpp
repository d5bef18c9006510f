// Overtimes of Gridiron, where no clock runs: rounds of possessions, `sudden-death` and `league`. Exact with dice; with
// cards hands are dealt anew before every play, as in the four quarters (docs/card-strategy.md).
#pragma once

#include "solve/book.hpp"
#include "solve/job.hpp"
#include "solve/red_boar_gridiron/card_stage.hpp"
#include "solve/red_boar_gridiron/league.hpp"

namespace touchline::solve::red_boar_gridiron {

class OvertimeValues {
public:
    explicit OvertimeValues(const Rules& rules);
    [[nodiscard]] bool solved() const { return solved_; }
    void solve(Job& job);
    // What a position leads to that no game comes to. Requires: solved(), dice.
    void solve_from(const State& s);
    [[nodiscard]] bool covers(const State& s, std::size_t station) const {
        return !league_ || league_->covers(s, station);
    }
    // With cards `league` is too large to learn.
    [[nodiscard]] static bool able(const Rules& rules) {
        return rules.options().overtime != Overtime::tie &&
               !(rules.options().cards && rules.options().overtime == Overtime::league);
    }
    // Home's chance at a station of an overtime. Requires: solved(), covers(). With cards no number where play never
    // comes.
    [[nodiscard]] double at(const State& s, std::size_t station) const;
    [[nodiscard]] double bound() const { return bound_; }

    // Requires: cards, a station of downs or tries with a value.
    [[nodiscard]] CardStage stage(const State& s, std::size_t station) const;
    // With cards an overtime takes longer to solve than to read.
    void save(BookWriter& writer) const;
    [[nodiscard]] bool load(const Book& book);

private:
    // One round of possessions, or all that follow: of `college` there are three. Sudden death has one set of plays.
    struct Round {
        Plays plays;
        // The offence's chance by station and its lead, in the first and second possession.
        std::vector<double> first{}, second{};
    };
    // A possession of a round.
    struct Turn {
        const Plays& plays;
        std::vector<double> ends; // what its end is worth by lead, from -reach_ on
        int most = 0;             // it may begin with leads up to this either way
    };

    [[nodiscard]] bool rounds() const { return rules_.options().by_rounds(); }
    [[nodiscard]] bool cards() const { return rules_.options().cards; }
    [[nodiscard]] std::size_t round_of(const State& s) const { return rounds() ? s.quarter - kOvertime : 0U; }
    [[nodiscard]] std::size_t start(std::size_t round) const; // of its possessions
    [[nodiscard]] double first_chance(std::size_t round) const {
        return rounds_[round].first[start(round) * width_ + static_cast<std::size_t>(lead_)];
    }
    void solve_rounds(Job& job);
    void solve_last_round(Job& job);
    void solve_sudden_death(Job& job);
    // Solves a round, given the chance of the side that is first in the one after. The bound of both possessions.
    double solve_round(std::size_t round, double next, Job& job);
    [[nodiscard]] double solve_possession(std::size_t round, const Turn& turn, std::vector<double>& values,
                                          Job& job) const;
    // The same with cards, in overtime_cards.cpp.
    void learn_possession(std::size_t round, const Turn& turn, std::vector<double>& values, Job& job) const;
    void learn_block(std::span<const std::size_t> stations, const Turn& turn, std::vector<double>& values,
                     std::size_t number, const Job& job) const;
    void learn_sudden_death(Job& job);
    [[nodiscard]] double leaf_value(const std::vector<double>& values, const std::vector<double>& ends,
                                    const Leaf& leaf, int lead) const;
    [[nodiscard]] std::vector<double> ends_of_second(std::size_t round, double next) const;
    [[nodiscard]] std::vector<double> ends_of_first(std::size_t round) const;

    const Rules rules_;
    std::vector<Round> rounds_;
    int points_ = 0; // one play can change the lead by
    int lead_ = 0;   // beyond it a possession decides nothing any more
    int reach_ = 0;  // of the ends of a possession
    std::size_t width_ = 0;
    // sudden-death: home's chance with home and with away on offence.
    std::vector<double> sudden_;
    std::optional<League> league_;
    double bound_ = 0;
    bool solved_ = false;
};

} // namespace touchline::solve::red_boar_gridiron
