// One situation of a match: four unknowns, found by Newton's method.
#include "solve/pocket_rugby/scene.hpp"

#include <algorithm>

namespace touchline::solve::pocket_rugby {

namespace {

constexpr double kSettled = 2e-15; // a residual that is rounding alone
constexpr int kMostSteps = 24;

template <class N>
double residual_of(const std::array<N, kCore>& mapped, const CoreVector& at, CoreVector& residual) {
    double most = 0;
    for (std::size_t i = 0; i < kCore; ++i) {
        residual[i] = plain(mapped[i]) - at[i];
        most = std::max(most, std::abs(residual[i]));
    }
    return most;
}

} // namespace

// Row sums of J are below 1 and nothing is negative, so that no pivoting is needed.
CoreVector newton_step(const std::array<Dual, kCore>& mapped, const CoreVector& residual) {
    CoreMatrix a{};
    CoreVector b = residual;
    for (std::size_t i = 0; i < kCore; ++i)
        for (std::size_t j = 0; j < kCore; ++j) a[i][j] = (i == j ? 1.0 : 0.0) - mapped[i].slope(j);
    for (std::size_t k = 0; k < kCore; ++k)
        for (std::size_t i = k + 1; i < kCore; ++i) {
            const double factor = a[i][k] / a[k][k];
            for (std::size_t j = k; j < kCore; ++j) a[i][j] -= factor * a[k][j];
            b[i] -= factor * b[k];
        }
    for (std::size_t k = kCore; k-- > 0;) {
        for (std::size_t j = k + 1; j < kCore; ++j) b[k] -= a[k][j] * b[j];
        b[k] /= a[k][k];
    }
    return b;
}

Scene::Scene(const Phases& phases, const BothGoals& both, const Table& table, const Situation& at,
             const HurtWorth& hurt_worth)
    : phases_(phases), table_(table), at_(at), hurt_worth_(hurt_worth), taps_(table.taps()) {
    for (u8 offense = 0; offense < 2; ++offense) {
        const Goals& goals = both[offense];
        Side& side = sides_[offense];
        side.over_line = look_up(goals.over_line);
        for (std::size_t range = 0; range < kFaces; ++range) side.drops[range] = look_up(goals.drops[range]);
        for (const GoalChoice& choice : goals.penalty.choices)
            side.penalty[side.choices++] = {choice.weight, choice.forked, look_up(choice.first),
                                            look_up(choice.second)};
        const u8 deduction = table.deduction(phases.second_half(), at.cards[offense ^ 1U]);
        for (u8 taps = 0; taps <= taps_; ++taps)
            for (u8 position = 0; position < kPositions; ++position)
                side.carries[taps][position] =
                    &phases.carry(offense, taps, position, ((at.injured[offense] >> position) & 1) != 0, deduction);
    }
}

Scene::Looked Scene::look_up(const GoalSum& sum) const {
    Looked looked{sum.won, sum.own, sum.opposing, sum.tapping};
    for (const GoalSum::Term& term : sum.terms) looked.constant += term.weight * table_.value(term.place, at_.injured);
    return looked;
}

template <class N>
N Scene::penalty_worth(const std::array<N, kCore>& core, u8 offense, const N& full_tap) const {
    const Side& side = sides_[offense];
    N result{};
    for (std::size_t i = 0; i < side.choices; ++i) {
        const LookedChoice& choice = side.penalty[i];
        N best = worth(choice.first, core[offense], core[offense ^ 1U], full_tap);
        if (choice.forked) {
            const N second = worth(choice.second, core[offense], core[offense ^ 1U], full_tap);
            if (offense == 0 ? plain(second) > plain(best) : plain(second) < plain(best)) best = second;
        }
        result += choice.weight * best;
    }
    return result;
}

template <class N>
std::array<N, kCore> Scene::map(const CoreVector& at, Guesses& guesses, Solved& solved, double& gap) const {
    std::array<N, kCore> core;
    for (std::size_t i = 0; i < kCore; ++i) core[i] = core_number<N>(at[i], i);
    std::array<N, kCore> mapped;
    gap = 0;
    for (u8 offense = 0; offense < 2; ++offense) {
        Leaves<N> ends = leaves(core, offense);
        N earlier = core[offense];
        for (u8 taps = 0; taps <= taps_; ++taps) {
            ends[kTapping] = earlier;
            Attack<N> attack(sides_[offense].carries[taps], offense);
            const std::array<N, kPositions> dice =
                attack.solve(ends, hurt_worth_[offense][taps], guesses.passes[offense][taps], gap);
            const N roll = feed(ends, dice, offense);
            solved.scrum_half[offense][taps] = plain(roll);
            if (taps == 0)
                mapped[offense] = roll;
            else
                earlier = roll;
            if (taps == taps_) mapped[2U + offense] = penalty_worth(core, offense, roll);
        }
    }
    solved.penalty = {plain(mapped[2]), plain(mapped[3])};
    return mapped;
}

double Scene::solve(Guesses& guesses, Solved& solved) const {
    CoreVector& at = guesses.core;
    CoreVector residual{};
    double least = 1;
    double gap = 0;
    for (int step = 0; step < kMostSteps; ++step) {
        const std::array<Dual, kCore> mapped = map<Dual>(at, guesses, solved, gap);
        least = residual_of(mapped, at, residual);
        if (least <= kSettled) break;
        const CoreVector change = newton_step(mapped, residual);
        for (std::size_t i = 0; i < kCore; ++i) at[i] += change[i];
        // Mostly the policies were right already, and plain numbers show it.
        least = residual_of(map<double>(at, guesses, solved, gap), at, residual);
        if (least <= kSettled) break;
    }
    // Policies that go to and fro between equals never settle to the last digit; plain iteration comes close enough.
    for (int sweep = 0; least > 1e-13 && sweep < 20000; ++sweep) {
        const std::array<double, kCore> mapped = map<double>(at, guesses, solved, gap);
        least = residual_of(mapped, at, residual);
        at = mapped;
    }
    return least + 4 * gap;
}

std::array<double, kPositions> Scene::dice(const CoreVector& core, u8 offense, u8 taps, double earlier) const {
    Leaves<double> ends = leaves(core, offense);
    ends[kTapping] = earlier;
    PassPolicy guess;
    double gap = 0;
    return Attack<double>(sides_[offense].carries[taps], offense).solve(ends, hurt_worth_[offense][taps], guess, gap);
}

double Scene::scrum_half(const CoreVector& core, u8 offense, const std::array<double, kPositions>& dice) const {
    return feed(leaves(core, offense), dice, offense);
}

double Scene::penalty(const CoreVector& core, u8 offense, double full_tap) const {
    return penalty_worth(core, offense, full_tap);
}

double Scene::lineout(const CoreVector& core, u8 offense, u8 thrown) const {
    return total(phases_.lineout(offense, thrown), leaves(core, offense));
}

Scene::Basis Scene::spread(const std::array<double, 2>& halves, const std::array<double, 2>& full_tap, Guesses& guesses,
                           Values& out) const {
    Basis basis{{halves[0], halves[1], 0, 0}, full_tap, {}};
    for (u8 offense = 0; offense < 2; ++offense)
        basis.core[2U + offense] = penalty_worth(basis.core, offense, full_tap[offense]);
    for (u8 offense = 0; offense < 2; ++offense) {
        Leaves<double>& ends = basis.ends[offense];
        ends = leaves(basis.core, offense);
        Values::Side& side = out.sides[offense];
        for (u8 left = 0; left <= taps_; ++left) {
            ends[kTapping] = left >= 2 ? side.scrum_half[left - 1U] : basis.core[offense];
            double gap = 0;
            side.dice[left] = Attack<double>(sides_[offense].carries[left], offense)
                                  .solve(ends, hurt_worth_[offense][left], guesses.passes[offense][left], gap);
            side.scrum_half[left] = left == 0       ? basis.core[offense]
                                    : left == taps_ ? full_tap[offense]
                                                    : feed(ends, side.dice[left], offense);
        }
        for (u8 thrown = 0; thrown < 2; ++thrown)
            out.lineout[offense][thrown] = total(phases_.lineout(offense, thrown), ends);
    }
    return basis;
}

} // namespace touchline::solve::pocket_rugby
