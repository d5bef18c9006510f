// Threads for what takes long (computer opponents, odds, reviews, bodies to be read), away from the network. Everybody
// who asks has a queue of their own, and the queues are served in turn: a client that asks for a lot delays only
// itself.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace touchline::server {

class WorkPool {
public:
    using Job = std::function<void()>;

    struct Bounds {
        std::size_t threads;          // 0: jobs wait for run_one()
        std::size_t waiting;          // jobs of all askers
        std::size_t waiting_an_asker; // of one of them
    };

    explicit WorkPool(const Bounds& bounds);
    ~WorkPool(); // stop()
    WorkPool(const WorkPool&) = delete;
    WorkPool& operator=(const WorkPool&) = delete;

    // False where the queue of this asker or of all is full, or the pool has stopped. A job that throws is
    // logged and nothing else: it has to answer its asker itself.
    [[nodiscard]] bool add(const std::string& asker, Job job);
    // Drops what waits, ends what runs.
    void stop();
    [[nodiscard]] std::size_t waiting() const;
    // Does the next job on this thread, for a pool without threads of its own; false where none waits.
    bool run_one();

private:
    struct Asker {
        std::deque<Job> jobs{};
        std::size_t running = 0;
    };

    void work();
    // Does the first job of an asker, without the lock meanwhile.
    void run_first(std::unordered_map<std::string, Asker>::iterator asker, std::unique_lock<std::mutex>& lock);
    // The next in turn whose share of the threads is not used up; none where all have to wait.
    [[nodiscard]] std::unordered_map<std::string, Asker>::iterator next_asker();

    const Bounds bounds_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::unordered_map<std::string, Asker> askers_; // those with a job that waits or runs
    std::deque<std::string> turns_;                 // askers with jobs that wait, each once
    std::size_t waiting_ = 0;
    bool stopped_ = false;
    std::vector<std::thread> threads_;
};

} // namespace touchline::server
