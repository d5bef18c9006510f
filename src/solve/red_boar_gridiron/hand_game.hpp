// One play from hidden hands, solved by regret: each side knows its own hand alone and how likely each hand of the
// other is, both choose at once.
//
// What a hand allows is the set of kinds that it holds, so that a set is an information set. Each keeps how much better
// every kind would have been and plays in proportion to what it regrets (predictive regret matching+: the last round is
// taken as a forecast of the next); the average of the rounds, later ones weighing more, approaches an equilibrium. How
// near it has come is measured by a best response against each average.
//
// Eight games are solved side by side, so that the machine's wide registers are used: games that differ in the score
// alone. Regrets may be kept from game to game: a game that is nearly the same needs a few rounds only.
#pragma once

#include "solve/red_boar_gridiron/hand_belief.hpp"

#include <array>
#include <span>
#include <vector>

namespace touchline::solve::red_boar_gridiron {

inline constexpr std::size_t kLanes = 8;
using Lanes = std::array<double, kLanes>;
// Eight lanes as one value of the machine; what is learnt needs no more digits than that.
using Eight [[gnu::vector_size(kLanes * sizeof(float))]] = float;
struct alignas(sizeof(Eight)) NarrowLanes { // aligned whatever the machine is that a file is compiled for
    Eight at{};
};

// The sets of kinds that a hand may hold, the likeliness of each, and the choices that it leaves.
class HandSets {
public:
    // With a kick, every set has one more choice: `belief.kinds()`.
    enum class Kick : u8 { none, allowed };
    HandSets(const HandBelief& belief, Kick kick);

    [[nodiscard]] std::size_t size() const { return weights_.size(); }
    [[nodiscard]] std::size_t kinds() const { return kinds_; } // choices, a kick included
    [[nodiscard]] std::size_t entries() const { return kinds_of_.size(); }
    [[nodiscard]] double weight(std::size_t set) const { return weights_[set]; }
    // The choices of a set, in ascending order; they stand together among all entries.
    [[nodiscard]] std::size_t first(std::size_t set) const { return first_[set]; }
    [[nodiscard]] std::size_t end(std::size_t set) const { return first_[set + 1]; }
    [[nodiscard]] std::size_t kind(std::size_t entry) const { return kinds_of_[entry]; }
    // Which set a hand is. Requires: one of the belief, however unlikely.
    [[nodiscard]] std::size_t set_of(const Cards& hand) const;

private:
    std::size_t kinds_ = 0;
    std::vector<double> weights_;
    std::vector<u32> held_; // one bit a kind
    std::vector<std::size_t> first_{0};
    std::vector<u8> kinds_of_;
};

// How often each choice is made over all hands, lane by lane.
struct HandShares {
    std::array<Lanes, kMostKinds + 1> offense{}; // its kick behind its kinds
    std::array<Lanes, kMostKinds> defense{};
};

class HandGame {
public:
    HandGame(const HandBelief& offense, const HandBelief& defense, HandSets::Kick kick)
        : offense_(offense, kick), defense_(defense, HandSets::Kick::none), kick_(kick) {}

    [[nodiscard]] const HandSets& offense() const { return offense_; }
    [[nodiscard]] const HandSets& defense() const { return defense_; }
    // How much room the regrets of eight games take. All 0 is a beginning.
    [[nodiscard]] std::size_t regrets() const { return offense_.entries() + defense_.entries(); }

    // What the offence has: by its kind, then by the defence's; behind those, what a kick brings (where it may).
    struct Payoff {
        std::span<const Lanes> cards;
        Lanes kick{};
    };
    // Goes on for so many rounds. `average`, where it is given, takes how often each entry is chosen by its set.
    [[nodiscard]] HandShares learn(const Payoff& payoff, int rounds, std::span<NarrowLanes> regrets,
                                   std::span<Lanes> average = {}) const;

    // What both shares bring, and what a best response to the other's makes of it.
    struct Outcome {
        Lanes value{}, low{}, high{};
    };
    [[nodiscard]] Outcome judge(const Payoff& payoff, const HandShares& shares) const;
    [[nodiscard]] Lanes value(const Payoff& payoff, const HandShares& shares) const;

private:
    HandSets offense_, defense_;
    HandSets::Kick kick_;
};

} // namespace touchline::solve::red_boar_gridiron
