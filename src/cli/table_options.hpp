// How a command names a game and a table of it: GAME, --option name=value, --sheet FILE; and bots.
#pragma once

#include "play/kind.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace touchline::cli {

struct TableOptions {
    std::string game;
    std::vector<std::string> options;
    std::string sheet;
};

// GAME, as game_meant() reads it.
CLI::Option* add_game(CLI::App& command, std::string& game);
// -o NAME=VALUE.
CLI::Option* add_options(CLI::App& command, std::vector<std::string>& options,
                         const std::string& help = "An option of the game; may be repeated");
void add_table_options(CLI::App& command, TableOptions& options);
// A whole number, 0 or more: CLI11 would take -1 for the largest.
[[nodiscard]] std::string whole_number(const std::string& text);
// --threads: 0 is all cores.
CLI::Option* add_threads(CLI::App& command, unsigned& threads);

// The game that a person means, in any case: its id, another of its names, or a word of them that no other game has
// ("rugby", "glory"). A mistake stops the program (misused).
[[nodiscard]] const Kind& game_meant(const std::string& text);

// The options of the command line as JSON, each read as its option's kind. A mistake stops the program (misused).
[[nodiscard]] Json options_json(const Kind& kind, const std::vector<std::string>& options);

// Stops the program where there is no bot of that name.
void check_bot(const std::string& name);

// Opens the table, or stops the program with the reason.
[[nodiscard]] std::unique_ptr<Table> open(const TableOptions& options);

} // namespace touchline::cli
