// Drives and plays of a game, counted from what the rules said happened.
#pragma once

#include "review/review.hpp"

namespace touchline::review {

// Follows a game step by step. A drive reaches from the step after the end of the one before it to its own end: the
// kickoff that brings the ball is part of it.
class DriveCount {
public:
    explicit DriveCount(const Table& table);

    // Writes drive, play and period into the step, then takes in what happened in it. `at`: the table before it.
    void see(Step& step, const Table& at);
    // The drives with their values, every possession that was told: as many as the box score counts. Nothing is left of
    // the count.
    [[nodiscard]] std::vector<Drive> done(std::vector<Step>& steps);

private:
    void take(const Happening& each, std::size_t step);

    const Table& table_;
    std::vector<Drive> drives_;
    std::optional<std::size_t> next_; // where the next drive begins, once the last one has ended
    int period_ = 0;
};

// One play: the steps from its call to its outcome, a kickoff or a try included.
struct Play {
    std::size_t first = 0;
    std::size_t last = 0;
};
[[nodiscard]] std::vector<Play> plays_of(const Table& table);

// The quarter or half that a position shows; 0 where its game has none.
[[nodiscard]] int period_of(const Json& view);

} // namespace touchline::review
