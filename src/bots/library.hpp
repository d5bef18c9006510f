// The shelves at hand, one for each game, sheet and set of options that is being asked about.
#pragma once

#include "bots/shelf.hpp"
#include "play/kind.hpp"
#include "play/table_for.hpp"

#include <any>
#include <functional>
#include <list>
#include <string>

namespace touchline::bots {

// Which book belongs to a table: options that are as by default make no difference.
[[nodiscard]] solve::BookKey book_key(const Table& table, u32 solver_version);

// Shelves with the default sheet that are kept, one for each set of options; and those with a sheet of somebody's own,
// of which anybody can send any number. A solved one may hold hundreds of megabytes.
inline constexpr std::size_t kMostShelves = 6;
inline constexpr std::size_t kMostSheetShelves = 3;

class Library {
public:
    // `most` shelves of each of the two sorts are kept; the one not asked for longest makes room.
    explicit Library(std::size_t most = kMostShelves, std::size_t most_of_sheets = kMostSheetShelves)
        : usual_{most, {}}, with_sheets_{most_of_sheets, {}} {}

    // Null where these rules cannot be solved exactly.
    template <TableGame R>
    [[nodiscard]] auto shelf(const TableFor<R>& table) {
        if constexpr (solve::HasSolver<R>) {
            using Solver = typename solve::SolverOf<R>::type;
            if (!Solver::able(table.rules())) return std::shared_ptr<Shelf<R>>();
            const solve::BookKey key = book_key(table, Solver::kVersion);
            const bool usual = table.sheet_toml() == table.kind().default_sheet();
            return std::any_cast<std::shared_ptr<Shelf<R>>>(
                kept(usual ? usual_ : with_sheets_, key.game + key.options + key.sheet_hash, [&] {
                    return std::any(std::make_shared<Shelf<R>>(table.shared_rules(), key, background_,
                                                               usual ? SheetOf::box : SheetOf::somebody));
                }));
        } else {
            return std::shared_ptr<NoShelf>();
        }
    }

    // Who is told of a solver that has failed behind a question. Requires: set before anything is asked.
    void on_failure(Background::Failed failed) { background_->on_failure(std::move(failed)); }

    // What shelf() answers for a game without a solver.
    struct NoShelf {};

private:
    struct Sort {
        std::size_t most;
        std::list<std::pair<std::string, std::any>> shelves; // the last asked for first
    };
    [[nodiscard]] std::any kept(Sort& sort, const std::string& name, const std::function<std::any()>& make);

    std::shared_ptr<Background> background_ = std::make_shared<Background>();
    std::mutex mutex_;
    Sort usual_;
    Sort with_sheets_;
};

} // namespace touchline::bots
