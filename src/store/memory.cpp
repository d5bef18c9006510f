// Tables in memory: for a server whose tables somebody else keeps, such as a browser.
#include "store/memory.hpp"

#include <algorithm>

namespace touchline::store {

void MemoryStore::write(std::span<const Change> changes) {
    const std::lock_guard lock(mutex_);
    for (const Change& change : changes) check(change);
    for (const Change& change : changes) apply(change);
}

void MemoryStore::check(const Change& change) const {
    const auto at = tables_.find(change.id);
    const bool fits = at == tables_.end() ? change.setup.has_value()
                                          : change.revision == at->second.table.revision &&
                                                change.kept_steps <= at->second.table.steps.size();
    if (!fits) throw BadChange(Message{"store.change-missing"});
}

void MemoryStore::apply(const Change& change) {
    Kept& kept = tables_[change.id];
    if (change.setup) {
        kept.table.setup = *change.setup;
        kept.table.created = change.at;
        kept.table.revision = 0;
        if (change.sheet) kept.table.sheet = change.sheet->text;
    }
    kept.table.state = change.state;
    kept.table.last = change.at;
    kept.table.steps.resize(change.kept_steps);
    kept.table.steps.insert(kept.table.steps.end(), change.new_steps.begin(), change.new_steps.end());
    ++kept.table.revision;
    kept.listed = change.listed && !change.over;
    if (written_) written_(change.id, kept.table);
}

void MemoryStore::put(const std::string& id, StoredTable table) {
    const std::lock_guard lock(mutex_);
    tables_[id].table = std::move(table);
}

void MemoryStore::remove(std::string_view id) {
    const std::lock_guard lock(mutex_);
    if (const auto at = tables_.find(id); at != tables_.end()) tables_.erase(at);
}

std::optional<StoredTable> MemoryStore::read(std::string_view id) {
    const std::lock_guard lock(mutex_);
    const auto at = tables_.find(id);
    if (at == tables_.end()) return std::nullopt;
    return at->second.table;
}

std::vector<std::string> MemoryStore::listed(std::size_t most) {
    const std::lock_guard lock(mutex_);
    std::vector<std::pair<Millis, std::string>> found;
    for (const auto& [id, kept] : tables_)
        if (kept.listed) found.emplace_back(-kept.table.created, id);
    std::ranges::sort(found);
    std::vector<std::string> ids;
    for (const auto& each : found)
        if (ids.size() < most) ids.push_back(each.second);
    return ids;
}

std::size_t MemoryStore::size() {
    const std::lock_guard lock(mutex_);
    return tables_.size();
}

} // namespace touchline::store
