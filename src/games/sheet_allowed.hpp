// `[[allowed]]` at the end of a sheet: which other values the text of the rulebook would allow for figures that it does
// not print, with a word why. It is no figure of the box: the rules do not read it, and the sheet's hash leaves it out.
#pragma once

#include "games/sheet_reader.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchline {

struct Allowed {
    std::vector<std::string> paths{}; // of figures, or of tables and lists: then of all within
    // One of these:
    std::optional<int> from{};         // whole numbers from .. to in steps
    int to = 0;                        //
    int step = 1;                      //
    std::vector<std::string> values{}; // these; lists as TOML writes them
    int each = 0;                      // a list of words: the same words, each at least so often
    std::string why{};                 // a key of [allowed] in data/words
    int line = 0;

    [[nodiscard]] bool speaks_of(std::string_view path) const;
};

// As the sheet says it; what is wrong with it is told by allowed_faults(). Requires: the text is TOML.
[[nodiscard]] std::vector<Allowed> allowed_in(std::string_view toml);
[[nodiscard]] std::vector<SheetFault> allowed_faults(std::string_view toml);

} // namespace touchline
