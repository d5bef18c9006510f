#include "cli/commands.hpp"

#include "play/kind.hpp"

#include <fmt/format.h>

namespace touchline::cli {

int run(int argc, char** argv) {
    (void)argc;
    (void)argv;
    for (const Kind* kind : kinds()) fmt::print("{}\n", kind->id());
    return 0;
}

} // namespace touchline::cli
