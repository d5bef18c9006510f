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
#include <atomic>
#include <thread>

namespace touchline::server {

namespace {

// Tables are handed over so many at a time, as fast as two cores take them up; of very many a larger part.
constexpr std::size_t kHandedOverAtOnce = 8;
constexpr std::size_t kHandOverRounds = 200;
constexpr milliseconds kHandOverRound{25};
constexpr milliseconds kHandOverStep{1};

} // namespace

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
            if (const std::shared_ptr<Room> room = find(id).room) room->publish();
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

// One reads a table at a time: whoever claims it again would fence off the first.
Place TableRegistry::find(std::string_view id) {
    if (!looks_like_id(id)) return {};
    const std::string key(id);
    {
        std::unique_lock lock(mutex_);
        read_.wait(lock, [&] { return !reading_.contains(key); });
        if (const auto at = rooms_.find(key); at != rooms_.end()) return {.room = at->second};
        if (handing_over_) return {.elsewhere = std::string()};
        reading_.insert(key);
    }
    const auto done = [&] {
        const std::lock_guard lock(mutex_);
        reading_.erase(key);
        read_.notify_all();
    };
    try {
        const std::uint64_t lapses = services_.lease.lapses();
        store::Found found = store_.claim(id);
        Place place{.elsewhere = found.elsewhere};
        if (found.table) place.room = read(key, *found.table, lapses);
        if (found.table && !place.room) place.elsewhere = std::string(); // whose it is, the next time will tell
        done();
        return place;
    } catch (...) {
        done();
        throw;
    }
}

std::shared_ptr<Room> TableRegistry::read(const std::string& id, const store::StoredTable& stored,
                                          std::uint64_t lapses) {
    if (stored.broken) spdlog::warn("event=steps_missing kept={}", stored.steps.size());
    auto room = std::make_shared<Room>(services_, LiveTable::restored(id, stored));
    const std::lock_guard lock(mutex_);
    // This server may have been stopped since the table was claimed, and the table be another's. Under the lock: a room
    // that is there before running() is asked about like all others.
    if (handing_over_ || services_.lease.lapses() != lapses) return nullptr;
    rooms_[id] = room;
    return room;
}

void TableRegistry::list(const std::string& id, Listing listing) {
    const std::lock_guard lock(mutex_);
    if (services_.others != nullptr) relisted_.insert(id);
    if (listing.over)
        listed_.erase(id);
    else
        listed_[id] = std::move(listing);
}

bool TableRegistry::shown(const Listing& listing, Room::Clock::time_point now) const {
    return !listing.left || now - *listing.left < services_.limits.listing_lingers;
}

std::string TableRegistry::lobby() const {
    struct Shown {
        Millis created;
        bool open;
        const std::string* json;
    };
    std::vector<Shown> all;
    const Room::Clock::time_point now = Room::Clock::now();
    const std::lock_guard lock(mutex_);
    for (const auto& [id, listing] : listed_)
        if (shown(listing, now)) all.push_back({listing.created, listing.open, &listing.json});
    for (const store::Listed& listing : theirs_)
        if (!listed_.contains(listing.id)) all.push_back({listing.created, listing.open, &listing.text});
    std::ranges::sort(all, std::greater{}, &Shown::created);
    std::string open;
    std::string running;
    std::size_t opens = 0;
    std::size_t runs = 0;
    for (const Shown& each : all) {
        if ((each.open ? opens : runs)++ >= kLobbyTables) continue;
        std::string& list = each.open ? open : running;
        list += (list.empty() ? "" : ",") + *each.json;
    }
    return fmt::format("{{\"ok\":true,\"open\":[{}],\"running\":[{}]}}", open, running);
}

void TableRegistry::exchange_listings(store::SharedStore& store) {
    std::vector<store::Listed> changed;
    {
        const Room::Clock::time_point now = Room::Clock::now();
        const std::lock_guard lock(mutex_);
        for (const std::string& id : std::exchange(relisted_, {})) {
            const auto at = listed_.find(id);
            if (at != listed_.end() && shown(at->second, now))
                changed.push_back({id, at->second.created, at->second.open, at->second.json});
            else
                changed.push_back({.id = id});
        }
    }
    std::vector<store::Listed> theirs;
    try {
        theirs = store.list(changed, kLobbyTables);
    } catch (...) {
        const std::lock_guard lock(mutex_);
        for (const store::Listed& each : changed) relisted_.insert(each.id); // the next time
        throw;
    }
    const std::lock_guard lock(mutex_);
    theirs_ = std::move(theirs);
}

void TableRegistry::list_all_again() {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, listing] : listed_) relisted_.insert(id);
}

