// Lines up figures by name.
#include "lab/compare.hpp"

#include <algorithm>
#include <cmath>

namespace touchline::lab {

namespace {

std::string_view group_of(std::string_view name) { return name.substr(0, name.find('.')); }

} // namespace

std::optional<double> ComparedFigure::change(std::size_t game) const {
    const std::optional<double>& before = values.front();
    const std::optional<double>& after = values.at(game);
    if (!before && !after) return std::nullopt;
    return after.value_or(0) - before.value_or(0);
}

bool ComparedFigure::changes() const {
    for (std::size_t i = 1; i < values.size(); ++i)
        if (std::abs(change(i).value_or(0)) > kNoChange) return true;
    return false;
}

std::vector<ComparedFigure> compared(std::span<const Figures> games) {
    std::vector<ComparedFigure> rows;
    for (std::size_t i = 0; i < games.size(); ++i)
        for (const NamedFigure& figure : named_figures(games[i])) {
            auto row = std::ranges::find(rows, figure.name, &ComparedFigure::name);
            if (row == rows.end()) {
                const auto last = std::find_if(rows.rbegin(), rows.rend(), [&](const ComparedFigure& each) {
                    return group_of(each.name) == group_of(figure.name);
                });
                row = rows.insert(i == 0 ? rows.end() : last.base(),
                                  {figure.name, std::vector<std::optional<double>>(games.size())});
            }
            row->values[i] = figure.value;
        }
    return rows;
}

std::optional<double> figure_named(const Figures& figures, std::string_view name) {
    for (const NamedFigure& figure : named_figures(figures))
        if (figure.name == name) return figure.value;
    return std::nullopt;
}

} // namespace touchline::lab
