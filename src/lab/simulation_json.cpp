// Shares, means and the box score, each with its interval.
#include "lab/simulation_json.hpp"

#include "play/position.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::lab {

namespace {

Json sum_json(const Sum& sum, u64 games) { return {{"mean", sum.mean(games)}, {"error", sum.error(games)}}; }

Json share_json(u64 hits, u64 all) {
    const auto [share, error] = SimulationResult::share(hits, all);
    return {{"share", share}, {"error", error}};
}

} // namespace

u64 drive_count(const SimulationResult& result) {
    u64 all = 0;
    for (const auto& [how, count] : result.box.drive_ends()) all += static_cast<u64>(count);
    return all;
}

double a_game(std::int64_t value, const SimulationResult& result) {
    return result.told == 0 ? 0 : static_cast<double>(value) / static_cast<double>(result.told);
}

Json simulation_json(const Table& table, const SimulationPlan& plan, const Words& words,
                     const SimulationResult& result) {
    Json json = table_json(table);
    json.update(Json{
        {"seed", plan.seed},
        {"bots", {{"home", plan.bots.home}, {"away", plan.bots.away}}},
        {"games", result.games},
        {"home", share_json(result.home_wins, result.games)},
        {"draw", share_json(result.draws, result.games)},
        {"away", share_json(result.away_wins, result.games)},
        {"points",
         {{"home", sum_json(result.points.home, result.games)}, {"away", sum_json(result.points.away, result.games)}}},
        {"rolls", sum_json(result.rolls, result.games)},
        {"choices", sum_json(result.choices, result.games)},
        {"told", result.told},
        {"drives", Json::array()},
        {"box", Json::array()}});
    for (const auto& [how, count] : result.box.drive_ends()) {
        Json drive{{"how", how}, {"text", words.text(fmt::format("how.{}", how))}, {"count", count}};
        drive.update(share_json(static_cast<u64>(count), drive_count(result)));
        json["drives"].push_back(std::move(drive));
    }
    for (const BoxScore::Line& line : result.box.lines(words)) {
        Json row{{"id", line.id}, {"label", line.label}};
        for (Seat seat : kSeats) {
            row[std::string(name(seat))] = a_game(line.values[seat], result);
            if (line.kind == BoxScore::Line::Kind::made)
                row["tried"][std::string(name(seat))] = a_game(line.tried[seat], result);
        }
        json["box"].push_back(std::move(row));
    }
    return json;
}

} // namespace touchline::lab
