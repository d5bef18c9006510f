// touchline play, from the first screen to the last: saved games, menu, table, session.
#pragma once

#include "play/evaluator.hpp"
#include "terminal/console.hpp"
#include "terminal/setup.hpp"

namespace touchline::terminal {

// What is left to say once the screen is given back.
struct Farewell {
    enum class Kind { done, failed, misused };
    Kind kind = Kind::done;
    std::string text{};   // for standard output where it is done, else one sentence for standard error
    std::string record{}; // a game that could not be saved, so that it is not lost
};

// Without a reviewer a finished game is not looked back on.
[[nodiscard]] Farewell play(Setup setup, Console& console, Evaluator& evaluator, PlayerMaker& makers,
                            const Reviewer& reviewer = {});

} // namespace touchline::terminal
