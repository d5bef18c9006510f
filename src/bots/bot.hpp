// A player of one game, typed: given a view, its legal actions and its own random source, nothing more. It cannot see
// the coming dice or the other's hand because nothing that it is given holds them.
#pragma once

#include "bots/coach.hpp"
#include "core/game.hpp"

#include <memory>
#include <string_view>

namespace touchline::bots {

template <GameRules R>
class Bot {
public:
    virtual ~Bot() = default;
    // Requires: legal holds at least one action.
    [[nodiscard]] virtual Action choose(const R& rules, const ViewOf<R>& view, Seat seat, const ActionList& legal,
                                        Random& random) const = 0;
};

template <GameRules R>
class RandomBot final : public Bot<R> {
public:
    [[nodiscard]] Action choose(const R&, const ViewOf<R>&, Seat, const ActionList& legal,
                                Random& random) const override {
        return legal[random.below(static_cast<u32>(legal.size()))];
    }
};

// The habits of bots/coach.hpp; any action in a game that has none.
template <GameRules R>
class CoachBot final : public Bot<R> {
public:
    [[nodiscard]] Action choose(const R& rules, const ViewOf<R>& view, Seat seat, const ActionList& legal,
                                Random& random) const override {
        if constexpr (HasCoach<R>) {
            (void)random;
            const Action action = coach(rules, view, seat);
            return legal.contains(action) ? action : legal[0];
        } else {
            return legal[random.below(static_cast<u32>(legal.size()))];
        }
    }
};

// Takes the first (or last) of the listed actions: the plainest of habits.
enum class Which { first, last };

template <GameRules R>
class FixedBot final : public Bot<R> {
public:
    explicit FixedBot(Which which) : which_(which) {}
    [[nodiscard]] Action choose(const R&, const ViewOf<R>&, Seat, const ActionList& legal, Random&) const override {
        return which_ == Which::first ? legal[0] : legal[legal.size() - 1];
    }

private:
    Which which_;
};

} // namespace touchline::bots
