// From a Table to the game inside it, for tests and benchmarks that look at states.
#pragma once

#include "play/visit_table.hpp"

namespace touchline::test {

template <class F>
void visit(const Table& table, F&& f) {
    visit_table(table, f);
}

} // namespace touchline::test
