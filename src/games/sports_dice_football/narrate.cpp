// Sports Dice Football, play by play: which sentence of the catalogue fits a step, and what fills it.
#include "games/sports_dice_football/rules.hpp"

namespace touchline::sports_dice_football {

namespace {

using Side = Effects::Side;

constexpr int kShortPunt = 20;

// Tells one step.
class Teller {
public:
    Teller(const Rules& rules, const Moment<State>& moment, Narration& out)
        : rules_(rules), before_(moment.before), after_(moment.after), out_(out) {
        if (moment.fell) {
            attack_ = Rules::offense_fall(*moment.fell);
            block_ = Rules::defense_fall(*moment.fell);
        } else {
            attack_ = before_.offense_dice;
            block_ = before_.defense_dice;
        }
    }

    void toss() { out_.say("toss-won").seat("seat", after_.offense); }

    void toss_choice(Action action) {
        out_.say(action.code == Rules::take_offense ? "takes-offense" : "takes-defense").seat("seat", before_.offense);
        drive_begins();
    }

    void fourth_down(Action action) {
        if (action.code == Rules::go) out_.say("goes-for-it").seat("offense", before_.offense);
    }

    // The dice of a play: told now if nothing is left to decide, else what they show.
    void roll() {
        const Rules::Verdict winner = rules_.verdict(hand(Side::offense), hand(Side::defense));
        if (winner == Rules::Verdict::chip) {
            if (rules_.offense_dice().automatic(attack_) && rules_.defense_dice().automatic(block_))
                out_.say("six-both");
            else
                out_.say("roll-level").number("first", matching(Side::offense));
            return;
        }
        const Side side = winner == Rules::Verdict::offense ? Side::offense : Side::defense;
        six_alike(side);
        const u8 play = rules_.prepared(before_, side, hand(side));
        if (play == kNoPlay) return;
        roll_won(side, static_cast<Symbol>(play));
        outcome(side, static_cast<Symbol>(play));
    }

    void pick(Side side, Action action) {
        const auto symbol = static_cast<Symbol>(action.code - Rules::kPick);
        out_.say("pick").seat("seat", seat(side)).token("face", name(symbol));
        const Rules::Verdict winner = rules_.verdict(hand(Side::offense), hand(Side::defense));
        if (winner != Rules::Verdict::chip) outcome(side, symbol);
    }

    void chip(Action action) {
        const auto holder = static_cast<Seat>(before_.chip);
        const bool used = action.code == Rules::use;
        out_.say(used ? "chip-used" : "chip-kept").seat("seat", holder);
        const Side side = (used ? holder : other(holder)) == before_.offense ? Side::offense : Side::defense;
        outcome(side, static_cast<Symbol>(side == Side::offense ? before_.offense_play : before_.defense_play));
    }

    void fg_symbol(Action action) {
        if (action.code == Rules::kick) return scored("field-goal-symbol", Side::offense);
        if (scores()) return scored("touchdown", Side::offense);
        out_.say("advance").yard_line("ball", after_.ball).seat("offense", before_.offense);
        downs();
    }

    void kick() {
        const bool punted = before_.phase == Phase::punt;
        const bool fake = rules_.offense_dice().automatic(attack_);
        const bool returned = rules_.defense_dice().automatic(block_);
        if (dice_on_table(after_.phase)) {
            out_.say("six-both");
        } else if (fake || returned) {
            automatic(returned ? Side::defense : Side::offense, punted ? "punt-fake" : "field-goal-fake",
                      punted ? "punt-returned" : "field-goal-returned");
        } else if (punted) {
            punt(hand(Side::offense).yards);
        } else {
            attempt(hand(Side::offense).yards);
        }
    }

private:
    [[nodiscard]] Seat seat(Side side) const { return side == Side::offense ? before_.offense : defense_of(before_); }
    [[nodiscard]] const DiceSide& dice(Side side) const {
        return side == Side::offense ? rules_.offense_dice() : rules_.defense_dice();
    }
    [[nodiscard]] Fall fall(Side side) const { return side == Side::offense ? attack_ : block_; }
    [[nodiscard]] const Hand& hand(Side side) const { return dice(side).hand(fall(side)); }
    [[nodiscard]] int matching(Side side) const {
        return dice(side).automatic(fall(side)) ? dice(side).count() : hand(side).strength;
    }
    [[nodiscard]] bool scores() const { return before_.score != after_.score; }
    [[nodiscard]] bool lost() const { return before_.offense != after_.offense; }
    [[nodiscard]] static std::string_view key_of(Side side) { return side == Side::offense ? "offense" : "defense"; }

    void six_alike(Side side) {
        const bool all = matching(side) == dice(side).count() && !dice(side).automatic(fall(side));
        if (all && dice(side).count() == kMostDice)
            out_.say("six-alike").token("face", name(dice(side).shown(fall(side), 0)));
    }

    void roll_won(Side side, Symbol symbol) {
        if (dice(side).automatic(fall(side))) return; // told with its points
        const Side loser = side == Side::offense ? Side::defense : Side::offense;
        out_.say(side == Side::offense ? "roll-won-offense" : "roll-won-defense")
            .number("first", matching(side))
            .number("second", matching(loser))
            .token("face", name(symbol))
            .seat(key_of(side), seat(side));
    }

