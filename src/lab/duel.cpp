// Makes both bots by name and asks the game's analysis for the exact result.
#include "lab/duel.hpp"

#include "bots/roster.hpp"

namespace touchline::lab {

Expected<Duel, Message> duel(const Table& table, const DuelPlan& plan, analysis::Library& library, solve::Job& job) {
    const auto home = bots::make_bot(plan.bots.home);
    const auto away = bots::make_bot(plan.bots.away);
    return library.of(table)->duel(table, {home.get(), away.get()}, plan.bound, job);
}

} // namespace touchline::lab
