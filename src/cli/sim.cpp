// touchline sim GAME: many games between bots, with intervals.
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/help.hpp"
#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "cli/table_options.hpp"
#include "lab/simulation_json.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <thread>
#include <unistd.h>

namespace touchline::cli {

namespace {

struct SimOptions {
    TableOptions table;
    lab::SimulationPlan plan{10000, 1, 0, {"random", "random"}};
    std::string language;
    bool json = false;
};

std::string percent(u64 hits, u64 all) {
    const auto [share, error] = lab::SimulationResult::share(hits, all);
    return fmt::format("{:6.2f} % ± {:.2f}", 100 * share, 100 * error);
}

std::string mean(const lab::Sum& sum, u64 games) {
    return fmt::format("{:8.3f} ± {:.3f}", sum.mean(games), sum.error(games));
}

// One figure of the box score, for an average game.
std::string shown(const BoxScore::Line& line, Seat seat, const Words& words, const lab::SimulationResult& result) {
    const double value = lab::a_game(line.values[seat], result);
    switch (line.kind) {
    case BoxScore::Line::Kind::count: return fmt::format("{:.2f}", value);
    case BoxScore::Line::Kind::made:
        return words.text("box.made", {{"made", fmt::format("{:.2f}", value)},
                                       {"tried", fmt::format("{:.2f}", lab::a_game(line.tried[seat], result))}});
    case BoxScore::Line::Kind::clock: {
        const auto seconds = std::lround(value);
        return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
    }
    }
    return {};
}

void show(const Table& table, const SimOptions& options, const lab::SimulationResult& result) {
    const Words& words = Words::of(language_from(options.language), table.kind().id());
    const auto line = [](const std::string& label, const std::string& value) { print("  {:<44} {}\n", label, value); };
    print("{} · {} – {} · {} {} · seed {}\n", table.kind().name(), options.plan.bots.home, options.plan.bots.away,
          words.text("sim.games"), result.games, options.plan.seed);
    line(words.text("sim.wins", {{"seat", words.seat(Seat::home)}}), percent(result.home_wins, result.games));
    line(words.text("sim.draws"), percent(result.draws, result.games));
    line(words.text("sim.wins", {{"seat", words.seat(Seat::away)}}), percent(result.away_wins, result.games));
    for (Seat seat : kSeats)
        line(fmt::format("{}, {}", words.text("sim.points-a-side"), words.seat(seat)),
             mean(result.points[seat], result.games));
    line(words.text("sim.rolls"), mean(result.rolls, result.games));
    line(words.text("sim.choices"), mean(result.choices, result.games));
    const u64 drives = lab::drive_count(result);
    print("{} ({})\n", words.text("sim.drives-end"), words.text("sim.drives", {{"value", std::to_string(drives)}}));
    for (const auto& [how, count] : result.box.drive_ends())
        line(words.text(fmt::format("how.{}", how)), percent(static_cast<u64>(count), drives));
    print("{} ({})\n", words.text("box.title"), words.text("box.a-game", {{"games", std::to_string(result.told)}}));
    line("", fmt::format("{:>14} {:>14}", words.seat(Seat::home), words.seat(Seat::away)));
    for (const BoxScore::Line& each : result.box.lines(words))
        line(each.label, fmt::format("{:>14} {:>14}", shown(each, Seat::home, words, result),
                                     shown(each, Seat::away, words, result)));
    print("{}\n", words.text("sim.interval-note"));
}

int simulate(SimOptions options) {
    if (options.plan.threads == 0) options.plan.threads = std::max(1u, std::thread::hardware_concurrency());
    const std::unique_ptr<Table> table = open(options.table);
    for (Seat seat : kSeats) check_bot(options.plan.bots[seat]);
    const Words& words = Words::of(language_from(options.language), table->kind().id());
    const bool bar = ::isatty(STDERR_FILENO) == 1 && !quiet();
    const Interrupt interrupt;
    analysis::Library library;
    const lab::SimulationResult result = lab::simulate(*table, options.plan, library, interrupt.flag(), [&](u64 done) {
        if (bar)
            renew_line(words.text("sim.progress",
                                  {{"done", std::to_string(done)}, {"total", std::to_string(options.plan.games)}}));
    });
    if (bar) renew_line({});
    if (result.games < options.plan.games)
        print(stderr, "{}\n",
              words.text("sim.stopped",
                         {{"done", std::to_string(result.games)}, {"total", std::to_string(options.plan.games)}}));
    if (options.json)
        print_json(lab::simulation_json(*table, options.plan, words, result));
    else
        show(*table, options, result);
    return kDone;
}

} // namespace

void add_sim(CLI::App& app, Job& job) {
    auto options = std::make_shared<SimOptions>();
    CLI::App* command = app.add_subcommand("sim", "Play many games between bots and sum them up");
    add_table_options(*command, options->table);
    command->add_option("--games", options->plan.games, "How many games")
        ->type_name("N")
        ->check(CLI::Range(u64{1}, u64{1} << 40))
        ->capture_default_str();
    command->add_option("--home", options->plan.bots.home, "The home side's bot, as 'touchline bots' lists them")
        ->type_name("BOT")
        ->capture_default_str();
    command->add_option("--away", options->plan.bots.away, "The away side's bot")
        ->type_name("BOT")
        ->capture_default_str();
    command->add_option("--seed", options->plan.seed, "The same seed gives the same figures")
        ->type_name("N")
        ->check(whole_number)
        ->capture_default_str();
    add_threads(*command, options->plan.threads);
    command->add_option("--lang", options->language, "en or fr")->type_name("LANGUAGE");
    command->add_flag("--json", options->json, "As JSON");
    examples(*command, {"touchline sim pocket-rugby --games 100000 --home coach --away random",
                        "touchline sim glory -o overtime=tie --json"});
    command->callback([options, &job] { job = [options] { return simulate(*options); }; });
}

} // namespace touchline::cli
