#include "bots/advisor.hpp"

#include "play/visit.hpp"

namespace touchline::bots {

namespace {

// Games that cannot be solved as a whole may know their last plays exactly.
template <class R>
concept HasEndgame = requires(const R& rules, const typename R::State& state) {
    { endgame_odds(rules, state, true) } -> std::same_as<std::optional<solve::Valuation>>;
    { endgame_advice(rules, state, true) } -> std::same_as<std::optional<std::vector<solve::Advice>>>;
};

Odds exact(const solve::Valuation& known) { return {known.home(), known.draw(), known.away(), true, known.error}; }

template <class R>
Advice exact(const R& rules, const typename R::State& state, const std::vector<solve::Advice>& found) {
    Advice advice{.exact = true};
    for (const solve::Advice& each : found) {
        advice.actions.push_back({std::string(rules.action_name(state, each.action)), each.value, each.loss});
        advice.error = std::max(advice.error, each.odds.error);
    }
    return advice;
}

} // namespace

Odds Advisor::odds(const Table& table, const Question& question) {
    std::optional<Odds> odds;
    if (!table.over())
        visit(table, [&](const auto& at) {
            using R = std::remove_cvref_t<decltype(at.rules())>;
            if constexpr (HasEndgame<R>)
                if (const auto known = endgame_odds(at.rules(), at.position(), question.hands == Hands::open))
                    odds = exact(*known);
            if constexpr (solve::HasSolver<R>)
                if (const auto shelf = odds ? nullptr : library_.shelf(at))
                    if (const auto known = shelf->odds(at.position(), patience(question))) odds = exact(*known);
        });
    return odds ? *odds : rollouts_.odds(table, question);
}

Advice Advisor::advise(const Table& table, Seat seat, const Question& question) {
    std::optional<Advice> advice;
    visit(table, [&](const auto& at) {
        using R = std::remove_cvref_t<decltype(at.rules())>;
        if constexpr (HasEndgame<R>)
            if (const auto known = endgame_advice(at.rules(), at.position(), question.hands == Hands::open))
                advice = exact(at.rules(), at.position(), *known);
        if constexpr (solve::HasSolver<R>)
            if (!advice && at.rules().turn(at.position()).kind == TurnKind::choice)
                if (const auto shelf = library_.shelf(at))
                    if (const auto known = shelf->advise(at.position(), patience(question)))
                        advice = exact(at.rules(), at.position(), *known);
    });
    return advice ? *advice : rollouts_.advise(table, seat, question);
}

} // namespace touchline::bots
