// The play-by-play: what a step is worth saying, as keys of the catalogue.
#include "games/gridiron_glory/rules.hpp"

#include <fmt/format.h>

namespace touchline::gridiron_glory {

namespace {

constexpr int kNamedSpaces = 4; // spaces that the catalogue has a word for

// Tells one step of one game.
class Teller {
public:
    Teller(const Rules& rules, const Moment<State>& moment, Narration& out)
        : rules_(rules), before_(moment.before), after_(moment.after), fell_(*moment.fell), out_(out) {}

    void tell() {
        switch (before_.phase) {
        case Phase::toss: return tossed();
        case Phase::flip:
        case Phase::fumble: turned(); break;
        case Phase::score: scored(); break;
        case Phase::reroll: rerolled(); break;
        case Phase::over: return;
        }
        breaks();
    }

private:
    [[nodiscard]] Seat offense() const { return seat_of(before_.offense); }
    [[nodiscard]] Seat defense() const { return defense_of(before_); }
    [[nodiscard]] bool reshuffled() const { return after_.left > before_.left; }

    void tossed() {
        if (after_.phase == Phase::toss) {
            out_.say("toss-level");
            return;
        }
        out_.say("toss-won").seat("seat", seat_of(after_.offense));
        out_.say("drive-begins").seat("offense", seat_of(after_.offense));
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
        out_.say(before_.phase == Phase::flip ? "fumble" : "fumble-again");
        if (after_.phase == Phase::fumble)
            out_.say("buried").number("value", rules_.buried(after_.pile));
        else
            out_.say("fumble-void");
    }

    void won(int own, int theirs) {
        const int top = static_cast<int>(rules_.sheet().ranks.size()) - 1;
        const Tokens tokens = rules_.tokens(before_, fell_);
        if (own == top && theirs < top - 1)
            out_.say("high-card").token("face", tokens[offense() == Seat::home ? 0 : 1]);
        if (theirs >= top - 1) cards(out_.say("upset"));
        if (before_.space == rules_.sheet().spaces) {
            cards(out_.say("into-end-zone").seat("offense", offense()));
            return;
        }
        const std::string_view key = before_.phase == Phase::fumble ? "fumble-kept"
                                     : own == theirs + 1            ? "gain-just"
                                                                    : "gain";
        ball(cards(out_.say(key).seat("offense", offense())), before_.space + 1);
    }

    void lost() {
        if (before_.phase == Phase::fumble) {
            const bool mirror = rules_.house().fumble_spot == House::FumbleSpot::mirror;
            const int space = mirror ? rules_.sheet().spaces + 1 - before_.space : before_.space;
            ball(cards(out_.say("fumble-lost").seat("defense", defense())), space);
            return;
        }
        const int left = rules_.sheet().tries - before_.attempt;
        cards(out_.say("stopped").seat("defense", defense())).number("value", left);
        if (left == 1) out_.say("last-try").seat("offense", offense());
        if (left == 0) out_.say("punt").seat("defense", defense());
    }

    void scored() {
        int referees = 0;
        for (int die = 0; die < rules_.sheet().dice; ++die)
            referees += face_at(static_cast<Faces>(fell_.code), die) == Face::referee ? 1 : 0;
        if (referees == 3 && rules_.sheet().dice == 3)
            out_.say("three-referees");
        else
            out_.say("score-roll").number("value", referees);
        if (after_.phase == Phase::reroll)
            out_.say("whistle").seat("defense", defense()).number("value", after_.rerolls);
        else
            points();
    }

    void rerolled() {
        for (int die = 0; die < before_.rerolls; ++die)
            out_.say(face_at(static_cast<Faces>(fell_.code), die) == Face::referee ? "reroll-held" : "reroll-taken");
        if (after_.phase == Phase::reroll)
            out_.say("whistle-chain").number("value", after_.rerolls);
        else
            points();
    }

    void points() {
        const int gained = after_.score[offense()] - before_.score[offense()];
        if (gained == 0) {
            out_.say("no-score").seat("defense", defense());
            return;
        }
        const bool touchdown = referees_left() >= 2;
        out_.say(touchdown ? "touchdown" : "field-goal").seat("offense", offense()).number("points", gained);
        if (after_.phase == Phase::over) return;
        out_.say("score").number("home", after_.score.home).number("away", after_.score.away);
        if (!reshuffled()) out_.say("drive-begins").seat("offense", defense());
    }

    // Referees on the table when the dice had come to rest.
    [[nodiscard]] int referees_left() const {
        Faces dice = before_.phase == Phase::score ? static_cast<Faces>(fell_.code) : before_.dice;
        if (before_.phase == Phase::reroll)
            for (int die = 0, at = 0; at < before_.rerolls; ++die)
                if (face_at(dice, die) == Face::referee && (before_.rerolled >> die & 1) == 0)
                    dice = with_face(dice, die, face_at(static_cast<Faces>(fell_.code), at++));
        int referees = 0;
        for (int die = 0; die < rules_.sheet().dice; ++die) referees += face_at(dice, die) == Face::referee ? 1 : 0;
        return referees;
    }

    Narration& with_score(Narration& saying) {
        return saying.number("home", after_.score.home).number("away", after_.score.away);
    }

    // Ends of quarters, halves and games.
    void breaks() {
        if (after_.phase == Phase::over && before_.quarter == kOvertime) {
            with_score(out_.say("win-overtime").seat("winner", offense()));
            return;
        }
        if (after_.phase != Phase::over && !reshuffled()) return;
        if (before_.quarter == kOvertime) {
            out_.say("reshuffle");
            return;
        }
        if (before_.quarter == 2)
            with_score(out_.say("half-time").seat("offense", seat_of(after_.offense)));
        else
            with_score(out_.say("quarter-end").ordinal("quarter", before_.quarter));
        if (after_.phase == Phase::over)
            end();
        else if (after_.quarter == kOvertime)
            out_.say("overtime-begins");
        else
            out_.say("quarter-begins").ordinal("quarter", after_.quarter);
    }

    void end() {
        const Result result = rules_.result(after_);
        if (result == Result::draw)
            with_score(out_.say("draw"));
        else
            with_score(out_.say("win").seat("winner", result == Result::home ? Seat::home : Seat::away));
    }

    const Rules& rules_;
    const State& before_;
    const State& after_;
    Outcome fell_;
    Narration& out_;
};

} // namespace

void Rules::narrate(const Moment<State>& moment, Narration& out) const {
    if (moment.fell) Teller(*this, moment, out).tell();
}

} // namespace touchline::gridiron_glory
