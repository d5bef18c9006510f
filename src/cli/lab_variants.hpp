// How a command of the lab names games that differ from another: changes of the sheet, options, sheets.
#pragma once

#include "cli/lab.hpp"
#include "lab/variant.hpp"

namespace touchline::cli {

// A game to ask about, by what makes it another one.
struct LabVariant {
    std::string name;
    std::unique_ptr<Table> table;
    std::vector<lab::Change> changes{};
};

// "PATH=VALUE" of each; a mistake stops the program (misused).
[[nodiscard]] std::vector<lab::Change> changes_meant(const std::vector<std::string>& texts);
// The table with these changes; a mistake stops the program (misused).
[[nodiscard]] std::unique_ptr<Table> table_with(const Table& table, const std::vector<lab::Change>& changes);
// "a=1; b.c=2" as a variant of a table: what is an option of the game is one, all else a path of its sheet.
[[nodiscard]] LabVariant variant_meant(const Table& table, const std::string& text);

// One of the names that figures of this game have; else the program stops with the nearest (misused).
void check_figure(std::string_view name, const lab::Figures& figures);

} // namespace touchline::cli
