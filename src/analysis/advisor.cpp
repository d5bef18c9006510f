// Exact where that is known in time, an estimate where not.
#include "analysis/advisor.hpp"

#include <algorithm>
#include <chrono>

namespace touchline::analysis {

namespace {

// Of a game that is over.
std::optional<Odds> decided(const Table& table) {
    const TurnText turn = table.turn();
    if (turn.kind != TurnKind::over) return std::nullopt;
    const auto is = [&](Result result) { return turn.winner == result ? 1.0 : 0.0; };
    return Odds{is(Result::home), is(Result::draw), is(Result::away), true, 0};
}

// The question with the time that is left of it.
class TimeLeft {
public:
    explicit TimeLeft(const Question& question) : question_(question) {}
    [[nodiscard]] Question now() const {
        Question rest = question_;
        const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - begun_;
        if (rest.seconds) rest.seconds = std::max(*rest.seconds - gone.count(), *rest.seconds / 10);
        return rest;
    }

private:
    const Question& question_;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

} // namespace

Odds Advisor::odds(const Table& table, const Question& question) {
    if (const std::optional<Odds> known = decided(table)) return *known;
    const std::shared_ptr<Analysis> analysis = library_.of(table);
    const TimeLeft left(question);
    const std::optional<Odds> known = analysis->odds(table, question, patience(question));
    return known ? *known : analysis->estimate(table, left.now(), kPlayouts);
}

Advice Advisor::advise(const Table& table, Seat seat, const Question& question) {
    const std::shared_ptr<Analysis> analysis = library_.of(table);
    const TimeLeft left(question);
    const std::optional<Advice> known = analysis->advise(table, seat, question, patience(question));
    return known ? *known : analysis->estimate(table, seat, left.now(), kPlayouts);
}

Odds RolloutEvaluator::odds(const Table& table, const Question& question) {
    if (const std::optional<Odds> known = decided(table)) return *known;
    return library_.of(table)->estimate(table, question, playouts_);
}

Advice RolloutEvaluator::advise(const Table& table, Seat seat, const Question& question) {
    return library_.of(table)->estimate(table, seat, question, playouts_);
}

} // namespace touchline::analysis
