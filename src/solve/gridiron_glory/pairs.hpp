// Pairs of cards still to be turned: how likely a run of results is when both sides' unseen cards lie in random order.
//
// The pairs of two shuffled piles are exchangeable: any order of the same results (home higher, equal, home lower) is
// equally likely, whether some pairs in between are buried or not. So all that a position needs is, for each number of
// results of each kind, how likely one particular run with these numbers is.
#pragma once

#include "core/seat.hpp"

#include <vector>

namespace touchline::solve::gridiron_glory {

// Which runs a law is asked for.
struct RunRange {
    int side = 0;                  // all numbers of results are below this
    std::vector<int> most_unequal; // by the number of equal pairs; does not grow with it

    // Numbers of results as one number. Those of two runs add up to that of both together.
    [[nodiscard]] u32 number(int higher, int equal, int lower) const {
        return static_cast<u32>((equal * side + higher) * side + lower);
    }
};

class PairLaw {
public:
    // From the unseen cards of both sides, counted by rank. Requires: equally many, at least one.
    PairLaw(const BySeat<std::vector<int>>& cards, RunRange range);

    // The chances of one given run, by RunRange::number. Only those in the range are known.
    [[nodiscard]] const double* runs() const { return runs_.data(); }
    // On the way to any of them, at most.
    [[nodiscard]] int roundings() const { return roundings_; }
    [[nodiscard]] double run(int higher, int equal, int lower) const {
        return runs_[range_.number(higher, equal, lower)];
    }

private:
    RunRange range_;
    std::vector<double> runs_;
    int roundings_ = 0;
};

} // namespace touchline::solve::gridiron_glory
