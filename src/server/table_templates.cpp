// One untouched table for each game and set of options that has been asked for; new tables are clones of it.
#include "server/table_templates.hpp"

#include "games/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>
#include <mutex>

namespace touchline::server {

namespace {

constexpr std::size_t kMostKept = 256;

} // namespace

OrRefusal<std::unique_ptr<Table>> fresh_table(std::string_view game, const Json& options,
                                              const std::optional<SheetText>& sheet) {
    static std::mutex mutex;
    static std::map<std::string, std::unique_ptr<const Table>> kept;
    const Kind* kind = kind_named(game);
    if (kind == nullptr || sheet) {
        // A sheet of somebody's own is read anew each time.
        if (kind != nullptr) return kind->open(options, sheet);
        return open_table(game, options);
    }
    const std::string key = fmt::format("{} {}", kind->id(), dumped(options));
    {
        const std::lock_guard lock(mutex);
        if (const auto at = kept.find(key); at != kept.end()) return at->second->clone();
    }
    OrRefusal<std::unique_ptr<Table>> table = kind->open(options, std::nullopt);
    if (!table) return table;
    const std::lock_guard lock(mutex);
    if (kept.size() < kMostKept) kept.try_emplace(key, (*table)->clone());
    return table;
}

} // namespace touchline::server
