// The play-by-play: what a step is worth saying, as keys of the catalogue.
#include "games/pocket_gridiron/rules.hpp"

#include <algorithm>

namespace touchline::pocket_gridiron {

// Tells one step of one game.
class Teller {
public:
    Teller(const Rules& rules, const Moment<State>& moment, Narration& out)
        : rules_(rules), before_(moment.before), after_(moment.after), out_(out) {}

    void fell(Outcome fallen);
    void chose(Rules::Choice choice);
    void aftermath();

private:
    [[nodiscard]] Seat offense() const { return before_.offense; }
    [[nodiscard]] Seat defense() const { return other(before_.offense); }
    [[nodiscard]] bool in_conversion() const { return before_.phase == Phase::conversion; }
    [[nodiscard]] bool scored() const { return before_.score != after_.score; }
    [[nodiscard]] std::string face(Outcome fallen) const { return std::string(rules_.tokens(before_, fallen)[0]); }
    [[nodiscard]] std::string_view carrier() const { return name(static_cast<Position>(before_.carrier)); }

    // The drive of before_ is over (or the try after a return).
    [[nodiscard]] bool drive_over() const {
        if (after_.step == Step::after_touchdown) return false;
        return before_.drives != after_.drives || after_.step == Step::over ||
               (before_.returned != 0 && after_.returned == 0);
    }

    void called(Call call);
    void ran(Position position, Outcome fallen);
    void sacked();
    void rolled(Outcome fallen);
    void stood(int value);
    void foul(Outcome fallen);
    void end_zone(BlackFace::Word word);
    void kicked(Outcome fallen);
    void next_drive();
    void score_line(std::string_view key) {
        out_.say(key).number("home", after_.score[0]).number("away", after_.score[1]);
    }

