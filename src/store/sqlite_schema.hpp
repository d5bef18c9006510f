// The tables of the SQLite file, and how an older file becomes a newer one.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <string>

namespace touchline::store {

inline constexpr int kBusyMillis = 5000;

// The connection that writes, to a file of the newest format. Throws StoreError where a newer program made the file,
// SQLite::Exception where it cannot be used.
[[nodiscard]] SQLite::Database opened_file(const std::string& path);

} // namespace touchline::store
