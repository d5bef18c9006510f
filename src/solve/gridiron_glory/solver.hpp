// The exact answer of Gridiron Glory, in every position. Nobody decides anything between two toss throws that is not
// best done in one way (moves.cpp), so it is all counting: a quarter from
// fresh decks is played through once for each spot, quarters are put together backwards, overtime is a small layer that
// leads back to itself. In the middle of a quarter the unseen cards have a law of their own (pairs.hpp).
#pragma once

#include "solve/flowed.hpp"
#include "solve/gridiron_glory/quarter.hpp"
#include "solve/policy.hpp"
#include "solve/solver.hpp"

#include <algorithm>
#include <memory>
#include <mutex>

namespace touchline::solve::gridiron_glory {

class Solver {
public:
    static constexpr u32 kVersion = 1;

    explicit Solver(const Rules& rules);

    // Where a field goal brings more, declining a re-roll may be wise, and depends on the score (R7).
    [[nodiscard]] static bool able(const Rules& rules) {
        return rules.house().referees == House::Referees::always || rules.sheet().touchdown >= rules.sheet().field_goal;
    }
    // Whether follow() can: it leaves the cards out, and what declining a re-roll is worth depends on them (R7).
    [[nodiscard]] static bool follows(const Rules& rules) { return rules.house().referees == House::Referees::always; }
    [[nodiscard]] bool station(const State& s) const { return s.phase == Phase::flip || s.phase == Phase::fumble; }
    [[nodiscard]] bool covers(const State& s) const {
        return s.quarter == kOvertime ? !overtime_.empty() : solved_from_ <= s.quarter + 1;
    }
    [[nodiscard]] Valuation at(const State& s) const;

    void solve_all(Job& job) { solve_from(1, job); }
    void solve_for(const State& from, Job& job) { solve_from(std::min<int>(from.quarter + 1, kOvertime), job); }
    // Requires: a position before the first card of a deck; where the policy is judged, all is solved.
    [[nodiscard]] Flowed follow(const Policy<State>& policy, const State& from, Job& job) const;
    [[nodiscard]] double bound() const { return bound_; }

    void save(BookWriter& writer) const;
    [[nodiscard]] Expected<Done, Message> load(const Book& book);

    // Stations between quarters: what the tables hold.
    [[nodiscard]] u64 stations() const;

private:
    // Home's value and the chance of a draw at the start of a quarter, by who began the game, start and lead. A start
    // is a spot; where a fumble may wait for the new decks, the spots come a second time for that (R14).
    struct Table {
        int reach = 0; // leads beyond this are decided
        std::vector<double> value;
        std::vector<double> draw; // only where games can be drawn
    };
    enum class Column : u8 { value, draw };
    class Following; // in follow.cpp

    // The rest of a quarter from some position, whatever the score.
    struct Asked {
        int spot;
        u8 pile;
        Phase phase;
        Clock clock;
        friend bool operator==(const Asked&, const Asked&) = default;
    };
    struct Rest {
        BySeat<std::vector<int>> cards; // unseen, by rank
        Asked asked;
        QuarterEnd end;
    };
    // The one that was asked for last, by any thread.
    class Recent {
    public:
        [[nodiscard]] std::shared_ptr<const Rest> rest() {
            const std::lock_guard lock(mutex_);
            return rest_;
        }
        void keep(std::shared_ptr<const Rest> rest) {
            const std::lock_guard lock(mutex_);
            rest_ = std::move(rest);
        }

    private:
        std::mutex mutex_;
        std::shared_ptr<const Rest> rest_;
    };

    void solve_from(int quarter, Job& job);
    [[nodiscard]] std::vector<QuarterEnd> quarter_ends(Clock clock, Job& job) const;
    void solve_kernels(Job& job);
    void solve_overtime(Job& job);
    void solve_quarter(int quarter, Job& job);
    void fill(int quarter, Seat first, int start, Column column);
    [[nodiscard]] int starts() const { return moves_.spots().size() * (moves_.rules().settles_later(1) ? 2 : 1); }
    [[nodiscard]] int start_of(const State& s) const {
        return moves_.spots().of(s) + (s.phase == Phase::fumble ? moves_.spots().size() : 0);
    }
    // The start of the quarter after one that ended there, of QuarterEnd::places.
    [[nodiscard]] int next_start(int quarter, Seat first, int place) const;
    [[nodiscard]] const std::vector<QuarterEnd>& kernel(int quarter) const {
        return quarter % 2 == 0 && !half_kernel_.empty() ? half_kernel_ : kernel_;
    }

    [[nodiscard]] bool fresh(const State& s) const;
    [[nodiscard]] Worth play_on(const State& s, const QuarterEnd& end) const;
    [[nodiscard]] double known(int quarter, Seat first, int start, int lead, Column column) const;
    [[nodiscard]] double after(int quarter, Seat first, int place, int lead, Column column) const;
    [[nodiscard]] std::size_t place(const Table& table, int quarter, Seat first, int start, int lead) const;
    [[nodiscard]] BySeat<std::vector<int>> unseen(const State& s) const;
    [[nodiscard]] std::shared_ptr<const Rest> rest_of(const State& s) const;
    [[nodiscard]] const Roads& roads(Clock clock) const { return roads_[static_cast<std::size_t>(clock)]; }
    [[nodiscard]] bool drawn() const { return moves_.rules().house().overtime != House::Overtime::sudden_death; }
    [[nodiscard]] bool one_deck() const { return moves_.rules().house().overtime == House::Overtime::one_deck; }

    Moves moves_;
    std::array<Roads, 3> roads_;          // by clock
    int quarter_reach_;                   // points by which a lead can change in one quarter
    std::vector<QuarterEnd> kernel_;      // a quarter from fresh decks, by start
    std::vector<QuarterEnd> half_kernel_; // the 2nd and 4th, where these differ (R13)
    std::array<Table, 5> tables_;         // by quarter; 0 is not used
    std::vector<double> overtime_;        // home's value at the start of a deck of overtime, by start
    std::vector<double> overtime_draw_;   // the chance of a draw there, where there is but one deck (R8)
    int solved_from_ = kOvertime;         // quarters from here on have their tables
    double bound_ = 0;
    mutable Recent recent_;
};

} // namespace touchline::solve::gridiron_glory
