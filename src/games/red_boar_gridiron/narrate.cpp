// Play by play: what happened, as keys of the catalogue.
#include "games/red_boar_gridiron/rules.hpp"

#include <algorithm>
#include <cstdlib>

namespace touchline::red_boar_gridiron {

namespace {

constexpr int kLongReturn = 40;
constexpr int kShortReturn = 10;
constexpr int kBigGain = 20;

// One step: what the dice, cards or a choice showed, and what followed.
class Teller {
public:
    Teller(const Rules& rules, const Moment<State>& moment, Narration& out)
        : rules_(rules), sheet_(rules.sheet()), moment_(moment), before_(moment.before), out_(out) {
        if (const Happening* gain = find(What::gain)) ball_ = *gain->spot;
    }

    void tell() {
        switch (before_.step) {
        case Step::toss: return tell_toss();
        case Step::kickoff_cover: tell_kickoff(); break;
        case Step::draw_offense:
        case Step::draw_defense: return tell_draw();
        case Step::call: tell_call(); return;
        case Step::card: return tell_cards();
        case Step::flags: return tell_flags();
        case Step::play: tell_row(); return;
        case Step::defense: tell_defense(); return;
        case Step::modifier: tell_modifier(); return;
        case Step::breakaway: tell_breakaway(); return;
        case Step::penalty: return tell_penalty();
        case Step::after_touchdown:
            if (static_cast<Extra>(moment_.action->code) == Extra::conversion)
                out_.say("conversion-try").yard_line("ball", before_.ball).seat("offense", offense());
            return;
        case Step::extra_point: tell_extra_point(); break;
        case Step::punt:
        case Step::punt_cover: tell_punt(); break;
        case Step::field_goal: tell_field_goal(); break;
        case Step::receive: return tell_choice();
        case Step::kickoff:
        case Step::over: return;
        }
        tell_what_follows();
    }

private:
    [[nodiscard]] const Happening* find(What what) const { return moment_.find(what); }
    [[nodiscard]] Seat offense() const { return static_cast<Seat>(before_.offense); }
    [[nodiscard]] Seat defense() const { return static_cast<Seat>(1 - before_.offense); }
    [[nodiscard]] u64 code() const { return moment_.fell->code; }
    [[nodiscard]] int sum() const { return static_cast<int>(code() / 6 + code() % 6 + 2); }
    [[nodiscard]] int adjustment() const { return sheet_.defense_die[code()]; }

    void tell_toss() {
        const Seat seat = static_cast<Seat>(code());
        if (rules_.options().toss == Toss::choice) { // R22
            out_.headline("toss-choice").seat("seat", seat);
            return;
        }
        tell_first(seat);
        if (before_.quarter != kOvertime || !rounds()) out_.headline("toss-won").seat("seat", seat);
    }

    // Step 14: how an overtime goes is the headline of its toss, unless a kickoff is.
    void tell_first(Seat seat) {
        if (before_.quarter != kOvertime) return;
        if (rounds())
            tell_round(out_.headline("overtime-alternate"), seat);
        else
            out_.say(kicked_off());
    }
    void tell_round(Narration& said, Seat seat) const {
        said.seat("seat", seat).yard_line("ball", kGoal - rules_.overtime_from());
    }
    [[nodiscard]] const char* kicked_off() const {
        return rules_.options().overtime == Overtime::league ? "overtime-league" : "overtime-sudden-death";
    }

    [[nodiscard]] bool rounds() const { return rules_.options().by_rounds(); }

    // R22.
    void tell_choice() {
        const bool takes = static_cast<Receive>(moment_.action->code) == Receive::receive;
        const Seat first = takes ? offense() : defense();
        tell_first(first);
        if (before_.quarter != kOvertime || !rounds())
            out_.headline(takes ? "toss-receives" : "toss-kicks").seat("seat", offense());
    }

    void tell_cover() {
        if (adjustment() < 0) out_.say("cover-good");
        if (adjustment() > 0) out_.say("cover-bad");
    }

    void tell_kickoff() {
        tell_cover();
        const int ball = *find(What::possession)->spot;
        const char* key = ball >= kLongReturn ? "kickoff-long" : ball <= kShortReturn ? "kickoff-short" : "kickoff";
        out_.headline(key).seat("defense", defense()).yard_line("ball", ball);
    }

