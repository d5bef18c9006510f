// The folder of books as a whole: what it says before it grows large, and what goes when it must be smaller.
#include "solve/cache.hpp"

#include "solve/cache_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace touchline::solve {
namespace {

void put(const std::filesystem::path& book, u64 bytes, int days_ago) {
    std::ofstream(book).put('b');
    std::filesystem::resize_file(book, bytes);
    std::filesystem::last_write_time(book,
                                     std::filesystem::file_time_type::clock::now() - std::chrono::hours(24 * days_ago));
}

TEST(Cache, SaysOnceThatItGrowsLarge) {
    const test::CacheFolder folder;
    put(folder.path() / "a.book", kMuch - 10, 1);
    std::vector<u64> told;
    on_large_cache([&](const std::filesystem::path& path, u64 bytes) {
        EXPECT_EQ(path, folder.path());
        told.push_back(bytes);
    });
    tell_if_large(10);
    EXPECT_TRUE(told.empty()) << "it takes as much as it may";
    tell_if_large(11);
    tell_if_large(500);
    EXPECT_EQ(told, std::vector<u64>{kMuch + 1});
    on_large_cache({});
}

TEST(Cache, KeepsWhatWasUsedLast) {
    const test::CacheFolder folder;
    for (const auto& [name, days] : {std::pair{"old.book", 3}, {"older.book", 9}, {"new.book", 1}})
        put(folder.path() / name, 100, days);
    put(folder.path() / "notes.txt", 1000, 20);
    EXPECT_EQ(cache_size(), 300u) << "only books count";
    mark_used(folder.path() / "old.book");
    EXPECT_EQ(keep_within(150), 2u);
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "old.book"));
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "notes.txt"));
    EXPECT_EQ(keep_within(0, folder.path() / "old.book"), 0u);
}

} // namespace
} // namespace touchline::solve
