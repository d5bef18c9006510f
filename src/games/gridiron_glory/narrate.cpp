// The play-by-play: what a step is worth saying, as keys of the catalogue.
#include "games/gridiron_glory/rules.hpp"

#include <fmt/format.h>

#include <array>

namespace touchline::gridiron_glory {

namespace {

constexpr int kNamedSpaces = 4; // spaces that the catalogue has a word for

// Tells one step of one game: what the cards or dice show, then what followed.
class Teller {
public:
    Teller(const Rules& rules, const Moment<State>& moment, Narration& out)
        : rules_(rules), moment_(moment), before_(moment.before), fell_(moment.fell.value_or(Outcome{})), out_(out) {}

    void tell() {
        if (moment_.action) chosen(*moment_.action);
        switch (before_.phase) {
        case Phase::toss: return tossed();
        case Phase::flip:
        case Phase::fumble: turned(); break;
        case Phase::score: scored(); break;
        case Phase::reroll: rerolled(); break;
        case Phase::side:
        case Phase::whistle: break;
        case Phase::over: return;
        }
        for (const Happening& each : moment_.happened) followed(each);
    }

private:
    [[nodiscard]] Seat offense() const { return seat_of(before_.offense); }
    [[nodiscard]] Seat defense() const { return defense_of(before_); }

    void tossed() {
        const Happening* toss = moment_.find(What::toss);
        if (toss == nullptr) {
            out_.say("toss-level");
            return;
        }
        const Happening* start = moment_.find(What::possession);
        out_.headline(start == nullptr ? "toss-choice" : "toss-won").seat("seat", *toss->seat);
        if (start != nullptr) out_.say("drive-begins").seat("offense", *toss->seat);
    }

    // R16, R7.
    void chosen(Action action) {
        switch (action.code) {
        case Rules::take_offense: out_.say("takes-offense").seat("seat", offense()); return;
        case Rules::take_defense: out_.say("takes-defense").seat("seat", offense()); return;
        case Rules::decline: out_.say("declines").seat("defense", defense()); return;
        default: return;
        }
    }

    // The offence's card and the defence's, by name.
    Narration& cards(Narration& saying) {
        const Tokens tokens = rules_.tokens(before_, fell_);
        const bool home = offense() == Seat::home;
        return saying.token("first", tokens[home ? 0 : 1]).token("second", tokens[home ? 1 : 0]);
    }

    Narration& ball(Narration& saying, int space) {
        if (space <= kNamedSpaces) return saying.word("ball", fmt::format("space-{}", space));
        return saying.text("ball", std::to_string(space));
    }

    void turned() {
        const int home = rules_.rank_of(Rules::home_card(fell_));
        const int away = rules_.rank_of(Rules::away_card(fell_));
        const int own = offense() == Seat::home ? home : away;
        const int theirs = offense() == Seat::home ? away : home;
        if (own == theirs)
            tie();
        else if (own > theirs)
            won(own, theirs);
        else
            lost();
    }

    void tie() {
        out_.headline(before_.phase == Phase::flip ? "fumble" : "fumble-again");
        if (moment_.find(What::stop) != nullptr)
            lost_try();
        else if (!buried())
            out_.say("fumble-void");
        else if (moment_.find(What::period) == nullptr && !reshuffled())
            out_.say("buried").number("value", *buried()->amount);
        else
            out_.say("fumble-later");
    }
    [[nodiscard]] const Happening* dealt(std::string_view how) const {
        for (const Happening& each : moment_.happened)
            if (each.what == What::deal && each.how == how) return &each;
        return nullptr;
    }
    [[nodiscard]] const Happening* buried() const { return dealt("buried"); }
    [[nodiscard]] bool reshuffled() const { return dealt("shuffle") != nullptr; }

    // R14: the cards cannot settle it, and a try is gone.
    void lost_try() {
        out_.say("fumble-lost-try");
        tries_left();
    }

