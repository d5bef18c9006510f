// One page that a designer could print on the box: luck, skill, length, leads, and where good habits go wrong.
#pragma once

#include "lab/page.hpp"
#include "lab/surprises.hpp"

namespace touchline::lab {

struct Certificate {
    Figures best;                      // both sides play perfectly
    std::vector<Surprise> surprises{}; // of the habits of the stand-in
};

// Whose figures tell what good habits miss, and the choices of them that the certificate tells.
inline const FiguresPlan kHabits{.bots = {"coach", "coach"}, .skill = false, .judged = true};
[[nodiscard]] std::vector<Surprise> certified_surprises(const Figures& by_habit);

[[nodiscard]] Page certificate_page(const Certificate& certificate, const Table& table, std::string subtitle,
                                    const Words& words);
// Below its title, as lines for a terminal.
[[nodiscard]] std::string certificate_text(const Certificate& certificate, const Table& table, const Words& words);

} // namespace touchline::lab
