// touchline duel GAME: one bot against another, exactly and without playing.
#include "lab/duel.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/table_options.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::cli {

namespace {

struct DuelOptions {
    TableOptions table;
    lab::DuelPlan plan{{"perfect", "random"}};
    std::string language;
    unsigned threads = 0;
    bool json = false;
};

Json duel_json(const Table& table, const DuelOptions& options, const lab::Duel& duel) {
    return {
        {"game", table.kind().id()},   {"options", table.options().json()},
        {"sheet", table.sheet_hash()}, {"bots", {{"home", options.plan.bots.home}, {"away", options.plan.bots.away}}},
        {"home", duel.odds.home()},    {"draw", duel.odds.draw()},
        {"away", duel.odds.away()},    {"value", duel.odds.value(Seat::home)},
        {"error", duel.odds.error},    {"stations", duel.stations}};
}

void show(const Table& table, const DuelOptions& options, const lab::Duel& duel) {
    const Words& words = Words::of(language_from(options.language), table.kind().id());
    const auto number = [](double value) { return fmt::format("{:.9f}", value); };
    print("{} · {} – {}\n", table.kind().name(), options.plan.bots.home, options.plan.bots.away);
    const std::string chances = words.text(
        "odds.home-draw-away",
        {{"home", number(duel.odds.home())}, {"draw", number(duel.odds.draw())}, {"away", number(duel.odds.away())}});
    print("{}\n", words.text("board.fact", {{"name", words.text("odds.win-chance")}, {"value", chances}}));
    print("{}\n", words.text("duel.value", {{"value", number(duel.odds.value(Seat::home))},
                                            {"bound", fmt::format("{:.1e}", duel.odds.error)}}));
}

int run_duel(const DuelOptions& options) {
    const std::unique_ptr<Table> table = open(options.table);
    for (Seat seat : kSeats) check_bot(options.plan.bots[seat]);
    analysis::Library library;
    solve::Job job(options.threads, progress_on_stderr(language_from(options.language)));
    const solve::StopOnInterrupt interrupt(job);
    try {
        const Expected<lab::Duel, Message> duel = lab::duel(*table, options.plan, library, job);
        end_progress();
        if (!duel) throw Stop(RefusalCode::misused, duel.error());
        if (options.json)
            print_json(duel_json(*table, options, *duel));
        else
            show(*table, options, *duel);
    } catch (const solve::Stopped&) {
        end_progress();
        throw;
    }
    return kDone;
}

} // namespace

void add_duel(CLI::App& app, Job& job) {
    auto options = std::make_shared<DuelOptions>();
    CLI::App* command = app.add_subcommand("duel", "One bot against another, exactly: no game is played");
    add_table_options(*command, options->table);
    command->add_option("--home", options->plan.bots.home, "The bot in the home seat")
        ->type_name("BOT")
        ->capture_default_str();
    command->add_option("--away", options->plan.bots.away, "The bot in the away seat")
        ->type_name("BOT")
        ->capture_default_str();
    command->add_option("--bound", options->plan.bound, "How far the answer may be off")
        ->type_name("SHARE")
        ->capture_default_str()
        ->check(CLI::Range(1e-12, 0.1));
    add_threads(*command, options->threads);
    command->add_option("--lang", options->language, "en or fr")->type_name("LANGUAGE");
    command->add_flag("--json", options->json, "As JSON");
    examples(*command, {"touchline duel sports-dice-football --home perfect --away coach"});
    command->callback([options, &job] { job = [options] { return run_duel(*options); }; });
}

} // namespace touchline::cli
