// A copy of the store of a running server.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace touchline::store {

struct Copied {
    std::size_t tables = 0;
    std::uint64_t bytes = 0;
};

// Copies the SQLite store of one data folder into another one, which is missing or empty: a data folder again. The copy
// is that of one moment, whatever a server writes meanwhile, and the server does not wait for it. It is checked, and on
// disk under its name only when it is whole. Throws StoreError; then the second folder is as it was.
Copied back_up(const std::string& from, const std::string& to);

} // namespace touchline::store
