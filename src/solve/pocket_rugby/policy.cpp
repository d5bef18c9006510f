// Policies in Pocket Sports Rugby, valued situation by situation as best play is. Once the choices are made by what the
// book says, a situation is a set of linear equations: the dice of an attack over each other, and the core over itself.
#include "solve/pocket_rugby/solver.hpp"
#include "solve/policy_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>

namespace touchline::solve::pocket_rugby {

namespace {

// Under best play, and under the policy.
struct BothValues {
    Values believed;
    Values actual;
};

// How a policy decides in one situation.
struct Decider {
    const Policy<State>& policy;
    std::array<StrategyInput, 2> inputs;
    State situation; // a scrum-half roll

    // `values` are home's. `at` has the ball and, of a penalty, the cards.
    [[nodiscard]] Shares operator()(State at, u8 seat, const ActionList& legal, std::span<const double> values) const {
        const Seat decides = static_cast<Seat>(seat);
        const StrategyInput input = inputs[seat];
        if (uses_values(input)) {
            std::array<double, kMostActions> own{};
            for (std::size_t i = 0; i < values.size(); ++i) own[i] = seat == 0 ? values[i] : 1 - values[i];
            if (input == StrategyInput::values) return policy.valued(decides, {own.data(), values.size()});
            const double best =
                *std::max_element(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(values.size()));
            Shares shares;
            bool taken = false;
            for (std::size_t i = 0; i < values.size(); ++i) {
                shares.push_back(!taken && best - own[i] <= kSame ? 1 : 0);
                taken = taken || shares[i] == 1;
            }
            return shares;
        }
        if (at.phase != Phase::penalty) {
            at.cards = situation.cards;
            at.yellow_total = situation.yellow_total;
        }
        at.score = situation.score;
        at.half = situation.half;
        at.first_attack = situation.first_attack;
        at.weather = situation.weather;
        at.injured = situation.injured;
        return policy.shares(at, decides, legal);
    }
};

// A die's form under a policy: what it decides by the actions alone is in the sums already.
struct PolicyCarry {
    struct OpenFork {
        Fork fork;
        ActionList legal;
        ActionList mates; // of the pass
    };
    struct OpenPass {
        Pass pass;
        ActionList legal;
    };
    Sum sum;
    std::array<double, kPositions> passes{}; // settled
    std::vector<OpenFork> forks;
    std::vector<OpenPass> open_passes;

    PolicyCarry(const Rules& rules, const Policy<State>& policy, const CarryForm& form) : sum(form.sum) {
        const auto add = [this](const Sum& option, double weight) {
            for (const Sum::Term& term : option.terms) sum.add(term.leaf, weight * term.weight);
        };
        const auto add_pass = [&](const State& at, double weight) {
            const Seat seat = rules.turn(at).seat;
            const ActionList legal = rules.legal(at, seat);
            const Shares shares = policy.shares(at, seat, legal);
            for (std::size_t i = 0; i < legal.size(); ++i) passes[legal[i].code] += weight * shares[i];
        };
        for (const Pass& pass : form.passes) {
            const Seat seat = rules.turn(pass.at).seat;
            if (policy.input(seat) == StrategyInput::actions)
                add_pass(pass.at, pass.weight);
            else
                open_passes.push_back({pass, rules.legal(pass.at, seat)});
        }
        for (const Fork& fork : form.forks) {
            const Seat seat = rules.turn(fork.at).seat;
            const ActionList legal = rules.legal(fork.at, seat);
            if (policy.input(seat) != StrategyInput::actions) {
                forks.push_back({fork, legal, fork.against_pass ? rules.legal(fork.pass, seat) : ActionList{}});
                continue;
            }
            const Shares shares = policy.shares(fork.at, seat, legal);
            add(fork.first, fork.weight * shares[0]);
            if (fork.against_pass)
                add_pass(fork.pass, fork.weight * shares[1]);
            else
                add(fork.second, fork.weight * shares[1]);
        }
    }
};

[[nodiscard]] double evaluated(const Dual& dual, const CoreVector& core) {
    double sum = dual.value;
    for (std::size_t i = 0; i < kCore; ++i) sum += dual.slope(i) * core[i];
    return sum;
}

} // namespace

// One situation under a policy.
class PolicyScene {
public:
    // `book` is the same situation under best play; null where no seat uses values.
    PolicyScene(const Scene& scene, const Scene* book, const BothGoals& goals, const Decider& decider,
                const Rules& rules)
        : scene_(scene), book_(book), goals_(goals), decider_(decider), rules_(rules) {}

