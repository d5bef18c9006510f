// Play by play: which sentences of data/words tell a step of Pocket Sports Rugby.
#include "games/pocket_rugby/rules.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace touchline::pocket_rugby {

namespace {

// One step: what the die or a choice showed, and what followed.
class Teller {
public:
    Teller(const Rules& rules, const Moment<State>& moment, Narration& out)
        : rules_(rules), sheet_(rules.sheet()), moment_(moment), before_(moment.before), out_(out) {}

    void tell_roll(u8 face) {
        switch (before_.phase) {
        case Phase::weather: say(fmt::format("weather-{}", find(What::weather)->how)); break;
        case Phase::toss: headline("toss-won").seat("seat", *find(What::toss)->seat); break;
        case Phase::scrum_half: feed(face); break;
        case Phase::forward:
        case Phase::centre:
        case Phase::wing:
        case Phase::back: carry(face); break;
        case Phase::decoy: check(face, "decoy", "decoy-failed"); break;
        case Phase::intercept: check(face, "intercepted", "intercept-failed"); break;
        case Phase::stop_maul: check(face, "maul-stopped", "maul-goes-on"); break;
        case Phase::charge_down: check(face, "charged-down", "charge-down-failed"); break;
        case Phase::first_tackle: first_tackle(face); break;
        case Phase::second_tackle:
        case Phase::only_tackle: tackle(face); break;
        case Phase::ruck: ruck(); break;
        case Phase::try_: over_the_line(); break;
        case Phase::conversion_range: range("conversion-range", face); break;
        case Phase::drop_range: range("drop-range", face); break;
        case Phase::penalty_range: range("penalty-range", face); break;
        case Phase::conversion_kick: conversion(face); break;
        case Phase::drop_kick: kick(face, "drop-good", "drop-missed"); break;
        case Phase::penalty_kick: kick(face, "penalty-good", "penalty-missed"); break;
        case Phase::scrum: referee(sheet_.white[face], "scrum-won", "scrum-lost"); break;
        case Phase::lineout: referee(sheet_.white[face], "lineout-won", "lineout-lost"); break;
        case Phase::card: card(); break;
        case Phase::pass:
        case Phase::maul:
        case Phase::big_hit:
        case Phase::drop_goal:
        case Phase::penalty:
        case Phase::over:
        case Phase::try_decoy:
        case Phase::try_intercept:
        case Phase::try_charge_down:
        case Phase::card_check: break;
        }
    }

    void tell_choice(Action action) {
        switch (before_.phase) {
        case Phase::pass: say("pass-on").word("position", kPositionNames[action.code]); break;
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
        case Phase::try_decoy: declined(action, "decoy-declined"); break;
        case Phase::try_intercept: declined(action, "intercept-declined"); break;
        case Phase::try_charge_down: declined(action, "charge-down-declined"); break;
        case Phase::card_check: declined(action, "card-declined"); break;
        default: break;
        }
    }

private:
    Narration& say(std::string_view key) { return out_.say(key); }
    Narration& headline(std::string_view key) { return out_.headline(key); }

    [[nodiscard]] const Happening* find(What what) const { return moment_.find(what); }
    [[nodiscard]] Seat attack() const { return Rules::attack(before_); }
    [[nodiscard]] Seat defence() const { return Rules::defence(before_); }

    // R8: what is attempted or checked is told by the roll.
    void declined(Action action, std::string_view key) {
        if (action == action::kDecline) both(say(key));
    }

    void check(u8 face, std::string_view yes, std::string_view no) {
        const bool succeeds = rules_.check_succeeds(before_, face);
        const bool settled = succeeds && before_.phase != Phase::decoy;
        both(settled ? headline(yes) : say(succeeds ? yes : no));
        if (find(What::flag) != nullptr) reset_tap();
    }
    Narration& both(Narration& saying) { return saying.seat("offense", attack()).seat("defense", defence()); }

    void ruck() {
        if (find(What::steal) != nullptr)
            both(headline("stolen"));
        else if (find(What::stop) != nullptr)
            both(headline("steal-failed"));
        else
            both(say("steal-failed-second"));
        quick_tap();
    }

    void feed(u8 face) {
        const Feed feed = sheet_.scrum_half[face];
        if (feed <= Feed::back)
            say("pass-to").word("position", kPositionNames[static_cast<std::size_t>(feed)]);
        else
            flag();
    }

    void flag() {
        const Happening* flag = find(What::flag);
        if (flag == nullptr) return;
        headline(flag->how).seat("seat", other(*flag->seat));
        if (flag->how == "penalty" && *flag->seat == defence()) reset_tap();
    }

    // R27: a penalty of the side whose quick tap runs.
    void reset_tap() {
        if (rules_.options().penalty_resets_tap && before_.quick_tap > 0)
            say("quick-tap-reset").number("value", sheet_.quick_tap_runs);
    }

    // The printed value and what a team card makes of it differ: a favourite of that side.
    void carry(u8 face) {
        const PlayerFace& shown = sheet_.players[before_.ball.carrier][face];
        if (shown.kind != FaceKind::run) return flag();
        State running = before_;
        running.ball.face = face;
        const int value = rules_.run_value(running);
        const bool hardest = std::ranges::all_of(sheet_.players, [&](const Die<PlayerFace>& die) {
            return std::ranges::all_of(die, [&](const PlayerFace& any) { return any.value <= shown.value; });
        });
        say(hardest ? "run-hardest" : "run")
            .word("position", kPositionNames[before_.ball.carrier])
            .number("value", value);
        if (shown.name.starts_with(kHitUp)) // its name has a value of its own
            out_.word("face", "hit-up");
        else
            out_.token("face", shown.name);
        if (rules_.favoured(running)) say("run-favoured").seat("offense", attack());
    }