    void outcome(Side side, Symbol symbol) {
        if (after_.phase == Phase::fg_symbol) return;
        if (dice(side).automatic(fall(side))) return automatic(side, "six-tens", "six-no-gains");
        switch (symbol) {
        case Symbol::ten:
        case Symbol::twenty: return gain(symbol == Symbol::ten ? 10 : 20);
        case Symbol::field_goal: return field_goal_symbol();
        case Symbol::touchdown: return scored("touchdown", Side::offense);
        case Symbol::no_gain:
            out_.say("no-gain").yard_line("ball", before_.ball).seat("offense", before_.offense);
            return downs();
        case Symbol::sack: return sack();
        case Symbol::turnover:
            out_.say("turnover").seat("defense", defense_of(before_)).yard_line("ball", after_.ball);
            return drive_begins();
        case Symbol::pick_six: return scored("pick-six", Side::defense);
        }
    }

    // Step 6. The sentences speak of six dice; with another number the points speak for themselves.
    void automatic(Side side, std::string_view tens, std::string_view no_gains) {
        const bool six = dice(side).count() == kMostDice;
        if (side == Side::offense) return scored(six ? tens : "touchdown", side);
        scored(six ? no_gains : "pick-six", side);
    }

    void gain(int yards) {
        if (scores()) return scored("touchdown", Side::offense);
        const int ball = lost() ? kGoal - after_.ball : after_.ball;
        out_.say(yards > 10 ? "gain-long" : "gain")
            .number("yards", yards)
            .yard_line("ball", ball)
            .seat("offense", before_.offense);
        if (!lost() && after_.down == 1) out_.say("first-down").seat("offense", before_.offense);
        downs();
    }

    void field_goal_symbol() {
        if (scores()) return scored("field-goal-symbol", Side::offense);
        out_.say("to-midfield").seat("offense", before_.offense);
    }

    void sack() {
        if (scores()) return scored("safety", Side::defense);
        const int ball = lost() ? kGoal - after_.ball : after_.ball;
        out_.say("sack").number("yards", before_.ball - ball).yard_line("ball", ball);
        downs();
    }

    void punt(int yards) {
        const bool touchback = before_.ball + yards >= kGoal;
        if (touchback)
            out_.say("punt-touchback");
        else
            out_.say(yards <= kShortPunt ? "punt-short" : "punt").number("yards", yards);
        out_.seat("defense", defense_of(before_)).yard_line("ball", after_.ball);
    }

    void attempt(int yards) {
        out_.say(scores() ? "field-goal-good" : "field-goal-missed")
            .number("sum", yards)
            .number("value", rules_.effects().field_goal_needs(before_.ball));
        if (!scores()) {
            out_.seat("defense", defense_of(before_)).yard_line("ball", after_.ball);
            return;
        }
        out_.number("points", points(Side::offense)).seat("offense", before_.offense);
        after_score(before_.offense);
    }

    [[nodiscard]] int points(Side side) const { return after_.score[seat(side)] - before_.score[seat(side)]; }

    void scored(std::string_view key, Side side) {
        out_.say(key).number("points", points(side)).seat(key_of(side), seat(side));
        after_score(seat(side));
    }

    void after_score(Seat scorer) {
        if (after_.phase == Phase::over) {
            out_.say("win").seat("winner", scorer).number("home", after_.score.home).number("away", after_.score.away);
            return;
        }
        out_.say("score").number("home", after_.score.home).number("away", after_.score.away);
        const int missing = rules_.house().target - after_.score[scorer];
        if (missing <= rules_.sheet().touchdown)
            out_.say("near-the-end").seat("seat", scorer).number("points", missing);
        drive_begins();
    }

    // Step 9: the next down, or the other side's ball.
    void downs() {
        if (lost()) {
            out_.say("turnover-on-downs").seat("defense", after_.offense).yard_line("ball", after_.ball);
        } else if (after_.down == 4) {
            out_.say("fourth-down").yard_line("ball", after_.ball).seat("offense", after_.offense);
        } else if (after_.down > 1) {
            out_.say("next-down").ordinal("down", after_.down).yard_line("ball", after_.ball);
        }
    }

    void drive_begins() { out_.say("drive-begins").seat("offense", after_.offense).yard_line("ball", after_.ball); }

    const Rules& rules_;
    const State& before_;
    const State& after_;
    Narration& out_;
    Fall attack_ = 0;
    Fall block_ = 0;
};

} // namespace

void Rules::narrate(const Moment<State>& moment, Narration& out) const {
    Teller teller(*this, moment, out);
    switch (moment.before.phase) {
    case Phase::toss: return teller.toss();
    case Phase::toss_choice: return teller.toss_choice(*moment.action);
    case Phase::fourth_down: return teller.fourth_down(*moment.action);
    case Phase::roll: return teller.roll();
    case Phase::punt:
    case Phase::field_goal: return teller.kick();
    case Phase::offense_play: return teller.pick(Side::offense, *moment.action);
    case Phase::defense_play: return teller.pick(Side::defense, *moment.action);
    case Phase::chip: return teller.chip(*moment.action);
    case Phase::fg_symbol: return teller.fg_symbol(*moment.action);
    case Phase::over: return;
    }
}

} // namespace touchline::sports_dice_football
