#include "bots/library.hpp"

#include "play/kind.hpp"

#include <algorithm>

namespace touchline::bots {

solve::BookKey book_key(const Table& table, u32 solver_version) {
    Json options = table.options().json();
    for (const OptionSpec& spec : table.kind().options())
        if (options.contains(spec.name) && options[spec.name] == json(spec.fallback)) options.erase(spec.name);
    return {std::string(table.kind().id()), options.dump(), table.sheet_hash(), solver_version};
}

std::any Library::kept(const std::string& name, const std::function<std::any()>& make) {
    std::any dropped; // ends outside the lock: a shelf may have a solver to stop
    const std::lock_guard lock(mutex_);
    const auto at = std::ranges::find(shelves_, name, &std::pair<std::string, std::any>::first);
    if (at != shelves_.end()) {
        shelves_.splice(shelves_.begin(), shelves_, at);
    } else {
        shelves_.emplace_front(name, make());
        if (shelves_.size() > most_) {
            dropped = std::move(shelves_.back().second);
            shelves_.pop_back();
        }
    }
    return shelves_.front().second;
}

} // namespace touchline::bots
