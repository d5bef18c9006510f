// Play by play: what happened, as keys of the catalogue.
#include "games/red_boar_gridiron/rules.hpp"

#include <cmath>

namespace touchline::red_boar_gridiron {

namespace {

constexpr int kLongReturn = 40;
constexpr int kShortReturn = 10;
constexpr int kBigGain = 20;

class Teller {
public:
    Teller(const Rules& rules, const Moment<State>& moment, Narration& out)
        : rules_(rules), sheet_(rules.sheet()), before_(moment.before), after_(moment.after), moment_(moment),
          out_(out) {}

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
        case Step::kickoff:
        case Step::over: return;
        }
        tell_what_follows();
    }

private:
    [[nodiscard]] Seat offense() const { return static_cast<Seat>(before_.offense); }
    [[nodiscard]] Seat defense() const { return static_cast<Seat>(1 - before_.offense); }
    [[nodiscard]] u64 code() const { return moment_.fell->code; }
    [[nodiscard]] int sum() const { return static_cast<int>(code() / 6 + code() % 6 + 2); }
    [[nodiscard]] int adjustment() const { return sheet_.defense_die[code()]; }

    void tell_toss() {
        const Seat seat = static_cast<Seat>(code());
        if (before_.quarter == 5 && rules_.options().overtime == Overtime::alternate) {
            out_.say("overtime-alternate").seat("seat", seat).yard_line("ball", kGoal - sheet_.overtime_from);
            return;
        }
        if (before_.quarter == 5) out_.say("overtime-sudden-death");
        out_.say("toss-won").seat("seat", seat);
    }

    void tell_cover() {
        if (adjustment() < 0) out_.say("cover-good");
        if (adjustment() > 0) out_.say("cover-bad");
    }

    void tell_kickoff() {
        tell_cover();
        const int ball = std::clamp(sheet_.kickoff_lines[before_.row] + adjustment(), kStep, kNearest);
        const char* key = ball >= kLongReturn ? "kickoff-long" : ball <= kShortReturn ? "kickoff-short" : "kickoff";
        out_.say(key).seat("defense", defense()).yard_line("ball", ball);
    }

    void tell_draw() {
        const Seat seat = rules_.turn(before_).seat;
        const auto at = static_cast<std::size_t>(seat);
        if (before_.step == Step::draw_offense && before_.hands == std::array<Cards, 2>{}) out_.say("cards-shuffled");
        const Tokens drawn = rules_.tokens(before_, *moment_.fell);
        if (is(moment_.viewer, seat)) {
            std::string cards;
            for (std::string_view card : drawn) cards += (cards.empty() ? "" : ", ") + std::string(card);
            out_.say("cards-seen").token("cards", cards);
        } else {
            out_.say("cards-drawn").seat("seat", seat).number("cards", static_cast<int>(drawn.size()));
        }
        if (!before_.discards[at].empty() && after_.discards[at].empty()) out_.say("deck-renewed").seat("seat", seat);
    }

    void tell_call() {
        const auto call = static_cast<Call>(moment_.action->code);
        if (call == Call::play && before_.down == 4) out_.say("goes-for-it").seat("offense", offense());
        if (call == Call::field_goal)
            out_.say("field-goal-try")
                .number("yards", kick_length())
                .number("value", sheet_.kick_at_least[before_.ball / kStep]);
    }

    [[nodiscard]] int kick_length() const { return kGoal - before_.ball + 10; }

    void tell_cards() {
        if (rules_.options().penalties) {
            for (Seat seat : kSeats) out_.say("card-chosen").seat("seat", seat);
            return;
        }
        State shown = before_;
        shown.offense_card = (*moment_.actions)[offense()].code % kMostKinds;
        shown.defense_card = (*moment_.actions)[defense()].code % kMostKinds;
        tell_revealed(shown);
        tell_end(shown);
    }

    void tell_revealed(const State& shown) {
        out_.say("cards-revealed")
            .token("first", rules_.card_id(0, shown.offense_card))
            .token("second", rules_.card_id(1, shown.defense_card));
    }

