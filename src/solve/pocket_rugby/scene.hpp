// A situation of a score with everything that it leads to: the constants that later layers give, and the map of the
// core onto itself whose fixed point is the situation's value.
#pragma once

#include "solve/pocket_rugby/evaluate.hpp"

#include <span>

namespace touchline::solve::pocket_rugby {

// Values of one situation: what later ones ask of it.
struct Solved {
    std::array<std::array<std::array<double, kMostTaps>, 2>, 2> halves{}; // by `after`, side and quick tap
    std::array<double, 2> tries{};                                        // the rolls for a try

    [[nodiscard]] double scrum_half(std::size_t side, u8 taps, u8 after = 0) const { return halves[after][side][taps]; }
    [[nodiscard]] double over_line(std::size_t side) const { return tries[side]; }
};

// What every station of a situation is worth.
struct Values {
    // Where the last tackle has ended with a big hit (R2), and where it has not.
    struct Attack {
        std::array<double, kMostTaps> scrum_half{};
        std::array<std::array<double, kPositions>, kMostTaps> dice{};
    };
    struct Side {
        std::array<Attack, 2> attack{}; // the second right after a big hit
        double over_line = 0;           // the roll for a try
    };
    std::array<Side, 2> sides{};
    std::array<std::array<double, 2>, 2> lineout{}; // by offence and `thrown`

    [[nodiscard]] double scrum_half(std::size_t side, u8 taps, u8 after = 0) const {
        return sides[side].attack[after].scrum_half[taps];
    }
    [[nodiscard]] double over_line(std::size_t side) const { return sides[side].over_line; }
    [[nodiscard]] const double* at(const State& s) const {
        if (s.phase == Phase::lineout) return &lineout[s.offense][s.ball.thrown];
        if (s.phase == Phase::try_) return &sides[s.offense].over_line;
        const Attack& own = sides[s.offense].attack[s.ball.tackle != kNone];
        return s.phase == Phase::scrum_half ? &own.scrum_half[s.quick_tap] : &own.dice[s.quick_tap][s.ball.carrier];
    }
};

// First guesses that carry over from one situation to the next of the same layer.
struct Guesses {
    CoreVector core{0.5, 0.5, 0.5, 0.5, 0.5, 0.5};
    std::array<std::array<std::array<PassPolicy, kMostTaps>, 2>, 2> passes{}; // by `after`, side and quick tap
};

// Solves (I - J) x = b, J being the slopes of `mapped`.
template <class N>
[[nodiscard]] CoreVector newton_step(const Core<N>& mapped, const CoreVector& residual);

class Scene {
public:
    // What new injuries lead to, by side and how many taps were left.
    using HurtWorth = std::array<std::array<Hurt, kMostTaps>, 2>;

    Scene(const Phases& phases, const BothGoals& goals, const Table& table, const Situation& at,
          const HurtWorth& hurt_worth);

    // Solves the situation by Newton's method; answers how far the equations are from being met (the residual).
    double solve(Guesses& guesses, Solved& solved) const;

    // An attack: whose, with how many taps left, and whether right after a big hit (R2).
    struct At {
        u8 offense;
        u8 taps;
        u8 after;
    };
    // Its dice where the core is known and what the scrum half is worth one tap earlier, also right after a big hit.
    [[nodiscard]] std::array<double, kPositions> dice(const CoreVector& core, const At& at,
                                                      const std::array<double, 2>& earlier) const;
    // The scrum half's roll, given the dice.
    [[nodiscard]] double scrum_half(const CoreVector& core, const At& at,
                                    const std::array<double, kPositions>& dice) const;
    [[nodiscard]] double lineout(const CoreVector& core, u8 offense, u8 thrown) const;
    [[nodiscard]] double over_line(const CoreVector& core, u8 offense) const;

    // What all follows from: the core, and the ends of an attack of each side.
    struct Basis {
        CoreVector core{};
        std::array<Leaves<double>, 2> ends{};
    };
    // Every station, given what a book keeps: the core.
    Basis spread(const CoreVector& core, Guesses& guesses, Values& out) const;

private:
    template <class N>
    friend class PolicyScene; // the same situation under a policy

    // A GoalSum with its places looked up. Without values until given some.
    struct Looked {
        double constant;
        double own;
        double opposing;
        double tapping;
    };
    struct LookedChoice {
        double weight;
        bool forked;
        Looked first;
        Looked second;
    };
    template <std::size_t Most>
    struct LookedChoices {
        std::array<LookedChoice, Most> list;
        std::size_t size = 0;

        [[nodiscard]] std::span<const LookedChoice> all() const { return {list.data(), size}; }
    };
    struct LookedGoal {
        LookedChoices<2 * kFaces> checked;
        LookedChoices<kFaces> unchecked;
    };
    struct Side {
        Looked over_line;
        std::array<Looked, kFaces> drops;
        LookedGoal penalty;
        LookedGoal tap_penalty;
        std::array<std::array<std::array<const CarryForm*, kPositions>, kMostTaps>, 2> carries; // by `after`, taps
    };