    void believe(const std::array<double, 2>& halves, const std::array<double, 2>& full_tap, Guesses& guesses,
                 Values& out) {
        basis_ = book_->spread(halves, full_tap, guesses, out);
    }

    // What happens. `carry(offense, taps, position)` is the policy's form of a die.
    template <class Carry>
    void value(const Carry& carry, const Values& believed, Values& out) {
        std::array<Dual, kCore> core;
        for (std::size_t i = 0; i < kCore; ++i) core[i] = Dual::core(0, i);
        std::array<Dual, kCore> mapped;
        std::array<std::array<Dual, kMostTaps>, 2> rolls;
        std::array<std::array<std::array<Dual, kPositions>, kMostTaps>, 2> dice;
        const u8 taps = scene_.taps_;
        for (u8 offense = 0; offense < 2; ++offense) {
            Leaves<Dual> ends = scene_.leaves(core, offense);
            for (u8 left = 0; left <= taps; ++left) {
                ends[kTapping] = left >= 2 ? rolls[offense][left - 1U] : core[offense];
                if (book_ != nullptr)
                    basis_.ends[offense][kTapping] =
                        left >= 2 ? believed.sides[offense].scrum_half[left - 1U] : basis_.core[offense];
                dice[offense][left] = attack(offense, left, ends, believed.sides[offense].dice[left], carry);
                rolls[offense][left] = scene_.feed(ends, dice[offense][left], offense);
            }
            mapped[offense] = rolls[offense][0];
            mapped[2U + offense] = penalty(core, offense, rolls[offense][taps]);
        }
        CoreVector constant{};
        for (std::size_t i = 0; i < kCore; ++i) constant[i] = mapped[i].value;
        const CoreVector solved = newton_step(mapped, constant);
        for (u8 offense = 0; offense < 2; ++offense) {
            for (u8 left = 0; left <= taps; ++left) {
                out.sides[offense].scrum_half[left] = evaluated(rolls[offense][left], solved);
                for (std::size_t p = 0; p < kPositions; ++p)
                    out.sides[offense].dice[left][p] = evaluated(dice[offense][left][p], solved);
            }
            const Leaves<double> ends = scene_.leaves(solved, offense);
            for (u8 thrown = 0; thrown < 2; ++thrown)
                out.lineout[offense][thrown] = total(scene_.phases_.lineout(offense, thrown), ends);
        }
    }

private:
    using Dice = std::array<double, kPositions>;

    // How often a pass goes to each position, given what their dice are believed to be worth.
    void add_pass(const State& at, u8 offense, const ActionList& mates, const Dice& believed, double weight,
                  Dice& passes) const {
        std::array<double, kMostActions> values{};
        for (std::size_t i = 0; i < mates.size(); ++i) values[i] = believed[mates[i].code];
        const Shares shares = decider_(at, offense, mates, {values.data(), mates.size()});
        for (std::size_t i = 0; i < mates.size(); ++i) passes[mates[i].code] += weight * shares[i];
    }

    [[nodiscard]] static double best_mate(const ActionList& mates, u8 offense, const Dice& believed) {
        double best = believed[mates[0].code];
        for (Action mate : mates)
            best = offense == 0 ? std::max(best, believed[mate.code]) : std::min(best, believed[mate.code]);
        return best;
    }

