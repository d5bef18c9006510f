// The rules as solvers walk them: the same functions, with positions that cannot differ in what follows made equal.
#pragma once

#include "solve/pocket_gridiron/hurts.hpp"

namespace touchline::solve::pocket_gridiron {

// A bonus so high that every route breaks through and every kick is good grows no further.
class MergedRules : public Rules {
public:
    explicit MergedRules(const Rules& rules) : Rules(rules) {
        int strongest = 0;
        int lowest = sheet().sneak_value;
        int number = sheet().endzone[0].number;
        for (const WhiteFace& face : sheet().defense) strongest = std::max(strongest, 2 * face.value);
        for (Position position : kReceivers)
            for (const RouteFace& face : sheet().routes[at(position)])
                if (face.kind == RouteFace::Kind::route) lowest = std::min(lowest, face.value);
        for (const BlackFace& face : sheet().endzone) number = std::min(number, face.number);
        most_value_ = static_cast<u16>(strongest + 1);
        // Injuries take away from it.
        int injuries = 0;
        for (Position position : kPositions) injuries = std::max(injuries, static_cast<int>(most_injuries(position)));
        most_bonus_ =
            static_cast<u16>(std::max({1, strongest + 1 + injuries - lowest, sheet().field_goal_at_least - number}));
    }

    template <class Sink = Silent>
    void play(State& s, Action action, Sink&& sink = {}) const {
        Rules::play(s, action, sink);
        fold(s);
    }
    template <class Sink = Silent>
    void resolve(State& s, Outcome outcome, Sink&& sink = {}) const {
        Rules::resolve(s, outcome, sink);
        fold(s);
    }

    // What matters of a position for everything that follows.
    void fold(State& s) const {
        s.bonus = std::min(s.bonus, most_bonus_);
        switch (s.step) {
        case Step::wr:
        case Step::te:
        case Step::rb:
        case Step::kick: s.scrambles = 0; return;
        case Step::recover: s.bonus = s.scrambles = 0; return;
        case Step::intercept:
        case Step::decoy:
        case Step::defense:
        case Step::penalty:
        case Step::flag_on_defense:
        case Step::flag_on_offense:
        case Step::blitz:
            s.bonus = s.scrambles = 0;
            s.value = std::min(s.value, most_value_);
            return;
        case Step::runback:
        case Step::pick:
        case Step::endzone: // who carried the ball, and how it was let through, is over
            s.bonus = s.value = 0;
            s.scrambles = s.carrier = s.marks = 0;
            s.rolled = kNoRoll;
            return;
        case Step::toss:
        case Step::fourth_down:
        case Step::qb:
        case Step::sack:
        case Step::rush:
        case Step::set_play:
        case Step::audible:
        case Step::after_touchdown:
        case Step::pat:
        case Step::over: return;
        }
    }

    [[nodiscard]] u16 most_bonus() const { return most_bonus_; }

private:
    u16 most_value_ = 0;
    u16 most_bonus_ = 0;
};

// With the highest bonus a set play returns to where it was, so the choice that it offers is made once: never to kick,
// or to kick at the next SET. Since the position stays the same, no plan is better than the best of these two.
class FoldedRules : public MergedRules {
public:
    using MergedRules::MergedRules;

    [[nodiscard]] Turn turn(const State& s) const {
        if (!undecided(s)) return Rules::turn(s);
        return {TurnKind::choice, ev_set_play, s.offense, 0};
    }

    [[nodiscard]] ActionList legal(const State& s, Seat seat) const {
        if (!undecided(s)) return Rules::legal(s, seat);
        return {Action{kNeverKick}, Action{kKickNext}}; // in the order of roll and field-goal
    }

    void play(State& s, Action action) const {
        if (!undecided(s)) return MergedRules::play(s, action);
        s.marks = action.code;
    }

    void resolve(State& s, Outcome outcome) const {
        const State before = s;
        const u8 plan = planned(s) ? s.marks : u8{0};
        if (plan != 0) s.marks = 0;
        Rules::resolve(s, outcome);
        if (plan != 0 && s.step == Step::set_play) {
            if (plan == kNeverKick) {
                s = before;
                return;
            }
            Rules::play(s, Action{field_goal});
        }
        fold(s);
    }

private:
    // State::marks at the quarterback's roll; the rules have none there.
    static constexpr u8 kNeverKick = 16;
    static constexpr u8 kKickNext = 32;

    [[nodiscard]] static bool planned(const State& s) { return s.step == Step::qb && s.marks != 0; }
    [[nodiscard]] bool undecided(const State& s) const {
        return s.step == Step::qb && s.bonus == most_bonus() && s.phase == Phase::series && s.marks == 0;
    }
};

} // namespace touchline::solve::pocket_gridiron
