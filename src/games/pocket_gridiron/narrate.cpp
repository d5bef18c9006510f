// The play-by-play: what a step is worth saying, as keys of the catalogue.
#include "games/pocket_gridiron/rules.hpp"

#include <algorithm>

namespace touchline::pocket_gridiron {

// Tells one step of one game: what the dice or a choice show, then what followed.
class Teller {
public:
    Teller(const Rules& rules, const Moment<State>& moment, Narration& out)
        : rules_(rules), moment_(moment), before_(moment.before), out_(out) {}

    void fell(Outcome outcome);
    void chose(Rules::Choice choice);
    void followed();

private:
    [[nodiscard]] Seat offense() const { return before_.offense; }
    [[nodiscard]] Seat defense() const { return other(before_.offense); }
    [[nodiscard]] bool in_conversion() const { return before_.phase == Phase::conversion; }
    [[nodiscard]] bool told(What what) const { return moment_.find(what) != nullptr; }
    [[nodiscard]] std::string face(Outcome outcome) const { return std::string(rules_.tokens(before_, outcome)[0]); }
    [[nodiscard]] std::string_view carrier() const { return name(static_cast<Position>(before_.carrier)); }

    [[nodiscard]] int worth(Position position, unsigned value) const {
        return static_cast<int>(rules_.worth(before_, position, value));
    }

    void called(Call call);
    void ran(Position position, Outcome outcome);
    void sacked();
    void rolled(Outcome outcome);
    void stood(int value);
    void zero();
    void foul(Outcome outcome);
    void end_zone(BlackFace::Word word);
    void kicked(Outcome outcome);
    void tell(const Happening& each);
    void quarter(int begun);
    void next_drive(const Happening& next);

