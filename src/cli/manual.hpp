// Manual pages in the form that man(1) reads, written from the program's own declaration.
#pragma once

#include "cli/declared.hpp"
#include "play/words.hpp"

#include <span>
#include <string>

namespace touchline::cli {

// The page of the program, or of the command that is reached by these names ("sheet"). Requires: there is such a one.
[[nodiscard]] std::string manual_page(const DeclaredCommand& program, const std::string& command, const Words& words);

} // namespace touchline::cli