    void tell_draw() {
        const Happening& deal = *find(What::deal);
        if (before_.step == Step::draw_offense && before_.hands == std::array<Cards, 2>{}) out_.say("cards-shuffled");
        if (is(moment_.viewer, *deal.seat)) {
            std::string cards;
            for (std::string_view card : rules_.tokens(before_, *moment_.fell))
                cards += (cards.empty() ? "" : ", ") + std::string(card);
            out_.say("cards-seen").token("cards", cards);
        } else if (*deal.amount > 1) { // one card for the one just played goes without saying
            out_.say("cards-drawn").seat("seat", *deal.seat).number("cards", *deal.amount);
        }
        if (deal.how == "reshuffle") out_.say("deck-renewed").seat("seat", *deal.seat);
    }

    void tell_call() {
        const auto call = static_cast<Call>(moment_.action->code);
        if (call == Call::play && before_.down == 4) out_.say("goes-for-it").seat("offense", offense());
        if (call == Call::field_goal)
            out_.say("field-goal-try")
                .number("yards", Rules::kick_length(before_))
                .number("value", sheet_.kick_at_least[before_.ball / kStep]);
    }

    void tell_cards() {
        if (rules_.options().penalties) {
            out_.say("cards-down");
            return;
        }
        State shown = before_;
        shown.offense_card = (*moment_.actions)[offense()].code % kMostKinds;
        shown.defense_card = (*moment_.actions)[defense()].code % kMostKinds;
        tell_revealed(shown);
    }

    void tell_revealed(const State& shown) {
        out_.say("cards-revealed")
            .token("first", rules_.card_id(0, shown.offense_card))
            .token("second", rules_.card_id(1, shown.defense_card));
        if (!rules_.die_follows(shown)) tell_end(shown);
    }

    void tell_flags() {
        const Happening* flag = find(What::flag);
        if (flag != nullptr && flag->how == "before-play") return tell_foul_before(*flag->seat == offense());
        if (before_.called != Call::play) return;
        State shown = before_;
        for (const Happening& each : moment_.happened)
            if (each.what == What::flag) shown.fouls |= *each.seat == offense() ? kFoulOfOffense : kFoulOfDefense;
        if (shown.fouls == kFoulOfOffense) out_.say("foul-during-offense").seat("offense", offense());
        if (shown.fouls == kFoulOfDefense) out_.say("foul-during-defense").seat("defense", defense());
        if (rules_.options().cards) tell_revealed(shown);
    }

    // Step 5: a foul before the play has moved nothing but the ball.
    void tell_foul_before(bool by_offense) {
        const int yards = std::abs(ball_ - before_.ball);
        if (yards == 0)
            out_.headline("foul-nothing");
        else if (by_offense)
            out_.headline("foul-before-offense").number("yards", yards).seat("offense", offense());
        else
            out_.headline("foul-before-defense")
                .number("yards", yards)
                .seat("offense", offense())
                .seat("defense", defense());
        if (yards > 0 && yards < sheet_.penalty.before_yards) out_.say("foul-half-distance");
        spot_told_ = false;
        if (rules_.options().cards && before_.called == Call::play) out_.say("cards-back");
        if (before_.phase == Phase::attempt)
            out_.say("conversion-replayed").yard_line("ball", ball_);
        else
            tell_down();
    }

    void tell_row() {
        State rolled = before_;
        rolled.row = static_cast<u8>(sum() - 2);
        const Row& row = sheet_.rows[rolled.row];
        // A pass that falls is told by the headline, and whether the long one is a touchdown by the defence's die.
        if (row.kind == RowKind::incomplete || row.kind == RowKind::touchdown)
            out_.say(row.kind == RowKind::touchdown ? "touchdown-pass" : "pass-rolled").number("sum", sum());
        else
            out_.say("play-rolled").number("sum", sum()).token("face", row.name);
        if (!rules_.die_follows(rolled)) tell_end(rolled);
    }

    void tell_defense() {
        State rolled = before_;
        rolled.die = static_cast<u8>(code() + 1);
        // Yards are told with a play that gained or lost some, not with a ball that is lost or in the end zone.
        const Ended end = rules_.ended(rolled);
        const bool counts = !decides(end) && sheet_.rows[rolled.row].kind != RowKind::touchdown;
        const bool lost = end.spot < before_.ball;
        if (counts && adjustment() < 0) out_.say(lost ? "defense-minus-loss" : "defense-minus");
        if (counts && adjustment() > 0) out_.say(lost ? "defense-plus-sack" : "defense-plus");
        tell_end(rolled);
    }