    // The dice of one attack: linear equations over each other.
    template <class Carry>
    std::array<Dual, kPositions> attack(u8 offense, u8 left, Leaves<Dual>& ends, const Dice& believed,
                                        const Carry& carry) {
        std::array<Dual, kPositions> rest;
        std::array<Dice, kPositions> equations{};
        for (u8 p = 0; p < kPositions; ++p) {
            const PolicyCarry& form = carry(offense, left, p);
            ends[kHurt] = Dual(scene_.hurt_worth_[offense][left][p]);
            if (book_ != nullptr) basis_.ends[offense][kHurt] = book_->hurt_worth_[offense][left][p];
            rest[p] = total(form.sum, ends);
            Dice passes = form.passes;
            for (const PolicyCarry::OpenPass& open : form.open_passes)
                add_pass(open.pass.at, offense, open.legal, believed, open.pass.weight, passes);
            for (const PolicyCarry::OpenFork& open : form.forks) {
                const Fork& fork = open.fork;
                const u8 seat = fork.attack_decides ? offense : offense ^ 1U;
                std::array<double, 2> values{};
                if (uses_values(decider_.inputs[seat])) {
                    values[0] = total(fork.first, basis_.ends[offense]);
                    values[1] = fork.against_pass ? best_mate(open.mates, offense, believed)
                                                  : total(fork.second, basis_.ends[offense]);
                }
                const Shares shares = decider_(fork.at, seat, open.legal, values);
                if (shares[0] != 0) rest[p] += fork.weight * shares[0] * total(fork.first, ends);
                if (shares[1] == 0) continue;
                if (fork.against_pass)
                    add_pass(fork.pass, offense, open.mates, believed, fork.weight * shares[1], passes);
                else
                    rest[p] += fork.weight * shares[1] * total(fork.second, ends);
            }
            for (std::size_t q = 0; q < kPositions; ++q) equations[p][q] = (p == q ? 1.0 : 0.0) - passes[q];
        }
        // Row sums of the passes are below 1: no pivoting is needed.
        for (std::size_t k = 0; k < kPositions; ++k)
            for (std::size_t i = k + 1; i < kPositions; ++i) {
                const double factor = equations[i][k] / equations[k][k];
                if (factor == 0) continue;
                for (std::size_t j = k; j < kPositions; ++j) equations[i][j] -= factor * equations[k][j];
                rest[i] += -factor * rest[k];
            }
        for (std::size_t k = kPositions; k-- > 0;) {
            for (std::size_t j = k + 1; j < kPositions; ++j)
                if (equations[k][j] != 0) rest[k] += -equations[k][j] * rest[j];
            rest[k] = (1 / equations[k][k]) * rest[k];
        }
        return rest;
    }

    [[nodiscard]] Dual penalty(const std::array<Dual, kCore>& core, u8 offense, const Dual& full_tap) const {
        const Scene::Side& side = scene_.sides_[offense];
        Dual result(0);
        for (std::size_t i = 0; i < side.choices; ++i) {
            const auto worth = [&](const Scene::Looked& option) {
                return Scene::worth(option, core[offense], core[offense ^ 1U], full_tap);
            };
            const Scene::LookedChoice& choice = side.penalty[i];
            if (!choice.forked) {
                result += choice.weight * worth(choice.first);
                continue;
            }
            std::array<double, 2> values{};
            if (book_ != nullptr) {
                const Scene::LookedChoice& book = book_->sides_[offense].penalty[i];
                for (std::size_t o = 0; o < 2; ++o)
                    values[o] = Scene::worth(o == 0 ? book.first : book.second, basis_.core[offense],
                                             basis_.core[offense ^ 1U], basis_.full_tap[offense]);
            }
            const State& at = goals_[offense].penalty.choices[i].at;
            const Shares shares = decider_(at, offense, rules_.legal(at, static_cast<Seat>(offense)), values);
            if (shares[0] != 0) result += choice.weight * shares[0] * worth(choice.first);
            if (shares[1] != 0) result += choice.weight * shares[1] * worth(choice.second);
        }
        return result;
    }

