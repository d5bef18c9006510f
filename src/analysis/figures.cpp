// Sums over all ways that a game can go, made into figures.
#include "analysis/figures_of.hpp"

namespace touchline::analysis {

using solve::Counted;
using solve::kCounted;

solve::Flowed mirrored(const solve::Flowed& flowed) {
    solve::Flowed other = flowed;
    std::swap(other.results[static_cast<std::size_t>(Result::home)],
              other.results[static_cast<std::size_t>(Result::away)]);
    const std::size_t home = index_of(Counted::home_points);
    const std::size_t away = index_of(Counted::away_points);
    std::swap(other.first[home], other.first[away]);
    std::swap(other.second[home], other.second[away]);
    other.leads.clear();
    for (const auto& [lead, chance] : flowed.leads) other.leads[-lead] = chance;
    return other;
}

void join(const solve::PlayLaw::End& before, const solve::Flowed& after, solve::Flowed& sum) {
    sum.valued = sum.valued || after.valued;
    for (std::size_t r = 0; r < sum.results.size(); ++r) sum.results[r] += before.chance * after.results[r];
    for (std::size_t c = 0; c < kCounted; ++c) {
        sum.first[c] += before.first[c] + before.chance * after.first[c];
        sum.second[c] += before.second[c] + 2 * before.first[c] * after.first[c] + before.chance * after.second[c];
    }
    for (const auto& [lead, chance] : after.leads) sum.leads[lead] += before.chance * chance;
    for (const auto& [how, times] : after.drives) sum.drives[how] += before.chance * times;
    for (const auto& [event, square] : after.luck) sum.luck[event] += before.chance * square;
    for (const auto& [event, choice] : after.choices) sum.choices[event].add(choice, before.chance);
    for (const auto& [event, own] : after.by_book) sum.by_book[event].add(own, before.chance);
    sum.lost += before.chance * after.lost;
    sum.stations += after.stations;
}

Spread spread_of(double first, double second) { return {first, std::sqrt(std::max(0.0, second - first * first))}; }

Figures figures_from(const solve::Flowed& flowed) {
    Figures figures;
    const double all = flowed.results[0] + flowed.results[1] + flowed.results[2];
    const auto result = [&](Result each) { return flowed.results[static_cast<std::size_t>(each)] / all; };
    figures.home = result(Result::home);
    figures.away = result(Result::away);
    figures.draw = result(Result::draw);
    const auto spread = [&](Counted counted) {
        return spread_of(flowed.first[index_of(counted)] / all, flowed.second[index_of(counted)] / all);
    };
    figures.points.home = spread(Counted::home_points);
    figures.points.away = spread(Counted::away_points);
    figures.rolls = spread(Counted::rolls);
    figures.decisions_taken = spread(Counted::decisions);
    if (flowed.first[index_of(Counted::plays)] > 0) figures.plays = spread(Counted::plays);
    if (flowed.first[index_of(Counted::drives)] > 0) figures.drives = spread(Counted::drives);
    double margin = 0;
    double square = 0;
    for (const auto& [lead, chance] : flowed.leads) {
        margin += std::abs(lead) * chance / all;
        square += static_cast<double>(lead) * lead * chance / all;
        figures.leads.push_back({lead, chance / all});
    }
    figures.margin = spread_of(margin, square);
    double drives = 0;
    for (const auto& [how, times] : flowed.drives) drives += times;
    for (const auto& [how, times] : flowed.drives) figures.drive_ends.push_back({how, times / drives});
    std::ranges::stable_sort(figures.drive_ends, std::greater{}, &DriveEnd::share);
    return figures;
}

} // namespace touchline::analysis
