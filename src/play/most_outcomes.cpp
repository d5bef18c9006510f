#include "play/most_outcomes.hpp"

#include "games/most_outcomes.hpp"
#include "play/visit_table.hpp"

namespace touchline {

std::optional<std::size_t> most_outcomes_of(const Table& table) {
    std::optional<std::size_t> most;
    visit_table(table, [&]<class R>(const TableFor<R>& typed) {
        if constexpr (BoundsOutcomes<R>) most = most_outcomes(typed.rules());
    });
    return most;
}

} // namespace touchline
