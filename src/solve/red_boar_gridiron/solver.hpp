// The exact solver of Gridiron with dice: four quarters by the clock, and the overtime behind them.
#pragma once

#include "solve/red_boar_gridiron/last_play.hpp"
#include "solve/red_boar_gridiron/overtime.hpp"
#include "solve/red_boar_gridiron/regulation.hpp"
#include "solve/solver.hpp"

#include <memory>

namespace touchline::solve::red_boar {

class Solver {
public:
    static constexpr u32 kVersion = 2;

    explicit Solver(const Rules& rules, u64 most_book_bytes = Regulation::kMostBookBytes)
        : rules_(rules), most_book_bytes_(most_book_bytes) {}
    // Cards are chosen in secret from hidden hands: another kind of solver.
    [[nodiscard]] static bool able(const Rules& rules) { return !rules.options().cards; }

    [[nodiscard]] bool station(const State& s) const { return tossing(s) || station_of(rules_, s).has_value(); }
    [[nodiscard]] bool covers(const State& s) const;
    [[nodiscard]] Valuation at(const State& s) const;
    [[nodiscard]] double bound() const;

    void solve_all(Job& job);
    void solve_for(const State& s, Job& job);

    void save(BookWriter& writer) const;
    [[nodiscard]] Expected<Done, std::string> load(const Book& book);

    // How many values the four quarters have.
    [[nodiscard]] u64 stations() const { return regulation_ ? regulation_->stations() : 0; }

private:
    // Before the toss of an overtime both sides are worth the same, whatever follows.
    [[nodiscard]] static bool tossing(const State& s) { return s.step == Step::toss && s.quarter == 5; }
    Regulation& regulation();
    void solve_overtime(Job& job);

    Rules rules_;
    u64 most_book_bytes_;
    std::unique_ptr<Regulation> regulation_;
    std::unique_ptr<OvertimeValues> overtime_;
};

} // namespace touchline::solve::red_boar

namespace touchline::solve {

template <>
struct SolverOf<red_boar_gridiron::Rules> {
    using type = red_boar::Solver;
};

} // namespace touchline::solve
