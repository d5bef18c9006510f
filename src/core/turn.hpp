// What a game waits for, and what may answer it: a seat's action or an outcome of chance.
#pragma once

#include "core/inline_list.hpp"
#include "core/seat.hpp"

#include <cassert>
#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace touchline {

enum class TurnKind : u8 { chance, choice, secret, over };

// `event` is the game's own number of the turn's name; `seat` rolls or decides; `count` tokens are drawn.
// A secret turn is for both seats; which of them have answered is the table's business, not the state's.
struct Turn {
    TurnKind kind = TurnKind::over;
    u8 event = 0;
    Seat seat = Seat::home;
    u8 count = 0;

    friend constexpr bool operator==(const Turn&, const Turn&) = default;
};

// A seat's choice. The code means something to its game alone.
struct Action {
    u8 code = 0;
    friend constexpr bool operator==(Action, Action) = default;
};

// What chance brought: all tokens of one chance turn in one number, packed as its game likes.
struct Outcome {
    u64 code = 0;
    friend constexpr bool operator==(Outcome, Outcome) = default;
};

// How often an outcome occurs, relative to the other outcomes of its turn. An integer: no rounding in a rule.
using Weight = u64;

inline constexpr std::size_t kMostActions = 8;
inline constexpr std::size_t kMostTokens = 12;

// A list of actions packed into one number. A list in memory has to be written before one of its items can be read, and
// a random choice would wait for that.
class ActionList {
public:
    class Iterator { // std::forward_iterator
    public:
        using value_type = Action;
        using difference_type = std::ptrdiff_t;

        constexpr Iterator() = default;
        constexpr Iterator(u64 codes, std::size_t at) : codes_(codes), at_(at) {}
        [[nodiscard]] constexpr Action operator*() const { return {static_cast<u8>(codes_ >> (8 * at_))}; }
        constexpr Iterator& operator++() {
            ++at_;
            return *this;
        }
        constexpr Iterator operator++(int) { return {codes_, at_++}; }
        friend constexpr bool operator==(const Iterator&, const Iterator&) = default;

    private:
        u64 codes_ = 0;
        std::size_t at_ = 0;
    };

    constexpr ActionList() = default;
    constexpr ActionList(std::initializer_list<Action> actions) {
        for (Action action : actions) push_back(action);
    }

    // Requires: size() < kMostActions.
    constexpr void push_back(Action action) {
        assert(size_ < kMostActions);
        codes_ |= u64{action.code} << (8 * size_++);
    }

    [[nodiscard]] constexpr std::size_t size() const { return size_; }
    [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
    // Requires: i < size().
    [[nodiscard]] constexpr Action operator[](std::size_t i) const { return {static_cast<u8>(codes_ >> (8 * i))}; }
    [[nodiscard]] constexpr Iterator begin() const { return Iterator(codes_, 0); }
    [[nodiscard]] constexpr Iterator end() const { return Iterator(codes_, size_); }
    [[nodiscard]] constexpr bool contains(Action action) const {
        for (Action own : *this)
            if (own == action) return true;
        return false;
    }

private:
    u64 codes_ = 0; // a byte each, the first lowest
    std::size_t size_ = 0;
};

using Tokens = InlineList<std::string_view, kMostTokens>;

enum class Result : u8 { home, away, draw };

[[nodiscard]] constexpr Result win_of(Seat seat) { return seat == Seat::home ? Result::home : Result::away; }

[[nodiscard]] constexpr std::string_view name(Result result) {
    switch (result) {
    case Result::home: return "home";
    case Result::away: return "away";
    case Result::draw: return "draw";
    }
    return {};
}

[[nodiscard]] constexpr std::string_view name(TurnKind kind) {
    switch (kind) {
    case TurnKind::chance: return "chance";
    case TurnKind::choice: return "choice";
    case TurnKind::secret: return "secret";
    case TurnKind::over: return "over";
    }
    return {};
}

} // namespace touchline
