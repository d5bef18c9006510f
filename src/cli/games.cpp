// touchline games: what can be played, with all options.
#include "cli/commands.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "cli/table_options.hpp"
#include "play/kind.hpp"
#include "play/words.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::cli {

namespace {

struct GamesOptions {
    std::string game;
    std::string language;
    bool json = false;
};

std::string option_line(const OptionSpec& spec, const Words& words) {
    std::string values;
    for (const OptionValue& value : spec.values) values += (values.empty() ? "" : " | ") + text(value);
    if (spec.values.empty()) values = fmt::format("{} … {}", spec.min, spec.max);
    return fmt::format("{:<18} {} ({})", spec.name, values,
                       words.text("manual.default", {{"value", text(spec.fallback)}}));
}

void show_game(const Kind& kind, const Words& words) {
    std::string also;
    for (std::string_view alias : kind.aliases())
        also += ", " + words.text("games.also", {{"name", std::string(alias)}});
    print("{:<22} {}{}\n", kind.id(), kind.name(), also);
    for (const OptionSpec& spec : kind.options())
        if (spec.ruling.empty()) print("    {}\n", option_line(spec, words));
    print("  {}\n", words.text("menu.choose-options"));
    for (const OptionSpec& spec : kind.options())
        if (!spec.ruling.empty()) print("    {}, {}\n", option_line(spec, words), spec.ruling);
}

int list_games(const GamesOptions& options) {
    std::vector<const Kind*> wanted(kinds().begin(), kinds().end());
    if (!options.game.empty()) wanted = {&game_meant(options.game)};
    if (options.json) {
        Json list = Json::array();
        for (const Kind* kind : wanted) list.push_back(describe(*kind));
        print_json({{"games", std::move(list)}});
        return kDone;
    }
    const Words& words = Words::of(language_from(options.language));
    for (const Kind* kind : wanted) show_game(*kind, words);
    return kDone;
}

} // namespace

void add_games(CLI::App& app, Job& job) {
    auto options = std::make_shared<GamesOptions>();
    CLI::App* command = app.add_subcommand("games", "List the games and their options");
    command->add_option("GAME", options->game, "Only this game");
    command->add_option("--lang", options->language, "en or fr")->type_name("LANGUAGE");
    command->add_flag("--json", options->json, "As JSON");
    examples(*command, {"touchline games", "touchline games rugby", "touchline games --json"});
    command->callback([options, &job] { job = [options] { return list_games(*options); }; });
}

} // namespace touchline::cli
