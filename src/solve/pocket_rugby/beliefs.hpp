// What every station of a match is worth by the book, worked out for all injuries of a score and its cards at once.
#pragma once

#include "solve/pocket_rugby/scene.hpp"
#include "solve/pocket_rugby/solver.hpp"

#include <atomic>
#include <mutex>

namespace touchline::solve::pocket_rugby {

class Solver::Beliefs {
public:
    explicit Beliefs(const Solver& solver) : solver_(solver) {}

    // Requires: stations of the solver, and those within a situation of one sum of points before those of the next.
    // Safe from several threads at once.
    void worths(std::span<const State> stations, double* out) const;

private:
    // By pair of sets of injured positions.
    struct Entry {
        std::once_flag made;
        std::vector<Values> values;
    };
    [[nodiscard]] const std::vector<Values>& around(const Table& table, const State& state) const;
    [[nodiscard]] std::vector<Values> spread(const Table& table, const State& state) const;

    const Solver& solver_;
    mutable std::mutex mutex_;
    mutable std::atomic<int> points_ = -1; // of both sides, that `entries_` belongs to
    mutable std::vector<Entry> entries_{}; // by home's points, opening and cards
};

} // namespace touchline::solve::pocket_rugby
