#include "server/work_pool.hpp"

#include <sys/resource.h>

#include <utility>

namespace touchline::server {

namespace {

constexpr int kPoliteness = 10;

} // namespace

WorkPool::WorkPool(std::size_t threads, std::size_t longest_queue) : longest_queue_(longest_queue) {
    for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

WorkPool::~WorkPool() { stop(); }

bool WorkPool::add(Job job) {
    {
        const std::lock_guard lock(mutex_);
        if (stopped_ || jobs_.size() >= longest_queue_) return false;
        jobs_.push_back(std::move(job));
    }
    wake_.notify_one();
    return true;
}

void WorkPool::stop() {
    std::deque<Job> dropped; // destroyed outside the lock: a job may hold the last reference to a room
    {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
        dropped.swap(jobs_);
    }
    wake_.notify_all();
    for (std::thread& thread : threads_)
        if (thread.joinable()) thread.join();
}

std::size_t WorkPool::waiting() const {
    const std::lock_guard lock(mutex_);
    return jobs_.size();
}

void WorkPool::work() {
    // On Linux the priority is the thread's own, and of those it starts: a book that is solved for the odds must not
    // hold up the network.
    (void)::setpriority(PRIO_PROCESS, 0, kPoliteness);
    while (true) {
        Job job;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stopped_ || !jobs_.empty(); });
            if (stopped_) return;
            job = std::move(jobs_.front());
            jobs_.pop_front();
        }
        job();
    }
}

} // namespace touchline::server
