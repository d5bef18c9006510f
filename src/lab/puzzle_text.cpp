// Puts what a puzzle turns on into a sentence: of the best action and of its rival what matters most of what comes of
// them, and the lead at which another would be best.
#include "lab/puzzle_text.hpp"

#include "play/kind.hpp"
#include "play/position.hpp"
#include "review/figures.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace touchline::lab {

namespace {

using analysis::Coming;
using analysis::Outlook;
using analysis::OutlookPart;

constexpr double kSure = 0.9995; // shown as 100 %
constexpr double kRare = 0.05;
constexpr double kAbout = 0.6;

std::string action_name(const Puzzle& puzzle, const std::string& action, const Words& words) {
    return words.action(puzzle.table->turn().event, action);
}

// The part that the value of an action turns on: one that moves it about as much as any and is not rare; what was meant
// to come goes before what was not.
const OutlookPart& telling_part(const Outlook& outlook, double value) {
    const auto weight = [&](const OutlookPart& part) {
        if (part.coming == Coming::goes_on || part.chance < kRare) return 0.0;
        return part.chance * std::abs(part.value - value);
    };
    const OutlookPart& most = *std::ranges::max_element(outlook.parts, {}, weight);
    for (const Coming meant : {Coming::scores, Coming::first_down, Coming::wins_ball}) {
        const auto part = std::ranges::find(outlook.parts, meant, &OutlookPart::coming);
        if (part != outlook.parts.end() && part->chance >= kRare && weight(*part) >= kAbout * weight(most))
            return *part;
    }
    return most;
}

std::string clause(const Puzzle& puzzle, const AdvisedAction& action, const Words& words) {
    const WordParams plain{{"action", action_name(puzzle, action.action, words)},
                           {"then", review::percent(action.value, words)}};
    const auto outlook = std::ranges::find(puzzle.outlooks, action.action, &Outlook::action);
    if (outlook == puzzle.outlooks.end()) return words.text("puzzle.clause.goes-on.sure", plain);
    const OutlookPart& part = telling_part(*outlook, action.value);
    const std::string_view comes = analysis::name(part.coming);
    if (part.coming == Coming::goes_on || part.chance >= kSure)
        return words.text(fmt::format("puzzle.clause.{}.sure", comes), plain);
    const double rest = (action.value - part.chance * part.value) / (1 - part.chance);
    return words.text(fmt::format("puzzle.clause.{}.often", comes), {{"action", plain[0].second},
                                                                     {"chance", review::percent(part.chance, words)},
                                                                     {"then", review::percent(part.value, words)},
                                                                     {"else", review::percent(rest, words)}});
}

Json outlook_json(const Puzzle& puzzle, const std::string& action) {
    Json list = Json::array();
    const auto outlook = std::ranges::find(puzzle.outlooks, action, &Outlook::action);
    if (outlook == puzzle.outlooks.end()) return list;
    for (const OutlookPart& part : outlook->parts)
        list.push_back({{"comes", analysis::name(part.coming)}, {"chance", part.chance}, {"value", part.value}});
    return list;
}

} // namespace

std::string why(const Puzzle& puzzle, const Words& words) {
    std::string sentence = words.text("puzzle.why", {{"best", clause(puzzle, puzzle.best(), words)},
                                                     {"rival", clause(puzzle, puzzle.rival(), words)}});
    if (puzzle.other_lead) {
        const int points = puzzle.other_lead->points;
        const std::string lead = words.text(points > 0 ? "puzzle.with-more" : "puzzle.with-fewer",
                                            {{"points", std::to_string(std::abs(points))},
                                             {"action", action_name(puzzle, puzzle.other_lead->best, words)}});
        sentence = words.text("puzzle.why", {{"best", sentence}, {"rival", lead}});
    }
    return sentence + ".";
}

std::string method_text(const Puzzle& puzzle, const Words& words) {
    if (puzzle.advice.exact) return words.text("odds.exact");
    return fmt::format("{}, {}", words.text("odds.estimate"),
                       words.text("odds.error", {{"value", review::percent(puzzle.advice.error, words)}}));
}

Json puzzle_json(const Puzzle& puzzle, const Words& words) {
    const Table& table = *puzzle.table;
    Json json = table_json(table);
    json.update({{"position", position_text(table)},
                 {"seat", name(puzzle.seat)},
                 {"event", table.turn().event},
                 {"score", {{"home", table.score().home}, {"away", table.score().away}}},
                 {"difficulty", name(puzzle.difficulty)},
                 {"method", puzzle.advice.exact ? "exact" : "estimate"},
                 {"error", puzzle.advice.error},
                 {"natural", puzzle.natural},
                 {"taken", puzzle.taken.empty() ? Json() : Json(puzzle.taken)},
                 {"best", puzzle.best().action},
                 {"actions", Json::array()},
                 {"other_lead", Json()},
                 {"why", why(puzzle, words)}});
    for (const AdvisedAction& each : puzzle.advice.actions)
        json["actions"].push_back({{"action", each.action},
                                   {"value", each.value},
                                   {"loss", each.loss},
                                   {"outlook", outlook_json(puzzle, each.action)}});
    if (puzzle.other_lead)
        json["other_lead"] = {{"points", puzzle.other_lead->points}, {"best", puzzle.other_lead->best}};
    return json;
}

} // namespace touchline::lab
