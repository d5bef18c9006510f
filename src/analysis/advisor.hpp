// Knows what positions are worth: exactly where the game can be solved, else (or while it is still being solved) by
// playouts, and says which.
#pragma once

#include "analysis/library.hpp"

namespace touchline::analysis {

// So many games for an answer that may take its time.
inline constexpr u64 kPlayouts = 4000;

class Advisor final : public Evaluator {
public:
    explicit Advisor(Library& library, solve::Job::Sink progress = {}, unsigned threads = 0)
        : library_(library), progress_(std::move(progress)), threads_(threads) {}

    [[nodiscard]] Odds odds(const Table& table, const Question& question) override;
    [[nodiscard]] Advice advise(const Table& table, Seat seat, const Question& question) override;

private:
    // Half of the time is for the exact answer; where it does not come, the rest is for an estimate.
    [[nodiscard]] Patience patience(const Question& question) const {
        const std::optional<double> half =
            question.seconds ? std::optional(*question.seconds / 2) : std::optional<double>();
        return {half, progress_, threads_, question.cancelled};
    }

    Library& library_;
    solve::Job::Sink progress_;
    unsigned threads_;
};

// By playouts alone.
class RolloutEvaluator final : public Evaluator {
public:
    explicit RolloutEvaluator(u64 playouts = kPlayouts) : playouts_(playouts) {}

    [[nodiscard]] Odds odds(const Table& table, const Question& question) override;
    [[nodiscard]] Advice advise(const Table& table, Seat seat, const Question& question) override;

private:
    Library library_;
    u64 playouts_;
};

} // namespace touchline::analysis
