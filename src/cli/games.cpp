// touchline games: what can be played, with all options.
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "play/kind.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::cli {

namespace {

std::string option_line(const OptionSpec& spec) {
    std::string values;
    for (const OptionValue& value : spec.values) values += (values.empty() ? "" : " | ") + text(value);
    if (spec.values.empty()) values = fmt::format("{} … {}", spec.min, spec.max);
    return fmt::format("{:<18} {} (default {})", spec.name, values, text(spec.fallback));
}

int list_games(bool json) {
    if (json) {
        Json list = Json::array();
        for (const Kind* kind : kinds()) list.push_back(describe(*kind));
        print_json({{"games", std::move(list)}});
        return kDone;
    }
    for (const Kind* kind : kinds()) {
        std::string also;
        for (std::string_view alias : kind->aliases()) also += fmt::format(", also {}", alias);
        print("{:<22} {}{}\n", kind->id(), kind->name(), also);
        for (const OptionSpec& spec : kind->options())
            if (spec.ruling.empty()) print("    {}\n", option_line(spec));
        print("  house rules of your table\n");
        for (const OptionSpec& spec : kind->options())
            if (!spec.ruling.empty()) print("    {}, {}\n", option_line(spec), spec.ruling);
    }
    return kDone;
}

} // namespace

void add_games(CLI::App& app, Job& job) {
    CLI::App* command = app.add_subcommand("games", "List the games and their options");
    auto json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, "As JSON");
    command->callback([json, &job] { job = [json] { return list_games(*json); }; });
}

} // namespace touchline::cli
