// Play by play: which sentences of data/words tell a step of Pocket Sports Rugby.
#include "games/pocket_rugby/rules.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace touchline::pocket_rugby {

namespace {

// One step, told from what stood before and what stands after it.
class Teller {
public:
    Teller(const Rules& rules, const Moment<State>& moment, Narration& out)
        : rules_(rules), before_(moment.before), after_(moment.after), out_(out) {}

    void tell_fall(u8 face) {
        switch (before_.phase) {
        case Phase::weather: say(fmt::format("weather-{}", kWeatherNames[place(after_.weather)])); break;
        case Phase::toss: say("toss-won").seat("seat", Rules::attack(after_)); break;
        case Phase::scrum_half: feed(); break;
        case Phase::forward:
        case Phase::centre:
        case Phase::wing:
        case Phase::back: carry(); break;
        case Phase::decoy: check(after_.phase == Phase::only_tackle, "decoy", "decoy-failed"); break;
        case Phase::intercept: check(turned_over(), "intercepted", "intercept-failed"); break;
        case Phase::stop_maul: check(after_.phase == Phase::card, "maul-stopped", "maul-goes-on"); break;
        case Phase::charge_down: check(turned_over(), "charged-down", "charge-down-failed"); break;
        case Phase::first_tackle: first_tackle(face); break;
        case Phase::second_tackle:
        case Phase::only_tackle: tackle(face); break;
        case Phase::ruck: ruck(); break;
        case Phase::try_: over_the_line(); break;
        case Phase::conversion_range: range("conversion-range"); break;
        case Phase::drop_range: range("drop-range"); break;
        case Phase::penalty_range: range("penalty-range"); break;
        case Phase::conversion_kick: conversion(face); break;
        case Phase::drop_kick: kick(face, "drop-good", "drop-missed", rules_.sheet().drop_goal_points); break;
        case Phase::penalty_kick:
            kick(face, "penalty-good", "penalty-missed", rules_.sheet().penalty_goal_points);
            break;
        case Phase::scrum:
        case Phase::lineout: referee(); break;
        case Phase::card: card(); break;
        case Phase::pass:
        case Phase::maul:
        case Phase::big_hit:
        case Phase::drop_goal:
        case Phase::penalty:
        case Phase::over: break;
        }
    }

    void tell_choice(Action action) {
        switch (before_.phase) {
        case Phase::pass: say("pass-on").word("position", kPositionNames[after_.ball.carrier]); break;
        case Phase::maul:
            if (action == action::kStop) say("maul-stop-tried").seat("defense", defence());
            break;
        case Phase::big_hit:
            if (action == action::kSteal) say("steal-tried").seat("defense", defence());
            break;
        case Phase::drop_goal:
            if (action == action::kPass) say("drop-declined");
            break;
        case Phase::penalty:
            say(action == action::kQuickTap ? "quick-tap" : "penalty-kick").seat("seat", attack());
            break;
        default: break;
        }
    }

private:
    Narration& say(std::string_view key) { return out_.say(key); }

    [[nodiscard]] Seat attack() const { return Rules::attack(before_); }
    [[nodiscard]] Seat defence() const { return Rules::defence(before_); }
    [[nodiscard]] bool turned_over() const { return after_.offense != before_.offense; }
    [[nodiscard]] std::string_view token(u8 face) const { return rules_.tokens(before_, Outcome{face})[0]; }

    void check(bool succeeded, std::string_view yes, std::string_view no) {
        say(succeeded ? yes : no).seat("offense", attack()).seat("defense", defence());
    }

    void ruck() {
        check(turned_over(), "stolen", after_.phase == Phase::second_tackle ? "steal-failed-second" : "steal-failed");
        quick_tap();
    }

    void feed() {
        if (after_.ball.carrier != kNone) {
            say("pass-to").word("position", kPositionNames[after_.ball.carrier]);
            return;
        }
        error();
    }

    void error() {
        if (after_.phase == Phase::scrum) say("knock-on").seat("seat", defence());
        if (after_.phase == Phase::lineout) say("into-touch").seat("seat", defence());
        if (after_.phase == Phase::card) say("penalty").seat("seat", Rules::attack(after_));
    }

    // The printed value and what a team card makes of it differ: a favourite of that side.
    void carry() {
        error();
        if (after_.ball.face == kNone) return;
        const Die<PlayerFace>& die = rules_.sheet().players[after_.ball.carrier];
        const PlayerFace& face = die[after_.ball.face];
        const bool hardest = std::ranges::all_of(rules_.sheet().players, [&](const Die<PlayerFace>& other) {
            return std::ranges::all_of(other, [&](const PlayerFace& any) { return any.value <= face.value; });
        });
        say(hardest ? "run-hardest" : "run")
            .word("position", kPositionNames[after_.ball.carrier])
            .token("face", face.name)
            .number("value", after_.ball.value);
        if (rules_.favoured(after_)) say("run-favoured").seat("offense", attack()).number("value", after_.ball.value);
    }

