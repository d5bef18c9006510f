// touchline sheet show GAME, touchline sheet check FILE: the components of a box, drawn and checked.
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/output.hpp"
#include "core/shown_text.hpp"
#include "play/kind.hpp"
#include "play/sentences.hpp"
#include "terminal/console.hpp"
#include "terminal/sheet_page.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::cli {

namespace {

struct SheetOptions {
    std::string game;
    std::string file;
    std::string language;
};

const Kind& kind_called(const std::string& game) {
    const Kind* kind = kind_named(game);
    if (kind == nullptr) throw Stop(kMisused, open_table(game, Json::object()).error().message);
    return *kind;
}

int list_faults(Language language, const std::string& file, const std::vector<SheetFault>& faults) {
    for (const SheetFault& fault : faults) complain(fmt::format("{}: {}", file, said_in(language, text(fault))));
    return kFailed;
}

int show_sheet(const SheetOptions& options) {
    const Language language = language_from(options.language);
    const Kind& kind = kind_called(options.game);
    std::string toml(kind.default_sheet());
    if (!options.file.empty()) {
        toml = read_file(options.file);
        if (const std::vector<SheetFault> faults = kind.check_sheet(toml); !faults.empty())
            return list_faults(language, options.file, faults);
    }
    const Words& words = Words::of(language, kind.id());
    const terminal::Pen pen(terminal::output_ink());
    const int columns = std::min(terminal::output_size().columns, 100);
    terminal::Lines page{
        pen.bold(fmt::format("{} · {}", kind.name(),
                             options.file.empty() ? words.text("menu.default") : shown_line(options.file))),
        ""};
    for (std::string& line : terminal::sheet_page(toml, columns, pen, words)) page.push_back(std::move(line));
    print_drawn(terminal::joined_lines(page));
    return kDone;
}

int check_sheet(const SheetOptions& options) {
    const Language language = language_from(options.language);
    const std::string toml = read_file(options.file);
    const std::string game = terminal::game_of_sheet(toml);
    std::vector<std::string_view> ids;
    for (const Kind* kind : kinds()) ids.push_back(kind->id());
    const Kind* kind = kind_named(game);
    if (kind == nullptr) {
        const std::string found = game.empty() ? "no game is named" : fmt::format("there is no game '{}'", game);
        return list_faults(
            language, options.file,
            {{0, fmt::format("{}: a sheet begins with game = \"…\", one of {}", found, fmt::join(ids, ", "))}});
    }
    if (const std::vector<SheetFault> faults = kind->check_sheet(toml); !faults.empty())
        return list_faults(language, options.file, faults);
    print("{}\n",
          Words::of(language).text("sheet.sound", {{"file", options.file}, {"game", std::string(kind->name())}}));
    return kDone;
}

} // namespace

void add_sheet(CLI::App& app, Job& job) {
    auto options = std::make_shared<SheetOptions>();
    CLI::App* command = app.add_subcommand("sheet", "Show the dice, cards and tables of a game, or check a sheet");
    command->require_subcommand(1);
    CLI::App* show = command->add_subcommand("show", "Draw the components with the source of each figure");
    show->add_option("GAME", options->game, "Its id, as 'touchline games' lists it")->required();
    show->add_option("--sheet", options->file, "Another sheet than the default one");
    show->add_option("--lang", options->language, "en or fr");
    show->callback([options, &job] { job = [options] { return show_sheet(*options); }; });
    CLI::App* check = command->add_subcommand("check", "List every mistake of a sheet with its line");
    check->add_option("FILE", options->file, "The sheet, a TOML file")->required();
    check->add_option("--lang", options->language, "en or fr");
    check->callback([options, &job] { job = [options] { return check_sheet(*options); }; });
}

} // namespace touchline::cli
