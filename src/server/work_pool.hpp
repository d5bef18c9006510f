// Threads for what takes long (computer opponents, odds, reviews), away from the network. The queue is bounded.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace touchline::server {

class WorkPool {
public:
    using Job = std::function<void()>;

    WorkPool(std::size_t threads, std::size_t longest_queue);
    ~WorkPool(); // stop()
    WorkPool(const WorkPool&) = delete;
    WorkPool& operator=(const WorkPool&) = delete;

    // False where the queue is full or the pool has stopped. A job must not throw.
    [[nodiscard]] bool add(Job job);
    // Drops what waits, ends what runs.
    void stop();
    [[nodiscard]] std::size_t waiting() const;

private:
    void work();

    const std::size_t longest_queue_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Job> jobs_;
    bool stopped_ = false;
    std::vector<std::thread> threads_;
};

} // namespace touchline::server
