// What is wrong with a command line, as CLI11 found it.
#pragma once

#include "core/message.hpp"

namespace CLI {
class App;
class ParseError;
} // namespace CLI

namespace touchline::cli {

// With the help that says more: that of the command, where one was named.
[[nodiscard]] Message message_of(const CLI::App& app, const CLI::ParseError& error);

} // namespace touchline::cli
