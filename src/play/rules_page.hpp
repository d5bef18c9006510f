// The rules of a game as people read them: where the page in docs/rules links to the atlas, the effect itself stands.
#pragma once

#include "play/kind.hpp"
#include "play/words.hpp"

#include <string>

namespace touchline {

// In Markdown; empty where the game has no page. In French where there is one.
[[nodiscard]] std::string rules_page(const Kind& kind, Language language);

// The same as a table with these options plays it: below the title what makes another game of it, below each ruling
// with a switch its reading, and whatever else it names where that is not as usual. Requires: they fit the game.
[[nodiscard]] std::string rules_page(const Kind& kind, Language language, const Json& options);

// What the other readings of an option do: "“Every time it crosses”: the first side wins 46.47 % (+0.05), …". Empty
// where the atlas does not have it.
[[nodiscard]] std::string effect_text(const Kind& kind, std::string_view option, Language language);

} // namespace touchline
