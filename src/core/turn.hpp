// What a game waits for, and what may answer it: a seat's action or an outcome of chance.
#pragma once

#include "core/inline_list.hpp"
#include "core/seat.hpp"

#include <string_view>

namespace touchline {

enum class TurnKind : u8 { chance, choice, secret, over };

// `event` is the game's own number of the turn's name; `seat` rolls or decides; `count` tokens fall.
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

// How often an outcome falls, relative to the other outcomes of its turn. An integer: no rounding in a rule.
using Weight = u64;

inline constexpr std::size_t kMostActions = 8;
inline constexpr std::size_t kMostTokens = 12;

using ActionList = InlineList<Action, kMostActions>;
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