void TableRegistry::drop(const Room& room) {
    std::shared_ptr<Room> dropped; // destroyed outside the lock
    const std::lock_guard lock(mutex_);
    const auto at = rooms_.find(room.live().setup().id);
    if (at == rooms_.end() || at->second.get() != &room) return;
    // This map and the sweep's own hold on it: nobody else has the room, and under the lock nobody can get it.
    if (at->second.use_count() > 2) return;
    dropped = std::move(at->second);
    rooms_.erase(at);
}

void TableRegistry::forget(const Room& room) {
    const std::lock_guard lock(mutex_);
    const std::string& id = room.live().setup().id;
    const auto at = rooms_.find(id);
    if (at != rooms_.end() && at->second.get() == &room) rooms_.erase(at);
    const auto listed = listed_.find(id);
    if (listed == listed_.end()) return;
    if (services_.others != nullptr)
        listed_.erase(listed); // whoever runs it shows it
    else if (!listed->second.left)
        listed->second.left = Room::Clock::now(); // until somebody comes back
}

void TableRegistry::sweep() {
    const std::size_t part = swept_++ % kSweepParts;
    std::vector<std::shared_ptr<Room>> rooms;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [id, room] : rooms_)
            if (std::hash<std::string>()(id) % kSweepParts == part) rooms.push_back(room);
    }
    for (std::shared_ptr<Room>& room : rooms) Room::sweep(std::move(room));
    const Room::Clock::time_point now = Room::Clock::now();
    {
        const std::lock_guard lock(mutex_);
        std::erase_if(listed_, [&](const auto& each) {
            if (shown(each.second, now)) return false;
            if (services_.others != nullptr) relisted_.insert(each.first);
            return true;
        });
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

std::vector<std::shared_ptr<Room>> TableRegistry::all() const {
    std::vector<std::shared_ptr<Room>> rooms;
    const std::lock_guard lock(mutex_);
    for (const auto& [id, room] : rooms_) rooms.push_back(room);
    return rooms;
}

std::vector<store::Running> TableRegistry::running() const {
    std::vector<store::Running> running;
    const std::lock_guard lock(mutex_);
    for (const auto& [id, room] : rooms_) running.push_back({id, room->live().epoch()});
    return running;
}

void TableRegistry::give_up(const std::string& id) {
    if (const std::shared_ptr<Room> room = in_memory(id)) room->give_up();
}

bool TableRegistry::at_rest(std::span<const std::shared_ptr<Room>> rooms) {
    const auto left = std::make_shared<std::atomic<std::size_t>>(rooms.size());
    for (const std::shared_ptr<Room>& room : rooms) room->hand_over([left] { --*left; });
    const Room::Clock::time_point until = Room::Clock::now() + kGoodbye;
    while (*left > 0 && Room::Clock::now() < until) std::this_thread::sleep_for(kHandOverStep);
    return *left == 0;
}

bool TableRegistry::hand_over(store::SharedStore& store) {
    {
        const std::lock_guard lock(mutex_);
        handing_over_ = true;
    }
    std::vector<std::shared_ptr<Room>> rooms = all();
    const std::size_t at_once = std::max(kHandedOverAtOnce, rooms.size() / kHandOverRounds);
    for (; !rooms.empty(); rooms = all()) {
        const Room::Clock::time_point next = Room::Clock::now() + kHandOverRound;
        const auto some = std::span(rooms).first(std::min(at_once, rooms.size()));
        std::vector<std::string> released;
        for (const std::shared_ptr<Room>& room : some) released.push_back(room->live().setup().id);
        try {
            if (!at_rest(some)) return at_rest(rooms);
            store.release(released);
        } catch (const store::StoreError&) {
            return at_rest(rooms);
        }
        for (const std::shared_ptr<Room>& room : some) {
            forget(*room);
            room->say_bye("restart", 0);
            handed_over_.push_back(room);
        }
        std::this_thread::sleep_until(next);
    }
    return true;
}

void TableRegistry::say_bye(std::string_view reason, std::optional<int> reconnect_after) {
    for (const std::shared_ptr<Room>& room : all()) room->say_bye(reason, reconnect_after);
}

void TableRegistry::close() {
    for (const auto& [id, room] : rooms_) room->dismiss();
    for (const std::shared_ptr<Room>& room : handed_over_) room->dismiss();
    rooms_.clear();
}

std::size_t TableRegistry::rooms() const {
    const std::lock_guard lock(mutex_);
    return rooms_.size();
}

} // namespace touchline::server
