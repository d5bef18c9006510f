// touchline solve GAME, touchline books: the exact values of a game, computed and kept.
#include "bots/library.hpp"
#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "cli/table_options.hpp"
#include "play/visit.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace touchline::cli {

namespace {

struct SolveOptions {
    TableOptions table;
    unsigned threads = 0;
};

// How much a best response gains against a strategy that is no exact solution.
void print(const solve::red_boar::CardMeasure& measure) {
    fmt::print("a best response to each play gains {:.2f} ± {:.2f} percentage points of winning, {:.3f} points a drive "
               "({} games)\n",
               100 * measure.gain.value, 100 * measure.gain.half_width, measure.points_a_drive(), measure.games);
}

template <class R>
void print_measure(bots::Shelf<R>& shelf) {
    if constexpr (requires(const typename bots::Shelf<R>::Solver& solver) { solver.measure(); }) {
        using Measure = std::optional<solve::red_boar::CardMeasure>;
        const auto found = shelf.template consult<Measure>(
            shelf.rules().start(), {}, [](const auto& solver) -> Measure { return solver.measure(); });
        if (found && *found) print(**found);
    }
}

template <class R>
void solve_game(const TableFor<R>& table, unsigned threads) {
    if constexpr (solve::HasSolver<R>) {
        bots::Library library;
        if (const auto shelf = library.shelf(table)) {
            solve::Job job(threads, progress_on_stderr());
            const solve::StopOnInterrupt interrupt(job);
            const Expected<solve::BookInfo, std::string> info = shelf->solve_and_save(job);
            end_progress();
            if (!info) throw Stop(kFailed, info.error());
            const auto start = shelf->odds(table.rules().start(), {});
            if (solve::exact(table.rules()))
                fmt::print("{}: solved in {:.1f} s, every value within {:.1e}\n", R::kId, info->seconds, info->bound);
            else
                fmt::print("{}: solved in {:.1f} s, estimates within {:.3f} (95%)\n", R::kId, info->seconds,
                           info->bound);
            print_measure(*shelf);
            fmt::print("at the start: home {:.9f}, draw {:.9f}, away {:.9f}\n", start->home(), start->draw(),
                       start->away());
            return;
        }
    }
    throw Stop(kMisused,
               fmt::format("'{}' with these options cannot be solved exactly; its odds are estimates", R::kId));
}

int run_solve(const SolveOptions& options) {
    const std::unique_ptr<Table> table = open(options.table);
    try {
        visit(*table, [&](const auto& at) { solve_game(at, options.threads); });
    } catch (const solve::Stopped& stopped) {
        end_progress();
        throw Stop(kFailed, stopped.what());
    }
    return kDone;
}

int list_books() {
    const std::vector<solve::ListedBook> books = solve::books();
    if (books.empty()) fmt::print("no books in {}\n", solve::cache_folder().string());
    for (const solve::ListedBook& book : books) {
        if (!book.fault.empty()) {
            fmt::print("{}  {:.1f} MB  {}\n", book.path.filename().string(), static_cast<double>(book.size) / 1e6,
                       book.fault);
            continue;
        }
        fmt::print("{}  {:.1f} MB  {} {}  sheet {}  bound {:.1e}  solved in {:.1f} s\n", book.path.filename().string(),
                   static_cast<double>(book.size) / 1e6, book.info.key.game, book.info.key.options,
                   book.info.key.sheet_hash, book.info.bound, book.info.seconds);
        if (const auto opened = solve::Book::open_file(book.path))
            if (const auto measure = solve::red_boar::measure_in(*opened)) print(*measure);
    }
    return kDone;
}

int remove_books(const std::vector<std::string>& names, bool all) {
    int removed = 0;
    for (const solve::ListedBook& book : solve::books()) {
        const bool named = std::ranges::find(names, book.path.filename().string()) != names.end() ||
                           std::ranges::find(names, book.info.key.game) != names.end();
        if (!all && !named) continue;
        if (const auto done = solve::remove_book(book.path); !done) throw Stop(kFailed, done.error());
        ++removed;
    }
    if (removed == 0 && !all) throw Stop(kMisused, "no book has that name; 'touchline books' lists them");
    fmt::print("{} removed\n", removed);
    return kDone;
}

} // namespace

void add_solve(CLI::App& app, Job& job) {
    auto options = std::make_shared<SolveOptions>();
    CLI::App* command = app.add_subcommand("solve", "Compute the value of every position and keep it as a book");
    add_table_options(*command, options->table);
    command->add_option("--threads", options->threads, "How many threads (0: all cores)")->check(CLI::Range(0u, 1024u));
    command->callback([options, &job] { job = [options] { return run_solve(*options); }; });
}

void add_books(CLI::App& app, Job& job) {
    CLI::App* command = app.add_subcommand("books", "List the solved books, or remove some");
    auto names = std::make_shared<std::vector<std::string>>();
    auto all = std::make_shared<bool>(false);
    command->add_option("--remove", *names, "Remove the book of this file name or the books of this game");
    command->add_flag("--remove-all", *all, "Remove all of them");
    command->callback(
        [=, &job] { job = [=] { return names->empty() && !*all ? list_books() : remove_books(*names, *all); }; });
}

} // namespace touchline::cli
