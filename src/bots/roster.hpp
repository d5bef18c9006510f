// The typed bots of one game by name: opponents by strength, and habits.
#pragma once

#include "bots/library.hpp"
#include "bots/strength.hpp"

#include <string_view>
#include <vector>

namespace touchline::bots {

// Players that need no solver, the weakest first.
inline constexpr std::array<std::string_view, 6> kHabits{"random", "first", "last", "always-go", "never-go", "coach"};

// Every name that make_bot() knows, the weakest first: habits, then strengths.
[[nodiscard]] inline std::vector<std::string> bot_names() {
    std::vector<std::string> names;
    for (std::string_view habit : kHabits) names.emplace_back(habit);
    for (std::size_t i = kStrengths.size(); i-- > 0;) names.emplace_back(kStrengths[i].name);
    return names;
}

// Null where there is no bot of that name. Where these rules cannot be solved a strength plays as the coach does.
template <TableGame R>
[[nodiscard]] std::unique_ptr<Bot<R>> make_bot(std::string_view name, const TableFor<R>& table, Library& library,
                                               const Patience& patience = {}) {
    if (name == "random") return std::make_unique<RandomBot<R>>();
    if (name == "coach") return std::make_unique<CoachBot<R>>();
    if (name == "first") return std::make_unique<FixedBot<R>>(Which::first);
    if (name == "last") return std::make_unique<FixedBot<R>>(Which::last);
    if (name == "always-go") return std::make_unique<GoingBot<R>>(Going::always);
    if (name == "never-go") return std::make_unique<GoingBot<R>>(Going::never);
    for (const Strength& strength : kStrengths) {
        if (strength.name != name) continue;
        if constexpr (solve::HasSolver<R>)
            if (auto shelf = library.shelf(table))
                return std::make_unique<StrongBot<R>>(std::move(shelf), strength.budget, patience);
        return std::make_unique<CoachBot<R>>();
    }
    return nullptr;
}

} // namespace touchline::bots
