// touchline odds POSITION: what a position is worth, and each choice in it.
#include "analysis/advisor.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "play/kind.hpp"
#include "play/position.hpp"
#include "play/protocol.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::cli {

namespace {

struct OddsOptions {
    std::string position;
    std::string sheet;
    std::string language;
    std::optional<double> within;
    bool json = false;
};

void show(const Table& table, const Odds& odds, const std::optional<Advice>& advice, const Words& words) {
    const std::string method =
        odds.exact ? words.text("odds.exact")
                   : fmt::format("{}, {}", words.text("odds.estimate"),
                                 words.text("odds.error", {{"value", fmt::format("{:.4f}", odds.error)}}));
    const std::string chances = words.text("odds.home-draw-away", {{"home", fmt::format("{:.9f}", odds.home)},
                                                                   {"draw", fmt::format("{:.9f}", odds.draw)},
                                                                   {"away", fmt::format("{:.9f}", odds.away)}});
    print("{} ({})\n", words.text("board.fact", {{"name", words.text("odds.win-chance")}, {"value", chances}}), method);
    if (!advice) return;
    print("{}\n", words.text("board.fact",
                             {{"name", words.seat(table.turn().seat)}, {"value", words.event(table.turn().event)}}));
    for (const AdvisedAction& each : advice->actions)
        print("  {:<28} {:.9f}  {}\n", words.action(table.turn().event, each.action), each.value,
              each.loss == 0 ? words.text("odds.best")
                             : words.text("odds.loss", {{"value", fmt::format("{:.9f}", each.loss)}}));
}

int run_odds(const OddsOptions& options) {
    OrRefusal<std::unique_ptr<Table>> table =
        open_position(options.position, options.sheet.empty() ? std::nullopt : std::optional(options.sheet));
    if (!table) throw Stop(kMisused, table.error().message);
    analysis::Library library;
    analysis::Advisor advisor(library, progress_on_stderr(language_from(options.language)));
    const Question question{.seconds = options.within};
    const Odds odds = advisor.odds(**table, question);
    const TurnText turn = (*table)->turn();
    std::optional<Advice> advice;
    if (turn.kind == TurnKind::choice) advice = advisor.advise(**table, turn.seat, question);
    end_progress();
    if (options.json) {
        Json json = odds_json(odds);
        if (advice) json["advice"] = advice_json(*advice);
        print_json(json);
    } else {
        show(**table, odds, advice, Words::of(language_from(options.language), (*table)->kind().id()));
    }
    return kDone;
}

} // namespace

void add_odds(CLI::App& app, Job& job) {
    auto options = std::make_shared<OddsOptions>();
    CLI::App* command = app.add_subcommand("odds", "Say what a position is worth");
    command->add_option("POSITION", options->position, "A position as text, e.g. from a record's [Position] tag")
        ->required();
    command->add_option("--sheet", options->sheet, "The sheet that it belongs to, if not the default one");
    command->add_option("--within", options->within, "Answer an estimate after this many seconds")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--lang", options->language, "en or fr");
    command->add_flag("--json", options->json, "As JSON");
    command->callback([options, &job] { job = [options] { return run_odds(*options); }; });
}

} // namespace touchline::cli
