// The figures of a strategy with hidden cards, as a sentence and as JSON.
#include "cli/card_figures.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::cli {

std::string card_figures(const Words& words, const solve::Exploitability& measure) {
    return words.text("bot-figures.exploited", {{"value", fmt::format("{:.2f}", 100 * measure.gain.value)},
                                                {"error", fmt::format("{:.2f}", 100 * measure.gain.half_width)},
                                                {"points", fmt::format("{:.3f}", measure.points_a_drive())},
                                                {"games", std::to_string(measure.games)}});
}

Json card_figures_json(const solve::Exploitability& measure) {
    return {{"winning", measure.gain.value},
            {"error", measure.gain.half_width},
            {"points_a_drive", measure.points_a_drive()},
            {"games", measure.games}};
}

} // namespace touchline::cli
