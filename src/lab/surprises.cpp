// Ranks actions by how often they are missed.
#include "lab/surprises.hpp"

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

} // namespace touchline::lab
