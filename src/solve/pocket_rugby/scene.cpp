// One situation of a match: four unknowns, found by Newton's method.
#include "solve/pocket_rugby/scene.hpp"

#include <algorithm>

namespace touchline::solve::pocket_rugby {

namespace {

constexpr double kSettled = 2e-15; // a residual that is rounding alone
constexpr int kMostSteps = 24;

// Over as much of the core as there is.
template <class N>
double residual_of(const Core<N>& mapped, const CoreVector& at, CoreVector& residual, std::size_t cores) {
    double most = 0;
    for (std::size_t i = 0; i < cores; ++i) {
        residual[i] = plain(mapped[i]) - at[i];
        most = std::max(most, std::abs(residual[i]));
    }
    return most;
}

} // namespace

// Row sums of J are below 1 and nothing is negative, so that no pivoting is needed.
template <class N>
CoreVector newton_step(const Core<N>& mapped, const CoreVector& residual) {
    constexpr std::size_t kSize = N::kCount;
    std::array<std::array<double, kSize>, kSize> a{};
    CoreVector b = residual;
    for (std::size_t i = 0; i < kSize; ++i)
        for (std::size_t j = 0; j < kSize; ++j) a[i][j] = (i == j ? 1.0 : 0.0) - mapped[i].slope(j);
    for (std::size_t k = 0; k < kSize; ++k)
        for (std::size_t i = k + 1; i < kSize; ++i) {
            const double factor = a[i][k] / a[k][k];
            for (std::size_t j = k; j < kSize; ++j) a[i][j] -= factor * a[k][j];
            b[i] -= factor * b[k];
        }
    for (std::size_t k = kSize; k-- > 0;) {
        for (std::size_t j = k + 1; j < kSize; ++j) b[k] -= a[k][j] * b[j];
        b[k] /= a[k][k];
    }
    return b;
}

template CoreVector newton_step(const Core<Dual>& mapped, const CoreVector& residual);
template CoreVector newton_step(const Core<WideDual>& mapped, const CoreVector& residual);

Scene::Scene(const Phases& phases, const BothGoals& both, const Table& table, const Situation& at,
             const HurtWorth& hurt_worth)
    : phases_(phases), table_(table), at_(at), hurt_worth_(hurt_worth), taps_(table.taps()) {
    for (u8 offense = 0; offense < 2; ++offense) {
        const Goals& goals = both[offense];
        Side& side = sides_[offense];
        side.over_line = look_up(goals.over_line);
        for (std::size_t range = 0; range < kFaces; ++range) side.drops[range] = look_up(goals.drops[range]);
        look_up(goals.penalty, side.penalty);
        look_up(goals.tap_penalty, side.tap_penalty);
        const u8 deduction = table.deduction(phases.second_half(), at.cards[offense ^ 1U]);
        for (u8 after = 0; after < phases.afters(); ++after)
            for (u8 taps = 0; taps <= taps_; ++taps)
                for (u8 position = 0; position < kPositions; ++position) {
                    const bool injured = ((at.injured[offense] >> position) & 1) != 0;
                    side.carries[after][taps][position] =
                        &phases.carry({offense, taps, position, injured, deduction, after});
                }
    }
}

Scene::Looked Scene::look_up(const GoalSum& sum) const {
    Looked looked{sum.won, sum.own, sum.opposing, sum.tapping};
    for (const GoalSum::Term& term : sum.terms) looked.constant += term.weight * table_.value(term.place, at_.injured);
    return looked;
}

void Scene::look_up(const Goal& goal, LookedGoal& into) const {
    const auto look = [&](const std::vector<GoalChoice>& choices, auto& looked) {
        for (const GoalChoice& choice : choices)
            looked.list[looked.size++] = {choice.weight, choice.forked, look_up(choice.first), look_up(choice.second)};
    };
    look(goal.checked, into.checked);
    look(goal.unchecked, into.unchecked);
}

template <class N>
Core<N> Scene::map(const CoreVector& at, Guesses& guesses, Solved& solved, double& gap) const {
    Core<N> core;
    for (std::size_t i = 0; i < cores(); ++i) core[i] = core_number<N>(at[i], i);
    Core<N> mapped;
    gap = 0;
    const Penalties<N> known = penalties(core);
    const u8 afters = phases_.afters();
    for (u8 offense = 0; offense < 2; ++offense) {
        Leaves<N> ends = leaves(core, known, offense);
        solved.tries[offense] = plain(ends[kOverLine]);
        for (u8 taps = 0; taps <= taps_; ++taps) {
            std::array<N, 2> rolls;
            for (u8 after = 0; after < afters; ++after) {
                Attack<N> attack(sides_[offense].carries[after][taps], offense);
                const std::array<N, kPositions> dice =
                    attack.solve(ends, hurt_worth_[offense][taps], guesses.passes[after][offense][taps], gap);
                rolls[after] = feed(ends, dice, {offense, taps, after});
                solved.halves[after][offense][taps] = plain(rolls[after]);
            }
            if (taps == 0) {
                mapped[offense] = rolls[0];
                if (afters == 2) mapped[kAfterHit + offense] = rolls[1];
            } else { // one tap fewer for the next
                ends[kTapping] = rolls[0];
                if (afters == 2) ends[kTappingHit] = rolls[1];
            }
            if (taps == taps_) mapped[kFullTap + offense] = rolls[0];
        }
    }
    return mapped;
}

double Scene::solve(Guesses& guesses, Solved& solved) const {
    return phases_.afters() == 2 ? solve_with<WideDual>(guesses, solved) : solve_with<Dual>(guesses, solved);
}

template <class N>
double Scene::solve_with(Guesses& guesses, Solved& solved) const {
    CoreVector& at = guesses.core;
    CoreVector residual{};
    double least = 1;
    double gap = 0;
    for (int step = 0; step < kMostSteps; ++step) {
        const Core<N> mapped = map<N>(at, guesses, solved, gap);
        least = residual_of(mapped, at, residual, cores());
        if (least <= kSettled) break;
        const CoreVector change = newton_step(mapped, residual);
        for (std::size_t i = 0; i < cores(); ++i) at[i] += change[i];
        // Mostly the policies were right already, and plain numbers show it.
        least = residual_of(map<double>(at, guesses, solved, gap), at, residual, cores());
        if (least <= kSettled) break;
    }
    // Policies that go to and fro between equals never settle to the last digit; plain iteration comes close enough.
    for (int sweep = 0; least > 1e-13 && sweep < 20000; ++sweep) {
        const CoreVector mapped = map<double>(at, guesses, solved, gap);
        least = residual_of(mapped, at, residual, cores());
        std::copy_n(mapped.begin(), cores(), at.begin());
    }
    return least + 4 * gap;
}

std::array<double, kPositions> Scene::dice(const CoreVector& core, const At& at,
                                           const std::array<double, 2>& earlier) const {
    Leaves<double> ends = leaves(core, penalties(core), at.offense);
    ends[kTapping] = earlier[0];
    ends[kTappingHit] = earlier[1];
    PassPolicy guess;
    double gap = 0;
    return Attack<double>(sides_[at.offense].carries[at.after][at.taps], at.offense)
        .solve(ends, hurt_worth_[at.offense][at.taps], guess, gap);
}

double Scene::scrum_half(const CoreVector& core, const At& at, const std::array<double, kPositions>& dice) const {
    return feed(leaves(core, penalties(core), at.offense), dice, at);
}

double Scene::lineout(const CoreVector& core, u8 offense, u8 thrown) const {
    return total(phases_.lineout(offense, thrown), leaves(core, penalties(core), offense));
}

double Scene::over_line(const CoreVector& core, u8 offense) const {
    return worth(sides_[offense].over_line, core, offense);
}

Scene::Basis Scene::spread(const CoreVector& core, Guesses& guesses, Values& out) const {
    Basis basis{core, {}};
    const Penalties<double> known = penalties(core);
    for (u8 offense = 0; offense < 2; ++offense) {
        Leaves<double>& ends = basis.ends[offense];
        ends = leaves(core, known, offense);
        Values::Side& side = out.sides[offense];
        side.over_line = ends[kOverLine];
        for (u8 left = 0; left <= taps_; ++left)
            for (u8 after = 0; after < phases_.afters(); ++after) {
                Values::Attack& own = side.attack[after];
                ends[kTapping] = left >= 2 ? side.attack[0].scrum_half[left - 1U] : core[offense];
                ends[kTappingHit] = left >= 2 ? side.attack[1].scrum_half[left - 1U] : core[kAfterHit + offense];
                double gap = 0;
                own.dice[left] =
                    Attack<double>(sides_[offense].carries[after][left], offense)
                        .solve(ends, hurt_worth_[offense][left], guesses.passes[after][offense][left], gap);
                own.scrum_half[left] = left == 0 ? core[(after == 0 ? 0U : kAfterHit) + offense]
                                       : left == taps_ && after == 0
                                           ? core[kFullTap + offense]
                                           : feed(ends, own.dice[left], {offense, left, after});
            }
        for (u8 thrown = 0; thrown < 2; ++thrown)
            out.lineout[offense][thrown] = total(phases_.lineout(offense, thrown), ends);
    }
    return basis;
}

} // namespace touchline::solve::pocket_rugby
