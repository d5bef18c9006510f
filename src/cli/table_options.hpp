// The flags by which a command names a game: GAME, --option name=value, --sheet FILE.
#pragma once

#include "play/kind.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace touchline::cli {

struct TableOptions {
    std::string game;
    std::vector<std::string> options;
    std::string sheet;
};

void add_table_options(CLI::App& command, TableOptions& options);

// The options of the command line as JSON, each read as its option's kind. A mistake stops the program (misused).
[[nodiscard]] Json options_json(const Kind& kind, const std::vector<std::string>& options);

// Stops the program where there is no bot of that name.
void check_bot(const std::string& name);

// Opens the table, or stops the program with the reason.
[[nodiscard]] std::unique_ptr<Table> open(const TableOptions& options);

} // namespace touchline::cli
