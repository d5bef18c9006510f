// A situation of a score with everything that it leads to: the constants that later layers give, and the map of the
// core onto itself whose fixed point is the situation's value.
#pragma once

#include "solve/pocket_rugby/evaluate.hpp"

namespace touchline::solve::pocket_rugby {

// Values of one situation: scrum halves by side and quick tap, and the penalties.
struct Solved {
    std::array<std::array<double, kMostTaps>, 2> scrum_half{};
    std::array<double, 2> penalty{};
};

// What every station of a situation is worth.
struct Values {
    struct Side {
        std::array<double, kMostTaps> scrum_half{};
        std::array<std::array<double, kPositions>, kMostTaps> dice{};
    };
    std::array<Side, 2> sides{};
    std::array<std::array<double, 2>, 2> lineout{}; // by offence and `thrown`

    [[nodiscard]] const double* at(const State& s) const {
        if (s.phase == Phase::lineout) return &lineout[s.offense][s.ball.thrown];
        const Side& side = sides[s.offense];
        return s.phase == Phase::scrum_half ? &side.scrum_half[s.quick_tap] : &side.dice[s.quick_tap][s.ball.carrier];
    }
};

using CoreVector = std::array<double, kCore>;
using CoreMatrix = std::array<CoreVector, kCore>;

// First guesses that carry over from one situation to the next of the same layer.
struct Guesses {
    CoreVector core{0.5, 0.5, 0.5, 0.5};
    std::array<std::array<PassPolicy, kMostTaps>, 2> passes{};
};

// Solves (I - J) x = b, J being the slopes of `mapped`.
[[nodiscard]] CoreVector newton_step(const std::array<Dual, kCore>& mapped, const CoreVector& residual);

class Scene {
public:
    // What a side's scrum half is worth with so many taps left once a position is newly injured.
    using HurtWorth = std::array<std::array<std::array<double, kPositions>, kMostTaps>, 2>; // [side][taps][position]

    Scene(const Phases& phases, const BothGoals& goals, const Table& table, const Situation& at,
          const HurtWorth& hurt_worth);

    // Solves the situation by Newton's method; answers how far the equations are from being met (the residual).
    double solve(Guesses& guesses, Solved& solved) const;

    // The dice of one attack where the core and the worth of the scrum half one tap earlier are known.
    [[nodiscard]] std::array<double, kPositions> dice(const CoreVector& core, u8 offense, u8 taps,
                                                      double earlier) const;
    // The scrum half's roll, given the dice.
    [[nodiscard]] double scrum_half(const CoreVector& core, u8 offense,
                                    const std::array<double, kPositions>& dice) const;
    // A penalty, given the scrum halves without (the core's first two) and with a full quick tap.
    [[nodiscard]] double penalty(const CoreVector& core, u8 offense, double full_tap) const;
    [[nodiscard]] double lineout(const CoreVector& core, u8 offense, u8 thrown) const;

    // What all follows from: the core, and the ends of an attack of each side.
    struct Basis {
        CoreVector core{};
        std::array<double, 2> full_tap{};
        std::array<Leaves<double>, 2> ends{};
    };
    // Every station, given what a book keeps: the scrum halves without and with a full quick tap.
    Basis spread(const std::array<double, 2>& halves, const std::array<double, 2>& full_tap, Guesses& guesses,
                 Values& out) const;

private:
    friend class PolicyScene; // the same situation under a policy

    // A GoalSum with its places looked up.
    struct Looked {
        double constant = 0;
        double own = 0;
        double opposing = 0;
        double tapping = 0;
    };
    struct LookedChoice {
        double weight;
        bool forked;
        Looked first;
        Looked second;
    };
    struct Side {
        Looked over_line;
        std::array<Looked, kFaces> drops;
        std::array<LookedChoice, 2 * kFaces> penalty;
        std::size_t choices = 0;
        std::array<std::array<const CarryForm*, kPositions>, kMostTaps> carries;
    };

    [[nodiscard]] Looked look_up(const GoalSum& sum) const;
    template <class N>
    [[nodiscard]] static N worth(const Looked& sum, const N& own, const N& opposing, const N& tapping);
    template <class N>
    [[nodiscard]] Leaves<N> leaves(const std::array<N, kCore>& core, u8 offense) const;
    template <class N>
    [[nodiscard]] N feed(const Leaves<N>& leaves, const std::array<N, kPositions>& dice, u8 offense) const;
    template <class N>
    [[nodiscard]] N penalty_worth(const std::array<N, kCore>& core, u8 offense, const N& full_tap) const;
    // The map of the core onto itself; `gap` is what inner equations may miss.
    template <class N>
    std::array<N, kCore> map(const CoreVector& at, Guesses& guesses, Solved& solved, double& gap) const;

    const Phases& phases_;
    const Table& table_;
    Situation at_;
    const HurtWorth& hurt_worth_;
    u8 taps_;
    std::array<Side, 2> sides_;
};

// What new injuries lead to in situation `both` of all pairs of sets, given the values of those that have one more.
template <class Grown>
Scene::HurtWorth hurt_worth(const Grown& grown, int sets, std::size_t both, u8 taps) {
    Scene::HurtWorth hurt{};
    for (std::size_t side = 0; side < 2 && sets > 1; ++side)
        for (std::size_t p = 0; p < kPositions; ++p) {
            if ((both >> (side == 0 ? 4U + p : p)) & 1) continue;
            const Values& later = grown(both + ((side == 0 ? 16U : 1U) << p));
            for (u8 left = 0; left <= taps; ++left)
                hurt[side][left][p] = later.sides[side].scrum_half[left > 0 ? left - 1U : 0U];
        }
    return hurt;
}

template <class N>
N Scene::worth(const Looked& sum, const N& own, const N& opposing, const N& tapping) {
    N result(sum.constant);
    if (sum.own != 0) result += sum.own * own;
    if (sum.opposing != 0) result += sum.opposing * opposing;
    if (sum.tapping != 0) result += sum.tapping * tapping;
    return result;
}

template <class N>
Leaves<N> Scene::leaves(const std::array<N, kCore>& core, u8 offense) const {
    const N& own_half = core[offense];
    const N& opposing_half = core[offense ^ 1U];
    const Side& side = sides_[offense];
    Leaves<N> leaves{};
    leaves[kOwn] = own_half;
    leaves[kOpposing] = opposing_half;
    leaves[kOwnPenalty] = core[2U + offense];
    leaves[kOpposingPenalty] = core[3U - offense];
    leaves[kOverLine] = worth(side.over_line, own_half, opposing_half, N{});
    for (std::size_t range = 0; range < kFaces; ++range)
        leaves[kDrop + range] = worth(side.drops[range], own_half, opposing_half, N{});
    leaves[kThrowIn] = total(phases_.lineout(offense, 0), leaves);
    return leaves;
}

template <class N>
N Scene::feed(const Leaves<N>& leaves, const std::array<N, kPositions>& dice, u8 offense) const {
    const FeedForm& form = phases_.feed(offense);
    N result = total(form.sum, leaves);
    for (std::size_t p = 0; p < kPositions; ++p) result += form.pass[p] * dice[p];
    return result;
}

} // namespace touchline::solve::pocket_rugby
