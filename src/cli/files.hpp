// Files and languages named on the command line; a mistake stops the program with one sentence.
#pragma once

#include "play/words.hpp"

#include <string>

namespace touchline::cli {

// Standard input or output instead of a file.
inline constexpr std::string_view kStandard = "-";

[[nodiscard]] std::string read_file(const std::string& path);
// Writes to a new file beside it and renames: the old content or the new, never half.
void write_file(const std::string& path, const std::string& content);
// Stops the program where write_file() could not write, so that nothing is worked out in vain. Nothing for no path.
void check_writable(const std::string& path);
// The language of --lang, else the usual one (cli/config.hpp).
[[nodiscard]] Language language_from(const std::string& code);

} // namespace touchline::cli
