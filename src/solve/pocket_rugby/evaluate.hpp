// One situation of one score: its phases of attack, evaluated for given values of the few positions that everything
// there depends on, its core: the two scrum halves without a quick tap, the two with a full one and, where big hits in
// a row injure (R2), the two right after a big hit. Works on plain numbers, and on numbers that carry their derivatives
// by the core, which is what Newton's method needs.
#pragma once

#include "solve/pocket_rugby/plays.hpp"

#include <cmath>

namespace touchline::solve::pocket_rugby {

// Scrum halves of home and away: without a quick tap, with a full one, right after a big hit.
inline constexpr std::size_t kCore = 6;
inline constexpr std::size_t kFullTap = 2;  // the first of those
inline constexpr std::size_t kAfterHit = 4; // and of those
template <class N>
using Core = std::array<N, kCore>;
using CoreVector = Core<double>;

// A number and its derivatives by the core, two to a register of any x86-64 or ARM machine. Without a value until given
// one.
template <std::size_t Pairs>
struct DualOf {
    typedef double Pair __attribute__((vector_size(16)));
    static constexpr std::size_t kCount = 2 * Pairs; // so much of the core

    double value;
    std::array<Pair, Pairs> slopes;

    DualOf() = default;
    DualOf(double constant) : value(constant), slopes{} {}
    static DualOf core(double value, std::size_t index) {
        DualOf dual(value);
        dual.slopes[index / 2][index % 2] = 1;
        return dual;
    }
    [[nodiscard]] double slope(std::size_t index) const { return slopes[index / 2][index % 2]; }

    friend DualOf operator*(double factor, const DualOf& dual) {
        DualOf product;
        product.value = factor * dual.value;
#pragma GCC unroll 3
        for (std::size_t i = 0; i < Pairs; ++i) product.slopes[i] = factor * dual.slopes[i];
        return product;
    }
    DualOf& operator+=(const DualOf& dual) {
        value += dual.value;
#pragma GCC unroll 3
        for (std::size_t i = 0; i < Pairs; ++i) slopes[i] += dual.slopes[i];
        return *this;
    }
};
using Dual = DualOf<2>;     // by the scrum halves without a quick tap and with a full one
using WideDual = DualOf<3>; // by the whole core

[[nodiscard]] inline double plain(double number) { return number; }
template <std::size_t Pairs>
[[nodiscard]] double plain(const DualOf<Pairs>& number) {
    return number.value;
}

template <class N>
[[nodiscard]] N core_number(double value, std::size_t index) {
    if constexpr (std::is_same_v<N, double>)
        return value;
    else
        return N::core(value, index);
}

// The leaves of an attack, filled in by whoever evaluates it.
template <class N>
using Leaves = std::array<N, kLeaves>;

template <class N>
[[nodiscard]] N total(const Sum& sum, const Leaves<N>& leaves) {
    N result{};
    for (const Sum::Term& term : sum.terms) result += term.weight * leaves[term.leaf];
    return result;
}

// What follows where a position is newly injured, by that position.
struct Hurt {
    std::array<double, kPositions> own{}; // its side's scrum half
    bool by_first_roll = false;           // whether the rest can be met (R2)
    std::array<double, kPositions> hit{}; // that right after a big hit
    std::array<double, kPositions> opposing{};
    std::array<double, kPositions> over_line{};
};

// Which team-mates passes go to and which drop goals are kicked: the policy of one (side, quick tap), kept as a first
// guess.
struct PassPolicy {
    std::array<double, kPositions> worth{};
    bool known = false;
};

// The four dice of an attack. Passes may go round: the best man passes to the second best, all others to him, and the
// two lines that this makes are solved exactly.
template <class N>
class Attack {
public:
    Attack(const std::array<const CarryForm*, kPositions>& forms, u8 offense) : forms_(forms), home_(offense == 0) {}

    // The leaves of new injuries are those of each position. Answers the worth of each position's die; adds to `gap`
    // what the equations may miss where no policy settled.
    std::array<N, kPositions> solve(Leaves<N>& leaves, const Hurt& hurt, PassPolicy& guess, double& gap) {
        for (std::size_t p = 0; p < kPositions; ++p) {
            put_hurt(leaves, hurt, p);
            prepare(p, leaves);
        }
        settle(guess, gap);
        std::array<N, kPositions> worth;
        std::array<N, kPositions> rest;
        for (std::size_t p = 0; p < kPositions; ++p) {
            rest[p] = base_[p];
            for (std::size_t j = 0; j < kicks_[p]; ++j)
                if (kicked_[p][j]) rest[p] += weight_[p][j] * kick_[p][j];
        }
        N top = rest[best_];
        top += slope_[best_] * rest[second_];
        worth[best_] = (1 / (1 - slope_[best_] * slope_[second_])) * top;
        for (std::size_t p = 0; p < kPositions; ++p) {
            if (p == best_) continue;
            worth[p] = rest[p];
            worth[p] += slope_[p] * worth[best_];
        }
        return worth;
    }

