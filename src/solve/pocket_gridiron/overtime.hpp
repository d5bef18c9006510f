// Extra drives until the score differs (R1): the one place where whole drives lead back to each other. What remains
// unknown is only what overtime at a level score is worth, for each side that may begin it and each pair of injuries;
// injuries grow, so the pairs are solved one after the other, each by Newton's method on two unknowns.
#pragma once

#include "solve/pocket_gridiron/region.hpp"

namespace touchline::pocket_gridiron {

class Overtime {
public:
    explicit Overtime(Region& region);

    // Solves every overtime layer of the region and fills in what a level score is worth.
    void solve(solve::Job& job);

private:
    // A layer of overtime with its drives for every set of the defence's injuries.
    struct Turn {
        LayerKey key;
        std::vector<Drive> drives; // by the defence's mask
        ReturnedTries tries;
    };
    using Pair = BySeat<double>;

    // What overtime is worth to either beginner with these injuries, if a level score after it is worth `level`.
    Pair evaluate(BySeat<u8> injured, Pair level);
    void solve_pair(BySeat<u8> injured);
    void slopes_at(BySeat<u8> injured, Pair x, Pair g);
    [[nodiscard]] bool proven(BySeat<u8> injured, Pair level);

    Region& region_;
    std::vector<Turn> turns_; // last drives first
    double left_ = 0;         // residuals of the drives
    Pair last_{0.5, 0.5};     // the pair solved before: a good beginning for the next
    Pair by_home_;            // how both values follow the first unknown
    Pair by_away_;            // and the second
};

} // namespace touchline::pocket_gridiron
