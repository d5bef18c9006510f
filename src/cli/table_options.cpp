#include "cli/table_options.hpp"

#include "bots/roster.hpp"
#include "cli/commands.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::cli {

void add_table_options(CLI::App& command, TableOptions& options) {
    command.add_option("GAME", options.game, "Its id, as 'touchline games' lists it")->required();
    command.add_option("-o,--option", options.options, "An option of the game as name=value; may be repeated")
        ->allow_extra_args(false);
    command.add_option("--sheet", options.sheet, "Play with this component sheet");
}

Json options_json(const Kind& kind, const std::vector<std::string>& options) {
    Json json = Json::object();
    const std::vector<OptionSpec> specs = kind.options();
    for (const std::string& option : options) {
        const std::size_t equals = option.find('=');
        if (equals == std::string::npos)
            throw Stop(kMisused, fmt::format("an option is written name=value, not '{}'", option));
        const std::string name = option.substr(0, equals);
        OptionValue value = option.substr(equals + 1);
        for (const OptionSpec& spec : specs)
            if (spec.name == name) value = read_option(spec, option.substr(equals + 1));
        json[name] = touchline::json(value);
    }
    return json;
}

void check_bot(const std::string& name) {
    const std::vector<std::string> known = bots::bot_names();
    if (std::ranges::find(known, name) == known.end())
        throw Stop(kMisused, fmt::format("there is no bot '{}'; there are: {}", name, fmt::join(known, ", ")));
}

std::unique_ptr<Table> open(const TableOptions& options) {
    const Kind* kind = kind_named(options.game);
    const Json json = kind == nullptr ? Json::object() : options_json(*kind, options.options);
    OrRefusal<std::unique_ptr<Table>> table =
        open_table(options.game, json, options.sheet.empty() ? std::nullopt : std::optional(options.sheet));
    if (!table) throw Stop(kMisused, table.error().message);
    return std::move(*table);
}

} // namespace touchline::cli
