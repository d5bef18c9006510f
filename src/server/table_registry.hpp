// All tables: opened, found (in memory or in the store), listed, forgotten.
#pragma once

#include "server/room.hpp"
#include "store/shared.hpp"

#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <unordered_map>

namespace touchline::server {

struct Opening;

// What the lobby tells of a table.
struct Listing {
    Millis created = 0;
    bool open = false;
    bool over = false;
    std::optional<Room::Clock::time_point> left{}; // when the last person left
    std::string json{};
};

// Where a table is run: here, or at the address of another server; neither where there is no such table.
struct Place {
    std::shared_ptr<Room> room{};
    std::optional<std::string> elsewhere{};
};

// Safe to use from any thread.
class TableRegistry {
public:
    TableRegistry(Services& services, store::Store& store) : services_(services), store_(store) {}

    // Brings the listed tables back into the lobby. Requires: no room is at work yet.
    void resume();
    // A new room, not yet written: call open() on its strand.
    [[nodiscard]] std::shared_ptr<Room> add(std::unique_ptr<LiveTable> live);
    // Null where it would have to be read.
    [[nodiscard]] std::shared_ptr<Room> in_memory(std::string_view id) const;
    // Reads and replays the table where it is not in memory. Throws store::StoreError where it cannot be read.
    [[nodiscard]] Place find(std::string_view id);

    void list(const std::string& id, Listing listing);
    // {"ok":true,"open":[…],"running":[…]} as text: tables where somebody is, or was a short while ago.
    [[nodiscard]] std::string lobby() const;

    // Called by an idle room on its strand: lets go of it unless somebody else holds it.
    void drop(const Room& room);
    // Called by a room that has failed: the next who comes reads the table from the store.
    void forget(const Room& room);
    // Lets go of what the lobby shows no more and of idle rooms, one part of all rooms each time so that the others are
    // not held up; has expired tables removed from the store.
    static constexpr int kSweepParts = 16;
    void sweep();
    // What is in memory.
    [[nodiscard]] std::vector<store::Running> running() const;
    // Another server runs the table.
    void give_up(const std::string& id);
    // Gives all tables to the other servers and sends those who are there away, some tables at a time: who come back
    // all at once would wait for each other. From now on no table is read. False where the store did not keep up: then
    // tables are left that take no more requests.
    [[nodiscard]] bool hand_over(store::SharedStore& store);
    // Tells the other servers what has changed in the lobby, and hears of theirs.
    void exchange_listings(store::SharedStore& store);
    // The next time they are told everything: what they were told is gone.
    void list_all_again();
    // Says goodbye at every table.
    void say_bye(std::string_view reason, std::optional<int> reconnect_after);
    // Releases all rooms and their connections. Requires: no thread runs a room any more.
    void close();
    [[nodiscard]] std::size_t rooms() const;

private:
    // On the writer's thread: removes some, and comes back for the rest after the changes that wait.
    void expire();
    [[nodiscard]] bool shown(const Listing& listing, Room::Clock::time_point now) const;
    // Null where the lease has lapsed more often than that, or the tables are being handed over.
    [[nodiscard]] std::shared_ptr<Room> read(const std::string& id, const store::StoredTable& stored,
                                             std::uint64_t lapses);
    [[nodiscard]] std::vector<std::shared_ptr<Room>> all() const;
    // Whether these have taken their last request, and all is written, in time.
    [[nodiscard]] static bool at_rest(std::span<const std::shared_ptr<Room>> rooms);

    Services& services_;
    store::Store& store_;
    mutable std::mutex mutex_;
    std::unordered_map<std::string, std::shared_ptr<Room>> rooms_;
    bool handing_over_ = false;
    std::vector<std::shared_ptr<Room>> handed_over_;
    std::set<std::string> reading_; // tables that somebody reads at the moment
    std::condition_variable read_;
    std::map<std::string, Listing> listed_;
    std::set<std::string> relisted_;    // since the others were told
    std::vector<store::Listed> theirs_; // in the lobby
    std::size_t swept_ = 0;             // times
    Room::Clock::time_point last_expiry_{};
    std::size_t expired_ = 0; // in this round; of the writer's thread
};

} // namespace touchline::server
