// From a Table to the game inside it, for those who need its States.
#pragma once

#include "games/all.hpp"
#include "play/table_for.hpp"

#include <stdexcept>

namespace touchline {

template <class F, class... Games>
void visit_one_of(GameList<Games...>, const Table& table, F& f) {
    const bool found = ([&] {
        const auto* typed = dynamic_cast<const TableFor<Games>*>(&table);
        if (typed != nullptr) f(*typed);
        return typed != nullptr;
    }() || ...);
    if (!found) throw std::logic_error("a table of a game that is not in games/all.hpp");
}

// Calls f with the TableFor<R> that the table is. f is generic: [](const auto& table) { table.rules(), table.position()
// … }.
template <class F>
void visit_table(const Table& table, F&& f) {
    visit_one_of(AllGames{}, table, f);
}

} // namespace touchline
