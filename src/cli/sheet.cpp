// touchline sheet: the components of a box, drawn, written out, listed and checked.
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "cli/table_options.hpp"
#include "core/shown_text.hpp"
#include "games/sheet_allowed.hpp"
#include "games/sheet_figures.hpp"
#include "play/kind.hpp"
#include "play/message_text.hpp"
#include "terminal/console.hpp"
#include "terminal/sheet_page.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace touchline::cli {

namespace {

struct SheetOptions {
    std::string game;
    std::string file;
    std::string language;
    bool json = false;
    bool force = false;
};

int list_faults(Language language, const SheetOptions& options, const std::vector<SheetFault>& faults) {
    Json list = Json::array();
    for (const SheetFault& fault : faults) {
        if (options.json)
            list.push_back({{"line", fault.line}, {"message", text(fault.message, language)}});
        else
            complain(text(Message{"cli.of-file", {{"file", options.file}, {"what", told(fault)}}}, language));
    }
    if (options.json)
        print_json(
            {{"ok", faults.empty()}, {"file", options.file}, {"sound", faults.empty()}, {"faults", std::move(list)}});
    return faults.empty() ? kDone : kFailed;
}

int list_paths(const SheetOptions& options);

int show_sheet(const SheetOptions& options) {
    if (options.json) return list_paths(options);
    const Language language = language_from(options.language);
    const Kind& kind = game_meant(options.game);
    std::string toml(kind.default_sheet());
    if (!options.file.empty()) {
        toml = read_file(options.file);
        if (const std::vector<SheetFault> faults = kind.check_sheet(toml); !faults.empty())
            return list_faults(language, options, faults);
    }
    const Words& words = Words::of(language, kind.id());
    const terminal::Pen pen(terminal::output_ink());
    const int columns = std::min(terminal::output_size().columns, 100);
    terminal::Lines page{
        pen.bold(fmt::format("{} · {}", kind.name(),
                             options.file.empty() ? words.text("menu.default") : shown_line(options.file))),
        ""};
    for (std::string& line : terminal::sheet_page(toml, columns, pen, words)) page.push_back(std::move(line));
    cli::page(terminal::joined_lines(page));
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
        const Message found = game.empty() ? Message{"cli.no-game-named"} : Message{"game.none", {{"game", game}}};
        return list_faults(language, options, {{0, Message{"cli.sheet-game", {{"what", found}, {"games", ids}}}}});
    }
    if (const std::vector<SheetFault> faults = kind->check_sheet(toml); !faults.empty())
        return list_faults(language, options, faults);
    if (options.json) return list_faults(language, options, {});
    print("{}\n",
          Words::of(language).text("sheet.sound", {{"file", options.file}, {"game", std::string(kind->name())}}));
    return kDone;
}

// A file of the game's own name where none is named; one that is there stays.
int export_sheet(const SheetOptions& options) {
    const Kind& kind = game_meant(options.game);
    const std::string file = options.file.empty() ? fmt::format("{}.toml", kind.id()) : options.file;
    std::error_code error;
    if (file != kStandard && !options.force && std::filesystem::exists(file, error))
        throw Stop(RefusalCode::failed, Message{"cli.file-there", {{"file", file}}});
    write_file(file, std::string(kind.default_sheet()));
    if (file != kStandard) note(Words::of(language_from(options.language)).text("sheet.written", {{"file", file}}));
    return kDone;
}

// What the text of the rulebook would allow of a figure, in words; empty where the sheet does not say it.
std::string allowed_text(const Allowed& allowed, const Words& words) {
    const std::string why = words.text(fmt::format("allowed.{}", allowed.why));
    std::string what = words.text("allowed.each");
    if (allowed.from && allowed.step > 1)
        what = words.text("allowed.from-to-in-steps", {{"from", std::to_string(*allowed.from)},
                                                       {"to", std::to_string(allowed.to)},
                                                       {"step", std::to_string(allowed.step)}});
    else if (allowed.from)
        what = words.text("allowed.from-to",
                          {{"from", std::to_string(*allowed.from)}, {"to", std::to_string(allowed.to)}});
    else if (!allowed.values.empty())
        what = words.text("allowed.values", {{"values", fmt::format("{}", fmt::join(allowed.values, ", "))}});
    return words.text("sheet.allowed", {{"what", what}, {"why", why}});
}

Json allowed_json(const Allowed& allowed, const Words& words) {
    Json json{{"why", words.text(fmt::format("allowed.{}", allowed.why))}};
    if (allowed.from)
        json.update({{"from", *allowed.from}, {"to", allowed.to}, {"step", allowed.step}});
    else if (allowed.each > 0)
        json["each"] = allowed.each;
    else
        json["values"] = allowed.values;
    return json;
}