    void tell_modifier() {
        State rolled = before_;
        rolled.die = static_cast<u8>(code() + 1);
        const Effect effect = rules_.modifier(rolled).effect;
        if (effect == Effect::none) out_.say("modifier-none").number("sum", static_cast<int>(code() + 1));
        if (effect != Effect::breakaway) tell_end(rolled);
    }

    void tell_breakaway() {
        State rolled = before_;
        rolled.leap = static_cast<u8>(code() + 1);
        out_.say(rolled.leap == 6 ? "breakaway-longest" : "breakaway")
            .number("yards", rolled.leap * sheet_.cards.break_yards);
        tell_end(rolled);
    }

    // A play that has been rolled out; `rolled` is the position with its last die.
    void tell_end(const State& rolled) {
        const Ended end = rules_.ended(rolled);
        if (rolled.fouls == (kFoulOfOffense | kFoulOfDefense)) {
            out_.headline("fouls-both").yard_line("ball", before_.ball);
            if (end.spot <= 0 || (end.spot >= kGoal && !end.turnover)) out_.say("score-void");
            return tell_what_follows();
        }
        if (!decides(end))
            tell_yards(end, rolled);
        else if (settled())
            tell_decided(end);
        tell_what_follows();
    }

    // Points or the ball change hands, or a try is over.
    [[nodiscard]] bool decides(const Ended& end) const {
        return before_.phase == Phase::attempt || end.turnover || end.spot <= 0 || end.spot >= kGoal;
    }

    // Not so while the side fouled against has to answer: what would be decided is told once the foul is declined.
    [[nodiscard]] bool settled() const {
        return std::ranges::any_of(moment_.happened, [](const Happening& each) {
            return each.what != What::flag && each.what != What::play && each.what != What::card;
        });
    }

    void tell_decided(const Ended& end) {
        if (const Happening* score = find(What::score)) {
            const char* key = score->how == "two-point" ? "conversion-good"
                              : score->how == "safety"  ? "safety"
                                                        : "touchdown";
            out_.headline(key)
                .seat(*score->seat == offense() ? "offense" : "defense", *score->seat)
                .number("points", *score->amount);
        } else if (const Happening* turnover = find(What::turnover)) {
            const bool touchback = end.spot >= kGoal;
            out_.headline(touchback ? "turnover-touchback" : turnover->how)
                .seat("defense", defense())
                .yard_line("ball", touchback ? sheet_.touchback : kGoal - end.spot);
        } else {
            out_.headline("conversion-failed");
        }
    }

    void tell_yards(const Ended& end, const State& rolled) {
        const int yards = end.spot - before_.ball;
        const bool cards = rules_.options().cards;
        const std::string& face = cards ? rules_.card_id(0, rolled.offense_card) : sheet_.rows[rolled.row].name;
        if (yards == 0) {
            const std::string_view stop = rules_.stop_word(rolled);
            spot_told_ = false;
            if (stop == "barred") return void(out_.headline("pass-barred").token("face", face));
            if (stop == "incomplete") return void(out_.headline("incomplete"));
        }
        if (!cards) {
            if (sheet_.rows[rolled.row].kind == RowKind::touchdown)
                return void(out_.headline("touchdown-pass-stopped").yard_line("ball", end.spot));
            if (yards < 0 && rules_.sacks(rolled))
                return void(out_.headline("sack").number("yards", -yards).yard_line("ball", end.spot));
            return tell_run(yards, end.spot, face);
        }
        if (rules_.modifier(rolled).effect == Effect::yards && yards < 0)
            return void(out_.headline("swallowed").number("yards", -yards).yard_line("ball", end.spot));
        const OffenseCard& card = sheet_.cards.offense[rolled.offense_card];
        if (yards < card.yards && yards <= 0) out_.say("well-read").seat("defense", defense());
        if (yards > card.yards) out_.say("fooled").token("first", card.id);
        tell_run(yards, end.spot, card.id);
    }

