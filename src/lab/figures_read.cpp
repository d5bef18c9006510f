// Reads the JSON of figures again: the inverse of figures_json().
#include "lab/figures.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::lab {

namespace {

analysis::Spread spread_in(const Json& json) {
    return {json.at("mean").get<double>(), json.at("deviation").get<double>()};
}

std::optional<analysis::Spread> spread_of(const Json& json, const char* key) {
    if (!json.contains(key)) return std::nullopt;
    return spread_in(json.at(key));
}

analysis::ChoiceFigure choice_in(const Json& json) {
    analysis::ChoiceFigure choice{json.at("event").get<std::string>(), json.at("asked").get<double>(),
                                  json.at("matter").get<double>(), json.at("worth").get<double>()};
    for (const Json& action : json.at("actions"))
        choice.actions.push_back({action.at("action").get<std::string>(), action.at("best").get<double>(),
                                  action.at("taken").get<double>()});
    return choice;
}

void read_results(const Json& json, Figures& figures) {
    figures.exact = json.at("exact").get<bool>();
    figures.bound = json.at("bound").get<double>();
    figures.home = json.at("home").get<double>();
    figures.draw = json.at("draw").get<double>();
    figures.away = json.at("away").get<double>();
    figures.first_edge = json.at("first_edge").get<double>();
    if (json.contains("toss_edge"))
        figures.toss = {json.at("toss_edge").get<double>(), json.at("toss_choice").get<std::string>()};
    const Json& points = json.at("points");
    figures.points = {spread_in(points.at("home")), spread_in(points.at("away")), spread_in(points.at("first")),
                      spread_in(points.at("second"))};
    figures.margin = spread_in(json.at("margin"));
    for (const Json& lead : json.at("leads"))
        figures.leads.push_back({lead.at(0).get<int>(), lead.at(1).get<double>()});
}

void read_course(const Json& json, Figures& figures) {
    const Json& length = json.at("length");
    figures.rolls = spread_in(length.at("rolls"));
    figures.decisions_taken = spread_in(length.at("decisions"));
    figures.plays = spread_of(length, "plays");
    figures.drives = spread_of(length, "drives");
    for (const auto& [how, share] : json.at("drives").items()) figures.drive_ends.push_back({how, share.get<double>()});
    std::ranges::stable_sort(figures.drive_ends, std::greater{}, &analysis::DriveEnd::share);
    if (!figures.exact) return; // estimates have no more
    const Json& decisions = json.at("decisions");
    figures.decisions = {decisions.at("asked").get<double>(), decisions.at("matter").get<double>(),
                         decisions.at("worth").get<double>()};
    for (const Json& choice : decisions.at("choices")) figures.decisions.choices.push_back(choice_in(choice));
    for (const auto& [bot, wins] : json.at("skill").items()) figures.skill.push_back({bot, wins.get<double>()});
    if (json.contains("games_to_tell")) figures.games_to_tell = json.at("games_to_tell").get<double>();
    figures.luck = json.at("luck").at("deviation").get<double>();
    for (const auto& [event, deviation] : json.at("luck").at("by_event").items())
        figures.luck_by_event.push_back({event, deviation.get<double>()});
    std::ranges::stable_sort(figures.luck_by_event, std::greater{}, &analysis::LuckFigure::deviation);
}

} // namespace

std::optional<Figures> figures_of(const Json& json) {
    try {
        Figures figures;
        read_results(json, figures);
        read_course(json, figures);
        return figures;
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

} // namespace touchline::lab