    void first_tackle(u8 face) {
        if (sheet_.brown.faces[face] == kBigHit)
            say("big-hit-first");
        else
            tackle_first(rules_.tackle_count(before_, face));
        injury();
    }

    // A second big hit may still come, whatever the first man counts.
    void tackle_first(int first) {
        const int missing = before_.ball.value - rules_.tackle_sum(before_, first);
        const std::string_view key = first <= 0     ? "tackle-first-nothing"
                                     : missing <= 0 ? "tackle-first-enough"
                                                    : "tackle-first";
        say(key).number("first", first).number("value", before_.ball.value).number("missing", missing);
    }

    void tackle(u8 face) {
        const bool second = before_.phase == Phase::second_tackle;
        const int first = rules_.tackle_count(before_, second ? before_.ball.tackle : face);
        const int last = second ? rules_.tackle_count(before_, face) : 0;
        const int value = before_.ball.value;
        const int sum = rules_.tackle_sum(before_, first + last);
        const Happening* stop = find(What::stop);
        if (stop == nullptr)
            say("line-break").number("sum", sum).number("value", value);
        else if (stop->how == "big-hit")
            headline("big-hit-completes");
        else if (sum == value)
            headline("tackled-just").number("sum", sum).number("value", value);
        else
            headline(second ? "tackled" : "tackled-alone")
                .number("first", first)
                .number("second", last)
                .number("sum", sum)
                .number("value", value);
        injury();
        quick_tap();
    }

    void injury() {
        if (const Happening* hurt = find(What::injury))
            say("injury").word("position", hurt->how).seat("offense", *hurt->seat);
    }

    // Step 11: a completed tackle counts.
    void quick_tap() {
        if (find(What::stop) == nullptr || before_.quick_tap == 0) return;
        if (before_.quick_tap > 1)
            say("quick-tap-left").number("value", before_.quick_tap - 1);
        else
            say("quick-tap-ends");
    }

    void over_the_line() {
        if (const Happening* score = find(What::score)) {
            headline("try").seat("offense", *score->seat).number("points", *score->amount);
            after_points();
        } else if (find(What::miss) != nullptr) {
            headline("no-try").seat("defense", defence());
        } else {
            say("video-ref");
        }
    }

    void range(std::string_view key, u8 face) { say(key).number("value", rules_.range_metres(face)); }

    Narration& say_metres(std::string_view key, u8 face) {
        return headline(key)
            .number("sum", rules_.kick_metres(before_, face))
            .number("value", *find(What::kick)->amount);
    }

    void conversion(u8 face) {
        if (const Happening* score = find(What::score))
            say_metres("conversion-good", face).number("points", *score->amount);
        else
            say_metres("conversion-missed", face);
        after_points();
    }

    void kick(u8 face, std::string_view good, std::string_view short_of_it) {
        if (const Happening* score = find(What::score)) {
            say_metres(good, face).seat("offense", *score->seat).number("points", *score->amount);
            after_points();
        } else if (find(What::possession) != nullptr) {
            say_metres(short_of_it, face).seat("defense", defence());
        } else {
            headline("kept-after-miss").seat("offense", attack());
        }
    }

    // The score once it stands; half time and full time with it (step 12).
    void after_points() {
        if (const Happening* over = find(What::over)) {
            out_.result("win", *over->seat, moment_.score);
            return;
        }
        const Happening* next = find(What::possession);
        if (find(What::period) != nullptr) {
            say("half-time");
            out_.score(moment_.score);
            say("second-half").seat("offense", *next->seat);
        } else {
            out_.score(moment_.score);
            const int missing = rules_.full_time(before_.weather) - moment_.score[attack()];
            if (missing <= sheet_.try_points && next != nullptr && !rules_.options().points_together)
                say("near-full-time").seat("seat", attack()).number("points", missing);
        }
        if (const Happening* weather = find(What::weather)) say("weather-bites").seat("seat", *weather->seat);
    }

    void referee(RefFace face, std::string_view won, std::string_view lost) {
        const Seat roller = rules_.turn(before_).seat;
        switch (face) {
        case RefFace::green: headline(won).seat("seat", roller); break;
        case RefFace::red: headline(lost).seat("seat", other(roller)); break;
        case RefFace::reset:
            if (before_.phase == Phase::scrum)
                say("scrum-reset");
            else
                headline("lineout-not-straight").seat("seat", other(roller));
            break;
        case RefFace::penalty_won:
        case RefFace::penalty_against: flag(); break;
        }
    }

    void card() {
        if (const Happening* card = find(What::card))
            headline(*card->amount == 2 ? "yellow-card-second" : "yellow-card").seat("seat", *card->seat);
        else
            say("no-card");
    }

    const Rules& rules_;
    const Sheet& sheet_;
    const Moment<State>& moment_;
    const State& before_;
    Narration& out_;
};

} // namespace

void Rules::narrate(const Moment<State>& moment, Narration& out) const {
    Teller teller(*this, moment, out);
    if (moment.fell) teller.tell_roll(static_cast<u8>(moment.fell->code));
    if (moment.action) teller.tell_choice(*moment.action);
}

} // namespace touchline::pocket_rugby