    void tell_run(int yards, int spot, std::string_view face) {
        if (yards == 0)
            out_.headline("no-gain").token("face", face);
        else if (yards < 0)
            out_.headline("loss").number("yards", -yards).yard_line("ball", spot);
        else if (yards >= kBigGain)
            out_.headline("gain-big").number("yards", yards).seat("offense", offense()).yard_line("ball", spot);
        else
            out_.headline(spot > kGoal / 2 ? "gain-downfield" : "gain")
                .token("face", face)
                .number("yards", yards)
                .yard_line("ball", spot)
                .seat("offense", offense());
    }

    void tell_penalty() {
        const Ended end = rules_.ended(before_);
        if (static_cast<Penalty>(moment_.action->code) == Penalty::decline) {
            out_.say("foul-declined");
            if (decides(end)) tell_decided(end);
        } else if (find(What::score) != nullptr || find(What::miss) != nullptr) { // ten yards on the own 5
            tell_decided(end);
        } else if (before_.phase == Phase::attempt) {
            out_.headline("conversion-replayed").yard_line("ball", ball_);
            if (end.spot >= kGoal && !end.turnover) out_.say("points-back");
        } else {
            out_.headline("foul-accepted").number("yards", std::abs(ball_ - before_.ball)).yard_line("ball", ball_);
            tell_called_back(end);
        }
        tell_what_follows();
    }

    // Step 7: the foul counts in place of the play.
    void tell_called_back(const Ended& end) {
        if (end.spot <= 0)
            out_.say("safety-back");
        else if (end.turnover)
            out_.say("turnover-back").seat("offense", offense());
        else if (end.spot >= kGoal)
            out_.say("touchdown-back").seat("offense", offense());
        else if (end.spot > before_.ball && end.spot > ball_) // a pass fouled against may keep its yards (R11)
            out_.say("gain-back").number("yards", end.spot - before_.ball);
    }

    void tell_extra_point() {
        if (const Happening* score = find(What::score))
            out_.headline("extra-point-good").number("points", *score->amount);
        else
            out_.headline("extra-point-missed");
        out_.seat("offense", offense()).number("sum", sum());
    }

    void tell_punt() {
        const Happening* kick = find(What::kick);
        if (kick == nullptr) return; // the cover roll comes first
        const Happening& next = *find(What::possession);
        const bool covered = before_.step == Step::punt_cover;
        if (next.how == "touchback") {
            out_.headline("punt-touchback").seat("defense", defense()).yard_line("ball", *next.spot);
            return;
        }
        if (covered) tell_cover();
        const char* key = !covered ? "punt-out-of-bounds" : before_.row == kSums - 1 ? "punt-longest" : "punt";
        out_.headline(key).number("yards", *kick->amount).seat("defense", defense()).yard_line("ball", *next.spot);
    }

    void tell_field_goal() {
        if (const Happening* score = find(What::score))
            out_.headline("field-goal-good")
                .number("sum", sum())
                .number("points", *score->amount)
                .seat("offense", offense())
                .number("yards", *find(What::kick)->amount);
        else
            out_.headline("field-goal-missed")
                .number("sum", sum())
                .number("value", sheet_.kick_at_least[before_.ball / kStep])
                .seat("defense", defense())
                .yard_line("ball", rules_.missed_to(before_))
                .number("yards", *find(What::kick)->amount);
    }

    // Score, quarter and down once a play is settled.
    void tell_what_follows() {
        if (const Happening* over = find(What::over)) return tell_result(*over);
        const Happening* score = find(What::score);
        if (score != nullptr) out_.score(moment_.score);
        if (score != nullptr && score->how == "touchdown" && Rules::goes_for_two(before_))
            out_.say("conversion-try").yard_line("ball", kGoal - sheet_.conversion_from).seat("offense", *score->seat);
        if (find(What::overtime) != nullptr) return tell_agreed_overtime();
        if (const Happening* period = find(What::period)) {
            quarter_ = *period->amount;
            if (quarter_ == 3) {
                out_.say("half-time");
                if (score == nullptr) out_.score(moment_.score);
                out_.say("second-half").seat("seat", static_cast<Seat>(before_.second_half));
                return;
            }
            out_.say("quarter-end").ordinal("quarter", before_.quarter);
            if (score == nullptr) out_.score(moment_.score);
        }
        if (const Happening* next = find(What::possession))
            tell_possession(*next);
        else if (score != nullptr && score->how == "safety")
            return tell_free_kick();
        else if (!tell_down())
            return; // a try or a kickoff
        tell_clock();
    }

