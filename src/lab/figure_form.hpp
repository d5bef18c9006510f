// What kind of number a figure is, by its name: how it is written, and where it can lie in any game.
#pragma once

#include <limits>
#include <string_view>

namespace touchline::lab {

enum class FigureForm { chance, edge, amount }; // percent, percentage points, a plain number

// Whether it is one of "drives.", "skill." … and not the group itself.
[[nodiscard]] bool in_group(std::string_view name, std::string_view group);
[[nodiscard]] FigureForm form_of(std::string_view name);

// No game has the figure below `least` or above `most`.
struct FigureLimits {
    double least = 0;
    double most = std::numeric_limits<double>::infinity();
};
[[nodiscard]] FigureLimits limits_of(std::string_view name);

} // namespace touchline::lab
