// What the workbench of the page asks of the lab: the server and the engine in a browser supply it alike.
#pragma once

#include "analysis/library.hpp"
#include "games/json.hpp"

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace touchline::lab {

// A sheet with changes, each written PATH=VALUE; the first that cannot be made refuses them all. Requires: the sheet is
// sound.
[[nodiscard]] Expected<std::string, Message> bench_sheet(const Kind& kind, std::string_view toml,
                                                         const std::vector<std::string>& changes);

// Who waits for the figures: hears how far they are, and may not need them any more. More positions than
// `most_stations` are not followed.
struct BenchJob {
    std::function<void(double part)> tell;
    std::stop_token stopped;
    u64 most_stations = ~u64{0};
};

// The figures of a table's rules on one thread, first all but `skill`, then that too. Both throw solve::Stopped.
[[nodiscard]] Expected<Json, Message> bench_figures(const Table& table, analysis::Library& library,
                                                    const BenchJob& job);
// Requires: `known` is what bench_figures() has answered.
[[nodiscard]] Expected<Json, Message> bench_skill(const Table& table, const Json& known, analysis::Library& library,
                                                  const BenchJob& job);

} // namespace touchline::lab