    const Rules& rules_;
    const Moment<State>& moment_;
    const State& before_;
    Narration& out_;
};

void Teller::fell(Outcome outcome) {
    const Rules::White& white = rules_.white_[outcome.code];
    switch (before_.step) {
    case Step::toss: out_.headline("toss-won").seat("seat", *moment_.find(What::toss)->seat); return;
    case Step::qb: return called(rules_.call_[outcome.code]);
    case Step::wr: return ran(Position::wr, outcome);
    case Step::te: return ran(Position::te, outcome);
    case Step::rb: return ran(Position::rb, outcome);
    case Step::sack:
        if (white.sack) return sacked();
        out_.say("scramble-escapes").seat("defense", defense());
        return;
    case Step::blitz:
        if (white.sack) return sacked();
        out_.say("scramble-escapes").seat("defense", defense());
        if (rules_.settings().zero_when_declined || rules_.settings().zero_after_sack_roll) zero();
        return;
    case Step::recover:
        if (moment_.happened.empty())
            out_.say("flag");
        else if (white.recover)
            out_.headline("fumble-lost").seat("defense", defense());
        else
            out_.headline("fumble-kept").seat("offense", offense());
        return;
    case Step::intercept:
        if (told(What::turnover) || told(What::stop))
            out_.headline("intercepted");
        else
            out_.say("intercept-failed");
        out_.seat("defense", defense());
        return;
    case Step::decoy:
        out_.say(rules_.decoyed(before_, outcome) ? "decoy" : "decoy-failed").seat("defense", defense());
        return;
    case Step::runback:
        if (const Happening* score = moment_.find(What::score))
            out_.headline("return-touchdown").seat("defense", defense()).number("points", *score->amount);
        else
            out_.headline("return-stopped").seat("defense", defense());
        return;
    case Step::defense: return rolled(outcome);
    case Step::penalty: return foul(outcome);
    case Step::endzone: return end_zone(rules_.word_[outcome.code]);
    case Step::pat:
        if (moment_.happened.empty())
            out_.say("flag");
        else if (const Happening* score = moment_.find(What::score))
            out_.headline("extra-point-good").number("points", *score->amount);
        else
            out_.headline("extra-point-blocked");
        return;
    case Step::kick: return kicked(outcome);
    case Step::fourth_down:
    case Step::set_play:
    case Step::audible:
    case Step::flag_on_defense:
    case Step::flag_on_offense:
    case Step::after_touchdown:
    case Step::over:
    case Step::rush:
    case Step::pick: return;
    }
}

void Teller::called(Call call) {
    switch (call) {
    case Call::wr: out_.say("pass-to").word("position", "wr"); return;
    case Call::te: out_.say("pass-to").word("position", "te"); return;
    case Call::rb: out_.say("pass-to").word("position", "rb"); return;
    case Call::sneak: out_.say("sneak").number("value", worth(Position::qb, rules_.sneak_value_)); return;
    case Call::scramble:
        out_.say(told(What::sack) ? "scramble-third" : "scramble");
        if (told(What::sack)) sacked();
        return;
    case Call::set:
        if (rules_.settings().mode == Mode::basic)
            out_.say(before_.bonus > 0 ? "set-play-again" : "set-play").number("value", before_.bonus + 1);
        return;
    }
}

void Teller::sacked() {
    if (const Happening* score = moment_.find(What::score))
        out_.headline("safety").seat("defense", defense()).number("points", *score->amount);
    else if (!in_conversion() && before_.sacks + 2 == rules_.sacks_for_safety_)
        out_.headline("sack-second").seat("defense", defense());
    else
        out_.headline("sack").seat("defense", defense());
}

void Teller::ran(Position position, Outcome outcome) {
    const Rules::Route& route = rules_.route_[at(position)][outcome.code];
    if (route.kind == RouteFace::Kind::incomplete) {
        out_.headline("incomplete");
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
            if (own == position && any.name == face(outcome)) printed = any.value;
        }
    const unsigned favoured = route.value[at(offense())];
    const int value = worth(position, favoured);
    if (printed == hardest)
        out_.say("route-hardest").token("face", face(outcome)).number("value", value);
    else
        out_.say("route").token("face", face(outcome)).word("position", name(position)).number("value", value);
    if (static_cast<int>(favoured) > printed) out_.say("favoured").seat("offense", offense());
}

// The flagged roll stands as 0.
void Teller::zero() {
    if ((before_.marks & kLooseBall) != 0)
        out_.headline("fumble-kept").seat("offense", offense());
    else
        stood(0);
}

void Teller::rolled(Outcome outcome) {
    if ((before_.marks & kFlagDown) != 0) { // R16: the roll beside a flag
        out_.say(rules_.white_flag(outcome) ? "flag-twice" : "roll-beside-flag")
            .number("first", rules_.white_value(outcome))
            .number("value", before_.value);
        return;
    }
    if (rules_.white_flag(outcome)) {
        const bool ignored = (before_.marks & kFlagDeclined) != 0;
        out_.say(ignored ? "flag-ignored" : "flag");
        if (!ignored) return;
    }
    stood(rules_.white_value(outcome));
}

// A defence roll stands: the first of two, or the one that decides.
void Teller::stood(int value) {
    const bool single = (before_.marks & kDecoyed) != 0;
    if (!single && before_.rolled == kNoRoll) {
        const int missing = before_.value - value;
        const std::string_view key = value == 0     ? "defense-first-nothing"
                                     : missing <= 0 ? "defense-first-enough"
                                                    : "defense-first";
        out_.say(key).number("first", value).number("value", before_.value).number("missing", missing);
        return;
    }
    const int first = single ? 0 : (before_.rolled - 1) / 2;
    const int sum = first + value;
    if (sum < before_.value)
        out_.say("broken-through"); // the end zone die has the last word
    else if (sum == before_.value)
        out_.headline("stopped-just");
    else if (single)
        out_.headline("stopped-alone");
    else
        out_.headline("stopped").number("first", first).number("second", value);
    out_.number("sum", sum).number("value", before_.value).seat("offense", offense()).seat("defense", defense());
    if (!told(What::injury)) return;
    const unsigned before = injuries(before_, offense(), static_cast<Position>(before_.carrier));
    out_.say(before == 0 ? "injury" : "injury-again").word("position", carrier()).seat("offense", offense());
    out_.number("value", static_cast<int>(before) + 1);
}

void Teller::foul(Outcome outcome) {
    if ((before_.marks & kPointAfter) != 0) {
        const bool again = !told(What::miss);
        out_.headline(again ? "extra-point-again" : "extra-point-foul");
        out_.token("face", face(outcome)).seat("offense", offense());
        return;
    }
    if (moment_.happened.size() == 1) { // somebody may decline
        out_.say("foul").token("face", face(outcome));
        return;
    }
    out_.headline("foul-costs-down").token("face", face(outcome)).seat("offense", offense());
}

void Teller::end_zone(BlackFace::Word word) {
    if (const Happening* score = moment_.find(What::score))
        out_.headline(in_conversion() ? "conversion-good" : "touchdown")
            .seat("offense", offense())
            .number("points", *score->amount);
    else if (word == BlackFace::Word::video)
        out_.say("video-review");
    else
        out_.headline("out-of-bounds");
}

void Teller::kicked(Outcome outcome) {
    const int die = rules_.number(outcome);
    if (const Happening* score = moment_.find(What::score))
        out_.headline("field-goal-good").number("points", *score->amount).seat("offense", offense());
    else
        out_.headline("field-goal-missed");
    if (before_.bonus > 0)
        out_.say("kick-with-bonus").number("second", before_.bonus);
    else
        out_.say("kick-roll");
    out_.number("first", die).number("value", rules_.field_goal_at_least_);
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
    case Rules::try_sack:
    case Rules::run_back:
    case Rules::kick_point: return;
    case Rules::accept:
        if (before_.step == Step::flag_on_offense)
            out_.headline("foul-accepted-offense").seat("defense", defense());
        else if (in_conversion())
            out_.headline(rules_.settings().conversion_downs ? "conversion-downs" : "conversion-replayed");
        else
            out_.headline("foul-accepted-defense").seat("offense", offense());
        return;
    case Rules::decline:
        if (before_.step == Step::flag_on_offense) {
            const bool last_sack = before_.sacks + 1 >= rules_.sacks_for_safety_;
            out_.say(last_sack ? "blitz-after-decline" : "sack-after-decline").seat("defense", defense());
            return;
        }
        out_.say("foul-declined");
        if (rules_.settings().zero_when_declined) zero();
        return;
    case Rules::let_go: out_.say("let-go").seat("defense", defense()); return;
    case Rules::kneel: out_.headline("kneels").seat("defense", defense()); return;
    }
}

