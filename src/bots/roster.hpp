// The bots by name: opponents by strength, and habits. They know no game: each decision tells them what they need.
#pragma once

#include "analysis/strategy.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace touchline::bots {

// Every name that make_bot() knows, the weakest first: habits, then strengths.
[[nodiscard]] std::vector<std::string> bot_names();

// Null where there is no bot of that name.
[[nodiscard]] std::unique_ptr<analysis::Strategy> make_bot(std::string_view name,
                                                           const analysis::Patience& patience = {});

} // namespace touchline::bots
