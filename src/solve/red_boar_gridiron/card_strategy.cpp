#include "solve/red_boar_gridiron/card_strategy.hpp"

#include <algorithm>

namespace touchline::solve::red_boar {

namespace {

Pile unseen(const Rules& rules, const Public& s, std::size_t role) {
    const std::size_t seat = role == 0 ? s.offense : 1U - s.offense;
    const Cards cards = rules.full_deck(static_cast<int>(role)) - s.discards[seat];
    return {cards, rules.kinds(role), std::min(rules.sheet().cards.hand, cards.count())};
}

Lanes all_lanes(double value) {
    Lanes lanes;
    lanes.fill(value);
    return lanes;
}

} // namespace

CardStrategy::CardStrategy(const Rules& rules, const Public& s, CardStage stage, int rounds)
    : stage_(std::move(stage)), game_(unseen(rules, s, 0), unseen(rules, s, 1),
                                      stage_.kicks.empty() ? HandSets::Kick::none : HandSets::Kick::allowed),
      average_(game_.regrets()) {
    std::vector<Lanes> cards;
    for (double value : stage_.payoff) cards.push_back(all_lanes(value));
    const HandGame::Payoff payoff{cards, stage_.kicks.empty() ? Lanes{} : all_lanes(stage_.kicks[best_kick()].value)};
    std::vector<NarrowLanes> regrets(game_.regrets());
    shares_ = game_.learn(payoff, rounds, regrets, average_);
    outcome_ = game_.judge(payoff, shares_);
}

std::size_t CardStrategy::best_kick() const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < stage_.kicks.size(); ++i)
        if (stage_.kicks[i].value > stage_.kicks[best].value) best = i;
    return best;
}

double CardStrategy::value_of_play() const {
    if (stage_.kicks.empty()) return value();
    const double kicked = shares_.offense[game_.offense().kinds() - 1][0];
    if (kicked > 1 - 1e-6) return value();
    return (value() - kicked * stage_.kicks[best_kick()].value) / (1 - kicked);
}

std::vector<CardStrategy::Choice> CardStrategy::choices(std::size_t role, const Cards& hand) const {
    const HandSets& own = role == 0 ? game_.offense() : game_.defense();
    const std::size_t columns = game_.defense().kinds();
    const std::size_t rows = stage_.payoff.size() / columns;
    const std::size_t set = own.set_of(hand);
    double called = 0; // how often the offence plays a card at all
    for (std::size_t i = 0; i < rows; ++i) called += shares_.offense[i][0];
    std::vector<Choice> list;
    for (std::size_t e = own.first(set); e < own.end(set); ++e) {
        const std::size_t kind = own.kind(e);
        const double share = average_[e + (role == 0 ? 0 : game_.offense().entries())][0];
        if (role == 0 && kind == rows) {
            for (std::size_t k = 0; k < stage_.kicks.size(); ++k)
                list.push_back({stage_.kicks[k].action, k == best_kick() ? share : 0, stage_.kicks[k].value, true});
            continue;
        }
        Choice choice{{static_cast<u8>(role * kMostKinds + kind)}, share, 0, false};
        if (role == 0) {
            for (std::size_t j = 0; j < columns; ++j)
                choice.value += shares_.defense[j][0] * stage_.payoff[kind * columns + j];
        } else {
            for (std::size_t i = 0; i < rows; ++i)
                choice.value += (called > 0 ? shares_.offense[i][0] / called : 1.0 / static_cast<double>(rows)) *
                                (1 - stage_.payoff[i * columns + kind]);
        }
        list.push_back(choice);
    }
    return list;
}

} // namespace touchline::solve::red_boar
