// touchline rules GAME: the rules to read, at the terminal's width, in both languages.
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "cli/table_options.hpp"
#include "core/embedded.hpp"
#include "play/kind.hpp"
#include "terminal/console.hpp"
#include "terminal/markdown.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::cli {

namespace {

constexpr int kWidest = 100; // longer lines are hard to read

int show_rules(const std::string& game, const std::string& language_code) {
    const Language language = language_from(language_code);
    const Kind* kind = &game_meant(game);
    const std::string path = fmt::format("docs/rules/{}{}.md", language == Language::french ? "fr/" : "", kind->id());
    const std::optional<std::string_view> text = embedded(path);
    if (!text) throw Stop(RefusalCode::failed, Message{"cli.rules-missing", {{"game", kind->id()}, {"path", path}}});
    const int columns = std::min(terminal::output_size().columns, kWidest);
    page(terminal::markdown(*text, columns, terminal::output_ink()));
    return kDone;
}

} // namespace

void add_rules(CLI::App& app, Job& job) {
    auto game = std::make_shared<std::string>();
    auto language = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("rules", "Read the rules of a game");
    add_game(*command, *game)->required();
    command->add_option("--lang", *language, "en or fr")->type_name("LANGUAGE");
    examples(*command, {"touchline rules pocket-rugby", "touchline rules glory --lang fr"});
    command->callback([game, language, &job] { job = [game, language] { return show_rules(*game, *language); }; });
}

} // namespace touchline::cli
