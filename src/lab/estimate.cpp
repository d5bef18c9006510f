// Puts what simulated games add up to into the shape of figures.
#include "lab/estimate.hpp"

#include <cassert>
#include <cmath>

namespace touchline::lab {

namespace {

analysis::Spread spread_of_sum(const Sum& sum, u64 games) { return {sum.mean(games), sum.deviation(games)}; }

// The lead at the end, without its sign, and how often each came.
void add_leads(const SimulationResult& played, Figures& figures) {
    Sum margin;
    for (const auto& [lead, games] : played.leads) {
        const auto size = static_cast<u64>(std::abs(lead));
        margin.add({size * games, size * size * games});
        figures.leads.push_back({lead, static_cast<double>(games) / static_cast<double>(played.told)});
    }
    figures.margin = spread_of_sum(margin, played.told);
}

void add_drives(const SimulationResult& played, Figures& figures) {
    if (played.plays.total > 0) figures.plays = spread_of_sum(played.plays, played.told);
    if (played.drives.total == 0) return;
    figures.drives = spread_of_sum(played.drives, played.told);
    for (const auto& [how, count] : played.box.drive_ends())
        figures.drive_ends.push_back(
            {std::string(how), static_cast<double>(count) / static_cast<double>(played.drives.total)});
}

} // namespace

BySeat<std::string> estimate_bots(BySeat<std::string> bots) {
    for (Seat seat : kSeats)
        if (bots[seat] == "perfect") bots[seat] = "coach";
    return bots;
}

Figures estimated(const SimulationResult& played) {
    assert(played.games > 0 && played.told == played.games);
    const auto games = static_cast<double>(played.games);
    Figures figures;
    figures.exact = false;
    figures.bound = SimulationResult::share(played.games / 2, played.games).second;
    figures.home = static_cast<double>(played.home_wins) / games;
    figures.draw = static_cast<double>(played.draws) / games;
    figures.away = static_cast<double>(played.away_wins) / games;
    const SimulationResult::FirstSide& first = played.first;
    if (first.games > 0)
        figures.first_edge = static_cast<double>(first.half_wins) / (2 * static_cast<double>(first.games)) - 0.5;
    figures.points = {spread_of_sum(played.points.home, played.games), spread_of_sum(played.points.away, played.games),
                      spread_of_sum(first.own, first.games), spread_of_sum(first.other, first.games)};
    figures.rolls = spread_of_sum(played.rolls, played.games);
    figures.decisions_taken = spread_of_sum(played.choices, played.games);
    add_leads(played, figures);
    add_drives(played, figures);
    return figures;
}

} // namespace touchline::lab
