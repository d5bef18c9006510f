// The atlas of a game as people read it: a table of every reading, one of pairs, and how each line was found.
#pragma once

#include "lab/page.hpp"
#include "play/atlas.hpp"

namespace touchline::cli {

// "Own ties: The strongest symbol counts", of a pair both.
[[nodiscard]] std::string reading_label(const AtlasReading& reading, const Words& words);

[[nodiscard]] lab::PlainTable readings_table(const Atlas& atlas, const Words& words);
// Without rows where no two readings were found to act on each other.
[[nodiscard]] lab::PlainTable pairs_table(const Atlas& atlas, const Words& words);
// What the signs mean, and which lines are less than exact and why.
[[nodiscard]] std::vector<std::string> atlas_notes(const Atlas& atlas, const Words& words);

// docs/atlas/GAME.md: each option has an anchor of its name, which the rules page links to.
[[nodiscard]] std::string atlas_markdown(const Atlas& atlas, const Words& words);

} // namespace touchline::cli
