// A player of one game, typed: given a view, what the seat remembers, its legal actions and its own random source,
// nothing more. It cannot see the coming dice or the other's hand because nothing that it is given holds them.
#pragma once

#include "bots/coach.hpp"
#include "bots/memory.hpp"
#include "core/game.hpp"
#include "core/shares.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace touchline::bots {

// The place of an action in a list; the first where it is not there.
[[nodiscard]] inline std::size_t place_of(const ActionList& legal, Action action) {
    for (std::size_t i = 0; i < legal.size(); ++i)
        if (legal[i] == action) return i;
    return 0;
}

// None of so many actions.
[[nodiscard]] inline Shares nothing(std::size_t actions) {
    Shares shares;
    for (std::size_t i = 0; i < actions; ++i) shares.push_back(0);
    return shares;
}

// All on one action.
[[nodiscard]] inline Shares only(std::size_t taken, std::size_t actions) {
    Shares shares = nothing(actions);
    shares[taken] = 1;
    return shares;
}

[[nodiscard]] inline Shares evenly(std::size_t actions) {
    Shares shares;
    for (std::size_t i = 0; i < actions; ++i) shares.push_back(1.0 / static_cast<double>(actions));
    return shares;
}

// What a bot is given at a choice. Without a memory it goes by the view alone.
template <GameRules R>
struct Sight {
    const ViewOf<R>& view;
    Seat seat;
    const ActionList& legal; // at least one
    const Memory<R>* memory = nullptr;
};

// A strategy: how often it takes each action is all that there is to know of it.
template <GameRules R>
class Bot {
public:
    virtual ~Bot() = default;
    [[nodiscard]] virtual Shares shares(const R& rules, const Sight<R>& sight) const = 0;
    // What it looks at.
    [[nodiscard]] virtual Heed heeds() const { return Heed::everything; }
    // The shares by what each action is worth to the seat. Requires: it heeds values.
    [[nodiscard]] virtual Shares valued(std::span<const double> values) const { return evenly(values.size()); }

    // Requires: legal holds at least one action.
    [[nodiscard]] Action choose(const R& rules, const Sight<R>& sight, Random& random) const {
        const ActionList& legal = sight.legal;
        const Shares taken = shares(rules, sight);
        for (std::size_t i = 0; i < taken.size(); ++i)
            if (taken[i] == 1) return legal[i];
        double left = static_cast<double>(random.next() >> 11) * 0x1.0p-53;
        for (std::size_t i = 0; i < taken.size(); ++i) {
            if (left < taken[i]) return legal[i];
            left -= taken[i];
        }
        return legal[legal.size() - 1];
    }
};

template <GameRules R>
class RandomBot final : public Bot<R> {
public:
    [[nodiscard]] Shares shares(const R&, const Sight<R>& sight) const override { return evenly(sight.legal.size()); }
    [[nodiscard]] Heed heeds() const override { return Heed::actions; }
};

// The coach's action as shares; every action alike in a game that has no coach.
template <GameRules R>
[[nodiscard]] Shares coached(const R& rules, const Sight<R>& sight) {
    if constexpr (HasCoach<R>)
        return only(place_of(sight.legal, coach(rules, sight.view, sight.seat)), sight.legal.size());
    else
        return evenly(sight.legal.size());
}

// The habits of bots/coach.hpp; any action in a game that has none.
template <GameRules R>
class CoachBot final : public Bot<R> {
public:
    [[nodiscard]] Shares shares(const R& rules, const Sight<R>& sight) const override { return coached(rules, sight); }
};

// The coach with one habit: where three points could be kicked for, the ball punted away or a down played, it always
// (or never) plays on.
template <GameRules R>
class GoingBot final : public Bot<R> {
public:
    explicit GoingBot(Going going) : going_(going) {}
    [[nodiscard]] Shares shares(const R& rules, const Sight<R>& sight) const override {
        if constexpr (HasGoing<R>)
            if (const std::optional<Action> habit = going(rules, sight.view, sight.seat, going_))
                return only(place_of(sight.legal, *habit), sight.legal.size());
        return coached(rules, sight);
    }

private:
    Going going_;
};

// Takes the first (or last) of the listed actions: the plainest of habits.
enum class Which { first, last };

template <GameRules R>
class FixedBot final : public Bot<R> {
public:
    explicit FixedBot(Which which) : which_(which) {}
    [[nodiscard]] Heed heeds() const override { return Heed::actions; }
    [[nodiscard]] Shares shares(const R&, const Sight<R>& sight) const override {
        return only(which_ == Which::first ? 0 : sight.legal.size() - 1, sight.legal.size());
    }

private:
    Which which_;
};

} // namespace touchline::bots
