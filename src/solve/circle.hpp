// Stations that lead back to each other: how often each is passed in all, and what has been counted there, by
// elimination. Rows of stations lie side by side in lanes; no lane leads to another one.
#pragma once

#include "solve/flow_rows.hpp"

namespace touchline::solve {

class Circle {
public:
    static constexpr std::size_t kLanes = 8; // worked out together

    // Forgets the links of another circle. Places 0, 1, … are best numbered in the order in which they lead to each
    // other: each one that others behind it lead back to costs.
    void begin(std::size_t places) {
        places_ = places;
        links_.clear();
    }

    // In one lane. Links come in the order of their `from`; `end` must stay.
    void link(u32 from, u32 to, std::size_t lane, const PlayLaw::End* end);

    // Requires: `flow` is, place by place, what flows in: kFlowColumns columns of kLanes. Afterwards it is all that
    // passes. Fails where what flows in can never leave.
    void solve(std::vector<double>& flow) const;

private:
    struct Link {
        u32 from = 0;
        u32 to = 0;
        std::array<double, kLanes> chance{};
        std::array<const PlayLaw::End*, kLanes> ends{};
    };
    class Elimination;

    std::size_t places_ = 0;
    std::vector<Link> links_;
};

} // namespace touchline::solve
