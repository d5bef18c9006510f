// Makes both bots by name and asks the game's analysis for the exact result.
#include "lab/duel.hpp"

#include "bots/roster.hpp"

namespace touchline::lab {

Expected<Duel, Message> duel(const Table& table, const DuelPlan& plan, analysis::Library& library, solve::Job& job) {
    const auto home = bots::make_bot(plan.bots.home);
    const auto away = bots::make_bot(plan.bots.away);
    const analysis::Strategies pair{home.get(), away.get()};
    Expected<std::vector<Duel>, Message> duels = library.of(table)->duels(table, {&pair, 1}, plan.bound, job);
    if (!duels) return Unexpected{std::move(duels.error())};
    return duels->front();
}

} // namespace touchline::lab