int list_paths(const SheetOptions& options) {
    const Language language = language_from(options.language);
    const Kind& kind = game_meant(options.game);
    const std::string toml = options.file.empty() ? std::string(kind.default_sheet()) : read_file(options.file);
    std::vector<SheetFault> faults;
    const std::vector<SheetFigure> figures = figures_read([&] { faults = kind.check_sheet(toml); });
    if (!faults.empty()) return list_faults(language, options, faults);
    const Words& words = Words::of(language);
    const std::vector<Allowed> entries = allowed_in(toml);
    const auto allowed = [&](const SheetFigure& figure) {
        const auto own =
            std::ranges::find_if(entries, [&](const Allowed& each) { return each.speaks_of(figure.path); });
        return own == entries.end() ? nullptr : &*own;
    };
    if (options.json) {
        Json list = Json::array();
        for (const SheetFigure& figure : figures) {
            list.push_back({{"path", figure.path},
                            {"value", figure.value},
                            {"wanted", text(figure.wanted, language)},
                            {"source", figure.source},
                            {"line", figure.line}});
            if (const Allowed* own = allowed(figure)) list.back()["allowed"] = allowed_json(*own, words);
        }
        print_json({{"game", kind.id()}, {"figures", std::move(list)}});
        return kDone;
    }
    std::string lines;
    for (const SheetFigure& figure : figures) {
        const std::string source = figure.source == "rulebook" ? words.text("board.source-rulebook")
                                   : figure.source.empty()     ? std::string()
                                                               : words.text("board.source-house");
        lines += fmt::format("{} = {}", figure.path, figure.value);
        const Allowed* own = allowed(figure);
        for (const std::string& more :
             {text(figure.wanted, language), source, own == nullptr ? std::string() : allowed_text(*own, words)})
            if (!more.empty()) lines += fmt::format(" · {}", more);
        lines += '\n';
    }
    page(lines);
    return kDone;
}

} // namespace

void add_sheet(CLI::App& app, Job& job) {
    auto options = std::make_shared<SheetOptions>();
    CLI::App* command = app.add_subcommand("sheet", "Show, export or check the dice, cards and tables of a game");
    command->require_subcommand(1);
    const auto add = [&](const char* name, const char* what, int (*run)(const SheetOptions&)) {
        CLI::App* own = command->add_subcommand(name, what);
        own->add_option("--lang", options->language, "en or fr")->type_name("LANGUAGE");
        own->callback([options, run, &job] { job = [options, run] { return run(*options); }; });
        return own;
    };
    CLI::App* show = add("show", "Draw the components with the source of each figure", show_sheet);
    add_game(*show, options->game)->required();
    show->add_option("--sheet", options->file, "Another sheet than the default one")->type_name("FILE");
    show->add_flag("--json", options->json, "As JSON");
    examples(*show, {"touchline sheet show rugby", "touchline sheet show rugby --sheet my-rugby.toml"});
    CLI::App* exported = add("export", "Write the default sheet as a TOML file, to be changed", export_sheet);
    add_game(*exported, options->game)->required();
    exported->add_option("FILE", options->file, "Where to; - for standard output (default: GAME.toml)");
    exported->add_flag("--force", options->force, "Replace a file that is there");
    examples(*exported, {"touchline sheet export rugby", "touchline sheet export rugby my-rugby.toml",
                         "touchline sheet export rugby - | less"});
    CLI::App* paths = add("paths", "List every figure with its path, value, range and source", list_paths);
    add_game(*paths, options->game)->required();
    paths->add_option("--sheet", options->file, "Another sheet than the default one")->type_name("FILE");
    paths->add_flag("--json", options->json, "As JSON");
    examples(*paths, {"touchline sheet paths rugby", "touchline sheet paths rugby --json"});
    CLI::App* check = add("check", "List every mistake of a sheet with its line", check_sheet);
    check->add_option("FILE", options->file, "The sheet, a TOML file; - for standard input")->required();
    check->add_flag("--json", options->json, "As JSON");
    examples(*check,
             {"touchline sheet check my-rugby.toml", "touchline sheet export rugby - | touchline sheet check -"});
    examples(*command, {"touchline sheet show rugby", "touchline sheet export rugby my-rugby.toml",
                        "touchline sheet check my-rugby.toml", "touchline play rugby --sheet my-rugby.toml"});
}

} // namespace touchline::cli
