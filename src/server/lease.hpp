// Whether this server may speak for its tables. Alone it always may; beside others only as long as its lease surely
// holds, by a clock of its own that began before the database's.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace touchline::server {

// Safe to use from any thread.
class Lease {
public:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] bool holds() const { return !shared_ || Clock::now().time_since_epoch() < until_.load(); }
    [[nodiscard]] bool shared() const { return shared_; }
    // Other servers share the tables: from now on it holds only as long as it is extended. Requires: called before any
    // thread asks.
    void share() { shared_ = true; }
    void extend(Clock::time_point until) { until_ = until.time_since_epoch(); }
    void end() { until_ = Clock::duration::min(); }
    // How often it has been over and begun anew. What was read before may be another server's since.
    [[nodiscard]] std::uint64_t lapses() const { return lapses_; }
    void lapsed() { ++lapses_; }

    // The database did not answer the last time.
    [[nodiscard]] bool store_away() const { return store_away_; }
    void store_away(bool away) { store_away_ = away; }

private:
    bool shared_ = false;
    std::atomic<Clock::duration> until_{Clock::duration::min()};
    std::atomic<bool> store_away_ = false;
    std::atomic<std::uint64_t> lapses_ = 0;
};

} // namespace touchline::server
