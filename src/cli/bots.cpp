// touchline bots [GAME]: who can take a seat, and what each gives away, measured.
#include "bots/roster.hpp"
#include "cli/card_figures.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/help.hpp"
#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "cli/table_options.hpp"
#include "lab/duel.hpp"
#include "lab/simulation.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

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
    bool json = false;
};

// Long enough for a game that is quickly worked out; the others have 'touchline duel'.
constexpr std::chrono::seconds kQuick{2};
constexpr double kBound = 1e-4;

// The bot against perfect, exactly, where that takes no longer than kQuick.
std::optional<lab::Duel> quick_duel(const Table& table, const std::string& bot, analysis::Library& library) {
    solve::Job job;
    std::mutex mutex;
    std::condition_variable_any ended;
    const std::jthread timer([&](const std::stop_token& done) {
        std::unique_lock lock(mutex);
        if (!ended.wait_for(lock, done, kQuick, [&] { return done.stop_requested(); })) job.stop();
    });
    try {
        const Expected<lab::Duel, Message> duel = lab::duel(table, {{bot, "perfect"}, kBound}, library, job);
        return duel ? std::optional(*duel) : std::nullopt;
    } catch (const solve::Stopped&) {
        return std::nullopt;
    }
}

// What is known of a bot at a table.
struct Figures {
    std::optional<lab::Generosity> given;
    std::optional<lab::Duel> duel; // against perfect
};

Figures figures(const Table& table, const std::string& name, const BotsOptions& options, analysis::Library& library,
                const std::atomic<bool>& stop) {
    Figures found{lab::generosity(table, name, options.games, options.seed, library, stop), {}};
    if (found.given) found.duel = quick_duel(table, name, library);
    return found;
}

void show(const Figures& found, const BotsOptions& options, const Words& words) {
    if (!found.given) {
        print("{:<10} {}\n", "", words.text("bot-figures.unsolved"));
        return;
    }
    print("{:<10} {}\n", "",
          words.text("bot-figures.measured", {{"value", fmt::format("{:.3f}", 100 * found.given->each())},
                                              {"decisions", std::to_string(found.given->decisions)},
                                              {"games", std::to_string(options.games)}}));
    if (found.duel)
        print("{:<10} {}\n", "",
              words.text("bot-figures.against-perfect",
                         {{"value", fmt::format("{:.2f}", 100 * found.duel->odds.value(Seat::home))}}));
}

Json json_of(const Figures& found) {
    Json json = Json::object();
    if (found.given) json["loss"] = found.given->each();
    if (found.given) json["decisions"] = found.given->decisions;
    if (found.duel) json["against_perfect"] = found.duel->odds.value(Seat::home);
    return json;
}

int list_bots(const BotsOptions& options) {
    const Words& words = Words::of(language_from(options.language));
    std::unique_ptr<Table> table;
    if (!options.table.game.empty()) table = open(options.table);
    analysis::Library library;
    const Interrupt interrupt;
    // A strategy with hidden cards was measured when its book was solved.
    const auto measure = table ? library.of(*table)->exploitability() : std::nullopt;
    Json list = Json::array();
    for (const std::string& name : bots::bot_names()) {
        const bool measured = table && !interrupt.flag();
        const std::string called = words.text(fmt::format("bot.{}.name", name));
        if (!options.json)
            print(
                "{:<10} {}\n", name,
                words.text("board.fact", {{"name", called}, {"value", words.text(fmt::format("bot.{}.help", name))}}));
        const Figures found = measured ? figures(*table, name, options, library, interrupt.flag()) : Figures{};
        if (options.json) {
            list.push_back(json_of(found));
            list.back()["name"] = name;
            if (measure && name == "perfect") list.back()["exploitability"] = card_figures_json(*measure);
            continue;
        }
        if (measured) show(found, options, words);
        if (measure && name == "perfect") print("{:<10} {}\n", "", card_figures(words, *measure));
        (void)std::fflush(stdout);
    }
    if (options.json) print_json(Json{{"bots", list}});
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
        ->type_name("N")
        ->capture_default_str()
        ->check(CLI::Range(u64{1}, u64{1000000}));
    command->add_option("--seed", options->seed, "The same seed gives the same figures")
        ->type_name("N")
        ->check(whole_number)
        ->capture_default_str();
    command->add_option("--lang", options->language, "en or fr")->type_name("LANGUAGE");
    command->add_flag("--json", options->json, "As JSON");
    examples(*command, {"touchline bots", "touchline bots rugby --games 1000"});
    command->callback([options, &job] { job = [options] { return list_bots(*options); }; });
}

} // namespace touchline::cli
