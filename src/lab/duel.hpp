// One bot against another without a single game played: how often each result comes out, exactly.
#pragma once

#include "bots/library.hpp"
#include "core/expected.hpp"
#include "play/table.hpp"
#include "solve/job.hpp"

#include <string>

namespace touchline::lab {

struct DuelPlan {
    BySeat<std::string> bots;
    double bound = 1e-9; // on home's win + draw/2
};

struct Duel {
    solve::Valuation odds{}; // of home, with the proven bound
    double plays = 0;        // to be expected in a game; 0 where nothing had to be followed
    u64 stations = 0;        // positions between plays that were followed
};

// From the table's position on. Refused with a sentence where these rules cannot be followed. Throws solve::Stopped.
// Requires: both bots are in bots::bot_names().
[[nodiscard]] Expected<Duel, std::string> duel(const Table& table, const DuelPlan& plan, bots::Library& library,
                                               solve::Job& job);

} // namespace touchline::lab
