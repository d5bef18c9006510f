// What a seat should do with cards, by what it sees: its hand, never the other's.
#include "solve/odds.hpp"
#include "solve/red_boar_gridiron/solver.hpp"

#include <algorithm>

namespace touchline::red_boar_gridiron {

using solve::red_boar::CardStrategy;

namespace {

void rank(std::vector<MixedAdvice>& list) {
    double best = 0;
    double total = 0;
    for (const MixedAdvice& each : list) {
        best = std::max(best, each.value);
        total += each.share;
    }
    for (MixedAdvice& each : list) {
        each.loss = best - each.value <= solve::kSame ? 0 : best - each.value;
        if (total > 0)
            each.share /= total;
        else
            each.share = each.loss == 0 ? 1 : 0; // a hand that never comes here
    }
    std::ranges::stable_sort(list, {}, &MixedAdvice::loss);
}

// To play or to kick: a play is worth what the best card of the hand is.
std::vector<MixedAdvice> call(const std::vector<CardStrategy::Choice>& choices, touchline::Action go) {
    MixedAdvice play{go, 0, 0, 0};
    std::vector<MixedAdvice> list;
    for (const CardStrategy::Choice& choice : choices) {
        if (choice.kick) {
            list.push_back({choice.action, choice.share, choice.value, 0});
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
    s.turned = rules.options().cards && s.step != Step::call && s.step != Step::card ? 1 : 0;
    s.leap = view.leap;
    return s;
}

std::vector<MixedAdvice> mixed_advice(const Rules& rules, const solve::red_boar::Solver& solver, const View& view,
                                      Seat seat, const solve::red_boar::CardMemory& memory) {
    const Public& s = view.open;
    std::vector<MixedAdvice> list;
    if (s.step == Step::penalty) {
        for (const solve::Advice& each : solve::advise(rules, solver, seen(rules, view)))
            list.push_back({each.action, each.loss == 0 ? 1.0 : 0.0, each.value, 0});
        rank(list);
        return list;
    }
    const CardStrategy strategy = solver.strategy(s, memory);
    const std::size_t role = Rules::role_of(s, static_cast<std::size_t>(seat));
    const std::vector<CardStrategy::Choice> choices = strategy.choices(role, view.hand);
    if (s.step == Step::card) {
        for (const CardStrategy::Choice& choice : choices)
            if (!choice.kick) list.push_back({choice.action, choice.share, choice.value, 0});
    } else {
        const bool attempt = s.step == Step::after_touchdown;
        list = call(choices, {attempt ? static_cast<u8>(Extra::conversion) : static_cast<u8>(Call::play)});
    }
    rank(list);
    return list;
}

} // namespace touchline::red_boar_gridiron