// The next down, the next drive, the end.
void Teller::followed() {
    if (before_.step == Step::toss) return;
    for (const Happening& each : moment_.happened) tell(each);
}

void Teller::tell(const Happening& each) {
    switch (each.what) {
    case What::first_down:
    case What::down:
        if (*each.amount == rules_.downs_ && !in_conversion())
            out_.say("fourth-down").ordinal("down", *each.amount).seat("offense", *each.seat);
        else if (each.what == What::down)
            out_.say("next-down").ordinal("down", *each.amount).seat("offense", *each.seat);
        return;
    case What::miss:
        if (each.how == "two-point") out_.say("conversion-failed");
        return;
    case What::turnover:
        if (each.how == "downs") out_.say("turnover-on-downs").seat("defense", *each.seat);
        return;
    case What::overtime: out_.say("overtime-begins"); return;
    case What::period:
        if (*each.amount != kOvertimeQuarter) quarter(*each.amount);
        return;
    case What::possession: return next_drive(each);
    case What::over:
        if (each.seat)
            out_.result("win", *each.seat, moment_.score);
        else
            out_.say("draw").number("points", moment_.score.home);
        return;
    default: return;
    }
}

void Teller::quarter(int begun) {
    if (begun == 3)
        out_.say("half-time");
    else
        out_.say("quarter-end").ordinal("quarter", begun - 1);
    out_.score(moment_.score);
    out_.say("quarter-begins").ordinal("quarter", begun);
}

void Teller::next_drive(const Happening& next) {
    const bool tried = before_.step == Step::pat || in_conversion();
    if (!told(What::period) && !told(What::overtime) && (told(What::score) || tried)) out_.score(moment_.score);
    if (next.how == "passed-over") out_.say("passed-over").seat("seat", other(*next.seat));
    const Happening* ended = moment_.find(What::drive_end);
    const int left = before_.drives[at(*next.seat)] - (ended != nullptr && ended->seat == next.seat ? 1 : 0);
    const bool last = before_.period != Period::overtime && !told(What::overtime) && left == 1;
    out_.say(last ? "last-drive" : "drive-begins").seat("offense", *next.seat);
}

void Rules::narrate(const Moment<State>& moment, Narration& out) const {
    Teller teller(*this, moment, out);
    if (moment.fell)
        teller.fell(*moment.fell);
    else if (moment.action)
        teller.chose(static_cast<Choice>(moment.action->code));
    teller.followed();
}

} // namespace touchline::pocket_gridiron
