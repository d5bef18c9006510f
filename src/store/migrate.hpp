// All tables of one store, copied into another.
#pragma once

#include <cstddef>
#include <string>

namespace touchline::store {

struct Migrated {
    std::size_t tables = 0; // copied now
    std::size_t there = 0;  // that a run before had copied
};

// `from`, `to`: a data folder, or the URL of a database. The first is left as it is; a run that was stopped goes on
// where it was. Throws StoreError where a server uses one of the two, or a table is in both and differs.
Migrated migrate(const std::string& from, const std::string& to);

} // namespace touchline::store