    void first_tackle(u8 face) {
        if (token(face) == kBigHit)
            say("big-hit-first");
        else
            say("tackle-first").number("first", rules_.tackle_count(before_, face)).number("value", before_.ball.value);
    }

    void tackle(u8 face) {
        const bool second = before_.phase == Phase::second_tackle;
        const int first = rules_.tackle_count(before_, second ? before_.ball.tackle : face);
        const int last = second ? rules_.tackle_count(before_, face) : 0;
        const int value = before_.ball.value;
        const int sum = rules_.tackle_sum(before_, first + last);
        if (after_.phase == Phase::try_) {
            say("line-break").number("sum", sum).number("value", value);
        } else if (second && token(face) == kBigHit) {
            say("big-hit-completes");
        } else if (sum == value) {
            say("tackled-just").number("sum", sum).number("value", value);
        } else {
            say(second ? "tackled" : "tackled-alone").number("first", first).number("second", last);
            out_.number("sum", sum).number("value", value);
        }
        if (after_.injured != before_.injured)
            say("injury").word("position", kPositionNames[before_.ball.carrier]).seat("offense", attack());
        quick_tap();
    }

    void quick_tap() {
        if (after_.quick_tap == before_.quick_tap || turned_over()) return;
        if (after_.quick_tap > 0)
            say("quick-tap-left").number("value", after_.quick_tap);
        else
            say("quick-tap-ends");
    }

    void over_the_line() {
        if (after_.phase == Phase::try_) {
            say("video-ref");
        } else if (turned_over()) {
            say("no-try").seat("defense", defence());
        } else {
            say("try").seat("offense", attack()).number("points", rules_.sheet().try_points);
            after_points();
        }
    }

    void range(std::string_view key) { say(key).number("value", rules_.range_metres(after_.ball.range)); }

    void metres(u8 face) {
        out_.number("sum", rules_.kick_metres(before_, face)).number("value", rules_.range_metres(before_.ball.range));
    }

    void conversion(u8 face) {
        const bool good = rules_.kick_is_good(before_, face);
        say(good ? "conversion-good" : "conversion-missed");
        metres(face);
        if (good) out_.number("points", rules_.sheet().conversion_points);
        after_points();
    }

    void kick(u8 face, std::string_view good, std::string_view short_of_it, int points) {
        if (rules_.kick_is_good(before_, face)) {
            say(good).seat("offense", attack()).number("points", points);
            metres(face);
            after_points();
        } else if (rules_.options().kicker_keeps_miss) {
            say("kept-after-miss").seat("offense", attack());
        } else {
            say(short_of_it).seat("defense", defence());
            metres(face);
        }
    }

    Narration& say_score(std::string_view key) {
        return say(key).number("home", after_.score[0]).number("away", after_.score[1]);
    }

    // The score once it stands; half time and full time with it (step 12).
    void after_points() {
        if (after_.phase == Phase::over) {
            say_score("win").seat("winner", Rules::attack(after_));
            return;
        }
        if (after_.half != before_.half) {
            say_score("half-time");
            say("second-half").seat("offense", Rules::attack(after_));
        } else {
            say_score("score");
            const int missing = rules_.full_time(after_.weather) - after_.score[before_.offense];
            if (missing <= rules_.sheet().try_points && after_.phase == Phase::scrum_half)
                say("near-full-time").seat("seat", attack()).number("points", missing);
        }
        weather_bites();
    }

    // Points may have brought the defence its bad weather.
    void weather_bites() {
        if (rules_.late_weather(after_, defence()) && !rules_.late_weather(before_, defence()))
            say("weather-bites").seat("seat", defence());
    }

    void referee() {
        const bool scrum = before_.phase == Phase::scrum;
        const Seat roller = rules_.turn(before_).seat;
        if (after_.phase == Phase::card) {
            say("penalty").seat("seat", Rules::attack(after_));
        } else if (after_.phase == before_.phase) {
            if (scrum)
                say("scrum-reset");
            else
                say("lineout-not-straight").seat("seat", other(roller));
        } else if (Rules::attack(after_) == roller) {
            say(scrum ? "scrum-won" : "lineout-won").seat("seat", roller);
        } else {
            say(scrum ? "scrum-lost" : "lineout-lost").seat("seat", other(roller));
        }
    }

    void card() {
        if (after_.yellow_total == before_.yellow_total)
            say("no-card");
        else
            say(after_.cards[place(defence())] == 2 ? "yellow-card-second" : "yellow-card").seat("seat", defence());
    }

    const Rules& rules_;
    const State& before_;
    const State& after_;
    Narration& out_;
};

} // namespace

void Rules::narrate(const Moment<State>& moment, Narration& out) const {
    Teller teller(*this, moment, out);
    if (moment.fell) teller.tell_fall(static_cast<u8>(moment.fell->code));
    if (moment.action) teller.tell_choice(*moment.action);
}

} // namespace touchline::pocket_rugby
