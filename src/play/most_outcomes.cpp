// Asks the rules behind a table.
#include "play/most_outcomes.hpp"

#include "play/visit_table.hpp"

namespace touchline {

std::optional<std::size_t> most_outcomes_of(const Table& table) {
    std::optional<std::size_t> most;
    visit_table(table, [&]<class R>(const TableFor<R>& typed) {
        if constexpr (HasMostOutcomes<R>) most = typed.rules().most_outcomes();
    });
    return most;
}

} // namespace touchline
