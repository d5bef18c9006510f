// What a seat should do with cards, by what it sees: its hand, never the other's.
#include "solve/odds.hpp"
#include "solve/red_boar_gridiron/solver.hpp"

#include <algorithm>

namespace touchline::solve::red_boar_gridiron {

namespace {

// Shares add up to 1; a hand that never comes here takes what loses nothing.
void rank_shares(std::vector<Advice>& list) {
    double total = 0;
    for (const Advice& each : list) total += each.share;
    rank(list);
    for (Advice& each : list) each.share = total > 0 ? each.share / total : each.loss == 0 ? 1.0 : 0.0;
}

// To play or to kick: a play is worth what the best card of the hand is.
std::vector<Advice> call(const std::vector<CardStrategy::Choice>& choices, Action go) {
    Advice play{.action = go};
    std::vector<Advice> list;
    for (const CardStrategy::Choice& choice : choices) {
        if (choice.kick) {
            list.push_back({choice.action, choice.share, choice.value});
        } else {
            play.share += choice.share;
            play.value = std::max(play.value, choice.value);
        }
    }
    list.insert(go.code == 0 ? list.begin() : list.end(), play); // in the order of the page
    return list;
}

} // namespace

State seen(const Rules& rules, const View& view) {
    State s;
    static_cast<Public&>(s) = view.open;
    s.offense_card = view.turned[0];
    s.defense_card = view.turned[1];
    s.turned = rules.options().cards && s.step == Step::penalty ? 1 : 0;
    s.leap = view.leap;
    return s;
}

std::vector<Advice> mixed_advice(const Rules& rules, const Solver& solver, const View& view, Seat seat,
                                 const CardMemory& memory) {
    const Public& s = view.open;
    std::vector<Advice> list;
    if (s.step == Step::penalty || s.step == Step::receive) {
        list = solve::advise(rules, solver, seen(rules, view));
        for (Advice& each : list) each.share = each.loss == 0 ? 1 : 0;
        rank_shares(list);
        return list;
    }
    const CardStrategy strategy = solver.strategy(s, memory);
    const std::size_t role = Rules::role_of(s, static_cast<std::size_t>(seat));
    const std::vector<CardStrategy::Choice> choices = strategy.choices(role, view.hand);
    if (s.step == Step::card) {
        for (const CardStrategy::Choice& choice : choices)
            if (!choice.kick) list.push_back({choice.action, choice.share, choice.value});
    } else {
        const bool attempt = s.step == Step::after_touchdown;
        list = call(choices, {attempt ? static_cast<u8>(Extra::conversion) : static_cast<u8>(Call::play)});
    }
    rank_shares(list);
    return list;
}

} // namespace touchline::solve::red_boar_gridiron
