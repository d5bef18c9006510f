// Pairs of cards still to be turned: how likely a run of results is when both sides' unseen cards lie in random order.
//
// The pairs of two shuffled piles are exchangeable: any order of the same results (home higher, equal, home lower) is
// equally likely, whether some pairs in between are buried or not. So all that a position needs is, for each number of
// results of each kind, how likely one particular run with these numbers is.
#pragma once

#include "core/seat.hpp"

#include <vector>

namespace touchline::gridiron_glory {

class PairLaw {
public:
    PairLaw() = default;
    // From the unseen cards of both sides, counted by rank. Requires: equally many, at least one.
    PairLaw(const std::vector<int>& home, const std::vector<int>& away);

    // Unseen cards a side.
    [[nodiscard]] int cards() const { return cards_; }
    // The chance of one given run with so many home higher, equal and home lower. Requires: at most cards() in all.
    [[nodiscard]] double run(int higher, int equal, int lower) const { return runs_[at(higher, equal, lower)]; }
    // The chance that all pairs, turned or not, come to these numbers in any order.
    [[nodiscard]] double all(int higher, int equal, int lower) const;

private:
    [[nodiscard]] std::size_t at(int higher, int equal, int lower) const {
        const auto side = static_cast<std::size_t>(cards_ + 1);
        return (static_cast<std::size_t>(equal) * side + static_cast<std::size_t>(higher)) * side +
               static_cast<std::size_t>(lower);
    }

    int cards_ = 0;
    std::vector<double> runs_;
};

} // namespace touchline::gridiron_glory
