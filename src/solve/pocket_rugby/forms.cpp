// Walks the rules from a die to the ends of its play and adds up the weights.
#include "solve/pocket_rugby/forms.hpp"

#include <algorithm>
#include <stdexcept>

namespace touchline::solve::pocket_rugby {

void Sum::add(u8 leaf, double weight) {
    for (Term& term : terms)
        if (term.leaf == leaf) {
            term.weight += weight;
            return;
        }
    terms.push_back({weight, leaf});
}

// One walk from a die to the leaves. A choice within a choice is an answer to a drop goal (R8) and no other.
struct Compiler::Walk {
    const State& from;
    Sum* sum;
    CarryForm* carry = nullptr; // where passes and forks go
    std::array<double, kPositions>* feeds = nullptr;
};

// Calls each(next, weight) for every outcome that changes something; a roll that is made again leaves its weight to the
// rest.
template <class Each>
void Compiler::each_change(const State& state, double weight, Each&& each) const {
    double total = 0;
    each_outcome(rules_, state, [&](const State&, Weight share) { total += static_cast<double>(share); });
    if (total == 0) throw std::logic_error("a roll that is made again for ever");
    each_outcome(rules_, state,
                 [&](const State& next, Weight share) { each(next, weight * static_cast<double>(share) / total); });
}

namespace {

// The leaf of a position, or -1 where the walk goes on.
int leaf_of(const State& from, const State& state) {
    const bool same_side = state.offense == from.offense;
    const bool hurt = state.injured != from.injured;
    const bool hit = state.ball.tackle != kNone; // before a tackle: the last one has ended with a big hit (R2)
    switch (state.phase) {
    case Phase::scrum_half:
        if (!same_side) return hurt ? kHurtOpposing : kOpposing;
        if (hurt) return hit ? kHurtHit : kHurt;
        if (state.quick_tap > 0) return hit ? kTappingHit : kTapping;
        return hit ? kOwnHit : kOwn;
    case Phase::lineout: return kThrowIn;
    case Phase::card:
    case Phase::card_check:
        if (!same_side) return kOpposingPenalty;
        return state.quick_tap > 0 ? kTapPenalty : kOwnPenalty;
    case Phase::try_: return hurt ? kHurtOverLine : kOverLine;
    case Phase::drop_kick: return kDrop + state.ball.range;
    default: return -1;
    }
}

} // namespace

void Compiler::walk(const State& state, double weight, Walk& into) const {
    if (const int leaf = leaf_of(into.from, state); leaf >= 0) return into.sum->add(static_cast<u8>(leaf), weight);
    if (into.feeds != nullptr && is_die(state.phase)) {
        (*into.feeds)[state.ball.carrier] += weight;
        return;
    }
    const Turn turn = rules_.turn(state);
    if (turn.kind == TurnKind::chance)
        return each_change(state, weight, [&](const State& next, double share) { walk(next, share, into); });
    if (state.phase == Phase::pass) {
        if (into.carry == nullptr) throw std::logic_error("a pass within a choice");
        into.carry->pass += weight;
        if (kept_) into.carry->passes.push_back({weight, state});
        return;
    }
    if (turn.kind != TurnKind::choice || into.carry == nullptr) throw std::logic_error("a choice within a choice");
    Fork fork{weight, static_cast<u8>(turn.seat) == into.from.offense, false, {}, {}};
    const ActionList legal = rules_.legal(state, turn.seat);
    for (std::size_t i = 0; i < legal.size(); ++i) {
        State next = state;
        rules_.play(next, legal[i]);
        if (i == 0) {
            walk_first(next, into.from, fork);
        } else if (next.phase == Phase::pass) {
            fork.against_pass = true;
            if (kept_) fork.pass = next;
        } else {
            Walk option{into.from, &fork.second};
            walk(next, 1, option);
        }
    }
    if (kept_) fork.at = state;
    // The same range after another face of the die is the same choice.
    for (Fork& known : into.carry->forks)
        if (known.against_pass && fork.against_pass && known.first == fork.first && known.reply == fork.reply &&
            known.at == fork.at) {
            known.weight += fork.weight;
            return;
        }
    into.carry->forks.push_back(std::move(fork));
}

// The first option of a fork, and the other side's answer to it.
void Compiler::walk_first(const State& state, const State& from, Fork& fork) const {
    Walk first{from, &fork.first};
    const Turn turn = rules_.turn(state);
    if (turn.kind != TurnKind::choice) return walk(state, 1, first);
    fork.answered = true;
    if (kept_) fork.answer = state;
    const ActionList legal = rules_.legal(state, turn.seat);
    Walk reply{from, &fork.reply};
    for (std::size_t i = 0; i < legal.size(); ++i) {
        State next = state;
        rules_.play(next, legal[i]);
        walk(next, 1, i == 0 ? first : reply);
    }
}

CarryForm Compiler::carry(const State& from) const {
    CarryForm form;
    Walk into{from, &form.sum, &form};
    each_change(from, 1, [&](const State& next, double share) { walk(next, share, into); });
    return form;
}

FeedForm Compiler::feed(const State& from) const {
    FeedForm form;
    Walk into{from, &form.sum, nullptr, &form.pass};
    each_change(from, 1, [&](const State& next, double share) { walk(next, share, into); });
    return form;
}

Sum Compiler::lineout(const State& from) const {
    // Two throws that may lead to each other: L0 = a + x L1, L1 = b + y L0, so L0 = (a + x b) / (1 - x y).
    std::array<Sum, 2> sums;
    std::array<double, 2> handed{};
    for (u8 turned = 0; turned < 2; ++turned) {
        State state = from;
        state.ball.thrown ^= turned;
        Walk into{from, &sums[turned]};
        each_change(state, 1, [&](const State& next, double share) {
            if (next.phase == Phase::lineout)
                handed[turned] += share;
            else
                walk(next, share, into);
        });
    }
    Sum sum;
    const double rest = 1 - handed[0] * handed[1];
    for (const Sum::Term& term : sums[0].terms) sum.add(term.leaf, term.weight / rest);
    for (const Sum::Term& term : sums[1].terms) sum.add(term.leaf, handed[0] * term.weight / rest);
    return sum;
}

// Chance alone, down to the next scrum halves and the end.
void Compiler::add_ends(const State& state, double weight, std::vector<Target>& targets) const {
    if (state.phase != Phase::scrum_half && state.phase != Phase::over)
        return each_change(state, weight, [&](const State& next, double share) { add_ends(next, share, targets); });
    for (Target& target : targets)
        if (target.state == state) {
            target.weight += weight;
            return;
        }
    targets.push_back({state, weight});
}

GoalForm Compiler::goal(const State& from) const {
    GoalForm form;
    GoalForm::Choice plain{1, {}, {}};
    const auto go = [&](const auto& self, const State& state, double weight) -> void {
        const Turn turn = rules_.turn(state);
        if (turn.kind == TurnKind::choice) {
            form.decides = turn.seat;
            GoalForm::Choice choice{weight, {}, {}, state};
            each_action(rules_, state, turn.seat, [&](const State& next) {
                add_ends(next, 1, choice.first.targets.empty() ? choice.first.targets : choice.second.targets);
            });
            form.choices.push_back(std::move(choice));
        } else if (state.phase == Phase::card ||
                   (state.phase == Phase::penalty_range && rules_.options().range_before_choice)) {
            each_change(state, weight, [&](const State& next, double share) { self(self, next, share); });
        } else {
            add_ends(state, weight, plain.first.targets);
        }
    };
    go(go, from, 1);
    if (!plain.first.targets.empty()) form.choices.push_back(std::move(plain));
    return form;
}

} // namespace touchline::solve::pocket_rugby
