#include "cli/card_figures.hpp"

#include "play/visit.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::cli {

std::optional<CardMeasure> card_measure(const Table& table, bots::Library& library) {
    std::optional<CardMeasure> found;
    visit(table, [&](const auto& at) {
        using R = std::remove_cvref_t<decltype(at.rules())>;
        if constexpr (requires(const typename solve::SolverOf<R>::type& solver) { solver.measure(); }) {
            const auto start = at.rules().start();
            const auto shelf = library.shelf(at);
            if (!shelf || !shelf->knows(start)) return;
            const auto measure = shelf->template consult<std::optional<CardMeasure>>(
                start, {}, [](const auto& solver) -> std::optional<CardMeasure> { return solver.measure(); });
            if (measure) found = *measure;
        }
    });
    return found;
}

std::string card_figures(const Words& words, const CardMeasure& measure) {
    return words.text("bot-figures.exploited", {{"value", fmt::format("{:.2f}", 100 * measure.gain.value)},
                                                {"error", fmt::format("{:.2f}", 100 * measure.gain.half_width)},
                                                {"points", fmt::format("{:.3f}", measure.points_a_drive())},
                                                {"games", std::to_string(measure.games)}});
}

Json card_figures_json(const CardMeasure& measure) {
    return {{"winning", measure.gain.value},
            {"error", measure.gain.half_width},
            {"points_a_drive", measure.points_a_drive()},
            {"games", measure.games}};
}

} // namespace touchline::cli
