// The program: its commands, the language of its help, and what it says where it cannot go on.
#include "cli/commands.hpp"
#include "cli/commit.hpp"
#include "cli/config.hpp"
#include "cli/guess.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "cli/parse_error.hpp"
#include "core/version.hpp"
#include "play/message_text.hpp"
#include "solve/cache.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace touchline::cli {

namespace {

int told(int code, std::string_view sentence) {
    complain(fmt::format("touchline: {}", sentence));
    return code;
}
int told(Language language, int code, const Message& message) { return told(code, text(message, language)); }

// What was asked for is wrong, or it is right but could not be done.
int exit_code(RefusalCode code) {
    switch (code) {
    case RefusalCode::failed:
    case RefusalCode::bad_record:
    case RefusalCode::store_failed:
    case RefusalCode::busy: return kFailed;
    default: return kMisused;
    }
}

// The result of a command, once all of it is written. A reader who has left has seen enough.
int written(Language language, int code) {
    if (flushed()) return code;
    return reader_gone() ? code : told(language, kFailed, Message{"cli.no-output"});
}

// Help and version end the parsing too; a mistake is one sentence and where to read on.
int ended(Language language, const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return told(language, kMisused, message_of(app, error));
    std::ostringstream out;
    (void)app.exit(error, out, out);
    page(out.str());
    return written(language, kDone);
}

std::vector<CLI::App*> commands_of(CLI::App& app) {
    return app.get_subcommands([](const CLI::App*) { return true; });
}

// A first word that is no command is told as such: CLI11 would only miss a subcommand.
void check_command(CLI::App& app, const std::string& word) {
    std::vector<std::string> known;
    for (const CLI::App* command : commands_of(app)) known.push_back(command->get_name());
    if (std::ranges::find(known, word) != known.end()) return;
    if (const std::optional<std::string> guess = closest(word, known))
        throw Stop(RefusalCode::misused,
                   Message{"cli.unknown-command-guess", {{"command", word}, {"guess", *guess}, {"commands", known}}});
    throw Stop(RefusalCode::misused, Message{"cli.unknown-command", {{"command", word}, {"commands", known}}});
}

struct Common {
    std::string color;
    bool quiet = false;
};

// What every command takes.
void add_common(CLI::App& app, Common& common) {
    for (CLI::App* command : commands_of(app)) {
        if (!commands_of(*command).empty()) add_common(*command, common);
        command->add_option("--color", common.color, "auto, always or never")
            ->type_name("WHEN")
            ->check(CLI::IsMember({"auto", "always", "never"}))
            ->default_str("auto");
        if (command->get_option_no_throw("--quiet") == nullptr)
            command->add_flag("-q,--quiet", common.quiet, "No progress and no notes, only the result");
    }
}

// The terminal looks at the environment: NO_COLOR, and CLICOLOR_FORCE where output is no terminal.
void set_color(const std::string& when) {
    if (when == "never") ::setenv("NO_COLOR", "1", 1);
    if (when != "always") return;
    ::unsetenv("NO_COLOR");
    ::setenv("CLICOLOR_FORCE", "1", 1);
}

// The words of the command line; `help odds` is `odds --help`, and `help --help` speaks of help itself.
std::vector<std::string> words_of(int argc, char** argv) {
    std::vector<std::string> words(argv + 1, argv + argc);
    if (words.empty() || words.front() != "help") return words;
    if (words.size() > 1 && (words[1] == "--help" || words[1] == "-h")) return words;
    const bool general = words.size() == 1 || words[1].starts_with('-');
    words.erase(words.begin());
    words.insert(general ? words.begin() : words.end(), "--help");
    return words;
}

// Whether a command works whatever the configuration file says: where help and repair are found.
bool needs_no_config(const std::vector<std::string>& words) {
    constexpr std::array<std::string_view, 7> kFlags{"--help", "-h", "--version", "-V", "config", "man", "completions"};
    if (words.empty() || std::ranges::find(kFlags, words.front()) != kFlags.end()) return true;
    return words.front() == "help" || std::ranges::find_first_of(words, std::array{"--help", "-h"}) != words.end();
}

void add_help(CLI::App& app, Job&) {
    CLI::App* command = app.add_subcommand("help", "Say how a command is used");
    command->add_option("COMMAND", "The command");
    examples(*command, {"touchline help", "touchline help review"});
}

int run_words(std::vector<std::string> words, Language language) {
    CLI::App app{"Touchline: tabletop sports games, refereed, played and valued.", "touchline"};
    app.require_subcommand(1);
    app.set_version_flag("-V,--version", commit().empty() ? fmt::format("touchline {}", kVersion)
                                                          : fmt::format("touchline {} ({})", kVersion, commit()));
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
             add_verify,
             add_review,
             add_history,
             add_stats,
             add_export,
             add_odds,
             add_puzzles,
             add_solve,
             add_books,
             add_sim,
             add_duel,
             add_lab,
             add_serve,
             add_store,
             add_bots,
             add_config,
             add_man,
             add_completions,
             add_help,
         })
        add(app, job);
    // clang-format on
    Common common;
    add_common(app, common);
    examples(app, {"touchline play", "touchline help odds", "touchline serve"});
    tidy_placeholders(app);
    translate_help(app, language);
    try {
        if (!words.empty() && !words.front().starts_with('-')) check_command(app, words.front());
        std::ranges::reverse(words); // as CLI11 takes them
        app.parse(std::move(words));
        set_quiet(common.quiet);
        set_color(common.color.empty() && std::getenv("NO_COLOR") == nullptr ? configured("color").value_or("")
                                                                             : common.color);
        solve::on_large_cache([language](const std::filesystem::path& folder, u64 bytes) {
            note(
                text(Message{"cli.large-cache", {{"folder", folder.string()}, {"size", bytes / 1'000'000}}}, language));
        });
        return written(language, job());
    } catch (const CLI::ParseError& error) {
        return ended(language, app, error);
    }
}

} // namespace

int run(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    Language language = language_of_environment();
    try {
        if (sodium_init() < 0) throw Stop(RefusalCode::failed, Message{"cli.no-random"});
        const std::vector<Message>& faults = load_config();
        language = language_asked_for(argc, argv);
        std::vector<std::string> words = words_of(argc, argv);
        if (!faults.empty() && !needs_no_config(words)) throw Stop(RefusalCode::misused, faults.front());
        for (const Message& fault : faults) (void)told(language, kMisused, fault);
        return run_words(std::move(words), language);
    } catch (const Stop& stop) {
        (void)std::fflush(stdout);
        return told(language, exit_code(stop.code), stop.message);
    } catch (const std::exception& error) {
        if (!flushed()) return written(language, kFailed);
        return told(kFailed, sentence_of(error, language));
    }
}

} // namespace touchline::cli
