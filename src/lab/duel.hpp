// One bot against another without a single game played: how often each result comes out, exactly.
#pragma once

#include "analysis/library.hpp"

#include <string>

namespace touchline::lab {

using analysis::Duel;

struct DuelPlan {
    BySeat<std::string> bots;
    double bound = 1e-9; // on home's win + draw/2
};

// From the table's position on. Refused with a sentence where these rules cannot be followed. Throws solve::Stopped.
// Requires: both bots are in bots::bot_names().
[[nodiscard]] Expected<Duel, Message> duel(const Table& table, const DuelPlan& plan, analysis::Library& library,
                                           solve::Job& job);

} // namespace touchline::lab
