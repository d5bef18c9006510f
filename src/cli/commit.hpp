// From which commit the program was made; its definition is written at every build (cmake/commit.cmake).
#pragma once

#include <string_view>

namespace touchline::cli {

// Short, with "-dirty" where files were changed since; empty where the sources are no git repository.
[[nodiscard]] std::string_view commit();
// Its day, as YYYY-MM-DD; empty likewise.
[[nodiscard]] std::string_view commit_date();

} // namespace touchline::cli
