// What the program refuses or cannot do, in the reader's language.
#pragma once

#include "play/words.hpp"

namespace touchline {

// A sentence that the code says in English, as data/words/LANGUAGE/sentences.toml has it, its parts likewise; the
// sentence itself where it is not there.
[[nodiscard]] std::string said_in(Language language, std::string_view english);

} // namespace touchline
