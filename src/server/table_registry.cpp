// Rooms by id, the lobby's list, and the sweep that removes idle rooms and expired tables.
#include "server/table_registry.hpp"

#include "play/message_text.hpp"
#include "server/limits.hpp"
#include "server/secrets.hpp"
#include "server/store_writer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

#include <algorithm>

namespace touchline::server {

void TableRegistry::resume() {
    const auto unreadable = [](std::string_view what, const store::StoreError& error) {
        spdlog::error("event={}_unreadable reason={:?}", what, sentence_of(error));
    };
    std::vector<std::string> ids;
    try {
        ids = store_.listed(2 * kLobbyTables);
    } catch (const store::StoreError& error) { // tables are found by their links all the same
        unreadable("lobby", error);
    }
    for (const std::string& id : ids) {
        try {
            if (const std::shared_ptr<Room> room = find(id)) room->publish();
        } catch (const store::StoreError& error) {
            unreadable("table", error);
        }
    }
}

std::shared_ptr<Room> TableRegistry::add(std::unique_ptr<LiveTable> live) {
    const std::string id = live->setup().id;
    auto room = std::make_shared<Room>(services_, std::move(live));
    const std::lock_guard lock(mutex_);
    rooms_.emplace(id, room);
    return room;
}

std::shared_ptr<Room> TableRegistry::in_memory(std::string_view id) const {
    const std::lock_guard lock(mutex_);
    const auto at = rooms_.find(std::string(id));
    return at == rooms_.end() ? nullptr : at->second;
}

std::shared_ptr<Room> TableRegistry::find(std::string_view id) {
    if (!looks_like_id(id)) return nullptr;
    if (std::shared_ptr<Room> room = in_memory(id)) return room;
    const std::string key(id);
    const std::optional<store::StoredTable> stored = store_.read(id);
    if (!stored) return nullptr;
    if (stored->broken) spdlog::warn("event=steps_missing kept={}", stored->steps.size());
    auto room = std::make_shared<Room>(services_, LiveTable::restored(id, *stored));
    const std::lock_guard lock(mutex_);
    // Two may have come at once: the first one's room is the table.
    return rooms_.emplace(key, std::move(room)).first->second;
}

void TableRegistry::list(const std::string& id, Listing listing) {
    const std::lock_guard lock(mutex_);
    if (listing.over)
        listed_.erase(id);
    else
        listed_[id] = std::move(listing);
}

bool TableRegistry::shown(const Listing& listing, Room::Clock::time_point now) const {
    return !listing.left || now - *listing.left < services_.limits.listing_lingers;
}

std::string TableRegistry::lobby() const {
    std::vector<const Listing*> listings;
    const Room::Clock::time_point now = Room::Clock::now();
    const std::lock_guard lock(mutex_);
    for (const auto& [id, listing] : listed_)
        if (shown(listing, now)) listings.push_back(&listing);
    std::ranges::sort(listings, std::greater{}, [](const Listing* listing) { return listing->created; });
    std::string open;
    std::string running;
    std::size_t opens = 0;
    std::size_t runs = 0;
    for (const Listing* listing : listings) {
        if ((listing->open ? opens : runs)++ >= kLobbyTables) continue;
        std::string& list = listing->open ? open : running;
        list += (list.empty() ? "" : ",") + listing->json;
    }
    return fmt::format("{{\"ok\":true,\"open\":[{}],\"running\":[{}]}}", open, running);
}

void TableRegistry::drop(const Room& room) {
    std::shared_ptr<Room> dropped; // destroyed outside the lock
    const std::lock_guard lock(mutex_);
    const auto at = rooms_.find(room.live().setup().id);
    if (at == rooms_.end() || at->second.get() != &room) return;
    // This map and the caller's own hold on it: nobody else has the room, and under the lock nobody can get it.
    if (at->second.use_count() > 2) return;
    dropped = std::move(at->second);
    rooms_.erase(at);
}

void TableRegistry::forget(const Room& room) {
    const std::lock_guard lock(mutex_);
    const auto at = rooms_.find(room.live().setup().id);
    if (at != rooms_.end() && at->second.get() == &room) rooms_.erase(at);
}

void TableRegistry::sweep() {
    std::vector<std::shared_ptr<Room>> rooms;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [id, room] : rooms_) rooms.push_back(room);
    }
    for (std::shared_ptr<Room>& room : rooms) {
        Room& own = *room;
        own.ask([](Room& here) { here.drop_if_idle(); });
        room.reset();
    }
    const Room::Clock::time_point now = Room::Clock::now();
    {
        const std::lock_guard lock(mutex_);
        std::erase_if(listed_, [&](const auto& each) { return !shown(each.second, now); });
    }
    if (last_expiry_ != Room::Clock::time_point() && now - last_expiry_ < services_.limits.expiry_rounds) return;
    last_expiry_ = now;
    services_.writer.between_writes([this] { expire(); });
}

void TableRegistry::expire() {
    const auto in_use = [this](const std::string& id) {
        const std::lock_guard lock(mutex_);
        return rooms_.contains(id);
    };
    const std::vector<std::string> gone =
        store_.remove_idle(services_.limits.idle_expiry.count(), kExpiredAtOnce, in_use);
    if (!gone.empty()) {
        expired_ += gone.size();
        const std::lock_guard lock(mutex_);
        for (const std::string& id : gone) listed_.erase(id);
    }
    if (gone.size() == kExpiredAtOnce) return services_.writer.between_writes([this] { expire(); });
    if (const std::size_t count = std::exchange(expired_, 0); count > 0) {
        store_.shrink();
        spdlog::info("event=tables_expired count={}", count);
    }
}

void TableRegistry::say_bye(std::string_view reason, std::optional<int> reconnect_after) {
    std::vector<std::shared_ptr<Room>> rooms;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [id, room] : rooms_) rooms.push_back(room);
    }
    for (const std::shared_ptr<Room>& room : rooms) room->say_bye(reason, reconnect_after);
}

void TableRegistry::close() {
    for (const auto& [id, room] : rooms_) room->dismiss();
    rooms_.clear();
}

std::size_t TableRegistry::rooms() const {
    const std::lock_guard lock(mutex_);
    return rooms_.size();
}

} // namespace touchline::server