    void tell_flags() {
        // Step 5: a foul before the play has moved nothing but the ball.
        const u64 offense_sum = code() % 6 + code() / 6 % 6 + 2;
        const u64 defense_sum = code() / 36 % 6 + code() / 216 + 2;
        const auto early = static_cast<u64>(sheet_.penalty.before_play);
        if (offense_sum == early || defense_sum == early) return tell_foul_before(offense_sum == early);
        if (before_.called != Call::play) return;
        const auto late = static_cast<u64>(sheet_.penalty.during_play);
        if (offense_sum == late && defense_sum != late) out_.say("foul-during-offense").seat("offense", offense());
        if (defense_sum == late && offense_sum != late) out_.say("foul-during-defense").seat("defense", defense());
        if (!rules_.options().cards) return;
        State shown = before_;
        shown.fouls =
            static_cast<u8>((offense_sum == late ? kFoulOfOffense : 0) | (defense_sum == late ? kFoulOfDefense : 0));
        tell_revealed(shown);
        tell_end(shown);
    }

    void tell_foul_before(bool by_offense) {
        const int yards = std::abs(after_.ball - before_.ball);
        if (by_offense)
            out_.say("foul-before-offense").number("yards", yards).seat("offense", offense());
        else
            out_.say("foul-before-defense")
                .number("yards", yards)
                .seat("offense", offense())
                .seat("defense", defense());
        if (yards < sheet_.penalty.before_yards) out_.say("foul-half-distance").yard_line("ball", after_.ball);
        if (rules_.options().cards && before_.called == Call::play) out_.say("cards-back");
        if (after_.phase == Phase::attempt)
            out_.say("conversion-replayed").yard_line("ball", after_.ball);
        else
            tell_down();
    }

    void tell_row() {
        State rolled = before_;
        rolled.row = static_cast<u8>(sum() - 2);
        const Row& row = sheet_.rows[rolled.row];
        out_.say("play-rolled").number("sum", sum()).token("face", row.name);
        if (row.kind == RowKind::touchdown) out_.say("touchdown-pass");
        if (after_.step != Step::defense) tell_end(rolled);
    }

    void tell_defense() {
        State rolled = before_;
        rolled.die = static_cast<u8>(code() + 1);
        if (adjustment() < 0) out_.say("defense-minus");
        if (adjustment() > 0) out_.say("defense-plus");
        tell_end(rolled);
    }

    void tell_modifier() {
        State rolled = before_;
        rolled.die = static_cast<u8>(code() + 1);
        const Modifier& modifier =
            sheet_.cards.defense[before_.defense_card].cells[before_.offense_card].modifiers[code()];
        if (modifier.effect == Effect::none) out_.say("modifier-none").number("sum", static_cast<int>(code() + 1));
        if (modifier.effect != Effect::breakaway) tell_end(rolled);
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
        if (after_.step == Step::modifier) return;
        const Ended end = rules_.ended(rolled);
        if (rolled.fouls == (kFoulOfOffense | kFoulOfDefense)) {
            out_.say("fouls-both").yard_line("ball", before_.ball);
            if (end.spot <= 0 || (end.spot >= kGoal && !end.turnover)) out_.say("score-void");
            return tell_what_follows();
        }
        const bool waits = after_.step == Step::penalty;
        if (decides(end)) {
            if (waits) return; // told once the foul is declined
            tell_decided(end, rolled);
        } else {
            tell_yards(end, rolled);
            if (waits) return;
        }
        tell_what_follows();
    }

    // Points or the ball change hands, or a try is over.
    [[nodiscard]] bool decides(const Ended& end) const {
        return before_.phase == Phase::attempt || end.turnover || end.spot <= 0 || end.spot >= kGoal;
    }

    void tell_decided(const Ended& end, const State& rolled) {
        if (before_.phase == Phase::attempt) {
            if (end.spot >= kGoal && !end.turnover)
                out_.say("conversion-good").seat("offense", offense()).number("points", sheet_.points.conversion);
            else
                out_.say("conversion-failed");
        } else if (end.spot <= 0) {
            out_.say("safety").number("points", sheet_.points.safety).seat("defense", defense());
        } else if (end.turnover) {
            const bool touchback = end.spot >= kGoal;
            const RowKind kind = sheet_.rows[rolled.row].kind;
            const char* key = touchback                       ? "turnover-touchback"
                              : rules_.options().cards        ? "turnover"
                              : kind == RowKind::interception ? "interception"
                                                              : "fumble";
            out_.say(key).seat("defense", defense()).yard_line("ball", touchback ? sheet_.touchback : kGoal - end.spot);
        } else {
            out_.say("touchdown").seat("offense", offense()).number("points", sheet_.points.touchdown);
        }
    }

