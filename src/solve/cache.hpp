// The folder of the books as a whole: how much it takes, and how much it may.
#pragma once

#include "core/seat.hpp"

#include <filesystem>
#include <functional>
#include <optional>

namespace touchline::solve {

inline constexpr u64 kMuch = 100'000'000; // bytes: more than this is not taken without a word

[[nodiscard]] u64 cache_size();

// Who is told, once, before a book makes the folder take more than kMuch: the folder, and the bytes that it will have.
using LargeCache = std::function<void(const std::filesystem::path&, u64)>;
void on_large_cache(LargeCache told);
void tell_if_large(u64 bytes_more);

// TOUCHLINE_CACHE_LIMIT in megabytes; none where it is not set or 0.
[[nodiscard]] std::optional<u64> cache_limit();
// Removes books until the folder has at most so many bytes, those first that were not used for longest; `kept` stays.
// How many were removed.
std::size_t keep_within(u64 bytes, const std::filesystem::path& kept = {});
// Notes that a book is used now.
void mark_used(const std::filesystem::path& book);

} // namespace touchline::solve
