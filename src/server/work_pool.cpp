// Worker threads that take jobs from the askers' queues in turn.
#include "server/work_pool.hpp"

#include "play/message_text.hpp"
#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include <algorithm>
#include <utility>

namespace touchline::server {

namespace {

constexpr int kPoliteness = 10;

// A failure of one job is not the server's.
void run(const WorkPool::Job& job) {
    try {
        job();
    } catch (const std::exception& error) {
        spdlog::error("event=job_failed reason={:?}", sentence_of(error));
    }
}

} // namespace

WorkPool::WorkPool(const Bounds& bounds) : bounds_(bounds) {
    for (std::size_t i = 0; i < bounds_.threads; ++i) threads_.emplace_back([this] { work(); });
}

WorkPool::~WorkPool() { stop(); }

bool WorkPool::add(const std::string& asker, Job job) {
    {
        const std::lock_guard lock(mutex_);
        if (stopped_ || waiting_ >= bounds_.waiting) return false;
        Asker& own = askers_[asker];
        if (own.jobs.size() >= bounds_.waiting_an_asker) return false;
        if (own.jobs.empty()) turns_.push_back(asker);
        own.jobs.push_back(std::move(job));
        ++waiting_;
    }
    wake_.notify_one();
    return true;
}

void WorkPool::stop() {
    std::unordered_map<std::string, Asker> dropped; // destroyed outside the lock: a job may hold the last of a room
    {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
        turns_.clear();
        waiting_ = 0;
        dropped.swap(askers_);
    }
    wake_.notify_all();
    for (std::thread& thread : threads_)
        if (thread.joinable()) thread.join();
}

std::size_t WorkPool::waiting() const {
    const std::lock_guard lock(mutex_);
    return waiting_;
}

// With several threads one stays free for the others, however long an asker's jobs take.
std::unordered_map<std::string, WorkPool::Asker>::iterator WorkPool::next_asker() {
    const std::size_t share = std::max<std::size_t>(2, bounds_.threads) - 1;
    const auto turn =
        std::ranges::find_if(turns_, [&](const std::string& asker) { return askers_.at(asker).running < share; });
    if (turn == turns_.end()) return askers_.end();
    const auto asker = askers_.find(*turn);
    turns_.erase(turn);
    return asker;
}

void WorkPool::run_first(std::unordered_map<std::string, Asker>::iterator asker, std::unique_lock<std::mutex>& lock) {
    const std::string name = asker->first;
    Job job = std::move(asker->second.jobs.front());
    asker->second.jobs.pop_front();
    --waiting_;
    ++asker->second.running;
    if (!asker->second.jobs.empty()) turns_.push_back(name);
    lock.unlock();
    run(job);
    job = nullptr; // what it holds goes before the lock is taken
    lock.lock();
    if (stopped_) return;
    const auto done = askers_.find(name);
    --done->second.running;
    if (done->second.running == 0 && done->second.jobs.empty()) askers_.erase(done);
    wake_.notify_one(); // the share of this asker is free again
}

bool WorkPool::run_one() {
    std::unique_lock lock(mutex_);
    const auto asker = stopped_ ? askers_.end() : next_asker();
    if (asker == askers_.end()) return false;
    run_first(asker, lock);
    return true;
}

void WorkPool::work() {
    // On Linux the priority is the thread's own, and of those it starts: a book that is solved for the odds must not
    // hold up the network.
    (void)::setpriority(PRIO_PROCESS, 0, kPoliteness);
    std::unique_lock lock(mutex_);
    while (true) {
        auto asker = askers_.end();
        wake_.wait(lock, [&] { return stopped_ || (asker = next_asker()) != askers_.end(); });
        if (stopped_) return;
        run_first(asker, lock);
        if (stopped_) return;
    }
}

} // namespace touchline::server
