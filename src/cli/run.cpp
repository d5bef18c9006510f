#include "cli/commands.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "core/shown_text.hpp"
#include "play/sentences.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <sstream>

namespace touchline::cli {

namespace {

int told(Language language, int code, std::string_view sentence) {
    complain(fmt::format("touchline: {}", said_in(language, sentence)));
    return code;
}

bool flushed() { return std::fflush(stdout) == 0 && !std::ferror(stdout); }

int unwritten(Language language) {
    return told(language, kFailed, "the output cannot be written: is the disk full or the reader gone?");
}

// CLI11 speaks in several lines; a mistake here is one sentence and where to read on.
int misused(Language language, const CLI::App& app, const CLI::ParseError& error) {
    std::ostringstream out;
    std::ostringstream err;
    const int code = app.exit(error, out, err);
    print_text(stdout, out.str());
    print_text(stderr, err.str());
    if (code != 0) return kMisused;
    return flushed() ? kDone : unwritten(language);
}

// A first word that is no command is told as such: CLI11 would only miss a subcommand.
void check_command(const CLI::App& app, int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-') return;
    std::vector<std::string> known;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        known.push_back(command->get_name());
    if (std::ranges::find(known, argv[1]) == known.end())
        throw Stop(kMisused, fmt::format("there is no command '{}'; there are: {}", argv[1], fmt::join(known, ", ")));
}

} // namespace

int run(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    const Language language = language_asked_for(argc, argv);
    if (sodium_init() < 0) return told(language, kFailed, "the operating system gives no random numbers");
    CLI::App app{"Touchline: tabletop sports games, refereed, played and valued.", "touchline"};
    app.require_subcommand(1);
    app.set_version_flag("--version", "touchline 0.1.0");
    app.failure_message([language](const CLI::App* own, const CLI::Error& error) {
        const std::string sentence = fmt::format("{}; see '{} --help'", error.what(), own->get_name());
        return fmt::format("touchline: {}\n", shown_line(said_in(language, sentence)));
    });
    Job job;
    // In the order of the help; one a line, so that additions meet without conflict.
    // clang-format off
    for (auto add : {
             add_play,
             add_table,
             add_games,
             add_rules,
             add_sheet,
             add_replay,
             add_review,
             add_odds,
             add_solve,
             add_books,
             add_sim,
             add_duel,
             add_serve,
             add_bots,
         })
        add(app, job);
    // clang-format on
    translate_help(app, language);
    try {
        check_command(app, argc, argv);
        app.parse(argc, argv);
        const int code = job();
        return flushed() ? code : unwritten(language);
    } catch (const CLI::ParseError& error) {
        return misused(language, app, error);
    } catch (const Stop& stop) {
        (void)std::fflush(stdout);
        return told(language, stop.code, stop.what());
    } catch (const std::exception& error) {
        return flushed() ? told(language, kFailed, error.what()) : unwritten(language);
    }
}

} // namespace touchline::cli
