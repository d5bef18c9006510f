#include "bots/library.hpp"

#include <algorithm>

namespace touchline::bots {

solve::BookKey book_key(const Table& table, u32 solver_version) {
    Json options = table.options().json();
    for (const OptionSpec& spec : table.kind().options())
        if (options.contains(spec.name) && options[spec.name] == json(spec.fallback)) options.erase(spec.name);
    return {std::string(table.kind().id()), options.dump(), table.sheet_hash(), solver_version};
}

std::any Library::kept(Sort& sort, const std::string& name, const std::function<std::any()>& make) {
    std::any dropped; // ends outside the lock: a shelf may have a solver to stop
    const std::lock_guard lock(mutex_);
    auto& shelves = sort.shelves;
    const auto at = std::ranges::find(shelves, name, &std::pair<std::string, std::any>::first);
    if (at != shelves.end()) {
        shelves.splice(shelves.begin(), shelves, at);
    } else {
        shelves.emplace_front(name, make());
        if (shelves.size() > sort.most) {
            dropped = std::move(shelves.back().second);
            shelves.pop_back();
        }
    }
    return shelves.front().second;
}

} // namespace touchline::bots
