// Extra drives until the score differs (R1): the one place where whole drives lead back to each other. What remains
// unknown is only what overtime at a level score is worth, for each side that may begin it and each pair of injuries;
// injuries grow, so the pairs are solved from the most injured on, each by Newton's method on two unknowns.
#pragma once

#include "solve/pocket_gridiron/region.hpp"

namespace touchline::solve::pocket_gridiron {

class Overtime {
public:
    explicit Overtime(Region& region);

    // Solves every overtime layer of the region and fills in what a level score is worth.
    void solve(Job& job);

private:
    // A layer of overtime with its drives for every set of the defence's injuries.
    struct Turn {
        LayerKey key;
        AfterDrive after;
        std::vector<Drive> drives; // by the defence's injuries
        ReturnedTries tries;
    };
    // What overtime is worth, by who begins it.
    using Level = BySeat<double>;
    // How both follow the one unknown, and the other.
    struct Slopes {
        Level by_home;
        Level by_away;
    };

    // What overtime is worth with these injuries if a level score after it is worth `level`; `left` takes the
    // residuals.
    Level evaluate(BySeat<u8> injured, Level level, double& left);
    // Answers the greatest residual of its drives. Pairs of as many injuries do not touch each other.
    double solve_pair(BySeat<u8> injured);
    [[nodiscard]] Slopes slopes_at(BySeat<u8> injured, Level x, Level g);
    [[nodiscard]] bool proven(BySeat<u8> injured, Level level, double& left);
    [[nodiscard]] Level guess(BySeat<u8> injured) const;

    Region& region_;
    std::vector<Turn> turns_; // last drives first
    Slopes slopes_;           // of the most injured pair: they change little
};

} // namespace touchline::solve::pocket_gridiron
