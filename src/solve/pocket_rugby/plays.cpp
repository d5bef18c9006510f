// Phases of attack, kicks and penalties of a match, compiled once for each weather.
#include "solve/pocket_rugby/plays.hpp"

#include <algorithm>

namespace touchline::solve::pocket_rugby {

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

// ---- Phases of attack ----------------------------------------------------------------------------------------------

Phases::Phases(const Rules& rules, const Table& table, const State& from, Choices choices)
    : taps_(table.taps()), second_half_(from.half == 2) {
    const Compiler compiler(rules, choices);
    compile_carries(compiler, from);
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
    over_line_ = least_over_line();
}

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
    for (u8 offense = 0; offense < 2; ++offense)
        for (u8 taps = 0; taps <= taps_; ++taps)
            for (u8 deduction = 0; deduction < 3; ++deduction) {
                double over = 0;
                for (u8 position = 0; position < kPositions; ++position) {
                    double smallest = 1;
                    for (bool injured : {false, true}) {
                        double through = 0;
                        for (const Sum::Term& term : carry(offense, taps, position, injured, deduction).sum.terms)
                            if (term.leaf == kOverLine) through += term.weight;
                        smallest = std::min(smallest, through);
                    }
                    over += feeds_[offense].pass[position] * smallest;
                }
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
    goals.over_line = sum_of(table_, from, compiler.goal(state).choices.front().first.targets);
    state.phase = Phase::drop_kick;
    for (u8 range = 0; range < kFaces; ++range) {
        state.ball.range = range;
        goals.drops[range] = sum_of(table_, from, compiler.goal(state).choices.front().first.targets);
    }
    state = from;
    state.phase = Phase::card;
    for (const GoalForm::Choice& choice : compiler.goal(state).choices)
        goals.penalty.choices.push_back({choice.weight, !choice.second.targets.empty(),
                                         sum_of(table_, from, choice.first.targets),
                                         sum_of(table_, from, choice.second.targets), choice.at});
    return goals;
}

} // namespace touchline::solve::pocket_rugby
