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
        // What a first roll has injured is in `at` (R2).
        for (std::size_t side = 0; side < 2; ++side) at.injured[side] |= situation.injured[side];
        return policy.shares(at, decides, legal);
    }
};

// A die's form under a policy: what it decides by the actions alone is in the sums already.
struct PolicyCarry {
    struct OpenFork {
        Fork fork;
        ActionList legal;
        ActionList mates;   // of the pass
        ActionList answers; // of the other side
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
            const ActionList answers = fork.answered ? rules.legal(fork.answer, other(seat)) : ActionList{};
            const bool answer_open = fork.answered && policy.input(other(seat)) != StrategyInput::actions;
            if (policy.input(seat) != StrategyInput::actions || answer_open) {
                forks.push_back(
                    {fork, legal, fork.against_pass ? rules.legal(fork.pass, seat) : ActionList{}, answers});
                continue;
            }
            const Shares shares = policy.shares(fork.at, seat, legal);
            if (fork.answered) {
                const Shares answer = policy.shares(fork.answer, other(seat), answers);
                add(fork.first, fork.weight * shares[0] * answer[0]);
                add(fork.reply, fork.weight * shares[0] * answer[1]);
            } else {
                add(fork.first, fork.weight * shares[0]);
            }
            if (fork.against_pass)
                add_pass(fork.pass, fork.weight * shares[1]);
            else
                add(fork.second, fork.weight * shares[1]);
        }
    }
};

template <std::size_t Pairs>
[[nodiscard]] double evaluated(const DualOf<Pairs>& dual, const CoreVector& core) {
    double sum = dual.value;
    for (std::size_t i = 0; i < dual.kCount; ++i) sum += dual.slope(i) * core[i];
    return sum;
}

} // namespace

// One situation under a policy; `N` carries the derivatives by its core.
template <class N>
class PolicyScene {
public:
    // `book` is the same situation under best play; null where no seat uses values.
    PolicyScene(const Scene& scene, const Scene* book, const BothGoals& goals, const Decider& decider,
                const Rules& rules)
        : scene_(scene), book_(book), goals_(goals), decider_(decider), rules_(rules) {}

    void believe(const CoreVector& core, Guesses& guesses, Values& out) { basis_ = book_->spread(core, guesses, out); }

