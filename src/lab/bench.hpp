// What the workbench of the page asks of the lab: the server and the engine in a browser supply it alike.
#pragma once

#include "analysis/library.hpp"
#include "games/json.hpp"
#include "play/words.hpp"

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
    unsigned threads = 1;
    u64 most_stations = ~u64{0};
};

// The figures of a table's rules: all but `skill` and `surprises`, the choices that good habits miss. Throws
// solve::Stopped.
[[nodiscard]] Expected<Json, Message> bench_figures(const Table& table, analysis::Library& library,
                                                    const BenchJob& job);
// The same with a part of what is missing; `whole` once nothing is. Throws solve::Stopped. Requires: `known` is what
// this or bench_figures() has answered.
[[nodiscard]] Expected<Json, Message> bench_skill(const Table& table, const Json& known, analysis::Library& library,
                                                  const BenchJob& job);

// The certificate of a table as one HTML file; `changes` were made to its sheet. Requires: `known` is what
// bench_skill() has answered.
[[nodiscard]] std::string bench_certificate(const Table& table, const Json& known,
                                            const std::vector<std::string>& changes, Language language);

} // namespace touchline::lab
