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
    const bool fits = at == tables_.end()
                          ? change.setup.has_value()
                          : change.revision == at->second.revision && change.kept_steps <= at->second.steps.size();
    if (!fits) throw BadChange(Message{"store.change-missing"});
}

void MemoryStore::apply(const Change& change) {
    StoredTable& table = tables_[change.id];
    if (change.setup) {
        table.setup = *change.setup;
        table.created = change.at;
        table.revision = 0;
        table.sheet = change.sheet;
    }
    table.state = change.state;
    table.last = change.at;
    table.steps.resize(change.kept_steps);
    table.steps.insert(table.steps.end(), change.new_steps.begin(), change.new_steps.end());
    ++table.revision;
    table.listed = change.listed;
    table.over = change.over;
    if (written_) written_(change.id, table);
}

void MemoryStore::put(const std::string& id, StoredTable table) {
    const std::lock_guard lock(mutex_);
    tables_[id] = std::move(table);
}

void MemoryStore::remove(std::string_view id) {
    const std::lock_guard lock(mutex_);
    if (const auto at = tables_.find(id); at != tables_.end()) tables_.erase(at);
}

std::optional<StoredTable> MemoryStore::read(std::string_view id) {
    const std::lock_guard lock(mutex_);
    const auto at = tables_.find(id);
    if (at == tables_.end()) return std::nullopt;
    return at->second;
}

std::vector<std::string> MemoryStore::ids(std::string_view after, std::size_t most) {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> ids;
    for (auto at = tables_.upper_bound(after); at != tables_.end() && ids.size() < most; ++at) ids.push_back(at->first);
    return ids;
}

std::vector<std::string> MemoryStore::listed(std::size_t most) {
    const std::lock_guard lock(mutex_);
    std::vector<std::pair<Millis, std::string>> found;
    for (const auto& [id, table] : tables_)
        if (table.listed && !table.over) found.emplace_back(-table.created, id);
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
