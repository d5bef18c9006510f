// Sports Dice Football, play by play: which sentence of the catalogue fits a step, and what fills it.
#include "games/sports_dice_football/rules.hpp"

namespace touchline::sports_dice_football {

namespace {

using Side = Effects::Side;

constexpr int kShortPunt = 20;

// Tells one step: what the dice or a choice show, then what followed.
class Teller {
public:
    Teller(const Rules& rules, const Moment<State>& moment, Narration& out)
        : rules_(rules), moment_(moment), before_(moment.before), out_(out) {
        attack_ = moment.fell ? Rules::offense_roll(*moment.fell) : before_.offense_dice;
        block_ = moment.fell ? Rules::defense_roll(*moment.fell) : before_.defense_dice;
        if (const Happening* gain = moment.find(What::gain)) ball_ = *gain->spot;
    }

    void choice(Action action) {
        switch (before_.phase) {
        case Phase::toss_choice:
            out_.say(action.code == Rules::take_offense ? "takes-offense" : "takes-defense")
                .seat("seat", before_.offense);
            return;
        case Phase::fourth_down:
            if (action.code == Rules::go) out_.say("goes-for-it").seat("offense", before_.offense);
            return;
        case Phase::offense_play:
        case Phase::defense_play:
            out_.say("pick")
                .seat("seat", before_.phase == Phase::offense_play ? before_.offense : defense_of(before_))
                .token("face", name(static_cast<Symbol>(action.code - Rules::kPick)));
            return;
        case Phase::chip:
            out_.say(action.code == Rules::use ? "chip-used" : "chip-kept")
                .seat("seat", static_cast<Seat>(before_.chip));
            return;
        default: return;
        }
    }

    // The dice of a play: who won them, and with what.
    void roll() {
        const Rules::Verdict winner = rules_.verdict(hand(Side::offense), hand(Side::defense));
        if (winner == Rules::Verdict::chip) {
            if (both_automatic())
                out_.headline("six-both");
            else
                out_.headline("roll-level").number("first", matching(Side::offense));
            return;
        }
        const Side side = winner == Rules::Verdict::offense ? Side::offense : Side::defense;
        if (automatic(side)) return; // told with its points
        if (matching(side) == kMostDice) out_.say("six-alike").token("face", name(dice(side).shown(roll(side), 0)));
        const u8 play = rules_.prepared(before_, side, hand(side));
        if (play == kNoPlay) return;
        const Side loser = side == Side::offense ? Side::defense : Side::offense;
        out_.say(side == Side::offense ? "roll-won-offense" : "roll-won-defense")
            .number("first", matching(side))
            .number("second", matching(loser))
            .seat(side == Side::offense ? "offense" : "defense",
                  side == Side::offense ? before_.offense : defense_of(before_));
    }

    void kick() {
        if (both_automatic()) out_.headline("six-both");
    }

    void followed() {
        for (const Happening& each : moment_.happened) tell(each);
    }

private:
    [[nodiscard]] const DiceSide& dice(Side side) const {
        return side == Side::offense ? rules_.offense_dice() : rules_.defense_dice();
    }
    [[nodiscard]] Roll roll(Side side) const { return side == Side::offense ? attack_ : block_; }
    [[nodiscard]] const Hand& hand(Side side) const { return dice(side).hand(roll(side)); }
    [[nodiscard]] bool automatic(Side side) const { return dice(side).automatic(roll(side)); }
    [[nodiscard]] bool both_automatic() const { return automatic(Side::offense) && automatic(Side::defense); }
    [[nodiscard]] int matching(Side side) const { return automatic(side) ? dice(side).count() : hand(side).strength; }

    void tell(const Happening& each) {
        switch (each.what) {
        case What::toss: out_.headline("toss-won").seat("seat", *each.seat); return;
        case What::gain: return gain(each);
        case What::first_down:
            if (moment_.find(What::gain)->how != name(Symbol::field_goal))
                out_.say("first-down").seat("offense", *each.seat);
            return;
        case What::down:
            if (*each.amount == kLastDown)
                out_.say("fourth-down").seat("offense", *each.seat);
            else
                out_.say("next-down").ordinal("down", *each.amount).seat("offense", *each.seat);
            return;
        case What::stop:
            out_.headline("no-gain")
                .yard_line("ball", ball_)
                .seat("offense", before_.offense)
                .seat("defense", defense_of(before_));
            return;
        case What::sack:
            if (!scored()) out_.headline("sack").number("yards", *each.amount).yard_line("ball", ball_);
            return;
        case What::turnover:
            if (scored()) return;
            if (each.how == "downs") // the play itself has the headline
                out_.say("turnover-on-downs");
            else
                out_.headline("turnover");
            out_.seat("defense", *each.seat).yard_line("ball", next_ball());
            return;
        case What::kick:
            if (each.how == "punt" && each.amount) punt(*each.amount);
            return;
        case What::miss:
            attempt("field-goal-missed").seat("defense", defense_of(before_)).yard_line("ball", next_ball());
            return;
        case What::score: return score(each);
        case What::possession: return possession(each);
        case What::over: out_.result("win", *each.seat, moment_.score); return;
        default: return;
        }
    }

