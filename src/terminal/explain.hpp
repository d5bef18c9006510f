// What may be done now and the rule behind it: names and helps of the catalogue, the step or ruling of the rules page.
// Pure.
#pragma once

#include "games/refusal.hpp"
#include "play/evaluator.hpp"
#include "play/words.hpp"
#include "terminal/text.hpp"

namespace touchline::terminal {

// The section of a rules page that a rule names ("Step 5", "R9"), as Markdown; empty where there is none.
[[nodiscard]] std::string rule_text(std::string_view page, std::string_view rule);

// The current turn: event, choices, faces, and the rule. `actions` are those that the viewer may be told.
[[nodiscard]] Lines explanation(const Table& table, const TurnText& turn, const Words& words, int columns, Pen pen);

// What each choice is worth, best first, labelled exact or estimate.
[[nodiscard]] Lines advice_lines(const Advice& advice, std::string_view event, const Words& words, Pen pen);

} // namespace touchline::terminal
