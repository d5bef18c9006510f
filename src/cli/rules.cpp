// touchline rules GAME: the rules to read, at the terminal's width, in both languages.
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "cli/table_options.hpp"
#include "play/kind.hpp"
#include "play/rules_page.hpp"
#include "terminal/console.hpp"
#include "terminal/markdown.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::cli {

namespace {

constexpr int kWidest = 100; // longer lines are hard to read

struct RulesOptions {
    std::string game;
    std::string language;
    std::vector<std::string> options;
    bool json = false;
};

int show_rules(const RulesOptions& options) {
    const Language language = language_from(options.language);
    const Kind* kind = &game_meant(options.game);
    const Json table = options_json(*kind, options.options);
    if (const auto opened = kind->open(table, std::nullopt); !opened) throw Stop(opened.error());
    const std::string text = options.options.empty() ? rules_page(*kind, language) : rules_page(*kind, language, table);
    if (text.empty())
        throw Stop(RefusalCode::failed,
                   Message{"cli.rules-missing",
                           {{"game", kind->id()}, {"path", fmt::format("docs/rules/{}.md", kind->id())}}});
    if (options.json) {
        print_json({{"game", kind->id()}, {"language", code(language)}, {"markdown", text}});
        return kDone;
    }
    const int columns = std::min(terminal::output_size().columns, kWidest);
    page(terminal::markdown(text, columns, terminal::output_ink()));
    return kDone;
}

} // namespace

void add_rules(CLI::App& app, Job& job) {
    auto options = std::make_shared<RulesOptions>();
    CLI::App* command = app.add_subcommand("rules", "Read the rules of a game");
    add_game(*command, options->game)->required();
    add_options(*command, options->options, "As a table with this option plays them; may be repeated");
    command->add_flag("--json", options->json, "As JSON");
    command->add_option("--lang", options->language, "en or fr")->type_name("LANGUAGE");
    examples(*command, {"touchline rules pocket-rugby", "touchline rules glory --lang fr",
                        "touchline rules glory --option fumble_spot=same"});
    command->callback([options, &job] { job = [options] { return show_rules(*options); }; });
}

} // namespace touchline::cli