    const Rules& rules_;
    const State& before_;
    const State& after_;
    Narration& out_;
    bool ball_lost_ = false; // the drive ended otherwise than on downs
};

void Teller::fell(Outcome fallen) {
    const Rules::White& white = rules_.white_[fallen.code];
    switch (before_.step) {
    case Step::toss: out_.say("toss-won").seat("seat", after_.offense); return;
    case Step::qb: return called(rules_.call_[fallen.code]);
    case Step::wr: return ran(Position::wr, fallen);
    case Step::te: return ran(Position::te, fallen);
    case Step::rb: return ran(Position::rb, fallen);
    case Step::sack:
        if (white.sack) return sacked();
        out_.say("scramble-escapes");
        return;
    case Step::blitz:
        if (white.sack) return sacked();
        out_.say("scramble-escapes");
        if (after_.step != Step::defense || after_.rolled != before_.rolled) stood(0);
        return;
    case Step::recover:
        ball_lost_ = white.recover;
        if (white.recover)
            out_.say("fumble-lost").seat("defense", defense());
        else
            out_.say("fumble-kept").seat("offense", offense());
        return;
    case Step::intercept: {
        const bool caught = after_.step == Step::runback || in_conversion() != (after_.phase == Phase::conversion);
        ball_lost_ = caught;
        out_.say(caught ? "intercepted" : "intercept-failed").seat("defense", defense());
        return;
    }
    case Step::decoy:
        out_.say((after_.marks & kDecoyed) != 0 ? "decoy" : "decoy-failed").seat("defense", defense());
        return;
    case Step::runback:
        ball_lost_ = true;
        if (scored())
            out_.say("return-touchdown").seat("defense", defense()).number("points", rules_.touchdown_);
        else
            out_.say("return-stopped").seat("defense", defense());
        return;
    case Step::defense: return rolled(fallen);
    case Step::penalty: return foul(fallen);
    case Step::endzone: return end_zone(rules_.word_[fallen.code]);
    case Step::pat:
        ball_lost_ = true;
        if (white.pat_block)
            out_.say("extra-point-blocked");
        else
            out_.say("extra-point-good").number("points", rules_.kick_);
        return;
    case Step::kick: return kicked(fallen);
    case Step::fourth_down:
    case Step::set_play:
    case Step::audible:
    case Step::flag_on_defense:
    case Step::flag_on_offense:
    case Step::after_touchdown:
    case Step::over: return;
    }
}

void Teller::called(Call call) {
    switch (call) {
    case Call::wr: out_.say("pass-to").word("position", "wr"); return;
    case Call::te: out_.say("pass-to").word("position", "te"); return;
    case Call::rb: out_.say("pass-to").word("position", "rb"); return;
    case Call::sneak: out_.say("sneak").number("value", after_.value); return;
    case Call::scramble:
        if (after_.step == Step::sack) {
            out_.say("scramble");
        } else {
            out_.say("scramble-third");
            sacked();
        }
        return;
    case Call::set:
        if (rules_.settings().mode == Mode::basic)
            out_.say(after_.bonus > 1 ? "set-play-again" : "set-play").number("value", after_.bonus);
        return;
    }
}

void Teller::sacked() {
    if (scored()) {
        ball_lost_ = true;
        out_.say("safety").seat("defense", defense()).number("points", rules_.safety_);
    } else if (!in_conversion() && before_.sacks + 2 == rules_.sacks_for_safety_) {
        out_.say("sack-second").seat("defense", defense());
    } else {
        out_.say("sack").seat("defense", defense());
    }
}

void Teller::ran(Position position, Outcome fallen) {
    const Rules::Route& route = rules_.route_[at(position)][fallen.code];
    if (route.kind == RouteFace::Kind::incomplete) {
        out_.say("incomplete");
        return;
    }
    if (route.kind == RouteFace::Kind::fumble) {
        out_.say("fumble");
        return;
    }
    int printed = 0;
    int hardest = 0;
    for (Position own : kReceivers)
        for (const RouteFace& any : rules_.sheet_.routes[at(own)]) {
            hardest = std::max(hardest, any.value);
            if (own == position && any.name == face(fallen)) printed = any.value;
        }
    if (printed == hardest)
        out_.say("route-hardest").token("face", face(fallen)).number("value", after_.value);
    else
        out_.say("route").token("face", face(fallen)).word("position", name(position)).number("value", after_.value);
    if (route.value[at(offense())] > printed)
        out_.say("favoured").seat("offense", offense()).number("value", after_.value);
}

void Teller::rolled(Outcome fallen) {
    const bool flag = rules_.white_flag(fallen);
    if (after_.step == Step::penalty) {
        out_.say("flag");
        return;
    }
    if (flag) out_.say("flag-ignored");
    stood(rules_.white_value(fallen));
}

// A defence roll stands: the first of two, or the one that decides.
void Teller::stood(int value) {
    const bool single = (before_.marks & kDecoyed) != 0;
    if (!single && before_.rolled == kNoRoll) {
        out_.say("defense-first").number("first", value).number("value", before_.value);
        return;
    }
    const int first = single ? 0 : (before_.rolled - 1) / 2;
    const int sum = first + value;
    const auto sum_against = [&](std::string_view key) -> Narration& {
        return out_.say(key).number("sum", sum).number("value", before_.value);
    };
    if (sum < before_.value)
        sum_against("broken-through");
    else if (sum == before_.value)
        sum_against("stopped-just").seat("defense", defense());
    else if (single)
        sum_against("stopped-alone");
    else
        sum_against("stopped").number("first", first).number("second", value);
    if (before_.injured != after_.injured) out_.say("injury").word("position", carrier()).seat("offense", offense());
}

void Teller::foul(Outcome fallen) {
    out_.say("foul").token("face", face(fallen));
    if (after_.step != Step::flag_on_defense && after_.step != Step::flag_on_offense)
        out_.say("foul-costs-down").seat("offense", offense());
}

void Teller::end_zone(BlackFace::Word word) {
    if (word == BlackFace::Word::video) {
        out_.say("video-review");
    } else if (word == BlackFace::Word::out) {
        out_.say("out-of-bounds");
    } else if (in_conversion()) {
        ball_lost_ = true;
        out_.say("conversion-good").seat("offense", offense()).number("points", rules_.conversion_);
    } else {
        out_.say("touchdown").seat("offense", offense()).number("points", rules_.touchdown_);
    }
}

void Teller::kicked(Outcome fallen) {
    const int sum = rules_.number(fallen) + before_.bonus;
    ball_lost_ = true;
    if (sum >= rules_.field_goal_at_least_)
        out_.say("field-goal-good").number("sum", sum).number("points", rules_.field_goal_).seat("offense", offense());
    else
        out_.say("field-goal-missed").number("sum", sum).number("value", rules_.field_goal_at_least_);
}

void Teller::chose(Rules::Choice choice) {
    switch (choice) {
    case Rules::play_on: out_.say("plays-fourth").seat("offense", offense()); return;
    case Rules::field_goal: out_.say("field-goal-try").seat("offense", offense()); return;
    case Rules::call_wr: out_.say("audible").word("position", "wr"); return;
    case Rules::call_te: out_.say("audible").word("position", "te"); return;
    case Rules::call_rb: out_.say("audible").word("position", "rb"); return;
    case Rules::conversion: out_.say("conversion-try").seat("offense", offense()); return;
    case Rules::roll_on:
    case Rules::kick_point: return;
    case Rules::accept:
        if (before_.step == Step::flag_on_offense)
            out_.say("foul-accepted-offense").seat("defense", defense());
        else if (in_conversion())
            out_.say("conversion-replayed");
        else
            out_.say("foul-accepted-defense").seat("offense", offense());
        return;
    case Rules::decline:
        if (before_.step == Step::flag_on_offense) {
            out_.say("blitz-after-decline").seat("defense", defense());
            return;
        }
        out_.say("foul-declined");
        if (rules_.settings().zero_when_declined) stood(0);
        return;
    }
}

// What follows from the step: the next down, the next drive, the end.
void Teller::aftermath() {
    if (before_.step == Step::toss) return;
    if (!drive_over()) {
        if (after_.step == Step::fourth_down)
            out_.say("fourth-down").ordinal("down", after_.down).seat("offense", offense());
        else if (after_.down > before_.down && after_.phase == Phase::series)
            out_.say("next-down").ordinal("down", after_.down).seat("offense", offense());
        return;
    }
    if (in_conversion() && !scored())
        out_.say("conversion-failed");
    else if (!in_conversion() && !ball_lost_)
        out_.say("turnover-on-downs").seat("defense", defense());
    if (after_.step == Step::over) {
        const Result result = rules_.result(after_);
        score_line(result == Result::draw ? "draw" : "win");
        if (result != Result::draw) out_.seat("winner", result == Result::home ? Seat::home : Seat::away);
        return;
    }
    next_drive();
}

void Teller::next_drive() {
    const int ended = rules_.quarter(before_);
    const int begun = rules_.quarter(after_);
    if (begun == 5 && after_.drives[0] + after_.drives[1] == 2) {
        out_.say("overtime-begins");
    } else if (begun != ended) {
        score_line(begun == 3 ? "half-time" : "quarter-end");
        if (begun != 3) out_.ordinal("quarter", ended);
        out_.say("quarter-begins").ordinal("quarter", begun);
    } else if (scored() || before_.step == Step::pat || in_conversion()) {
        score_line("score");
    }
    for (Seat seat : kSeats)
        if (before_.returned == 0 && seat != after_.offense && seat != offense() && after_.drives[at(seat)] == 0)
            out_.say("passed-over").seat("seat", seat);
    const bool last = after_.overtime == 0 && after_.drives[at(after_.offense)] == 1;
    out_.say(last ? "last-drive" : "drive-begins").seat("offense", after_.offense);
}

void Rules::narrate(const Moment<State>& moment, Narration& out) const {
    Teller teller(*this, moment, out);
    if (moment.fell)
        teller.fell(*moment.fell);
    else if (moment.action)
        teller.chose(static_cast<Choice>(moment.action->code));
    teller.aftermath();
}

} // namespace touchline::pocket_gridiron
