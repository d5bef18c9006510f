#include "bots/advisor.hpp"

#include "bots/asked.hpp"
#include "bots/strength.hpp"

#include "play/visit.hpp"

namespace touchline::bots {

namespace {

// Games that cannot be solved as a whole may know their last plays exactly.
template <class R>
concept HasEndgame = requires(const R& rules, const typename R::State& state) {
    { endgame_odds(rules, state, true) } -> std::same_as<std::optional<solve::Valuation>>;
    { endgame_advice(rules, state, true) } -> std::same_as<std::optional<std::vector<solve::Advice>>>;
};

Odds odds_of(const solve::Valuation& known, bool exact) {
    return {known.home(), known.draw(), known.away(), exact, known.error};
}

template <class R>
Advice exact(const R& rules, const typename R::State& state, const std::vector<solve::Advice>& found) {
    Advice advice{.exact = true};
    for (const solve::Advice& each : found) {
        advice.actions.push_back({std::string(rules.action_name(state, each.action)), each.value, each.loss});
        advice.error = std::max(advice.error, each.odds.error);
    }
    return advice;
}

// Estimates are taken from a book that is there; playouts stand in for one that is not. Values of hidden hands know
// nothing of hands laid open.
template <class R>
bool answers(Shelf<R>& shelf, const typename R::State& state, const Question& question) {
    return solve::exact(shelf.rules()) || (question.hands == Hands::hidden && shelf.knows(state));
}

// By what the seat sees alone.
template <class R>
std::optional<Advice> mixed(const TableFor<R>& table, Shelf<R>& shelf, Seat seat, const Patience& patience) {
    const ViewOf<R> view = view_of(table.rules(), table.position(), seat);
    const ActionList legal = table.rules().legal(table.position(), seat);
    const Memory<R> memory = memory_of(table);
    const auto known = seat_advice(shelf, {view, seat, legal, &memory}, patience);
    if (!known) return std::nullopt;
    Advice advice{.exact = false, .error = shelf.error()};
    for (const SeatAdvice& each : *known)
        advice.actions.push_back(
            {std::string(table.rules().action_name(table.position(), each.action)), each.value, each.loss});
    return advice;
}

} // namespace

Odds Advisor::odds(const Table& table, const Question& question) {
    std::optional<Odds> odds;
    if (!table.over())
        visit(table, [&](const auto& at) {
            using R = std::remove_cvref_t<decltype(at.rules())>;
            const auto state = asked_position(at.rules(), at.position(), Viewer::everyone, question);
            if constexpr (HasEndgame<R>)
                if (const auto known = endgame_odds(at.rules(), state, question.hands == Hands::open))
                    odds = odds_of(*known, true);
            if constexpr (solve::HasSolver<R>)
                if (const auto shelf = odds ? nullptr : library_.shelf(at); shelf && answers(*shelf, state, question))
                    if (const auto known = shelf->odds(state, patience(question)))
                        odds = odds_of(*known, solve::exact(at.rules()));
        });
    return odds ? *odds : rollouts_.odds(table, question);
}

Advice Advisor::advise(const Table& table, Seat seat, const Question& question) {
    std::optional<Advice> advice;
    visit(table, [&](const auto& at) {
        using R = std::remove_cvref_t<decltype(at.rules())>;
        const auto state = asked_position(at.rules(), at.position(), viewer_of(seat), question);
        if constexpr (HasEndgame<R>)
            if (const auto known = endgame_advice(at.rules(), state, question.hands == Hands::open))
                advice = exact(at.rules(), state, *known);
        if constexpr (solve::HasSolver<R>)
            if (!advice && solve::exact(at.rules()) && at.rules().turn(state).kind == TurnKind::choice)
                if (const auto shelf = library_.shelf(at))
                    if (const auto known = shelf->advise(state, patience(question)))
                        advice = exact(at.rules(), state, *known);
        if constexpr (HasMixedAdvice<R>)
            if (!advice && !solve::exact(at.rules()))
                if (const auto shelf = library_.shelf(at); shelf && answers(*shelf, state, question))
                    advice = mixed(at, *shelf, seat, patience(question));
    });
    return advice ? *advice : rollouts_.advise(table, seat, question);
}

} // namespace touchline::bots
