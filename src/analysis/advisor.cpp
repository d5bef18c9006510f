#include "analysis/advisor.hpp"

namespace touchline::analysis {

namespace {

// Of a game that is over.
std::optional<Odds> decided(const Table& table) {
    const TurnText turn = table.turn();
    if (turn.kind != TurnKind::over) return std::nullopt;
    const auto is = [&](Result result) { return turn.winner == result ? 1.0 : 0.0; };
    return Odds{is(Result::home), is(Result::draw), is(Result::away), true, 0};
}

} // namespace

Odds Advisor::odds(const Table& table, const Question& question) {
    if (const std::optional<Odds> known = decided(table)) return *known;
    const std::shared_ptr<Analysis> analysis = library_.of(table);
    const std::optional<Odds> known = analysis->odds(table, question, patience(question));
    return known ? *known : analysis->estimate(table, question, kPlayouts);
}

Advice Advisor::advise(const Table& table, Seat seat, const Question& question) {
    const std::shared_ptr<Analysis> analysis = library_.of(table);
    const std::optional<Advice> known = analysis->advise(table, seat, question, patience(question));
    return known ? *known : analysis->estimate(table, seat, question, kPlayouts);
}

Odds RolloutCounsel::odds(const Table& table, const Question& question) {
    if (const std::optional<Odds> known = decided(table)) return *known;
    return library_.of(table)->estimate(table, question, playouts_);
}

Advice RolloutCounsel::advise(const Table& table, Seat seat, const Question& question) {
    return library_.of(table)->estimate(table, seat, question, playouts_);
}

} // namespace touchline::analysis
