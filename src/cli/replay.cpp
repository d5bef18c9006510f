// touchline replay FILE: shows a game play by play and proves it, or names the line that is wrong.
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "play/record.hpp"
#include "play/words.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace touchline::cli {

namespace {

struct ReplayOptions {
    std::string file;
    std::string sheet;
    std::string language;
    bool quiet = false;
};

std::string tag_of(const Table& table, std::string_view name, std::string fallback) {
    for (const Tag& tag : table.tags)
        if (tag.name == name) return tag.value;
    return fallback;
}

// The names of both sides one below the other take the same room.
std::size_t letters(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

void show_step(const Table& table, std::size_t index, const Words& words, const SideNames& sides) {
    const StepText step = table.step(index);
    std::string what;
    if (step.kind == TurnKind::chance)
        for (std::string_view token : step.tokens) what += fmt::format("{}{}", what.empty() ? "" : " ", token);
    else
        what = words.action(step.action);
    const std::size_t room = std::max(letters(sides.home), letters(sides.away));
    fmt::print("  {:<{}} {:<18} {}\n", sides[step.seat], room, words.event(step.event), what);
    for (const Saying& saying : table.sayings(index, Viewer::everyone))
        fmt::print("  {:{}} {}\n", "", room, words.said(saying, sides, index));
}

void show(const Table& table, const Words& words) {
    const SideNames sides{tag_of(table, "Home", words.seat(Seat::home)), tag_of(table, "Away", words.seat(Seat::away))};
    fmt::print("{}: {} - {}\n", table.kind().name(), sides.home, sides.away);
    fmt::print("{}\n", words.text("replay.played-with",
                                  {{"sheet", fmt::format("{} ({})", table.sheet_name(), table.sheet_hash())}}));
    std::optional<std::optional<Seat>> holder;
    for (std::size_t i = 0; i < table.steps(); ++i) {
        if (const std::optional<Seat> offense = table.offense_before(i); !holder || *holder != offense) {
            const BySeat<int> score = table.score_before(i);
            fmt::print("\n{} {}-{}{}\n", words.text("board.score"), score.home, score.away,
                       offense ? fmt::format(" · {}", sides[*offense]) : "");
            holder = offense;
        }
        show_step(table, i, words, sides);
    }
    const TurnText turn = table.turn();
    const BySeat<int> score = table.score();
    fmt::print(
        "\n{} {}-{}{}\n", words.text("board.score"), score.home, score.away,
        turn.kind != TurnKind::over ? "" : fmt::format(" · {}", words.text(fmt::format("seat.{}", name(turn.winner)))));
}

int replay(const ReplayOptions& options) {
    const Language language = language_from(options.language);
    const std::string text = read_file(options.file);
    std::vector<SheetText> sheets;
    if (!options.sheet.empty()) sheets.push_back({options.sheet, read_file(options.sheet)});
    OrRefusal<std::unique_ptr<Table>> table = read_record(text, sheets);
    if (!table) throw Stop(kFailed, fmt::format("{}: {}", options.file, table.error().message));
    const Words& words = Words::of(language, (*table)->kind().id());
    if (!options.quiet) show(**table, words);
    fmt::print("{}\n", words.text("replay.proved"));
    return kDone;
}

} // namespace

void add_replay(CLI::App& app, Job& job) {
    auto options = std::make_shared<ReplayOptions>();
    CLI::App* command = app.add_subcommand("replay", "Show a recorded game play by play and prove it");
    command->add_option("FILE", options->file, "The record")->required();
    command->add_option("--sheet", options->sheet, "The sheet it was played with, if not the default one");
    command->add_option("--lang", options->language, "en or fr");
    command->add_flag("--quiet", options->quiet, "Only prove it");
    command->callback([options, &job] { job = [options] { return replay(*options); }; });
}

} // namespace touchline::cli
