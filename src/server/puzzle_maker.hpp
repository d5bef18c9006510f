// The function that makes puzzles, supplied by the server's owner so that the server knows no solver.
#pragma once

#include "games/refusal.hpp"
#include "play/table.hpp"
#include "play/words.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace touchline::server {

struct PuzzleAsked {
    std::string game{};       // empty: the game of the day
    std::optional<u64> day{}; // days since 1970; else the seed decides
    u64 seed = 0;
    u64 number = 0;
    bool hard = false;
    Language language{};
};

struct PuzzleMade {
    std::shared_ptr<const Table> table; // before the decision
    Json json;                          // what is asked and what each action is worth
};

// Empty where its values are not known yet: they are being worked out, and it is asked for again.
using PuzzleMaker = std::function<OrRefusal<std::optional<PuzzleMade>>(const PuzzleAsked& asked)>;

} // namespace touchline::server
