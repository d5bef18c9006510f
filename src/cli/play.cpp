// touchline play [GAME]: a game in the terminal, or the referee of real dice.
#include "terminal/play.hpp"
#include "analysis/advisor.hpp"
#include "bots/players.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/output.hpp"
#include "core/shown_text.hpp"
#include "terminal/console.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace touchline::cli {

namespace {

struct PlayOptions {
    std::string game;
    std::vector<std::string> options;
    BySeat<std::string> players;
    BySeat<std::string> names;
    std::string sheet;
    std::string language;
    std::string resume;
    std::optional<std::uint64_t> seed;
    int pace = 600;
    bool companion = false;
    bool fresh = false;
};

void check_player(const std::string& player, const PlayerMaker& makers) {
    const std::vector<std::string> bots = makers.names();
    if (player == terminal::kPerson || std::ranges::find(bots, player) != bots.end()) return;
    throw Stop(kMisused,
               fmt::format("there is no player '{}': use {} or {}", player, terminal::kPerson, fmt::join(bots, ", ")));
}

// How a side is to be called; empty where nothing is asked for.
std::string name_of(const std::string& wanted) {
    std::string name = shown_name(wanted);
    if (name.empty() && !wanted.empty())
        throw Stop(kMisused, fmt::format("the name '{}' has nothing that can be shown: give another", wanted));
    return name;
}

terminal::Setup setup_of(const PlayOptions& options, const PlayerMaker& makers) {
    terminal::Setup setup;
    setup.language = language_from(options.language);
    if (!options.game.empty()) {
        setup.kind = kind_named(options.game);
        if (setup.kind == nullptr) throw Stop(kMisused, open_table(options.game, Json::object()).error().message);
    }
    for (const std::string& option : options.options) {
        const std::size_t equals = option.find('=');
        if (equals == std::string::npos || equals == 0)
            throw Stop(kMisused, fmt::format("an option is written name=value, not '{}'", option));
        setup.options[option.substr(0, equals)] = option.substr(equals + 1);
    }
    if (setup.kind == nullptr && (!setup.options.empty() || !options.sheet.empty()))
        throw Stop(
            kMisused,
            "options and sheets belong to a game: name it, as in 'touchline play pocket-gridiron --option mode=pro'");
    if (!options.sheet.empty()) setup.sheet = options.sheet;
    for (Seat seat : kSeats) {
        if (options.players[seat].empty()) continue;
        check_player(options.players[seat], makers);
        setup.players[seat] = options.players[seat];
    }
    // One seat named: the other is the usual one, and nothing is asked.
    for (Seat seat : kSeats)
        if (!setup.players[seat] && setup.players[other(seat)])
            setup.players[seat] = *setup.players[other(seat)] == terminal::kPerson && !options.companion
                                      ? "coach"
                                      : std::string(terminal::kPerson);
    for (Seat seat : kSeats) setup.names[seat] = name_of(options.names[seat]);
    setup.seed = options.seed;
    setup.companion = options.companion;
    setup.fresh = options.fresh;
    setup.pace = options.pace;
    if (!options.resume.empty()) setup.resume = options.resume;
    return setup;
}

// A wrong option or sheet is told before the screen is taken.
void check_table(const terminal::Setup& setup) {
    if (setup.kind == nullptr) return;
    const OrRefusal<Json> options = terminal::option_json(*setup.kind, setup.options);
    if (!options) throw Stop(kMisused, options.error().message);
    const OrRefusal<std::unique_ptr<Table>> table = open_table(setup.kind->id(), *options, setup.sheet);
    if (!table) throw Stop(kMisused, table.error().message);
}

int play(const PlayOptions& options) {
    analysis::Library library;
    analysis::Advisor counsel(library);
    bots::Players makers;
    const terminal::Setup setup = setup_of(options, makers);
    check_table(setup);
    terminal::Farewell farewell;
    {
        const std::unique_ptr<terminal::Console> console = terminal::open_console();
        farewell = terminal::play(setup, *console, counsel, makers);
    }
    if (!farewell.record.empty()) write_to(stdout, shown_text(farewell.record));
    using enum terminal::Farewell::Kind;
    const std::string text = terminal::for_output(farewell.text);
    if (farewell.kind == misused || farewell.kind == failed) {
        complain(fmt::format("touchline: {}", text)); // in the player's language already
        return farewell.kind == misused ? kMisused : kFailed;
    }
    if (!text.empty()) print("{}\n", text);
    return kDone;
}

} // namespace

void add_play(CLI::App& app, Job& job) {
    auto options = std::make_shared<PlayOptions>();
    CLI::App* command = app.add_subcommand("play", "Play in the terminal");
    command->add_option("GAME", options->game, "Its id, as 'touchline games' lists it; asked for where it is left out");
    command->add_option("--option", options->options,
                        "An option of the game as name=value; may be given several times");
    command->add_option("--home", options->players.home, "Who plays home: human or a bot");
    command->add_option("--away", options->players.away, "Who plays away: human or a bot");
    command->add_option("--home-name", options->names.home, "How the home side is called");
    command->add_option("--away-name", options->names.away, "How the away side is called");
    command->add_option("--sheet", options->sheet, "Another sheet than the default one");
    command->add_option("--seed", options->seed, "The same seed and choices give the same game");
    command->add_option("--lang", options->language, "en or fr");
    command->add_flag("--companion", options->companion, "Real dice: type what fell");
    command->add_option("--pace", options->pace, "Milliseconds between the steps of a computer")
        ->check(CLI::Range(0, 60000));
    command->add_option("--resume", options->resume, "Go on with the game of this record");
    command->add_flag("--new", options->fresh, "Offer no saved game");
    command->callback([options, &job] { job = [options] { return play(*options); }; });
}

} // namespace touchline::cli
