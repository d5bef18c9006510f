// Play-by-play without words: what happened as keys with parameters. The words live in data/words.
#pragma once

#include "core/happening.hpp"
#include "core/turn.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace touchline {

// One parameter of a sentence; how it is shown is the catalogue's business.
struct SayingParam {
    enum class Kind {
        text,      // as it is
        number,    // a figure
        ordinal,   // 2 -> "2nd"
        seat,      // 0 home, 1 away -> the side's display name
        token,     // a face or card -> its name
        action,    // an action id -> its name
        word,      // a key of the catalogue's [word] table
        yard_line, // yards from the own goal line -> "own 25", "the 40"
        clock,     // seconds -> "14:30"
    };
    std::string name;
    Kind kind{};
    std::string text{};
    int number = 0;
};

// One thing to be said: the key of a sentence in the catalogue's [say] table, and what fills its braces.
struct Saying {
    std::string key;
    std::vector<SayingParam> params{};
    bool headline = false; // tells how a play came out; the others are details of it
};

// Collects what is to be said of one step, e.g. out.say("gain").seat("offense", seat).number("yards", 10);
class Narration {
public:
    // A detail. The parameters that follow are its own.
    Narration& say(std::string_view key) {
        sayings_.push_back({std::string(key)});
        current_ = sayings_.size() - 1;
        return *this;
    }
    // How the play came out: stands before the details of the step. There is one a step, the last one given.
    Narration& headline(std::string_view key) {
        if (!sayings_.empty()) sayings_.front().headline = false;
        sayings_.insert(sayings_.begin(), {std::string(key), {}, true});
        current_ = 0;
        return *this;
    }
    // The score as it is read out: the side that leads with its points first, or that they are level.
    Narration& score(BySeat<int> points) {
        if (points.home == points.away) return say("score-level").number("points", points.home);
        return result("score", points.home > points.away ? Seat::home : Seat::away, points);
    }
    // Something that a side leads or wins with, its points first.
    Narration& result(std::string_view key, Seat leader, BySeat<int> points) {
        return say(key).seat("leader", leader).number("high", points[leader]).number("low", points[other(leader)]);
    }
    Narration& text(std::string_view name, std::string_view value) {
        return add(name, SayingParam::Kind::text, value, 0);
    }
    Narration& number(std::string_view name, int value) { return add(name, SayingParam::Kind::number, {}, value); }
    Narration& ordinal(std::string_view name, int value) { return add(name, SayingParam::Kind::ordinal, {}, value); }
    Narration& seat(std::string_view name, Seat value) {
        return add(name, SayingParam::Kind::seat, {}, static_cast<int>(value));
    }
    Narration& token(std::string_view name, std::string_view value) {
        return add(name, SayingParam::Kind::token, value, 0);
    }
    Narration& action(std::string_view name, std::string_view value) {
        return add(name, SayingParam::Kind::action, value, 0);
    }
    Narration& word(std::string_view name, std::string_view value) {
        return add(name, SayingParam::Kind::word, value, 0);
    }
    Narration& yard_line(std::string_view name, int value) {
        return add(name, SayingParam::Kind::yard_line, {}, value);
    }
    Narration& clock(std::string_view name, int seconds) { return add(name, SayingParam::Kind::clock, {}, seconds); }

    [[nodiscard]] const std::vector<Saying>& sayings() const { return sayings_; }

private:
    // Requires: say() or headline() came first.
    Narration& add(std::string_view name, SayingParam::Kind kind, std::string_view text, int number) {
        sayings_[current_].params.push_back({std::string(name), kind, std::string(text), number});
        return *this;
    }
    std::vector<Saying> sayings_;
    std::size_t current_ = 0; // the saying whose parameters are being given
};

// One step of a game as the narrator sees it: the position in which it was taken, the step, and what the rules said
// happened. Exactly one of `fell`, `action`, `actions` is there.
template <class State>
struct Moment {
    const State& before;
    std::span<const Happening> happened;
    BySeat<int> score{};                     // after it
    Viewer viewer = Viewer::everyone;        // nothing hidden from this viewer may be told
    std::optional<Outcome> fell{};           // the outcome of a chance turn
    std::optional<Action> action{};          // the seat of before's turn chose
    std::optional<BySeat<Action>> actions{}; // both chose in secret

    // The first happening of a kind, or null.
    [[nodiscard]] const Happening* find(What what) const {
        const auto at = std::ranges::find(happened, what, &Happening::what);
        return at == happened.end() ? nullptr : &*at;
    }
};

} // namespace touchline