    // What happens. `carry(at, position)` is the policy's form of a die.
    template <class Carry>
    void value(const Carry& carry, const Values& believed, Values& out) {
        Core<N> core;
        for (std::size_t i = 0; i < N::kCount; ++i) core[i] = N::core(0, i);
        Core<N> mapped;
        using Rolls = std::array<N, kMostTaps>;
        std::array<std::array<Rolls, 2>, 2> rolls; // by side, and whether right after a big hit
        std::array<std::array<std::array<std::array<N, kPositions>, kMostTaps>, 2>, 2> dice;
        const Scene::Penalties<N> known = penalties(core);
        const u8 taps = scene_.taps_;
        const u8 afters = scene_.phases_.afters();
        for (u8 offense = 0; offense < 2; ++offense) {
            Leaves<N> ends = scene_.leaves(core, known, offense);
            for (u8 left = 0; left <= taps; ++left) {
                for (u8 after = 0; after < afters && left >= 2; ++after) {
                    const Leaf tapping = after == 0 ? kTapping : kTappingHit;
                    const u8 fewer = static_cast<u8>(left - 1);
                    ends[tapping] = rolls[offense][after][fewer];
                    if (book_ != nullptr) basis_.ends[offense][tapping] = believed.scrum_half(offense, fewer, after);
                }
                for (u8 after = 0; after < afters; ++after) {
                    const Scene::At at{offense, left, after};
                    dice[offense][after][left] =
                        attack(at, ends, believed.sides[offense].attack[after].dice[left], carry);
                    rolls[offense][after][left] = scene_.feed(ends, dice[offense][after][left], at);
                }
            }
            mapped[offense] = rolls[offense][0][0];
            mapped[kFullTap + offense] = rolls[offense][0][taps];
            if (afters == 2) mapped[kAfterHit + offense] = rolls[offense][1][0];
        }
        CoreVector constant{};
        for (std::size_t i = 0; i < N::kCount; ++i) constant[i] = mapped[i].value;
        const CoreVector solved = newton_step(mapped, constant);
        const Scene::Penalties<double> worths{{evaluated(known.own[0], solved), evaluated(known.own[1], solved)}, {}};
        for (u8 offense = 0; offense < 2; ++offense) {
            Values::Side& side = out.sides[offense];
            for (u8 after = 0; after < afters; ++after)
                for (u8 left = 0; left <= taps; ++left) {
                    side.attack[after].scrum_half[left] = evaluated(rolls[offense][after][left], solved);
                    for (std::size_t p = 0; p < kPositions; ++p)
                        side.attack[after].dice[left][p] = evaluated(dice[offense][after][left][p], solved);
                }
            const Leaves<double> ends = scene_.leaves(solved, worths, offense);
            side.over_line = ends[kOverLine];
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
    std::array<N, kPositions> attack(const Scene::At& at, Leaves<N>& ends, const Dice& believed, const Carry& carry) {
        const u8 offense = at.offense;
        std::array<N, kPositions> rest;
        std::array<Dice, kPositions> equations{};
        for (u8 p = 0; p < kPositions; ++p) {
            const PolicyCarry& form = carry(at, p);
            Attack<N>::put_hurt(ends, scene_.hurt_worth_[offense][at.taps], p);
            if (book_ != nullptr)
                Attack<double>::put_hurt(basis_.ends[offense], book_->hurt_worth_[offense][at.taps], p);
            rest[p] = total(form.sum, ends);
            Dice passes = form.passes;
            for (const PolicyCarry::OpenPass& open : form.open_passes)
                add_pass(open.pass.at, offense, open.legal, believed, open.pass.weight, passes);
            for (const PolicyCarry::OpenFork& open : form.forks) {
                const Fork& fork = open.fork;
                const u8 seat = fork.attack_decides ? offense : offense ^ 1U;
                std::array<double, 2> values{};
                std::array<double, 2> answers{};
                if (book_ != nullptr) {
                    answers[0] = values[0] = total(fork.first, basis_.ends[offense]);
                    if (fork.answered) answers[1] = total(fork.reply, basis_.ends[offense]);
                    if (fork.answered) values[0] = offense == 0 ? std::ranges::min(answers) : std::ranges::max(answers);
                    values[1] = fork.against_pass ? best_mate(open.mates, offense, believed)
                                                  : total(fork.second, basis_.ends[offense]);
                }
                const Shares shares = decider_(fork.at, seat, open.legal, values);
                if (shares[0] != 0 && fork.answered) {
                    const Shares answer = decider_(fork.answer, seat ^ 1U, open.answers, answers);
                    rest[p] += fork.weight * shares[0] * answer[0] * total(fork.first, ends);
                    rest[p] += fork.weight * shares[0] * answer[1] * total(fork.reply, ends);
                } else if (shares[0] != 0) {
                    rest[p] += fork.weight * shares[0] * total(fork.first, ends);
                }
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

    [[nodiscard]] Scene::Penalties<N> penalties(const Core<N>& core) const {
        Scene::Penalties<N> all;
        for (u8 offense = 0; offense < 2; ++offense) {
            const Scene::Side& side = scene_.sides_[offense];
            const Scene::Side* book = book_ == nullptr ? nullptr : &book_->sides_[offense];
            const Goals& goals = goals_[offense];
            all.own[offense] = penalty({side.penalty, book ? &book->penalty : nullptr, goals.penalty, offense}, core);
            if (side.tap_penalty.checked.size > 0)
                all.tap[offense] =
                    penalty({side.tap_penalty, book ? &book->tap_penalty : nullptr, goals.tap_penalty, offense}, core);
        }
        return all;
    }

    // A penalty of the side with the ball: under the policy, by the book, and where it is chosen.
    struct Awarded {
        const Scene::LookedGoal& looked;
        const Scene::LookedGoal* book;
        const Goal& goal;
        u8 offense;
    };

    [[nodiscard]] N penalty(const Awarded& awarded, const Core<N>& core) const {
        const Scene::LookedGoal* book = awarded.book;
        const auto part = [&](const auto& own, auto list, const std::vector<GoalChoice>& at) {
            const auto believed = book == nullptr ? std::span<const Scene::LookedChoice>() : (book->*list).all();
            return choices(own.all(), believed, at, {core, awarded.offense});
        };
        const N checked = part(awarded.looked.checked, &Scene::LookedGoal::checked, awarded.goal.checked);
        if (awarded.looked.unchecked.size == 0) return checked;
        std::array<double, 2> values{};
        if (book != nullptr)
            values = {book_->choices_worth(book->checked.all(), basis_.core, awarded.offense),
                      book_->choices_worth(book->unchecked.all(), basis_.core, awarded.offense)};
        const State& at = awarded.goal.at;
        const Shares shares =
            decider_(at, awarded.offense, rules_.legal(at, static_cast<Seat>(awarded.offense)), values);
        N result(0);
        if (shares[0] != 0) result += shares[0] * checked;
        if (shares[1] != 0)
            result += shares[1] * part(awarded.looked.unchecked, &Scene::LookedGoal::unchecked, awarded.goal.unchecked);
        return result;
    }

    struct Around {
        const Core<N>& core;
        u8 offense;
    };
    [[nodiscard]] N choices(std::span<const Scene::LookedChoice> list, std::span<const Scene::LookedChoice> book,
                            const std::vector<GoalChoice>& at, const Around& around) const {
        N result(0);
        for (std::size_t i = 0; i < list.size(); ++i) {
            const Scene::LookedChoice& choice = list[i];
            if (!choice.forked) {
                result += choice.weight * Scene::worth(choice.first, around.core, around.offense);
                continue;
            }
            std::array<double, 2> values{};
            if (!book.empty())
                values = {Scene::worth(book[i].first, basis_.core, around.offense),
                          Scene::worth(book[i].second, basis_.core, around.offense)};
            const State& where = at[i].at;
            const Shares shares =
                decider_(where, around.offense, rules_.legal(where, static_cast<Seat>(around.offense)), values);
            if (shares[0] != 0)
                result += choice.weight * shares[0] * Scene::worth(choice.first, around.core, around.offense);
            if (shares[1] != 0)
                result += choice.weight * shares[1] * Scene::worth(choice.second, around.core, around.offense);
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
        const Phases& phases = plays_.phases(layer.home, layer.away);
        const std::vector<PolicyCarry>& carries = carries_[plays_.kind(layer.home, layer.away)];
        const BothGoals goals = plays_.goals(layer.home, layer.away, at);
        std::optional<BothGoals> book_goals;
        if (book_ != nullptr) book_goals = solver_.plays_of(*book_).goals(layer.home, layer.away, at);
        for (const Goals& own : goals) leaving = std::min(leaving, phases.over_line() * own.leaving());
        const int sets = table_.shape(layer.home, layer.away).injuries == 1 ? 1 : 16;
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
            const Scene::HurtWorth hurt = hurt_worth(actual, sets, both, phases);
            const Scene::HurtWorth book_hurt =
                book_ != nullptr ? hurt_worth(believed, sets, both, phases) : Scene::HurtWorth{};
            const Scene scene(phases, goals, table_, at, hurt);
            std::optional<Scene> book;
            if (book_ != nullptr)
                book.emplace(solver_.plays_of(*book_).phases(layer.home, layer.away), *book_goals, *book_, at,
                             book_hurt);
            const Decider decider{policy_, inputs_, state};
            const Situated situated{phases, carries, goals, at, decider, scene, book ? &*book : nullptr};
            if (phases.afters() == 2)
                value_situation<WideDual>(layer, situated, guesses, own);
            else
                value_situation<Dual>(layer, situated, guesses, own);
            keep(state, at, own.actual);
        }
        return values;
    }

    // One situation with all that its value takes.
    struct Situated {
        const Phases& phases;
        const std::vector<PolicyCarry>& carries;
        const BothGoals& goals;
        const Situation& at;
        const Decider& decider;
        const Scene& scene;
        const Scene* book;
    };

    template <class N>
    void value_situation(const Wanted& layer, const Situated& in, Guesses& guesses, BothValues& own) const {
        PolicyScene<N> policy(in.scene, in.book, in.goals, in.decider, solver_.rules_);
        if (in.book != nullptr)
            policy.believe(solver_.core(*book_, layer.home, layer.away, in.at), guesses, own.believed);
        const auto carry = [&](const Scene::At& at, u8 p) -> const PolicyCarry& {
            const u8 deduction = table_.deduction(in.phases.second_half(), in.at.cards[at.offense ^ 1U]);
            const bool injured = ((in.at.injured[at.offense] >> p) & 1) != 0;
            return in.carries[in.phases.carry_index({at.offense, at.taps, p, injured, deduction, at.after})];
        };
        policy.value(carry, own.believed, own.actual);
    }

    void keep(State state, const Situation& at, const Values& actual) {
        const auto put = [&](double value) {
            table_.put(table_.place(state), at.injured, std::clamp(value, 0.0, 1.0));
        };
        for (state.offense = 0; state.offense < 2; ++state.offense) {
            for (u8 left : {u8{0}, table_.taps()}) {
                state.quick_tap = left;
                put(actual.scrum_half(state.offense, left));
            }
            if (const auto hit = solver_.rules_.lasting_hit()) {
                state.quick_tap = 0;
                state.ball.tackle = *hit;
                put(actual.scrum_half(state.offense, 0, 1));
                state.ball.tackle = kNone;
            }
        }
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
