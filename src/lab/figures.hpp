// The figures of a game between two bots, by name, and as JSON: 'touchline lab', the page and the library answer with
// these names.
#pragma once

#include "analysis/figures.hpp"
#include "analysis/library.hpp"
#include "games/json.hpp"

#include <optional>
#include <string>

namespace touchline::lab {

using analysis::Figures;

struct FiguresPlan {
    BySeat<std::string> bots{"perfect", "perfect"};
    bool skill = true;   // perfect against every other bot too
    bool judged = false; // what the bots do is measured by the best, though none of them may know it
};

// From the start of the game that the table is set up for. Refused with a sentence where these rules cannot be
// followed. Throws solve::Stopped. Requires: both bots are in bots::bot_names().
[[nodiscard]] Expected<Figures, Message> figures(const Table& table, const FiguresPlan& plan,
                                                 analysis::Library& library, solve::Job& job);

// How perfect play does against other bots, added to figures between two perfect players; and against whom all.
[[nodiscard]] Expected<Done, Message> add_skill(Figures& figures, const std::vector<std::string>& bots,
                                                const Table& table, analysis::Library& library, solve::Job& job);
[[nodiscard]] std::vector<std::string> skill_bots();

// An estimate has no `decisions`, `skill` and `luck`.
[[nodiscard]] Json figures_json(const Figures& figures);
// The same read again; empty where it is none. What an object does not order comes in the order of its names, drive
// ends and luck by their size.
[[nodiscard]] std::optional<Figures> figures_of(const Json& json);

// Every figure that is one number, by its name: `first_edge`, `draw`, `points.home`, `points.home.deviation`,
// `drives.touchdown`, `luck.kick` …, in the order of the page. What compare, slope and tune go by.
struct NamedFigure {
    std::string name;
    double value = 0;
};
[[nodiscard]] std::vector<NamedFigure> named_figures(const Figures& figures);

} // namespace touchline::lab
