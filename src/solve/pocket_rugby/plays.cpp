#include "solve/pocket_rugby/plays.hpp"

#include <algorithm>

namespace touchline::solve::rugby {

namespace {

// A compiled option against the situation that it starts from.
GoalSum sum_of(const Table& table, const State& from, const std::vector<Target>& targets) {
    GoalSum sum;
    const Situation at = table.situation(from);
    for (const Target& target : targets) {
        const State& end = target.state;
        if (end.phase == Phase::over) {
            if (end.offense == 0) sum.won += target.weight;
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

Plays::Plays(const Rules& rules, const Table& table, int home, int away)
    : taps_(table.taps()), cards_(table.shape(home, away).cards) {
    const State from = table.state(home, away, {});
    second_half_ = from.half == 2;
    compile_carries(rules, from);
    const Compiler compiler(rules);
    for (u8 offense = 0; offense < 2; ++offense) {
        State state = from;
        state.offense = offense;
        feeds_[offense] = compiler.feed(state);
        state.phase = Phase::lineout;
        for (u8 thrown = 0; thrown < 2; ++thrown) {
            state.ball.thrown = thrown;
            lineouts_[offense][thrown] = compiler.lineout(state);
        }
    }
    const Shape shape = table.shape(home, away);
    for (u8 opening = 0; opening < shape.openings; ++opening)
        for (u8 own = 0; own < cards_; ++own)
            for (u8 others = 0; others < cards_; ++others)
                for (u8 offense = 0; offense < 2; ++offense) {
                    State state = table.state(home, away, {opening, {own, others}, {}});
                    state.offense = offense;
                    goals_.push_back(compile_goals(rules, table, state));
                }
    leaving_ = least_leaving();
}

void Plays::compile_carries(const Rules& rules, const State& from) {
    const Compiler compiler(rules);
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

Goals Plays::compile_goals(const Rules& rules, const Table& table, const State& from) const {
    const Compiler compiler(rules);
    Goals goals;
    State state = from;
    state.phase = Phase::try_;
    state.ball.carrier = 0;
    goals.over_line = sum_of(table, from, compiler.goal(state).choices.front().first.targets);
    state.phase = Phase::drop_kick;
    for (u8 range = 0; range < kFaces; ++range) {
        state.ball.range = range;
        goals.drops[range] = sum_of(table, from, compiler.goal(state).choices.front().first.targets);
    }
    state = from;
    state.phase = Phase::card;
    for (const GoalForm::Choice& choice : compiler.goal(state).choices)
        goals.penalty.choices.push_back({choice.weight, !choice.second.targets.empty(),
                                         sum_of(table, from, choice.first.targets),
                                         sum_of(table, from, choice.second.targets)});
    return goals;
}

// Tries alone count, and only those that no choice can avoid: a lower bound, which is all that is needed.
double Plays::least_leaving() const {
    double least = 1;
    for (u8 offense = 0; offense < 2; ++offense) {
        double scored = 1;
        for (const Goals& goals : goals_) {
            const GoalSum& line = goals.over_line;
            scored = std::min(scored, 1 - line.own - line.opposing - line.tapping);
        }
        for (u8 taps = 0; taps <= taps_; ++taps)
            for (u8 deduction = 0; deduction < 3; ++deduction) {
                double left = 0;
                for (u8 position = 0; position < kPositions; ++position) {
                    double smallest = 1;
                    for (bool injured : {false, true}) {
                        double through = 0;
                        for (const Sum::Term& term : carry(offense, taps, position, injured, deduction).sum.terms)
                            if (term.leaf == kOverLine) through += term.weight * scored;
                        smallest = std::min(smallest, through);
                    }
                    left += feeds_[offense].pass[position] * smallest;
                }
                least = std::min(least, left);
            }
    }
    return least;
}

} // namespace touchline::solve::rugby
