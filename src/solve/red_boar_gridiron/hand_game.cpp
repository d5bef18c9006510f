// Learns a choice of cards from hidden hands by regrets, many leads at once.
#include "solve/red_boar_gridiron/hand_game.hpp"

#include "solve/wide.hpp"

#include <algorithm>
#include <cassert>
#include <map>

namespace touchline::solve::red_boar_gridiron {

namespace {

// One bit a kind that is held.
u32 set_number(const Cards& hand) {
    u32 set = 0;
    for (std::size_t kind = 0; kind < kMostKinds; ++kind)
        if (hand[kind] > 0) set |= 1U << kind;
    return set;
}

// One side's memory of a run of rounds.
struct Memory {
    const HandSets& sets;
    NarrowLanes* regret;
    std::vector<NarrowLanes> chosen{}; // by entry: how often, before it is scaled
    std::vector<NarrowLanes> scale{};  // by set
    std::array<NarrowLanes, kMostKinds + 1> shares{};
};

// What a set chooses in proportion to `chosen`, added to the shares; all of it equally often where that is nothing.
inline void choose(const HandSets& sets, std::size_t set, const Eight& sum, Memory& side) {
    const auto weight = static_cast<float>(sets.weight(set));
    const auto count = static_cast<float>(sets.end(set) - sets.first(set));
    const Eight none = sum > 0 ? Eight{} : Eight{} + 1;
    const Eight scale = 1 / (sum > 0 ? sum : Eight{} + count);
    side.scale[set].at = scale;
    for (std::size_t e = sets.first(set); e < sets.end(set); ++e) {
        side.chosen[e].at += none;
        side.shares[sets.kind(e)].at += weight * scale * side.chosen[e].at;
    }
}

// Plays in proportion to the regrets as they are.
TOUCHLINE_WIDE void begin(Memory& side) {
    const HandSets& sets = side.sets;
    for (std::size_t set = 0; set < sets.size(); ++set) {
        Eight sum{};
        for (std::size_t e = sets.first(set); e < sets.end(set); ++e) sum += side.chosen[e].at = side.regret[e].at;
        choose(sets, set, sum, side);
    }
}

// One round: regrets against what was chosen, then what to choose next, `worth` being forecast to stay.
TOUCHLINE_WIDE void regret_and_match(Memory& side, const NarrowLanes* worth) {
    const HandSets& sets = side.sets;
    side.shares = {};
    for (std::size_t set = 0; set < sets.size(); ++set) {
        const std::size_t first = sets.first(set);
        const std::size_t end = sets.end(set);
        Eight had{};
        for (std::size_t e = first; e < end; ++e) had += side.chosen[e].at * worth[sets.kind(e)].at;
        had *= side.scale[set].at;
        Eight sum{};
        for (std::size_t e = first; e < end; ++e) {
            const Eight more = worth[sets.kind(e)].at - had;
            const Eight kept = side.regret[e].at + more;
            const Eight regret = kept > 0 ? kept : Eight{};
            const Eight next = regret + more;
            const Eight chosen = next > 0 ? next : Eight{};
            side.regret[e].at = regret;
            side.chosen[e].at = chosen;
            sum += chosen;
        }
        choose(sets, set, sum, side);
    }
}

// What each choice of a side is worth against the other's shares. Steps in `game` from one own kind to the next, and
// from one of theirs to the next.
TOUCHLINE_WIDE void weigh(const NarrowLanes* game, std::array<std::size_t, 2> kinds, std::array<std::size_t, 2> steps,
                          float sign, const NarrowLanes* theirs, NarrowLanes* worth) {
    for (std::size_t i = 0; i < kinds[0]; ++i) {
        Eight sum{};
        for (std::size_t j = 0; j < kinds[1]; ++j) sum += game[i * steps[0] + j * steps[1]].at * theirs[j].at;
        worth[i].at = sign * sum;
    }
}

// What a best response has where every choice has a worth: each hand takes the best that it holds.
TOUCHLINE_WIDE void best_response(const HandSets& sets, const Lanes* __restrict worth, Lanes& __restrict sum) {
    for (std::size_t set = 0; set < sets.size(); ++set) {
        Lanes most = worth[sets.kind(sets.first(set))];
        for (std::size_t e = sets.first(set) + 1; e < sets.end(set); ++e) {
            const Lanes& own = worth[sets.kind(e)];
            for (std::size_t k = 0; k < kLanes; ++k) most[k] = own[k] > most[k] ? own[k] : most[k];
        }
        for (std::size_t k = 0; k < kLanes; ++k) sum[k] += sets.weight(set) * most[k];
    }
}

// Takes the rounding out of shares: together they are 1.
template <std::size_t N>
void whole(std::array<Lanes, N>& shares) {
    Lanes sum{};
    for (const Lanes& share : shares)
        for (std::size_t k = 0; k < kLanes; ++k) sum[k] += share[k];
    for (Lanes& share : shares)
        for (std::size_t k = 0; k < kLanes; ++k) share[k] /= sum[k];
}

} // namespace

HandSets::HandSets(const HandBelief& belief, Kick kick) : kinds_(belief.kinds() + (kick == Kick::allowed ? 1 : 0)) {
    std::map<u32, double> sets;
    for (const HandBelief::Hand& hand : belief.hands()) sets[set_number(hand.cards)] += hand.chance;
    for (const auto& [set, chance] : sets) {
        weights_.push_back(chance);
        held_.push_back(set);
        for (std::size_t kind = 0; kind < belief.kinds(); ++kind)
            if ((set >> kind & 1U) != 0) kinds_of_.push_back(static_cast<u8>(kind));
        if (kick == Kick::allowed) kinds_of_.push_back(static_cast<u8>(belief.kinds()));
        first_.push_back(kinds_of_.size());
    }
}

std::size_t HandSets::set_of(const Cards& hand) const {
    const u32 set = set_number(hand);
    const auto at = std::ranges::lower_bound(held_, set);
    assert(at != held_.end() && *at == set);
    return static_cast<std::size_t>(at - held_.begin());
}

HandShares HandGame::learn(const Payoff& payoff, int rounds, std::span<NarrowLanes> regrets,
                           std::span<Lanes> average) const {
    const std::size_t columns = defense_.kinds();
    const std::size_t rows = payoff.cards.size() / columns;
    // Payoffs from 0 to 1, so that regrets of near games are of one size.
    Lanes least = payoff.cards[0], most = payoff.cards[0];
    const auto widen = [&](const Lanes& entry) {
        for (std::size_t k = 0; k < kLanes; ++k) {
            least[k] = std::min(least[k], entry[k]);
            most[k] = std::max(most[k], entry[k]);
        }
    };
    for (const Lanes& entry : payoff.cards) widen(entry);
    if (kick_ == HandSets::Kick::allowed) widen(payoff.kick);
    const auto scale = [&](const Lanes& entry, NarrowLanes& own) {
        for (std::size_t k = 0; k < kLanes; ++k)
            own.at[k] = most[k] > least[k] ? static_cast<float>((entry[k] - least[k]) / (most[k] - least[k])) : 0;
    };
    std::array<NarrowLanes, kMostKinds * kMostKinds> game;
    for (std::size_t i = 0; i < payoff.cards.size(); ++i) scale(payoff.cards[i], game[i]);
    NarrowLanes kick;
    if (kick_ == HandSets::Kick::allowed) scale(payoff.kick, kick);

    Memory ours{offense_, regrets.data()};
    Memory theirs{defense_, regrets.data() + offense_.entries()};
    for (Memory* side : {&ours, &theirs}) {
        side->chosen.resize(side->sets.entries());
        side->scale.resize(side->sets.size());
        begin(*side);
    }
    HandShares sum;
    double total = 0;
    std::array<NarrowLanes, kMostKinds + 1> worth{};
    for (int n = 1; n <= rounds; ++n) {
        weigh(game.data(), {rows, columns}, {columns, 1}, 1, theirs.shares.data(), worth.data());
        if (kick_ == HandSets::Kick::allowed) worth[rows] = kick;
        regret_and_match(ours, worth.data());
        weigh(game.data(), {columns, rows}, {1, columns}, -1, ours.shares.data(), worth.data());
        regret_and_match(theirs, worth.data());

        const double weight = static_cast<double>(n) * n;
        total += weight;
        const double part = weight / total;
        const auto mix = [part](Lanes& into, const Eight& now) {
            for (std::size_t k = 0; k < kLanes; ++k) into[k] += part * (static_cast<double>(now[k]) - into[k]);
        };
        for (std::size_t i = 0; i < offense_.kinds(); ++i) mix(sum.offense[i], ours.shares[i].at);
        for (std::size_t j = 0; j < columns; ++j) mix(sum.defense[j], theirs.shares[j].at);
        if (average.empty()) continue;
        std::size_t entry = 0;
        for (const Memory* side : {&ours, &theirs})
            for (std::size_t set = 0; set < side->sets.size(); ++set)
                for (std::size_t e = side->sets.first(set); e < side->sets.end(set); ++e)
                    mix(average[entry++], side->chosen[e].at * side->scale[set].at);
    }
    whole(sum.offense);
    whole(sum.defense);
    return sum;
}

Lanes HandGame::value(const Payoff& payoff, const HandShares& shares) const {
    const std::size_t columns = defense_.kinds();
    const std::size_t rows = payoff.cards.size() / columns;
    Lanes sum{};
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j)
            for (std::size_t k = 0; k < kLanes; ++k)
                sum[k] += shares.offense[i][k] * shares.defense[j][k] * payoff.cards[i * columns + j][k];
    if (kick_ == HandSets::Kick::allowed)
        for (std::size_t k = 0; k < kLanes; ++k) sum[k] += shares.offense[rows][k] * payoff.kick[k];
    return sum;
}

HandGame::Outcome HandGame::judge(const Payoff& payoff, const HandShares& shares) const {
    const std::size_t columns = defense_.kinds();
    const std::size_t rows = payoff.cards.size() / columns;
    std::array<Lanes, kMostKinds + 1> worth{}, cost{};
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j)
            for (std::size_t k = 0; k < kLanes; ++k) {
                const double entry = payoff.cards[i * columns + j][k];
                worth[i][k] += entry * shares.defense[j][k];
                cost[j][k] -= entry * shares.offense[i][k];
            }
    Outcome outcome{value(payoff, shares)};
    Lanes least{};
    if (kick_ == HandSets::Kick::allowed) {
        worth[rows] = payoff.kick;
        for (std::size_t k = 0; k < kLanes; ++k) outcome.low[k] = shares.offense[rows][k] * payoff.kick[k];
    }
    best_response(offense_, worth.data(), outcome.high);
    best_response(defense_, cost.data(), least);
    for (std::size_t k = 0; k < kLanes; ++k) outcome.low[k] -= least[k];
    return outcome;
}

} // namespace touchline::solve::red_boar_gridiron
