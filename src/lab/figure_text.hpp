// The figures of the lab as a person reads them: labels in words, chances in percent, and the whole page of them.
#pragma once

#include "analysis/figures.hpp"
#include "play/words.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchline::lab {

// By the names of lab::named_figures(): "first_edge" is "Edge of the side that has the ball first".
[[nodiscard]] std::string figure_label(std::string_view name, const Words& words);
// "46.42 %", "−3.58" (percentage points), "18.24".
[[nodiscard]] std::string figure_value(std::string_view name, double value, const Words& words);
// "+0.310": percentage points where the figure is a chance.
[[nodiscard]] std::string figure_change(std::string_view name, double change, const Words& words);

// "+1.7 %", of what it was.
[[nodiscard]] std::string percent_change(double share, const Words& words);

// "Own ties: The strongest symbol counts".
[[nodiscard]] std::string option_text(const std::string& option, const std::string& value, const Words& words);

struct FigureLine {
    std::string label;
    std::string value;
    std::optional<double> share{}; // drawn as a bar, of 1
};

struct FigureSection {
    std::string title;
    std::vector<FigureLine> lines;
};

// All that is known of a game, in the order in which it is told. What a game does not have is left out.
[[nodiscard]] std::vector<FigureSection> figure_sections(const analysis::Figures& figures, const Words& words);
// "Exact: no chance is off by more than 1e-9.", or that it is an estimate; and what ± means.
[[nodiscard]] std::string exact_note(double bound, const Words& words);
[[nodiscard]] std::string figures_note(const analysis::Figures& figures, const Words& words);

// As many cells as fmt pads by: code points, as all that is shown here is one cell wide.
[[nodiscard]] std::size_t cells_of(std::string_view text);

// As lines for a terminal.
[[nodiscard]] std::string figures_text(const std::vector<FigureSection>& sections);

} // namespace touchline::lab
