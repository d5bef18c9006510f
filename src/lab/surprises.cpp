// Ranks actions by how often they are missed.
#include "lab/surprises.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::lab {

std::vector<Surprise> surprises_of(const Figures& figures, std::size_t most) {
    constexpr double kSeldom = 0.005; // of the times asked: not worth a word
    std::vector<Surprise> found;
    for (const analysis::ChoiceFigure& choice : figures.decisions.choices) {
        const auto missed = [](const analysis::ActionFigure& action) { return action.best - action.taken; };
        const auto action = std::ranges::max_element(choice.actions, {}, missed);
        if (action == choice.actions.end() || missed(*action) < kSeldom) continue;
        found.push_back({choice.event, action->action, action->best, action->taken, choice.asked});
    }
    std::ranges::stable_sort(found, std::greater{},
                             [](const Surprise& each) { return each.asked * (each.best - each.taken); });
    if (found.size() > most) found.resize(most);
    return found;
}

Json surprises_json(const std::vector<Surprise>& surprises) {
    Json list = Json::array();
    for (const Surprise& each : surprises)
        list.push_back({{"event", each.event},
                        {"action", each.action},
                        {"best", each.best},
                        {"taken", each.taken},
                        {"asked", each.asked}});
    return list;
}

std::vector<Surprise> surprises_in(const Json& json) {
    std::vector<Surprise> surprises;
    for (const Json& each : json)
        surprises.push_back({each.at("event").get<std::string>(), each.at("action").get<std::string>(),
                             each.at("best").get<double>(), each.at("taken").get<double>(),
                             each.at("asked").get<double>()});
    return surprises;
}

} // namespace touchline::lab
