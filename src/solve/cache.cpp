// The folder of the books as a whole.
#include "solve/cache.hpp"

#include "core/environment.hpp"
#include "solve/book.hpp"

#include <algorithm>
#include <charconv>
#include <mutex>
#include <utility>
#include <vector>

namespace touchline::solve {

namespace {

namespace fs = std::filesystem;

struct File {
    fs::path path;
    u64 size;
    fs::file_time_type used;
};

std::vector<File> files() {
    std::vector<File> found;
    const fs::path folder = cache_folder();
    std::error_code error;
    if (folder.empty()) return found;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (!is_book(it->path())) continue;
        std::error_code unknown;
        const u64 size = it->file_size(unknown);
        if (!unknown) found.push_back({it->path(), size, it->last_write_time(unknown)});
    }
    return found;
}

std::mutex g_guard;
LargeCache g_told;

} // namespace

u64 cache_size() {
    u64 size = 0;
    for (const File& file : files()) size += file.size;
    return size;
}

void on_large_cache(LargeCache told) {
    const std::lock_guard lock(g_guard);
    g_told = std::move(told);
}

void tell_if_large(u64 bytes_more) {
    const std::lock_guard lock(g_guard);
    if (!g_told) return;
    if (const u64 size = cache_size() + bytes_more; size > kMuch) std::exchange(g_told, nullptr)(cache_folder(), size);
}

std::optional<u64> cache_limit() {
    const std::string text = environment("TOUCHLINE_CACHE_LIMIT");
    u64 megabytes = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), megabytes);
    if (error != std::errc{} || end != text.data() + text.size() || megabytes == 0) return std::nullopt;
    return megabytes * 1'000'000;
}

std::size_t keep_within(u64 bytes, const fs::path& kept) {
    std::vector<File> all = files();
    u64 size = 0;
    for (const File& file : all) size += file.size;
    std::ranges::sort(all, {}, &File::used);
    std::size_t removed = 0;
    for (const File& file : all) {
        if (size <= bytes) break;
        if (file.path == kept || !remove_book(file.path)) continue;
        size -= file.size;
        ++removed;
    }
    return removed;
}

void mark_used(const fs::path& book) {
    std::error_code ignored; // a folder that cannot be written is read all the same
    fs::last_write_time(book, fs::file_time_type::clock::now(), ignored);
}

} // namespace touchline::solve
