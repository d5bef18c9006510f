// The command line: one file a command, each adding itself to the program.
#pragma once

namespace touchline::cli {

// Runs the program. Exit codes: 0 done, 1 failed, 2 misused.
[[nodiscard]] int run(int argc, char** argv);

} // namespace touchline::cli
