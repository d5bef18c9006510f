// The figures of several games side by side.
#pragma once

#include "lab/figures.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace touchline::lab {

// One figure in every game that was asked about, the one to compare with first; empty where a game does not have it.
struct ComparedFigure {
    std::string name;
    std::vector<std::optional<double>> values;

    // Against the first; a share that a game does not have is 0 there. Empty where neither game has it.
    [[nodiscard]] std::optional<double> change(std::size_t game) const;
    // Whether any game differs from the first by more than what rounding makes.
    [[nodiscard]] bool changes() const;
};

// In the order of the page: a figure that only a later game has stands behind its group.
[[nodiscard]] std::vector<ComparedFigure> compared(std::span<const Figures> games);

// The value of a figure by its name; empty where the game does not have it.
[[nodiscard]] std::optional<double> figure_named(const Figures& figures, std::string_view name);

// Differences below are rounding, not an effect.
inline constexpr double kNoChange = 1e-9;

} // namespace touchline::lab