    [[nodiscard]] bool scored() const { return moment_.find(What::score) != nullptr; }
    [[nodiscard]] int next_ball() const { return *moment_.find(What::possession)->spot; }

    void gain(const Happening& gained) {
        if (scored() || *gained.amount < 0) return; // told as points, as a sack
        if (gained.how == name(Symbol::field_goal)) {
            out_.headline("to-midfield").seat("offense", *gained.seat);
        } else if (gained.how == "advance") {
            out_.headline("advance").yard_line("ball", ball_).seat("offense", *gained.seat);
        } else {
            const bool beyond = ball_ > kGoal / 2;
            const bool far = *gained.amount > 10;
            out_.headline(far      ? (beyond ? "gain-long-downfield" : "gain-long")
                          : beyond ? "gain-downfield"
                                   : "gain")
                .number("yards", *gained.amount)
                .yard_line("ball", ball_)
                .seat("offense", *gained.seat);
        }
    }

    void punt(int yards) {
        const bool touchback = moment_.find(What::possession)->how == "touchback";
        if (touchback)
            out_.headline("punt-touchback");
        else
            out_.headline(yards <= kShortPunt ? "punt-short" : "punt").number("yards", yards);
        out_.seat("defense", defense_of(before_)).yard_line("ball", next_ball());
    }

    Narration& attempt(std::string_view key) {
        return out_.headline(key)
            .number("sum", hand(Side::offense).yards)
            .number("value", *moment_.find(What::kick)->amount);
    }

    void score(const Happening& scored) {
        if (scored.how == "field-goal" && before_.phase == Phase::field_goal)
            attempt("field-goal-good");
        else
            out_.headline(key_of(scored));
        out_.number("points", *scored.amount)
            .seat(*scored.seat == before_.offense ? "offense" : "defense", *scored.seat);
    }

    // Step 6: the sentences speak of six dice; with another number the points speak for themselves.
    [[nodiscard]] std::string_view key_of(const Happening& scored) const {
        const Happening* gain = moment_.find(What::gain);
        const Happening* turnover = moment_.find(What::turnover);
        const Side side = *scored.seat == before_.offense ? Side::offense : Side::defense;
        const bool six = dice(side).count() == kMostDice;
        if (scored.how == "field-goal") return "field-goal-symbol";
        if (scored.how == "safety") return "safety";
        if (scored.how == "kick-returned") {
            if (!six) return "pick-six";
            return before_.phase == Phase::punt ? "punt-returned" : "field-goal-returned";
        }
        if (scored.how == "pick-six") return six && turnover->how == "all-no-gains" ? "six-no-gains" : "pick-six";
        if (six && gain->how == "all-tens") return "six-tens";
        if (six && gain->how == "fake-punt") return "punt-fake";
        if (six && gain->how == "fake-field-goal") return "field-goal-fake";
        return "touchdown";
    }

    void possession(const Happening& next) {
        if (const Happening* scored = moment_.find(What::score)) {
            out_.score(moment_.score);
            const int missing = rules_.house().target - moment_.score[*scored->seat];
            if (missing <= rules_.sheet().touchdown)
                out_.say("near-the-end").seat("seat", *scored->seat).number("points", missing);
        } else if (next.how != "start") {
            return; // told with the kick, the last down or the ball that was lost
        }
        out_.say("drive-begins").seat("offense", *next.seat).yard_line("ball", *next.spot);
    }

    const Rules& rules_;
    const Moment<State>& moment_;
    const State& before_;
    Narration& out_;
    Roll attack_ = 0;
    Roll block_ = 0;
    int ball_ = before_.ball; // where the play left it, as its offence counts
};

} // namespace

void Rules::narrate(const Moment<State>& moment, Narration& out) const {
    Teller teller(*this, moment, out);
    if (moment.action)
        teller.choice(*moment.action);
    else if (moment.before.phase == Phase::roll)
        teller.roll();
    else if (moment.before.phase != Phase::toss)
        teller.kick();
    teller.followed();
}

} // namespace touchline::sports_dice_football
