// How often a hand plays each card, and what that is worth.
#include "solve/red_boar_gridiron/card_strategy.hpp"

#include <algorithm>

namespace touchline::solve::red_boar_gridiron {

namespace {

Cards discards_of(const Public& s, std::size_t role) { return s.discards[role == 0 ? s.offense : 1U - s.offense]; }

Lanes all_lanes(double value) {
    Lanes lanes;
    lanes.fill(value);
    return lanes;
}

} // namespace

Pile unseen(const Rules& rules, const Cards& discards, std::size_t role) {
    const Cards cards = rules.full_deck(static_cast<int>(role)) - discards;
    return {cards, rules.kinds(role), std::min(rules.sheet().cards.hand, cards.count())};
}

// The deck as it was: the discards are shuffled into one that is empty only when its last card has been drawn.
Cards discards_after(const CardPlay& play, std::size_t role) {
    Cards cards = discards_of(play.at, role);
    cards.add((*play.turned)[role]);
    return cards;
}

HandBeliefs::HandBeliefs(const Rules& rules, const Public& s)
    : by_role_{HandBelief(unseen(rules, discards_of(s, 0), 0)), HandBelief(unseen(rules, discards_of(s, 1), 1))} {}

// Cards that nobody has seen say nothing but that a play was called.
void HandBeliefs::learn(const Rules& rules, const CardStrategy& by, const CardPlay& play, double slip) {
    const auto slips = [slip](double share) { return slip + (1 - slip) * share; };
    if (play.at.step != Step::card)
        by_role_[0].weigh([&](const Cards& hand) {
            const double kicks = by.kicks(hand);
            return slips(play.called == Call::play ? 1 - kicks : kicks);
        });
    if (!play.turned) return;
    for (std::size_t role = 0; role < 2; ++role) {
        const std::size_t kind = (*play.turned)[role];
        by_role_[role].weigh(
            [&](const Cards& hand) { return hand[kind] == 0 ? 0 : slips(by.plays(role, hand, kind)); });
        by_role_[role].lose(kind);
        by_role_[role].draw_up(unseen(rules, discards_after(play, role), role));
    }
}

CardStrategy::CardStrategy(CardStage stage, const HandBeliefs& beliefs, int rounds)
    : stage_(std::move(stage)),
      game_(beliefs.of(0), beliefs.of(1), stage_.kicks.empty() ? HandSets::Kick::none : HandSets::Kick::allowed),
      average_(game_.regrets()) {
    std::vector<Lanes> cards;
    for (double value : stage_.payoff) cards.push_back(all_lanes(value));
    const HandGame::Payoff payoff{cards, all_lanes(best_kick_value())};
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

double CardStrategy::kicks(const Cards& hand) const {
    return stage_.kicks.empty() ? 0 : share(0, game_.offense().end(game_.offense().set_of(hand)) - 1);
}

double CardStrategy::plays(std::size_t role, const Cards& hand, std::size_t kind) const {
    const HandSets& own = role == 0 ? game_.offense() : game_.defense();
    const std::size_t set = own.set_of(hand);
    const double called = role == 0 ? 1 - kicks(hand) : 1;
    for (std::size_t e = own.first(set); e < own.end(set) && called > 0; ++e)
        if (own.kind(e) == kind) return share(role, e) / called;
    return 0;
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
        const double share_of = share(role, e);
        if (role == 0 && kind == rows) {
            for (std::size_t k = 0; k < stage_.kicks.size(); ++k)
                list.push_back({stage_.kicks[k].action, k == best_kick() ? share_of : 0, stage_.kicks[k].value, true});
            continue;
        }
        Choice choice{{static_cast<u8>(role * kMostKinds + kind)}, share_of, 0, false};
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

} // namespace touchline::solve::red_boar_gridiron