    void won(int own, int theirs) {
        const int top = static_cast<int>(rules_.sheet().ranks.size()) - 1;
        const int space = *moment_.find(What::gain)->spot;
        if (const Happening* miss = moment_.find(What::miss); miss != nullptr && miss->how == "too-late") {
            cards(out_.headline("too-late").seat("offense", offense()));
            return;
        }
        if (space > rules_.sheet().spaces) {
            cards(out_.headline("into-end-zone").seat("offense", offense()));
            return;
        }
        const std::string_view key = before_.phase == Phase::fumble ? "fumble-kept"
                                     : theirs >= top - 1            ? "gain-upset"
                                     : own == top                   ? "gain-high"
                                     : own == theirs + 1            ? "gain-just"
                                                                    : "gain";
        ball(cards(out_.headline(key).seat("offense", offense())), space);
    }

    void lost() {
        if (before_.phase == Phase::fumble) {
            ball(cards(out_.headline("fumble-lost").seat("defense", defense())), rules_.fumble_spot(before_.space));
            return;
        }
        cards(out_.headline("stopped").seat("defense", defense()));
        tries_left();
    }

    void tries_left() {
        const int left = rules_.sheet().tries - before_.attempt;
        if (left > 1) out_.say("tries-left").seat("offense", offense()).number("value", left);
        if (left == 1) out_.say("last-try").seat("offense", offense());
        if (left == 0) out_.say("punt").seat("defense", defense());
    }

    void scored() {
        const int referees = popcount(showing(static_cast<Faces>(fell_.code), Face::referee));
        static constexpr std::array<std::string_view, 4> kKeys{"no-referee", "one-referee", "two-referees",
                                                               "three-referees"};
        if (rules_.sheet().dice == 3)
            out_.say(kKeys[static_cast<std::size_t>(referees)]);
        else
            out_.say("referees").number("value", referees);
    }

    void rerolled() {
        for (int die = 0; die < before_.rerolls; ++die)
            out_.say(face_at(static_cast<Faces>(fell_.code), die) == Face::referee ? "reroll-held" : "reroll-taken");
    }

    void followed(const Happening& each) {
        switch (each.what) {
        case What::flag:
            if (before_.phase == Phase::score)
                out_.say(*each.amount == 1 ? "whistle" : "whistles").seat("defense", defense());
            else
                out_.say("whistle-chain").seat("defense", defense());
            out_.number("value", *each.amount);
            return;
        case What::score:
            out_.headline(each.how).seat("offense", *each.seat).number("points", *each.amount);
            if (moment_.find(What::over) == nullptr) out_.score(moment_.score);
            return;
        case What::miss:
            if (each.how == "end-zone") missed();
            return;
        case What::possession:
            if ((each.how == "after-score" && moment_.find(What::deal) == nullptr) || each.how == "start")
                out_.say("drive-begins").seat("offense", *each.seat);
            return;
        case What::deal:
            if (each.how == "shuffle" && before_.quarter == kOvertime) out_.say("reshuffle");
            if (each.how == "buried" && reshuffled()) out_.say("buried").number("value", *each.amount); // R14
            return;
        case What::period: return period(*each.amount);
        case What::over: return end(each.seat);
        default: return;
        }
    }

    // R5: the ball goes to the other side, or begins again with the same one.
    void missed() {
        if (rules_.house().after_score == House::AfterScore::other)
            out_.headline("no-score").seat("defense", defense());
        else
            out_.headline("no-score-same").seat("offense", offense());
    }

    void period(int begun) {
        if (begun == 1) return; // told with the toss
        if (begun == 3)
            out_.say("half-time").seat("offense", *moment_.find(What::possession)->seat);
        else
            out_.say("quarter-end").ordinal("quarter", begun - 1);
        if (moment_.find(What::score) == nullptr) out_.score(moment_.score);
        if (begun == kOvertime)
            out_.say("overtime-begins");
        else
            out_.say("quarter-begins").ordinal("quarter", begun);
    }

    void end(std::optional<Seat> winner) {
        const bool overtime = before_.quarter == kOvertime;
        if (!overtime) out_.say("quarter-end").ordinal("quarter", before_.quarter);
        if (winner)
            out_.result(overtime ? "win-overtime" : "win", *winner, moment_.score);
        else
            out_.say("draw").number("points", moment_.score.home);
    }

    const Rules& rules_;
    const Moment<State>& moment_;
    const State& before_;
    Outcome fell_;
    Narration& out_;
};

} // namespace

void Rules::narrate(const Moment<State>& moment, Narration& out) const {
    if (moment.fell || moment.action) Teller(*this, moment, out).tell();
}

} // namespace touchline::gridiron_glory
