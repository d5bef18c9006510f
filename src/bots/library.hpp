// The shelves at hand, one for each game, sheet and set of options that is being asked about.
#pragma once

#include "bots/shelf.hpp"
#include "play/table_for.hpp"

#include <any>
#include <list>
#include <map>
#include <string>

namespace touchline::bots {

// Which book belongs to a table: options that are as by default make no difference.
[[nodiscard]] solve::BookKey book_key(const Table& table, u32 solver_version);

class Library {
public:
    // `most` shelves are kept; the one not asked for longest makes room.
    explicit Library(std::size_t most = 6) : most_(most) {}

    // Null where these rules cannot be solved exactly.
    template <TableGame R>
    [[nodiscard]] auto shelf(const TableFor<R>& table) {
        if constexpr (solve::HasSolver<R>) {
            using Solver = typename solve::SolverOf<R>::type;
            if (!Solver::able(table.rules())) return std::shared_ptr<Shelf<R>>();
            const solve::BookKey key = book_key(table, Solver::kVersion);
            return std::any_cast<std::shared_ptr<Shelf<R>>>(kept(key.game + key.options + key.sheet_hash, [&] {
                return std::any(std::make_shared<Shelf<R>>(table.shared_rules(), key));
            }));
        } else {
            return std::shared_ptr<NoShelf>();
        }
    }

    // What shelf() answers for a game without a solver.
    struct NoShelf {};

private:
    [[nodiscard]] std::any kept(const std::string& name, const std::function<std::any()>& make);

    std::size_t most_;
    std::mutex mutex_;
    std::list<std::pair<std::string, std::any>> shelves_; // the last asked for first
};

} // namespace touchline::bots
