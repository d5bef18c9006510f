// Phases of attack, kicks and penalties of a match, compiled once for each weather.
#include "solve/pocket_rugby/plays.hpp"

#include <algorithm>

namespace touchline::solve::pocket_rugby {

namespace {

// A compiled option against the situation that it starts from.
GoalSum sum_of(const Rules& rules, const Table& table, const State& from, const std::vector<Target>& targets) {
    GoalSum sum;
    const Situation at = table.situation(from);
    for (const Target& target : targets) {
        const State& end = target.state;
        if (end.phase == Phase::over) {
            if (rules.result(end) == Result::home) sum.won += target.weight;
            continue;
        }
        const Situation then = table.situation(end);
        if (end.score == from.score && then.cards == at.cards) {
            (end.offense != from.offense ? sum.opposing : end.quick_tap > 0 ? sum.tapping : sum.own) += target.weight;
        } else {
            sum.terms.push_back({table.place(end), target.weight});
        }
    }
    return sum;
}

} // namespace

// ---- Phases of attack ----------------------------------------------------------------------------------------------

Phases::Phases(const Rules& rules, const Table& table, const State& from, Choices choices)
    : taps_(table.taps()), afters_(rules.lasting_hit() ? 2 : 1), second_half_(from.half == 2) {
    const Compiler compiler(rules, choices);
    compile_carries(compiler, from);
    if (const auto hit = rules.lasting_hit()) {
        State after = from;
        after.ball.tackle = *hit;
        compile_carries(compiler, after);
    }
    for (u8 offense = 0; offense < 2; ++offense) {
        State state = from;
        state.offense = offense;
        feeds_[offense][0] = compiler.feed(state);
        state.quick_tap = taps_;
        feeds_[offense][1] = compiler.feed(state);
        state.quick_tap = 0;
        state.phase = Phase::lineout;
        for (u8 thrown = 0; thrown < 2; ++thrown) {
            state.ball.thrown = thrown;
            lineouts_[offense][thrown] = compiler.lineout(state);
        }
    }
    over_line_ = least_over_line();
}

// What a die looks at is changed in `from`, which has all else; they come in the order of their index.
void Phases::compile_carries(const Compiler& compiler, const State& from) {
    for (u8 offense = 0; offense < 2; ++offense)
        for (u8 taps = 0; taps <= taps_; ++taps)
            for (u8 position = 0; position < kPositions; ++position)
                for (u8 injured = 0; injured < 2; ++injured)
                    for (u8 deduction = 0; deduction < 3; ++deduction) {
                        State state = from;
                        state.offense = offense;
                        state.quick_tap = taps;
                        state.injured[offense] = static_cast<u8>(injured << position);
                        state.cards[offense ^ 1] = state.yellow_total[offense ^ 1] = deduction;
                        state.ball.carrier = position;
                        state.phase = static_cast<Phase>(static_cast<u8>(Phase::forward) + position);
                        carries_.push_back(compiler.carry(state));
                    }
}

// Only what no choice can avoid counts: a lower bound, which is all that is needed.
double Phases::least_over_line() const {
    double least = 1;
    const auto through = [&](const Carry& die) {
        double sum = 0;
        for (const Sum::Term& term : carry(die).sum.terms)
            if (term.leaf == kOverLine || term.leaf == kHurtOverLine) sum += term.weight;
        return sum;
    };
    for (u8 after = 0; after < afters_; ++after)
        for (u8 offense = 0; offense < 2; ++offense)
            for (u8 taps = 0; taps <= taps_; ++taps)
                for (u8 deduction = 0; deduction < 3; ++deduction) {
                    double over = 0;
                    for (u8 position = 0; position < kPositions; ++position)
                        over += feed(offense, taps).pass[position] *
                                std::min(through({offense, taps, position, false, deduction, after}),
                                         through({offense, taps, position, true, deduction, after}));
                    least = std::min(least, over);
                }
    return least;
}

// ---- All plays -----------------------------------------------------------------------------------------------------

Plays::Plays(const Rules& rules, const Table& table, Choices choices) : rules_(rules), table_(table) {
    for (int home = 0; home < table.full_time(); ++home)
        for (int away = 0; away < table.full_time(); ++away) {
            auto& phases = phases_[kind(home, away)];
            if (!phases) phases = std::make_unique<const Phases>(rules, table, table.state(home, away, {}), choices);
        }
}

std::size_t Plays::kind(int home, int away) const {
    const State s = table_.state(home, away, {});
    return (s.half == 2 ? 4U : 0U) + (rules_.late_weather(s, Seat::home) ? 2U : 0U) +
           (rules_.late_weather(s, Seat::away) ? 1U : 0U);
}

BothGoals Plays::goals(int home, int away, const Situation& at) const {
    BothGoals goals;
    for (u8 offense = 0; offense < 2; ++offense) {
        State state = table_.state(home, away, {at.opening, at.cards, {}});
        state.offense = offense;
        goals[offense] = compile_goals(state);
    }
    return goals;
}

Goals Plays::compile_goals(const State& from) const {
    const Compiler compiler(rules_);
    Goals goals;
    State state = from;
    state.phase = Phase::try_;
    state.ball.carrier = 0;
    goals.over_line = sum_of(rules_, table_, from, compiler.goal(state).choices.front().first.targets);
    state.phase = Phase::drop_kick;
    for (u8 range = 0; range < kFaces; ++range) {
        state.ball.range = range;
        goals.drops[range] = sum_of(rules_, table_, from, compiler.goal(state).choices.front().first.targets);
    }
    goals.penalty = compile_penalty(from);
    if (rules_.options().penalty_resets_tap) {
        state = from;
        state.quick_tap = table_.taps();
        goals.tap_penalty = compile_penalty(state);
    }
    return goals;
}

Goal Plays::compile_penalty(const State& from) const {
    const Compiler compiler(rules_);
    Goal goal;
    const auto compile = [&](const State& state, std::vector<GoalChoice>& into) {
        for (const GoalForm::Choice& choice : compiler.goal(state).choices)
            into.push_back({choice.weight, !choice.second.targets.empty(),
                            sum_of(rules_, table_, from, choice.first.targets),
                            sum_of(rules_, table_, from, choice.second.targets), choice.at});
    };
    goal.at = from;
    goal.at.phase = rules_.penalty_phase(from);
    State checked = from;
    checked.phase = Phase::card;
    compile(checked, goal.checked);
    if (goal.at.phase == Phase::card_check) {
        State unchecked = goal.at;
        rules_.play(unchecked, touchline::pocket_rugby::action::kDecline);
        compile(unchecked, goal.unchecked);
    }
    return goal;
}

} // namespace touchline::solve::pocket_rugby
