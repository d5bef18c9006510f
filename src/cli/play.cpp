// touchline play [GAME]: a game in the terminal, or the referee of real dice.
#include "terminal/play.hpp"
#include "analysis/advisor.hpp"
#include "bots/players.hpp"
#include "cli/commands.hpp"
#include "cli/config.hpp"
#include "cli/files.hpp"
#include "cli/guess.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "cli/reviewing.hpp"
#include "cli/table_options.hpp"
#include "core/shown_text.hpp"
#include "play/people.hpp"
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
    std::optional<int> pace;
    bool companion = false;
    bool alone = false;
    bool fresh = false;
};

void check_player(const std::string& player, const PlayerMaker& makers) {
    const std::vector<std::string> bots = makers.names();
    if (player == terminal::kPerson || std::ranges::find(bots, player) != bots.end()) return;
    std::vector<std::string> known = bots;
    known.emplace_back(terminal::kPerson);
    throw Stop(RefusalCode::misused,
               with_guess(Message{"cli.player", {{"player", player}, {"person", terminal::kPerson}, {"bots", bots}}},
                          closest(player, known)));
}

// How a side is to be called, one person or several; empty where nothing is asked for.
std::string name_of(const std::string& wanted) {
    std::string name = shown_side(wanted);
    if (name.empty() && !wanted.empty()) throw Stop(RefusalCode::misused, Message{"cli.name", {{"name", wanted}}});
    return name;
}

terminal::Setup setup_of(const PlayOptions& options, const PlayerMaker& makers) {
    terminal::Setup setup;
    setup.language = language_from(options.language);
    setup.opponent = setting("opponent");
    if (!options.game.empty()) {
        setup.kind = &game_meant(options.game);
    }
    for (const std::string& option : options.options) {
        const std::size_t equals = option.find('=');
        if (equals == std::string::npos || equals == 0)
            throw Stop(RefusalCode::misused, Message{"option.form", {{"text", option}}});
        if (setup.options.contains(option.substr(0, equals)))
            throw Stop(RefusalCode::misused, Message{"cli.option-twice", {{"option", option.substr(0, equals)}}});
        setup.options[option.substr(0, equals)] = option.substr(equals + 1);
    }
    if (setup.kind == nullptr && (!setup.options.empty() || !options.sheet.empty()))
        throw Stop(RefusalCode::misused, Message{"cli.which-game"});
    if (setup.kind != nullptr) (void)options_json(*setup.kind, options.options); // guesses what was meant
    if (!options.sheet.empty()) setup.sheet = options.sheet;
    for (Seat seat : kSeats) {
        if (options.players[seat].empty()) continue;
        check_player(options.players[seat], makers);
        setup.players[seat] = options.players[seat];
    }
    if (options.alone)
        for (Seat seat : kSeats) {
            if (setup.players[seat].value_or(std::string(terminal::kPerson)) != terminal::kPerson)
                throw Stop(RefusalCode::misused, Message{"cli.alone", {{"player", *setup.players[seat]}}});
            setup.players[seat] = std::string(terminal::kPerson);
        }
    setup.alone = options.alone;
    // One seat named: the other is the usual one, and nothing is asked.
    for (Seat seat : kSeats)
        if (!setup.players[seat] && setup.players[other(seat)])
            setup.players[seat] = *setup.players[other(seat)] == terminal::kPerson && !options.companion
                                      ? setup.opponent
                                      : std::string(terminal::kPerson);
    for (Seat seat : kSeats) {
        const std::string usual = configured(seat == Seat::home ? "home_name" : "away_name").value_or("");
        setup.names[seat] = name_of(options.names[seat].empty() ? usual : options.names[seat]);
    }
    for (Seat seat : kSeats)
        if (setup.alone && members_of(setup.names[seat]).size() > 1)
            throw Stop(RefusalCode::misused, Message{"cli.alone-several", {{"names", setup.names[seat]}}});
    setup.seed = options.seed;
    setup.companion = options.companion;
    setup.fresh = options.fresh;
    setup.pace = options.pace.value_or(std::stoi(setting("pace")));
    if (!options.resume.empty()) {
        (void)read_file(options.resume); // a file that is not there is a mistake of the command line
        setup.resume = options.resume;
    }
    return setup;
}

// A wrong option or sheet is told before the screen is taken.
void check_table(const terminal::Setup& setup) {
    if (setup.kind == nullptr) return;
    const OrRefusal<Json> options = terminal::option_json(*setup.kind, setup.options);
    if (!options) throw Stop(options.error());
    const OrRefusal<std::unique_ptr<Table>> table = open_table(setup.kind->id(), *options, setup.sheet);
    if (!table) throw Stop(table.error());
}

int play(const PlayOptions& options) {
    analysis::Library library(analysis::kWhileOneSits);
    analysis::Advisor evaluator(library);
    bots::Players makers;
    const terminal::Setup setup = setup_of(options, makers);
    check_table(setup);
    terminal::Farewell farewell;
    {
        const std::unique_ptr<terminal::Console> console = terminal::open_console();
        farewell = terminal::play(setup, *console, evaluator, makers, end_of_game_reviewer(evaluator));
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
    command->add_option("GAME", options->game,
                        "A game, as 'touchline games' lists it; a word of its name will do; asked for where it is left "
                        "out");
    add_options(*command, options->options);
    command->add_option("--home", options->players.home, "Who plays home: human or a bot")
        ->type_name("WHO")
        ->default_str(std::string(terminal::kPerson));
    command->add_option("--away", options->players.away, "Who plays away: human or a bot")
        ->type_name("WHO")
        ->default_str(usual_setting("opponent"));
    command
        ->add_option("--home-name", options->names.home,
                     "How the home side is called; several people are named in a row, as 'Ann, Bo'")
        ->type_name("NAME");
    command
        ->add_option("--away-name", options->names.away,
                     "How the away side is called; several people are named in a row")
        ->type_name("NAME");
    command->add_option("--sheet", options->sheet, "Another sheet than the default one")->type_name("FILE");
    command->add_option("--seed", options->seed, "The same seed and choices give the same game")
        ->type_name("N")
        ->check(whole_number);
    command->add_option("--lang", options->language, "en or fr")->type_name("LANGUAGE");
    command->add_flag("--alone", options->alone, "Play both sides yourself");
    command->add_flag("--companion", options->companion, "Real dice: type what fell");
    command->add_option("--pace", options->pace, "Milliseconds between the steps of a computer (600)")
        ->type_name("N")
        ->check(CLI::Range(0, 60000));
    command->add_option("--resume", options->resume, "Go on with the game of this record")->type_name("FILE");
    command->add_flag("--new", options->fresh, "Offer no saved game");
    examples(*command, {"touchline play", "touchline play rugby --away coach", "touchline play sports --alone",
                        "touchline play pocket-gridiron -o mode=pro --companion"});
    command->callback([options, &job] { job = [options] { return play(*options); }; });
}

} // namespace touchline::cli
