// What --help says, in the language of the person who asks.
#pragma once

#include "play/words.hpp"

#include <initializer_list>

namespace CLI {
class App;
}

namespace touchline::cli {

// The language that the command line names with --lang, else the usual one.
[[nodiscard]] Language language_asked_for(int argc, char** argv);

// Shows commands to copy at the end of a command's help.
void examples(CLI::App& command, std::initializer_list<std::string_view> lines);

// Placeholders as a person reads them: a positional has its name alone, a number is N, ranges are told where they are
// broken.
void tidy_placeholders(CLI::App& app);

// Puts every description of the program and its commands into that language.
void translate_help(CLI::App& app, Language language);

} // namespace touchline::cli
