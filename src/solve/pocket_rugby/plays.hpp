// All plays of one score, compiled: what a phase of attack comes to, and what kicks and penalties lead to.
#pragma once

#include "solve/pocket_rugby/table.hpp"

namespace touchline::solve::rugby {

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
};

// What follows the roll for a try, a drop kick or the card of a penalty.
struct Goal {
    std::vector<GoalChoice> choices;
};

// The goals of one situation, injuries aside, for the side with the ball.
struct Goals {
    GoalSum over_line;
    std::array<GoalSum, kFaces> drops;
    Goal penalty;
};

class Plays {
public:
    Plays(const Rules& rules, const Table& table, int home, int away);

    [[nodiscard]] const CarryForm& carry(u8 offense, u8 taps, u8 position, bool injured, u8 deduction) const {
        return carries_[(((offense * (taps_ + 1U) + taps) * kPositions + position) * 2 + injured) * 3 + deduction];
    }
    [[nodiscard]] const FeedForm& feed(u8 offense) const { return feeds_[offense]; }
    // After an error of `offense`; `thrown` 1 while that side has the throw.
    [[nodiscard]] const Sum& lineout(u8 offense, u8 thrown) const { return lineouts_[offense][thrown]; }
    [[nodiscard]] const Goals& goals(const Situation& at, u8 offense) const {
        return goals_[((at.opening * cards_ + at.cards[0]) * cards_ + at.cards[1]) * 2 + offense];
    }
    [[nodiscard]] bool second_half() const { return second_half_; }
    // A share of at least this leaves the situation in every phase of attack, whatever the seats choose.
    [[nodiscard]] double leaving() const { return leaving_; }

private:
    void compile_carries(const Rules& rules, const State& from);
    [[nodiscard]] Goals compile_goals(const Rules& rules, const Table& table, const State& from) const;
    [[nodiscard]] double least_leaving() const;

    u8 taps_;
    std::size_t cards_;
    bool second_half_;
    std::vector<CarryForm> carries_;
    std::array<FeedForm, 2> feeds_;
    std::array<std::array<Sum, 2>, 2> lineouts_;
    std::vector<Goals> goals_;
    double leaving_ = 0;
};

} // namespace touchline::solve::rugby