    const Scene& scene_;
    const Scene* book_;
    const BothGoals& goals_;
    const Decider& decider_;
    const Rules& rules_;
    Scene::Basis basis_{}; // the book's
};

class Solver::PolicyMatch {
public:
    PolicyMatch(const Solver& solver, const Policy<State>& policy, Weather weather)
        : solver_(solver), policy_(policy), inputs_{policy.input(Seat::home), policy.input(Seat::away)},
          book_(policy.any_uses_values() ? solver.table(weather) : nullptr),
          table_(solver.rules_, solver.known_weather(weather), Table::Sides::apart),
          plays_(solver.rules_, table_, Choices::kept) {
        for (int home = 0; home < table_.full_time(); ++home)
            for (int away = 0; away < table_.full_time(); ++away) {
                auto& carries = carries_[plays_.kind(home, away)];
                if (!carries.empty()) continue;
                for (const CarryForm& form : plays_.phases(home, away).carries())
                    carries.emplace_back(solver.rules_, policy, form);
            }
    }

    [[nodiscard]] const Table& table() const { return table_; }
    [[nodiscard]] double leaving() const { return leaving_; }

    void value(const std::vector<std::vector<Wanted>>& fronts, const Need& need, Job& job) {
        for (const std::vector<Wanted>& front : fronts) {
            if (front.empty()) continue;
            job.layer(Message{"layer.score", {{"home", front.front().home}, {"away", front.front().away}}});
            std::vector<double> leaving(front.size(), 1);
            job.parallel(front.size(), 1, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) leaving[i] = value_layer(front[i], need);
            });
            leaving_ = std::min(leaving_, std::ranges::min(leaving));
            job.advance(solver_.stations(table_, {front}), 0);
        }
    }

    // All stations of a situation. Requires: all that it leads to is valued.
    [[nodiscard]] BothValues around(const State& s) {
        const Situation at = table_.situation(s);
        const std::size_t injuries = solver_.rules_.options().injuries ? s.injured[0] * 16U + s.injured[1] : 0U;
        double leaving = 1;
        return value_row({s.score[0], s.score[1], true, false}, need_of(s), at, leaving)[injuries];
    }