    // Step 14, `college`: whether a possession is nothing but a try.
    [[nodiscard]] bool tries_only(const Happening& next) const {
        if (rules_.options().overtime != Overtime::college) return false;
        return before_.quarter == kThirdRound || (before_.quarter == kSecondRound && next.how == "overtime");
    }

    // Overtime is told with its toss, or here where there is none (R22).
    void tell_agreed_overtime() {
        if (!rules_.options().first_agreed()) return;
        const auto seat = static_cast<Seat>(1 - before_.second_half);
        if (rounds()) return tell_round(out_.say("overtime-alternate"), seat);
        out_.say(kicked_off());
        out_.say("agreed-first").seat("seat", seat);
    }

    void tell_possession(const Happening& next) {
        const Happening* turnover = find(What::turnover);
        if (before_.phase == Phase::scrimmage && turnover != nullptr && turnover->how == "downs")
            out_.say("turnover-on-downs").seat("defense", *next.seat).yard_line("ball", *next.spot);
        if (next.how == "overtime") out_.say("overtime-again").seat("seat", *next.seat);
        if (next.how == "overtime-answer") out_.say("overtime-answer").seat("offense", *next.seat);
        if (*next.spot == kGoal - sheet_.conversion_from && tries_only(next)) {
            out_.say("conversion-try").yard_line("ball", *next.spot).seat("offense", *next.seat);
            return;
        }
        const char* key = *next.spot + 10 >= kGoal ? "first-and-goal" : "first-and-ten";
        out_.say(key).seat("offense", *next.seat).yard_line("ball", *next.spot);
    }

    // Step 9, R8.
    void tell_free_kick() {
        if (rules_.options().safety_kickoff)
            out_.say("safety-kickoff").seat("offense", offense());
        else
            out_.say("free-kick").seat("offense", offense()).yard_line("ball", sheet_.free_kick_from);
    }

    // Answers whether there is a down to be played.
    bool tell_down() {
        if (find(What::first_down) != nullptr) {
            const bool goal = ball_ + 10 >= kGoal;
            out_.say(goal ? "first-and-goal" : "first-down").seat("offense", offense()).yard_line("ball", ball_);
            return true;
        }
        const Happening* down = find(What::down);
        if (down == nullptr) return false;
        const int to_go = before_.line - ball_;
        const bool goal = before_.line >= kGoal;
        if (*down->amount == 4)
            out_.say(goal ? "fourth-and-goal" : spot_told_ ? "fourth-down" : "fourth-down-at");
        else
            out_.say(goal ? "next-and-goal" : spot_told_ ? "next-down" : "next-down-at").ordinal("down", *down->amount);
        out_.number("value", to_go).yard_line("ball", ball_).seat("offense", offense());
        return true;
    }

    void tell_clock() {
        if (quarter_ >= kOvertime) return;
        const Happening* used = find(What::clock);
        const bool fresh = quarter_ != before_.quarter;
        const int clock =
            fresh ? rules_.options().quarter_seconds : before_.clock - (used == nullptr ? 0 : *used->amount);
        const auto falls_to = [&](int seconds) { return clock <= seconds && (fresh || before_.clock > seconds); };
        const bool half = quarter_ == 2 || quarter_ == 4;
        const Happening* next = find(What::possession);
        if (half && falls_to(10))
            out_.say("last-play");
        else if (half && falls_to(59))
            out_.say("last-minute").clock("clock", clock);
        else if (next != nullptr && *next->seat != offense())
            out_.say("clock").clock("clock", clock).ordinal("quarter", quarter_);
    }

    void tell_result(const Happening& over) {
        if (over.seat)
            out_.result(before_.quarter >= kOvertime ? "win-overtime" : "win", *over.seat, moment_.score);
        else
            out_.say("draw").number("points", moment_.score.home);
    }

    const Rules& rules_;
    const Sheet& sheet_;
    const Moment<State>& moment_;
    const State& before_;
    Narration& out_;
    bool spot_told_ = true;         // whether the headline says where the ball lies
    int ball_ = before_.ball;       // where the play or a foul left it
    int quarter_ = before_.quarter; // of the next play
};

} // namespace

void Rules::narrate(const Moment<State>& moment, Narration& out) const { Teller(*this, moment, out).tell(); }

} // namespace touchline::red_boar_gridiron
