// toml++ as it is used here, the same in every file: with exceptions, and a failed assertion of its own (some broken
// texts cause one in 3.3) is an exception too.
#pragma once

#include <stdexcept>

namespace touchline {

struct TomlFault : std::logic_error {
    using std::logic_error::logic_error;
};

} // namespace touchline

#define TOML_ASSERT(expression)                                                                                        \
    do {                                                                                                               \
        if (!(expression)) throw touchline::TomlFault("this is no TOML");                                              \
    } while (false)
#pragma GCC diagnostic push
#if defined(__clang__)
#pragma GCC diagnostic ignored "-Wexceptions"
#else
#pragma GCC diagnostic ignored "-Wterminate"
#endif
#include <toml++/toml.h>
#pragma GCC diagnostic pop