private:
    double value_layer(const Wanted& layer, const Need& need) {
        const Shape shape = table_.shape(layer.home, layer.away);
        table_.open(layer.home, layer.away);
        double leaving = 1;
        for (std::size_t row = shape.openings * shape.cards * shape.cards; row-- > 0;) {
            const Situation at{static_cast<u8>(row / (shape.cards * shape.cards)),
                               {static_cast<u8>(row / shape.cards % shape.cards), static_cast<u8>(row % shape.cards)},
                               {}};
            (void)value_row(layer, need, at, leaving);
        }
        return leaving;
    }

    // The situations of one score, opening and pair of cards, the grown ones first.
    std::vector<BothValues> value_row(const Wanted& layer, const Need& need, Situation at, double& leaving) {
        const Rules& rules = solver_.rules_;
        const Phases& phases = plays_.phases(layer.home, layer.away);
        const std::vector<PolicyCarry>& carries = carries_[plays_.kind(layer.home, layer.away)];
        const BothGoals goals = plays_.goals(layer.home, layer.away, at);
        std::optional<BothGoals> book_goals;
        if (book_ != nullptr) book_goals = solver_.plays_of(*book_).goals(layer.home, layer.away, at);
        for (const Goals& own : goals) leaving = std::min(leaving, phases.over_line() * own.leaving());
        const int sets = table_.shape(layer.home, layer.away).injuries == 1 ? 1 : 16;
        const u8 taps = table_.taps();
        std::vector<BothValues> values(static_cast<std::size_t>(sets * sets));
        Guesses guesses;
        for (std::size_t both = values.size(); both-- > 0;) {
            at.injured = {static_cast<u8>(both / static_cast<std::size_t>(sets)),
                          static_cast<u8>(both % static_cast<std::size_t>(sets))};
            if (!solver_.needed(table_, layer, need, at)) continue;
            BothValues& own = values[both];
            State state = table_.state(layer.home, layer.away, at);
            const auto actual = [&](std::size_t i) -> const Values& { return values[i].actual; };
            const auto believed = [&](std::size_t i) -> const Values& { return values[i].believed; };
            const Scene::HurtWorth hurt = hurt_worth(actual, sets, both, taps);
            const Scene::HurtWorth book_hurt =
                book_ != nullptr ? hurt_worth(believed, sets, both, taps) : Scene::HurtWorth{};
            const Scene scene(phases, goals, table_, at, hurt);
            std::optional<Scene> book;
            if (book_ != nullptr)
                book.emplace(solver_.plays_of(*book_).phases(layer.home, layer.away), *book_goals, *book_, at,
                             book_hurt);
            const Decider decider{policy_, inputs_, state};
            PolicyScene policy(scene, book ? &*book : nullptr, goals, decider, rules);
            const auto kept = [&](u8 offense, u8 left) {
                state.offense = offense;
                state.quick_tap = left;
                return book_->value(book_->place(state), at.injured);
            };
            if (book) policy.believe({kept(0, 0), kept(1, 0)}, {kept(0, taps), kept(1, taps)}, guesses, own.believed);
            const auto carry = [&](u8 offense, u8 left, u8 p) -> const PolicyCarry& {
                const u8 deduction = table_.deduction(phases.second_half(), at.cards[offense ^ 1U]);
                return carries[phases.carry_index(offense, left, p, ((at.injured[offense] >> p) & 1) != 0, deduction)];
            };
            policy.value(carry, own.believed, own.actual);
            for (u8 side = 0; side < 2; ++side)
                for (u8 left : {u8{0}, taps}) {
                    state.offense = side;
                    state.quick_tap = left;
                    table_.put(table_.place(state), at.injured,
                               std::clamp(own.actual.sides[side].scrum_half[left], 0.0, 1.0));
                }
        }
        return values;
    }

    const Solver& solver_;
    const Policy<State>& policy_;
    std::array<StrategyInput, 2> inputs_;
    const Table* book_; // null where no seat uses values
    Table table_;
    Plays plays_;
    std::array<std::vector<PolicyCarry>, Plays::kKinds> carries_; // by kind of phases, then index
    double leaving_ = 1;
};

PolicyValue Solver::value_policy(const Policy<State>& policy, const State& from, double, Job& job) const {
    if (from.phase == Phase::over) return {{worth_of(rules_.result(from)), 0}, 0};
    std::vector<Weather> skies{from.weather};
    if (from.phase == Phase::weather) skies = weathers();
    const Need need = need_of(from);
    std::map<Weather, PolicyMatch> matches;
    PolicyValue answer;
    for (Weather weather : skies) {
        const PolicyMatch& match = matches.try_emplace(known_weather(weather), *this, policy, weather).first->second;
        answer.stations += stations(match.table(), wanted(match.table(), need));
    }
    job.begin(answer.stations);
    for (Weather weather : skies) {
        PolicyMatch& match = matches.at(known_weather(weather));
        match.value(wanted(match.table(), need), need, job);
        answer.odds.error =
            std::max(answer.odds.error, error({0, match.leaving()}, longest_chain(match.table(), need)));
    }
    const auto stop = [this](const State& s) { return station(s); };
    const PlayTree<State> tree =
        compile(rules_, stop, from, {station(from) ? Roots::reached : Roots::walked, choices_for(policy)});
    std::deque<BothValues> there;
    std::vector<const double*> believed, actual;
    for (const State& s : tree.stations) {
        there.push_back(matches.at(known_weather(s.weather)).around(s));
        believed.push_back(there.back().believed.at(s));
        actual.push_back(there.back().actual.at(s));
    }
    PolicyRun last;
    const auto same = [](const State& s, std::size_t) { return s; };
    last.decide(tree.program, PlayPolicy(policy, std::span<const PlayChoice<State>>(tree.choices), same), believed, 1);
    last.value(actual, {1, 0, 0.5}, &answer.odds.worth.value);
    return answer;
}

} // namespace touchline::solve::pocket_rugby
