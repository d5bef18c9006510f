// touchline solve GAME, touchline books: the exact values of a game, computed and kept.
#include "analysis/library.hpp"
#include "cli/card_figures.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/table_options.hpp"
#include "play/sentences.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace touchline::cli {

namespace {

struct SolveOptions {
    TableOptions table;
    unsigned threads = 0;
    std::string language;
};

struct BooksOptions {
    std::vector<std::string> removed;
    bool remove_all = false;
    std::string language;
};

void solve_game(const Table& table, unsigned threads, Language language) {
    analysis::Library library;
    const std::shared_ptr<analysis::Analysis> analysis = library.of(table);
    const std::string game(table.kind().id());
    if (!analysis->solvable())
        throw Stop(kMisused,
                   fmt::format("'{}' with these options cannot be solved exactly; its odds are estimates", game));
    const Words& words = Words::of(language);
    solve::Job job(threads, progress_on_stderr(language));
    const solve::StopOnInterrupt interrupt(job);
    const Expected<solve::BookInfo, std::string> info = analysis->solve_book(job);
    end_progress();
    if (!info) throw Stop(kFailed, info.error());
    const bool exact = analysis->exact();
    print("{}\n",
          words.text(exact ? "solve.exact" : "solve.estimates",
                     {{"game", game},
                      {"seconds", fmt::format("{:.1f}", info->seconds)},
                      {"bound", exact ? fmt::format("{:.1e}", info->bound) : fmt::format("{:.3f}", info->bound)}}));
    if (const auto measure = analysis->exploitability()) print("{}\n", card_figures(words, *measure));
    if (const auto start = analysis->odds(table, {}, {}))
        print("{}\n", words.text("solve.start", {{"home", fmt::format("{:.9f}", start->home)},
                                                 {"draw", fmt::format("{:.9f}", start->draw)},
                                                 {"away", fmt::format("{:.9f}", start->away)}}));
}

int run_solve(const SolveOptions& options) {
    const std::unique_ptr<Table> table = open(options.table);
    try {
        solve_game(*table, options.threads, language_from(options.language));
    } catch (const solve::Stopped& stopped) {
        end_progress();
        throw Stop(kFailed, stopped.what());
    }
    return kDone;
}

void list_book(const solve::ListedBook& book, Language language) {
    const Words& words = Words::of(language);
    const std::string file = book.path.filename().string();
    const std::string size = fmt::format("{:.1f}", static_cast<double>(book.size) / 1e6);
    if (!book.fault.empty()) {
        const std::string fault = said_in(language, book.fault);
        print("{}\n", words.text("books.fault", {{"file", file}, {"size", size}, {"fault", fault}}));
        return;
    }
    print("{}\n", words.text("books.book", {{"file", file},
                                            {"size", size},
                                            {"game", book.info.key.game},
                                            {"options", book.info.key.options},
                                            {"sheet", book.info.key.sheet_hash},
                                            {"bound", fmt::format("{:.1e}", book.info.bound)},
                                            {"seconds", fmt::format("{:.1f}", book.info.seconds)}}));
    if (const auto opened = solve::Book::open_file(book.path))
        if (const auto measure = solve::measure_in(*opened)) print("{}\n", card_figures(words, *measure));
}

int list_books(Language language) {
    const std::vector<solve::ListedBook> books = solve::books();
    if (books.empty())
        print("{}\n", Words::of(language).text("books.none", {{"folder", solve::cache_folder().string()}}));
    for (const solve::ListedBook& book : books) list_book(book, language);
    return kDone;
}

int remove_books(const BooksOptions& options, Language language) {
    const std::vector<std::string>& names = options.removed;
    const bool all = options.remove_all;
    int removed = 0;
    for (const solve::ListedBook& book : solve::books()) {
        const bool named = std::ranges::find(names, book.path.filename().string()) != names.end() ||
                           std::ranges::find(names, book.info.key.game) != names.end();
        if (!all && !named) continue;
        if (const auto done = solve::remove_book(book.path); !done) throw Stop(kFailed, done.error());
        ++removed;
    }
    if (removed == 0 && !all) throw Stop(kMisused, "no book has that name; 'touchline books' lists them");
    print("{}\n", Words::of(language).text("books.removed", {{"count", std::to_string(removed)}}));
    return kDone;
}

} // namespace

void add_solve(CLI::App& app, Job& job) {
    auto options = std::make_shared<SolveOptions>();
    CLI::App* command = app.add_subcommand("solve", "Compute the value of every position and keep it as a book");
    add_table_options(*command, options->table);
    command->add_option("--threads", options->threads, "How many threads (0: all cores)")->check(CLI::Range(0u, 1024u));
    command->add_option("--lang", options->language, "en or fr");
    command->callback([options, &job] { job = [options] { return run_solve(*options); }; });
}

void add_books(CLI::App& app, Job& job) {
    CLI::App* command = app.add_subcommand("books", "List the solved books, or remove some");
    auto options = std::make_shared<BooksOptions>();
    command->add_option("--remove", options->removed, "Remove the book of this file name or the books of this game");
    command->add_flag("--remove-all", options->remove_all, "Remove all of them");
    command->add_option("--lang", options->language, "en or fr");
    command->callback([options, &job] {
        job = [options] {
            const Language language = language_from(options->language);
            const bool removes = !options->removed.empty() || options->remove_all;
            return removes ? remove_books(*options, language) : list_books(language);
        };
    });
}

} // namespace touchline::cli
