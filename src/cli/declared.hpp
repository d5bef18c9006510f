// The commands and options of the program as it declares them, for all that is written from them: manual, completions.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace touchline::cli {

struct DeclaredOption {
    std::vector<std::string> names; // "-o", "--option"; empty for a positional
    std::string placeholder;        // of its value, as --help shows it; empty for a flag
    std::string description;
    std::string fallback;            // its value where it is left out, where that is the same everywhere
    std::vector<std::string> values; // where few are possible
    bool required = false;
    bool file = false; // its value is the name of a file or folder

    [[nodiscard]] bool positional() const { return names.empty(); }
};

struct DeclaredCommand {
    std::string name;
    std::string description;
    std::string footer; // what --help says last, e.g. examples
    std::vector<DeclaredOption> options;
    std::vector<DeclaredCommand> commands;
};

[[nodiscard]] DeclaredCommand declared(const CLI::App& app);

} // namespace touchline::cli
