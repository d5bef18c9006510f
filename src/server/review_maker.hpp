// The function that makes reviews, supplied by the server's owner so that the server knows no solver.
#pragma once

#include "games/json.hpp"
#include "play/table.hpp"
#include "play/words.hpp"

#include <atomic>
#include <functional>

namespace touchline::server {

// Works a review out, as the contract's JSON. `progress` is told from 0 to 1; `stopped` says when nobody needs it any
// more.
using ReviewMaker = std::function<Json(const Table& table, Language language,
                                       const std::function<void(double)>& progress, const std::atomic<bool>& stopped)>;

} // namespace touchline::server