    void tell_yards(const Ended& end, const State& rolled) {
        const int yards = end.spot - before_.ball;
        if (!rules_.options().cards) {
            const Row& row = sheet_.rows[rolled.row];
            if (rules_.barred(before_.ball, row.barred)) return barred(row.name);
            if (row.kind == RowKind::incomplete) return void(out_.say("incomplete"));
            if (row.kind == RowKind::touchdown)
                return void(out_.say("touchdown-pass-stopped").yard_line("ball", end.spot));
            if (row.kind == RowKind::pass && yards < 0)
                return void(out_.say("sack").number("yards", -yards).yard_line("ball", end.spot));
            return tell_run(yards, end.spot, row.name);
        }
        const OffenseCard& card = sheet_.cards.offense[rolled.offense_card];
        const std::string& against = rules_.card_id(1, rolled.defense_card);
        if (rules_.barred(before_.ball, card.barred)) return barred(card.id);
        const Modifier modifier =
            rolled.die == 0
                ? Modifier{}
                : sheet_.cards.defense[rolled.defense_card].cells[rolled.offense_card].modifiers[rolled.die - 1U];
        if (modifier.effect == Effect::incomplete) return void(out_.say("incomplete"));
        if (modifier.effect == Effect::yards)
            return void(out_.say("replaced").number("yards", yards).yard_line("ball", end.spot));
        if (yards < card.yards && yards <= 0)
            out_.say("well-read").token("second", against).seat("defense", defense()).token("first", card.id);
        if (yards > card.yards) out_.say("fooled").token("second", against).token("first", card.id);
        tell_run(yards, end.spot, card.id);
    }

    void barred(std::string_view face) { out_.say("pass-barred").token("face", face); }

    void tell_run(int yards, int spot, std::string_view face) {
        if (yards == 0)
            out_.say("no-gain").yard_line("ball", spot);
        else if (yards < 0)
            out_.say("loss").number("yards", -yards).yard_line("ball", spot);
        else if (yards >= kBigGain)
            out_.say("gain-big").number("yards", yards).seat("offense", offense()).yard_line("ball", spot);
        else
            out_.say("gain")
                .token("face", face)
                .number("yards", yards)
                .yard_line("ball", spot)
                .seat("offense", offense());
    }

    void tell_penalty() {
        const Ended end = rules_.ended(before_);
        if (static_cast<Penalty>(moment_.action->code) == Penalty::decline) {
            out_.say("foul-declined");
            if (decides(end)) tell_decided(end, before_);
            return tell_what_follows();
        }
        if (before_.phase == Phase::attempt) {
            if (after_.phase == Phase::attempt) out_.say("conversion-replayed").yard_line("ball", after_.ball);
        } else if (after_.score != before_.score) {
            out_.say("safety").number("points", sheet_.points.safety).seat("defense", defense());
        } else if (after_.phase == before_.phase && after_.offense == before_.offense) {
            out_.say("foul-accepted")
                .number("yards", std::abs(after_.ball - before_.ball))
                .yard_line("ball", after_.ball);
        }
        tell_what_follows();
    }

    void tell_extra_point() {
        if (sum() >= sheet_.extra_point_at_least)
            out_.say("extra-point-good").number("sum", sum()).number("points", sheet_.points.kick);
        else
            out_.say("extra-point-missed").number("sum", sum());
    }

    void tell_punt() {
        const bool covered = before_.step == Step::punt_cover;
        const int row = covered ? before_.row : sum() - 2;
        const int yards = sheet_.punt_yards[static_cast<std::size_t>(row)];
        const int spot = before_.ball + yards;
        if (!covered && spot < kGoal && row % 2 == 0) return; // the cover roll comes first
        if (spot >= kGoal) {
            out_.say("punt-touchback").seat("defense", defense()).yard_line("ball", sheet_.touchback);
            return;
        }
        if (covered) tell_cover();
        const int ball = std::clamp(kGoal - spot + (covered ? adjustment() : 0), kStep, kNearest);
        const char* key = !covered ? "punt-out-of-bounds" : row == 10 ? "punt-longest" : "punt";
        out_.say(key).number("yards", yards).seat("defense", defense()).yard_line("ball", ball);
    }

    void tell_field_goal() {
        const int need = sheet_.kick_at_least[before_.ball / kStep];
        if (sum() >= need)
            out_.say("field-goal-good")
                .number("sum", sum())
                .number("points", sheet_.points.field_goal)
                .seat("offense", offense())
                .number("yards", kick_length());
        else
            out_.say("field-goal-missed")
                .number("sum", sum())
                .number("value", need)
                .seat("defense", defense())
                .yard_line("ball", std::max(kGoal - before_.ball, sheet_.missed_floor))
                .number("yards", kick_length());
    }

