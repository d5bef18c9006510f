// What it costs to go on in a changed game as in the one before, by name and as JSON.
#pragma once

#include "analysis/carried.hpp"
#include "analysis/library.hpp"
#include "games/json.hpp"
#include "lab/figures.hpp"

namespace touchline::lab {

using analysis::Carried;

// A seat that plays `after` by the book of `before` against the best player. Refused with a sentence where one of the
// two cannot be followed. Throws solve::Stopped. Requires: two tables of one game.
[[nodiscard]] Expected<Carried, Message> as_before(const Table& before, const Table& after, analysis::Library& library,
                                                   solve::Job& job);

[[nodiscard]] Json as_before_json(const Carried& carried);

// `as_before.cost`, `as_before.differs`, `as_before.EVENT.cost` …
[[nodiscard]] std::vector<NamedFigure> named_figures(const Carried& carried);

} // namespace touchline::lab