    [[nodiscard]] Looked look_up(const GoalSum& sum) const;
    void look_up(const Goal& goal, LookedGoal& into) const;
    template <class N>
    [[nodiscard]] static N worth(const Looked& sum, const Core<N>& core, u8 offense);
    // The ends of an attack: penalties are known, those of a tap that they have reset too.
    template <class N>
    struct Penalties {
        std::array<N, 2> own;
        std::array<N, 2> tap;
    };
    template <class N>
    [[nodiscard]] Penalties<N> penalties(const Core<N>& core) const;
    template <class N>
    [[nodiscard]] Leaves<N> leaves(const Core<N>& core, const Penalties<N>& penalties, u8 offense) const;
    template <class N>
    [[nodiscard]] N feed(const Leaves<N>& leaves, const std::array<N, kPositions>& dice, const At& at) const;
    template <class N>
    [[nodiscard]] N choices_worth(std::span<const LookedChoice> choices, const Core<N>& core, u8 offense) const;
    template <class N>
    [[nodiscard]] N penalty_worth(const LookedGoal& goal, const Core<N>& core, u8 offense) const;
    // The map of the core onto itself; `gap` is what inner equations may miss.
    template <class N>
    Core<N> map(const CoreVector& at, Guesses& guesses, Solved& solved, double& gap) const;
    template <class N>
    double solve_with(Guesses& guesses, Solved& solved) const;
    // How much of the core there is.
    [[nodiscard]] std::size_t cores() const { return phases_.afters() == 2 ? kCore : kAfterHit; }

    const Phases& phases_;
    const Table& table_;
    Situation at_;
    const HurtWorth& hurt_worth_;
    u8 taps_;
    std::array<Side, 2> sides_;
};

// What new injuries lead to in situation `both` of all pairs of sets, given the values of those that have one more.
template <class Grown>
Scene::HurtWorth hurt_worth(const Grown& grown, int sets, std::size_t both, const Phases& phases) {
    const u8 taps = phases.taps();
    const u8 afters = phases.afters();
    Scene::HurtWorth hurt{};
    for (std::size_t side = 0; side < 2 && sets > 1; ++side)
        for (std::size_t p = 0; p < kPositions; ++p) {
            if ((both >> (side == 0 ? 4U + p : p)) & 1) continue;
            const auto& later = grown(both + ((side == 0 ? 16U : 1U) << p));
            for (u8 left = 0; left <= taps; ++left) {
                Hurt& own = hurt[side][left];
                const u8 fewer = left > 0 ? static_cast<u8>(left - 1) : u8{0};
                own.own[p] = later.scrum_half(side, fewer);
                own.by_first_roll = afters == 2;
                own.hit[p] = later.scrum_half(side, fewer, 1);
                own.opposing[p] = later.scrum_half(side ^ 1U, 0);
                own.over_line[p] = later.over_line(side);
            }
        }
    return hurt;
}

template <class N>
N Scene::worth(const Looked& sum, const Core<N>& core, u8 offense) {
    N result(sum.constant);
    if (sum.own != 0) result += sum.own * core[offense];
    if (sum.opposing != 0) result += sum.opposing * core[offense ^ 1U];
    if (sum.tapping != 0) result += sum.tapping * core[kFullTap + offense];
    return result;
}

template <class N>
N Scene::choices_worth(std::span<const LookedChoice> choices, const Core<N>& core, u8 offense) const {
    N result{};
    for (const LookedChoice& choice : choices) {
        N best = worth(choice.first, core, offense);
        if (choice.forked) {
            const N second = worth(choice.second, core, offense);
            if (offense == 0 ? plain(second) > plain(best) : plain(second) < plain(best)) best = second;
        }
        result += choice.weight * best;
    }
    return result;
}

template <class N>
N Scene::penalty_worth(const LookedGoal& goal, const Core<N>& core, u8 offense) const {
    const N checked = choices_worth(goal.checked.all(), core, offense);
    if (goal.unchecked.size == 0) return checked;
    const N unchecked = choices_worth(goal.unchecked.all(), core, offense); // R8
    return (offense == 0 ? plain(unchecked) > plain(checked) : plain(unchecked) < plain(checked)) ? unchecked : checked;
}

template <class N>
Scene::Penalties<N> Scene::penalties(const Core<N>& core) const {
    Penalties<N> all;
    for (u8 offense = 0; offense < 2; ++offense) {
        all.own[offense] = penalty_worth(sides_[offense].penalty, core, offense);
        if (sides_[offense].tap_penalty.checked.size > 0)
            all.tap[offense] = penalty_worth(sides_[offense].tap_penalty, core, offense);
    }
    return all;
}

template <class N>
Leaves<N> Scene::leaves(const Core<N>& core, const Penalties<N>& penalties, u8 offense) const {
    const Side& side = sides_[offense];
    Leaves<N> leaves{};
    leaves[kOwn] = core[offense];
    leaves[kOpposing] = core[offense ^ 1U];
    leaves[kOwnPenalty] = penalties.own[offense];
    leaves[kOpposingPenalty] = penalties.own[offense ^ 1U];
    if (side.tap_penalty.checked.size > 0) leaves[kTapPenalty] = penalties.tap[offense];
    if (phases_.afters() == 2) leaves[kOwnHit] = core[kAfterHit + offense];
    leaves[kOverLine] = worth(side.over_line, core, offense);
    for (std::size_t range = 0; range < kFaces; ++range)
        leaves[kDrop + range] = worth(side.drops[range], core, offense);
    leaves[kThrowIn] = total(phases_.lineout(offense, 0), leaves);
    return leaves;
}

template <class N>
N Scene::feed(const Leaves<N>& leaves, const std::array<N, kPositions>& dice, const At& at) const {
    const FeedForm& form = phases_.feed(at.offense, at.taps);
    N result = total(form.sum, leaves);
    for (std::size_t p = 0; p < kPositions; ++p) result += form.pass[p] * dice[p];
    return result;
}

} // namespace touchline::solve::pocket_rugby
