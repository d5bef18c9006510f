// What --help says, in the language of the person who asks.
#pragma once

#include "play/words.hpp"

namespace CLI {
class App;
}

namespace touchline::cli {

// The language that the command line names with --lang, else the environment's.
[[nodiscard]] Language language_asked_for(int argc, char** argv);

// Puts every description of the program and its commands into that language.
void translate_help(CLI::App& app, Language language);

} // namespace touchline::cli
