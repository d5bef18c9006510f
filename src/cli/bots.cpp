// touchline bots [GAME]: who can take a seat, and what each gives away, measured.
#include "bots/roster.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/interrupt.hpp"
#include "cli/table_options.hpp"
#include "lab/duel.hpp"
#include "lab/simulation.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace touchline::cli {

namespace {

struct BotsOptions {
    TableOptions table;
    u64 games = 200;
    u64 seed = 1;
    std::string language;
};

// Long enough for a game that is quickly worked out; the others have 'touchline duel'.
constexpr std::chrono::seconds kQuick{2};
constexpr double kBound = 1e-4;

// The bot against perfect, exactly, where that takes no longer than kQuick.
std::optional<lab::Duel> quick_duel(const Table& table, const std::string& bot, bots::Library& library) {
    solve::Job job;
    std::mutex mutex;
    std::condition_variable_any ended;
    const std::jthread timer([&](const std::stop_token& done) {
        std::unique_lock lock(mutex);
        if (!ended.wait_for(lock, done, kQuick, [&] { return done.stop_requested(); })) job.stop();
    });
    try {
        const Expected<lab::Duel, std::string> duel = lab::duel(table, {{bot, "perfect"}, kBound}, library, job);
        return duel ? std::optional(*duel) : std::nullopt;
    } catch (const solve::Stopped&) {
        return std::nullopt;
    }
}

int list_bots(const BotsOptions& options) {
    const Words& words = Words::of(language_from(options.language));
    std::unique_ptr<Table> table;
    if (!options.table.game.empty()) table = open(options.table);
    bots::Library library;
    const Interrupt interrupt;
    for (const std::string& name : bots::bot_names()) {
        fmt::print("{:<10} {}\n", name, words.text(fmt::format("bot.{}.help", name)));
        if (!table || interrupt.flag()) continue;
        const auto given = lab::generosity(*table, name, options.games, options.seed, library, interrupt.flag());
        if (!given) {
            fmt::print("{:<10} {}\n", "", words.text("bot-figures.unsolved"));
        } else {
            fmt::print("{:<10} {}\n", "",
                       words.text("bot-figures.measured", {{"value", fmt::format("{:.3f}", 100 * given->each())},
                                                           {"decisions", std::to_string(given->decisions)},
                                                           {"games", std::to_string(options.games)}}));
        }
        if (given)
            if (const auto duel = quick_duel(*table, name, library))
                fmt::print("{:<10} {}\n", "",
                           words.text("bot-figures.against-perfect",
                                      {{"value", fmt::format("{:.2f}", 100 * duel->odds.value(Seat::home))}}));
        (void)std::fflush(stdout);
    }
    return kDone;
}

} // namespace

void add_bots(CLI::App& app, Job& job) {
    auto options = std::make_shared<BotsOptions>();
    CLI::App* command =
        app.add_subcommand("bots", "List the computer players; with a game, measure what each gives away");
    add_table_options(*command, options->table);
    command->get_option("GAME")->required(false);
    command->add_option("--games", options->games, "How many games to measure by")
        ->check(CLI::Range(u64{1}, u64{1000000}));
    command->add_option("--seed", options->seed, "The same seed gives the same figures");
    command->add_option("--lang", options->language, "en or fr");
    command->callback([options, &job] { job = [options] { return list_bots(*options); }; });
}

} // namespace touchline::cli
