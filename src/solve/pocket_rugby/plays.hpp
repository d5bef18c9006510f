// The plays of a match in one weather, compiled: what a phase of attack comes to, and what kicks and penalties lead to.
#pragma once

#include "solve/pocket_rugby/table.hpp"

#include <memory>

namespace touchline::solve::pocket_rugby {

// An option of a kick or penalty: positions of the same situation stay weights, all others are places in the tables.
struct GoalSum {
    struct Term {
        Place place;
        double weight;
    };
    double won = 0;      // weight of home's wins at once
    double own = 0;      // the side's own scrum half in this situation
    double opposing = 0; // the other side's
    double tapping = 0;  // its own with a full quick tap
    std::vector<Term> terms;
};

struct GoalChoice {
    double weight;
    bool forked;
    GoalSum first;
    GoalSum second;
    State at; // of the choice, injuries left out
};

// What follows a penalty: with a check for a card, and without one where that is a choice (R8).
struct Goal {
    std::vector<GoalChoice> checked;
    std::vector<GoalChoice> unchecked;
    State at; // of that choice, injuries left out
};

// The goals of one situation, injuries aside, for the side with the ball.
struct Goals {
    GoalSum over_line;
    std::array<GoalSum, kFaces> drops;
    Goal penalty;
    Goal tap_penalty; // which has reset a quick tap (R27); empty where none does

    // How likely a run over the line leaves the situation.
    [[nodiscard]] double leaving() const { return 1 - over_line.own - over_line.opposing - over_line.tapping; }
};
using BothGoals = std::array<Goals, 2>; // by the side with the ball

// The phases of attack, at all scores where half and late weather are the same.
class Phases {
public:
    // Requires: a scrum-half roll.
    Phases(const Rules& rules, const Table& table, const State& from, Choices choices = Choices::merged);

    // A die: whose, with how many taps left, and what of the situation it looks at.
    struct Carry {
        u8 offense;
        u8 taps;
        u8 position;
        bool injured;
        u8 deduction;
        u8 after = 0; // 1 right after a big hit (R2)
    };
    [[nodiscard]] const CarryForm& carry(const Carry& which) const { return carries_[carry_index(which)]; }
    // All of them, in the order of their index.
    [[nodiscard]] const std::vector<CarryForm>& carries() const { return carries_; }
    [[nodiscard]] std::size_t carry_index(const Carry& which) const {
        const std::size_t die =
            ((which.after * 2U + which.offense) * (taps_ + 1U) + which.taps) * kPositions + which.position;
        return (die * 2 + which.injured) * 3 + which.deduction;
    }
    [[nodiscard]] const FeedForm& feed(u8 offense, u8 taps) const { return feeds_[offense][taps > 0]; }
    [[nodiscard]] u8 taps() const { return taps_; }
    // 2 where it matters whether the last tackle has ended with a big hit, else 1.
    [[nodiscard]] u8 afters() const { return afters_; }
    // After an error of `offense`; `thrown` 1 while that side has the throw.
    [[nodiscard]] const Sum& lineout(u8 offense, u8 thrown) const { return lineouts_[offense][thrown]; }
    [[nodiscard]] bool second_half() const { return second_half_; }
    // A share of at least this runs over the line, whatever the seats choose.
    [[nodiscard]] double over_line() const { return over_line_; }

    friend bool operator==(const Phases&, const Phases&) = default;

private:
    void compile_carries(const Compiler& compiler, const State& from);
    [[nodiscard]] double least_over_line() const;

    u8 taps_;
    u8 afters_;
    bool second_half_;
    std::vector<CarryForm> carries_;
    std::array<std::array<FeedForm, 2>, 2> feeds_; // by side, and whether a quick tap runs
    std::array<std::array<Sum, 2>, 2> lineouts_;
    double over_line_ = 0;
};

class Plays {
public:
    Plays(const Rules& rules, const Table& table, Choices choices = Choices::merged);

    [[nodiscard]] const Phases& phases(int home, int away) const { return *phases_[kind(home, away)]; }
    // What of a score matters to a phase: the half and whom late weather weakens.
    static constexpr std::size_t kKinds = 8;
    [[nodiscard]] std::size_t kind(int home, int away) const;
    // Compiled when asked for.
    [[nodiscard]] BothGoals goals(int home, int away, const Situation& at) const;

private:
    [[nodiscard]] Goals compile_goals(const State& from) const;
    [[nodiscard]] Goal compile_penalty(const State& from) const;

    Rules rules_;
    const Table& table_;
    std::array<std::unique_ptr<const Phases>, kKinds> phases_; // those that there are
};

} // namespace touchline::solve::pocket_rugby