    static void put_hurt(Leaves<N>& leaves, const Hurt& hurt, std::size_t p) {
        leaves[kHurt] = N(hurt.own[p]);
        if (!hurt.by_first_roll) return;
        leaves[kHurtHit] = N(hurt.hit[p]);
        leaves[kHurtOpposing] = N(hurt.opposing[p]);
        leaves[kHurtOverLine] = N(hurt.over_line[p]);
    }

private:
    [[nodiscard]] bool better(double one, double two) const { return home_ ? one > two : one < two; }

    // Everything of a die but the passes.
    void prepare(std::size_t p, const Leaves<N>& leaves) {
        const CarryForm& form = *forms_[p];
        base_[p] = total(form.sum, leaves);
        kicks_[p] = 0;
        for (const Fork& fork : form.forks) {
            N first = total(fork.first, leaves);
            if (fork.answered) { // by the defence
                const N reply = total(fork.reply, leaves);
                if (better(plain(first), plain(reply))) first = reply;
            }
            if (fork.against_pass) {
                kick_[p][kicks_[p]] = first;
                weight_[p][kicks_[p]++] = fork.weight;
                continue;
            }
            const N second = total(fork.second, leaves);
            const bool second_better =
                fork.attack_decides ? better(plain(second), plain(first)) : better(plain(first), plain(second));
            base_[p] += fork.weight * (second_better ? second : first);
        }
    }

    // Finds the policy in plain numbers, from the guess on.
    void settle(PassPolicy& guess, double& gap) {
        std::array<double, kPositions> worth = guess.worth;
        if (!guess.known)
            for (std::size_t p = 0; p < kPositions; ++p) worth[p] = plain(base_[p]);
        for (int round = 0; round < 16; ++round) {
            choose(worth);
            std::array<double, kPositions> next = lines();
            const auto kicked = kicked_;
            const std::size_t best = best_, second = second_;
            const std::array<double, kPositions> slopes = slope_;
            choose(next);
            worth = next;
            if (best == best_ && second == second_ && kicked == kicked_ && slopes == slope_) break;
            if (round == 15) gap = std::max(gap, distance(worth, lines()));
        }
        guess = {worth, true};
    }

    // The policy that is best against these worths.
    void choose(const std::array<double, kPositions>& worth) {
        best_ = 0;
        for (std::size_t p = 1; p < kPositions; ++p)
            if (better(worth[p], worth[best_])) best_ = p;
        second_ = best_ == 0 ? 1 : 0;
        for (std::size_t p = second_ + 1; p < kPositions; ++p)
            if (p != best_ && better(worth[p], worth[second_])) second_ = p;
        for (std::size_t p = 0; p < kPositions; ++p) {
            const double mate = worth[p == best_ ? second_ : best_];
            slope_[p] = forms_[p]->pass;
            for (std::size_t j = 0; j < kicks_[p]; ++j) {
                kicked_[p][j] = !better(mate, plain(kick_[p][j]));
                if (!kicked_[p][j]) slope_[p] += weight_[p][j];
            }
        }
    }

    [[nodiscard]] std::array<double, kPositions> lines() const {
        std::array<double, kPositions> rest{};
        for (std::size_t p = 0; p < kPositions; ++p) {
            rest[p] = plain(base_[p]);
            for (std::size_t j = 0; j < kicks_[p]; ++j)
                if (kicked_[p][j]) rest[p] += weight_[p][j] * plain(kick_[p][j]);
        }
        const double top = (rest[best_] + slope_[best_] * rest[second_]) / (1 - slope_[best_] * slope_[second_]);
        std::array<double, kPositions> worth{};
        for (std::size_t p = 0; p < kPositions; ++p) worth[p] = p == best_ ? top : rest[p] + slope_[p] * top;
        return worth;
    }

    [[nodiscard]] static double distance(const std::array<double, kPositions>& one,
                                         const std::array<double, kPositions>& two) {
        double most = 0;
        for (std::size_t p = 0; p < kPositions; ++p) most = std::max(most, std::abs(one[p] - two[p]));
        return most;
    }

    const std::array<const CarryForm*, kPositions>& forms_;
    bool home_;
    std::array<N, kPositions> base_;
    std::array<std::size_t, kPositions> kicks_{};
    std::array<std::array<N, kFaces>, kPositions> kick_;
    std::array<std::array<double, kFaces>, kPositions> weight_;
    std::array<std::array<bool, kFaces>, kPositions> kicked_{}; // compared whole
    std::array<double, kPositions> slope_{};
    std::size_t best_ = 0;
    std::size_t second_ = 1;
};

} // namespace touchline::solve::pocket_rugby
