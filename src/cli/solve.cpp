// touchline solve GAME, touchline books: the exact values of a game, computed and kept.
#include "analysis/library.hpp"
#include "cli/card_figures.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/help.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/table_options.hpp"
#include "play/message_text.hpp"
#include "solve/cache.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace touchline::cli {

namespace {

struct SolveOptions {
    TableOptions table;
    unsigned threads = 0;
    bool json = false;
    std::string language;
};

struct BooksOptions {
    std::vector<std::string> removed;
    std::optional<u64> limit; // megabytes
    bool remove_all = false;
    bool json = false;
    std::string language;
};

void solve_game(const Table& table, const SolveOptions& options, Language language) {
    analysis::Library library;
    const std::shared_ptr<analysis::Analysis> analysis = library.of(table);
    const std::string game(table.kind().id());
    if (!analysis->solvable()) throw Stop(RefusalCode::misused, Message{"solve.not-exact", {{"game", game}}});
    const Words& words = Words::of(language);
    solve::Job job(options.threads, progress_on_stderr(language));
    const solve::StopOnInterrupt interrupt(job);
    const Expected<solve::BookInfo, Message> info = analysis->solve_book(job);
    end_progress();
    if (!info) throw Stop(RefusalCode::failed, info.error());
    const bool exact = analysis->exact();
    if (options.json) {
        Json json = table_json(table);
        json.update({{"seconds", info->seconds}, {"method", exact ? "exact" : "estimate"}, {"error", info->bound}});
        if (const auto start = analysis->odds(table, {}, {}))
            json["odds"] = {{"home", start->home}, {"draw", start->draw}, {"away", start->away}};
        return print_json(json);
    }
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
        solve_game(*table, options, language_from(options.language));
    } catch (const solve::Stopped&) {
        end_progress();
        throw;
    }
    return kDone;
}

void list_book(const solve::ListedBook& book, Language language) {
    const Words& words = Words::of(language);
    const std::string file = book.path.filename().string();
    const std::string size = fmt::format("{:.1f}", static_cast<double>(book.size) / 1e6);
    if (!book.fault.empty()) {
        const std::string fault = text(book.fault, language);
        print("{}\n", words.text("books.fault", {{"file", file}, {"size", size}, {"fault", fault}}));
        return;
    }
    const bool whole = book.stage == solve::Stage::whole;
    print("{}\n", words.text(whole ? "books.book" : "books.unfinished",
                             {{"file", file},
                              {"size", size},
                              {"game", book.info.key.game},
                              {"options", book.info.key.options},
                              {"sheet", book.info.key.sheet_hash},
                              {"bound", fmt::format("{:.1e}", book.info.bound)},
                              {"seconds", fmt::format("{:.1f}", book.info.seconds)}}));
    if (!whole) return;
    if (const auto opened = solve::Book::open_file(book.path))
        if (const auto measure = solve::measure_in(*opened)) print("{}\n", card_figures(words, *measure));
}

Json book_json(const solve::ListedBook& book, Language language) {
    Json json{
        {"file", book.path.filename().string()}, {"bytes", book.size}, {"finished", book.stage == solve::Stage::whole}};
    if (!book.fault.empty()) {
        json["fault"] = text(book.fault, language);
        return json;
    }
    json.update({{"game", book.info.key.game},
                 {"options", Json::parse(book.info.key.options, nullptr, false)},
                 {"sheet", book.info.key.sheet_hash},
                 {"error", book.info.bound},
                 {"seconds", book.info.seconds}});
    return json;
}

int list_books(Language language, bool json) {
    const std::vector<solve::ListedBook> books = solve::books();
    if (json) {
        Json list = Json::array();
        for (const solve::ListedBook& book : books) list.push_back(book_json(book, language));
        print_json({{"folder", solve::cache_folder().string()}, {"bytes", solve::cache_size()}, {"books", list}});
        return kDone;
    }
    if (books.empty())
        print("{}\n", Words::of(language).text("books.none", {{"folder", solve::cache_folder().string()}}));
    for (const solve::ListedBook& book : books) list_book(book, language);
    return kDone;
}

int tell_removed(std::size_t count, const BooksOptions& options, Language language) {
    if (options.json)
        print_json({{"removed", count}, {"bytes", solve::cache_size()}});
    else
        print("{}\n", Words::of(language).text("books.removed", {{"count", std::to_string(count)}}));
    return kDone;
}

int remove_books(const BooksOptions& options, Language language) {
    const std::vector<std::string>& names = options.removed;
    const bool all = options.remove_all;
    std::size_t removed = 0;
    for (const solve::ListedBook& book : solve::books()) {
        const bool named = std::ranges::find(names, book.path.filename().string()) != names.end() ||
                           std::ranges::find(names, book.info.key.game) != names.end();
        if (!all && !named) continue;
        if (const auto done = solve::remove_book(book.path); !done) throw Stop(RefusalCode::failed, done.error());
        ++removed;
    }
    if (removed == 0 && !all) throw Stop(RefusalCode::misused, Message{"book.none-named"});
    return tell_removed(removed, options, language);
}

} // namespace

void add_solve(CLI::App& app, Job& job) {
    auto options = std::make_shared<SolveOptions>();
    CLI::App* command = app.add_subcommand("solve", "Compute the value of every position and keep it as a book");
    add_table_options(*command, options->table);
    add_threads(*command, options->threads);
    command->add_flag("--json", options->json, "As JSON");
    examples(*command, {"touchline solve sports-dice-football", "touchline solve rugby --threads 2"});
    command->add_option("--lang", options->language, "en or fr")->type_name("LANGUAGE");
    command->callback([options, &job] { job = [options] { return run_solve(*options); }; });
}

void add_books(CLI::App& app, Job& job) {
    CLI::App* command = app.add_subcommand("books", "List the solved books, or remove some");
    auto options = std::make_shared<BooksOptions>();
    command->add_option("--remove", options->removed, "Remove the book of this file name or the books of this game")
        ->type_name("NAME");
    command->add_flag("--remove-all", options->remove_all, "Remove all of them");
    command
        ->add_option("--limit", options->limit,
                     "Keep the books within this size, the least recently used ones going first")
        ->type_name("MEGABYTES")
        ->check(whole_number);
    command->add_flag("--json", options->json, "As JSON");
    examples(*command, {"touchline books", "touchline books --limit 500", "touchline books --remove pocket-rugby"});
    command->add_option("--lang", options->language, "en or fr")->type_name("LANGUAGE");
    command->callback([options, &job] {
        job = [options] {
            const Language language = language_from(options->language);
            const bool removes = !options->removed.empty() || options->remove_all;
            if (options->limit)
                return tell_removed(solve::keep_within(*options->limit * 1'000'000), *options, language);
            return removes ? remove_books(*options, language) : list_books(language, options->json);
        };
    });
}

} // namespace touchline::cli
