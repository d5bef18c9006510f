// How a line of the server's log is written.
#pragma once

#include <spdlog/formatter.h>

#include <memory>

namespace touchline::cli {

// time=… level=… and the message, as one line whatever it quotes.
[[nodiscard]] std::unique_ptr<spdlog::formatter> log_formatter();

} // namespace touchline::cli
