// Writes the changes of all tables in the order in which they come, many in one transaction, on a thread of its own.
// A room shows a change only when the writer says that it is on disk.
#pragma once

#include "store/store.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

namespace touchline::server {

class Metrics;

class StoreWriter {
public:
    // Called on the writer's thread: whether the change is on disk.
    using Written = std::function<void(bool)>;
    // Called on the writer's thread where the store itself has failed, before anybody hears of it.
    using Failed = std::function<void()>;

    enum class Threads { one, none }; // none: changes wait for run_waiting(), and finish() writes nothing

    StoreWriter(store::Store& store, Metrics& metrics, Threads threads = Threads::one);
    ~StoreWriter(); // finish()
    StoreWriter(const StoreWriter&) = delete;
    StoreWriter& operator=(const StoreWriter&) = delete;

    void write(store::Change change, Written written);
    // Changes that have not been taken up yet.
    [[nodiscard]] std::size_t waiting() const;
    // Whether what the writer has taken up keeps it for longer than that already.
    [[nodiscard]] bool busy_for(std::chrono::milliseconds time) const;
    // Requires: nothing has been written yet.
    void on_failure(Failed failed) { failed_ = std::move(failed); }
    // Something else to do with the store that can wait: one such chore at a time, changes go first.
    void between_writes(std::function<void()> chore);
    // Writes what waits on this thread, and does a chore; false where there was nothing to do.
    bool run_waiting();
    // Writes what waits and ends; what comes later is not written, and chores are left.
    void finish();

private:
    using Clock = std::chrono::steady_clock;

    void work();
    void write_all(std::span<const store::Change> changes, std::span<const Written> waiting);
    void write_batch(std::span<const store::Change> changes, std::span<const Written> waiting);
    void do_chore();

    store::Store& store_;
    Metrics& metrics_;
    Failed failed_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<store::Change> changes_;
    std::vector<Written> waiting_;
    std::deque<std::function<void()>> chores_;
    bool finishing_ = false;
    std::optional<Clock::time_point> began_; // what it is at
    std::thread thread_;
};

} // namespace touchline::server
