// Loops over many contexts at once, compiled for wide registers too where the machine has them.
#pragma once

// The same arithmetic with and without wide registers: neither version may fuse a product with a sum.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) &&               \
    !defined(__SANITIZE_THREAD__)
#define TOUCHLINE_WIDE [[gnu::target_clones("avx2", "default")]]
#else
#define TOUCHLINE_WIDE
#endif

// Before a loop whose rounds do not touch each other, though its rows may be the same.
#if defined(__GNUC__) && !defined(__clang__)
#define TOUCHLINE_INDEPENDENT _Pragma("GCC ivdep")
#else
#define TOUCHLINE_INDEPENDENT
#endif