    // Score, quarter and down once a play is settled.
    void tell_what_follows() {
        const bool settled = after_.step != Step::kickoff_cover && after_.step != Step::punt_cover;
        if (!settled) return;
        const auto score = [&](Narration& said) {
            said.number("home", after_.score[0]).number("away", after_.score[1]);
        };
        if (after_.step == Step::over) return tell_result();
        if (after_.score != before_.score) score(out_.say("score"));
        if (after_.quarter != before_.quarter && after_.quarter <= 4) {
            if (after_.quarter == 3) {
                score(out_.say("half-time"));
                out_.say("second-half").seat("seat", static_cast<Seat>(after_.second_half));
            } else {
                score(out_.say("quarter-end").ordinal("quarter", before_.quarter));
            }
        }
        if (after_.phase == Phase::free_kick && before_.phase != Phase::free_kick)
            out_.say("free-kick").seat("offense", offense()).yard_line("ball", after_.ball);
        if (after_.step == Step::toss || after_.phase == Phase::kickoff || after_.phase == Phase::free_kick ||
            after_.phase == Phase::attempt)
            return;
        tell_possession();
        tell_clock();
    }

    void tell_possession() {
        const bool possession = after_.offense != before_.offense || after_.overtime_first != before_.overtime_first;
        if (!possession) return tell_down();
        const Seat ball = static_cast<Seat>(after_.offense);
        if (before_.phase == Phase::scrimmage && before_.down == 4 && stopped_on_downs())
            out_.say("turnover-on-downs").seat("defense", ball).yard_line("ball", after_.ball);
        if (after_.phase == Phase::overtime) {
            if (after_.overtime_first == after_.offense)
                out_.say("overtime-again").seat("seat", ball);
            else
                out_.say("overtime-answer").seat("offense", ball);
        }
        const char* key = after_.line == kGoal ? "first-and-goal" : "first-and-ten";
        out_.say(key).seat("offense", ball).yard_line("ball", after_.ball);
    }

    // A play of the 4th down that ended short of the line, and not in a turnover or kick.
    [[nodiscard]] bool stopped_on_downs() const {
        const bool play = before_.step == Step::play || before_.step == Step::defense ||
                          before_.step == Step::modifier || before_.step == Step::breakaway ||
                          before_.step == Step::penalty || before_.step == Step::flags || before_.step == Step::card;
        if (!play) return false;
        const int spot = kGoal - after_.ball;
        return spot > 0 && spot < before_.line && !told_turnover();
    }

    [[nodiscard]] bool told_turnover() const {
        for (const Saying& saying : out_.sayings())
            if (saying.key == "fumble" || saying.key == "interception" || saying.key == "turnover" ||
                saying.key == "turnover-touchback")
                return true;
        return false;
    }

    void tell_down() {
        const Seat ball = static_cast<Seat>(after_.offense);
        const int to_go = after_.line - after_.ball;
        if (after_.down == 1 && (before_.down != 1 || after_.line != before_.line))
            out_.say("first-down").seat("offense", ball).yard_line("ball", after_.ball);
        else if (after_.down == 4)
            out_.say("fourth-down").number("value", to_go).yard_line("ball", after_.ball).seat("offense", ball);
        else
            out_.say("next-down").ordinal("down", after_.down).number("value", to_go).yard_line("ball", after_.ball);
    }

    void tell_clock() {
        if (after_.quarter == 5) return;
        const bool half = after_.quarter == 2 || after_.quarter == 4;
        const int fresh = after_.quarter != before_.quarter ? 1 << 15 : int{before_.clock};
        if (half && after_.clock <= 10 && fresh > 10)
            out_.say("last-play");
        else if (half && after_.clock < 60 && fresh >= 60)
            out_.say("last-minute").clock("clock", after_.clock);
        else if (after_.offense != before_.offense)
            out_.say("clock").clock("clock", after_.clock).ordinal("quarter", after_.quarter);
    }

    void tell_result() {
        const Result result = rules_.result(after_);
        const char* key = result == Result::draw ? "draw" : after_.quarter == 5 ? "win-overtime" : "win";
        out_.say(key);
        if (result != Result::draw) out_.seat("winner", result == Result::home ? Seat::home : Seat::away);
        out_.number("home", after_.score[0]).number("away", after_.score[1]);
    }

    const Rules& rules_;
    const Sheet& sheet_;
    const State& before_;
    const State& after_;
    const Moment<State>& moment_;
    Narration& out_;
};

} // namespace

void Rules::narrate(const Moment<State>& moment, Narration& out) const { Teller(*this, moment, out).tell(); }

} // namespace touchline::red_boar_gridiron
