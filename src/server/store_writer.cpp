// The writer's thread: takes all changes that wait, writes them in batches, then does one chore.
#include "server/store_writer.hpp"

#include "play/message_text.hpp"
#include "server/limits.hpp"
#include "server/metrics.hpp"

#include <spdlog/spdlog.h>

#include <chrono>
#include <utility>

namespace touchline::server {

StoreWriter::StoreWriter(store::Store& store, Metrics& metrics, Threads threads) : store_(store), metrics_(metrics) {
    if (threads == Threads::one) thread_ = std::thread([this] { work(); });
}

StoreWriter::~StoreWriter() { finish(); }

void StoreWriter::write(store::Change change, Written written) {
    bool first = false;
    {
        const std::lock_guard lock(mutex_);
        if (!finishing_) {
            first = changes_.empty();
            changes_.push_back(std::move(change));
            waiting_.push_back(std::move(written));
            written = nullptr;
        }
    }
    if (written)
        written(false);
    else if (first)
        wake_.notify_one();
}

void StoreWriter::finish() {
    {
        const std::lock_guard lock(mutex_);
        finishing_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
}

std::size_t StoreWriter::waiting() const {
    const std::lock_guard lock(mutex_);
    return changes_.size();
}

bool StoreWriter::busy_for(std::chrono::milliseconds time) const {
    const std::lock_guard lock(mutex_);
    return began_ && Clock::now() - *began_ > time;
}

void StoreWriter::between_writes(std::function<void()> chore) {
    {
        const std::lock_guard lock(mutex_);
        chores_.push_back(std::move(chore));
    }
    wake_.notify_one();
}

void StoreWriter::work() {
    while (true) {
        std::vector<store::Change> changes;
        std::vector<Written> waiting;
        {
            std::unique_lock lock(mutex_);
            began_.reset();
            wake_.wait(lock, [this] { return finishing_ || !changes_.empty() || !chores_.empty(); });
            if (finishing_) chores_.clear();
            if (finishing_ && changes_.empty()) return;
            began_ = Clock::now();
            changes.swap(changes_);
            waiting.swap(waiting_);
        }
        write_all(changes, waiting);
        do_chore();
    }
}

bool StoreWriter::run_waiting() {
    std::vector<store::Change> changes;
    std::vector<Written> waiting;
    {
        const std::lock_guard lock(mutex_);
        if (changes_.empty() && chores_.empty()) return false;
        changes.swap(changes_);
        waiting.swap(waiting_);
    }
    write_all(changes, waiting);
    do_chore();
    return true;
}

void StoreWriter::write_all(std::span<const store::Change> changes, std::span<const Written> waiting) {
    for (std::size_t begin = 0; begin < changes.size(); begin += kChangesAtOnce) {
        const std::size_t size = std::min(changes.size() - begin, kChangesAtOnce);
        write_batch(changes.subspan(begin, size), waiting.subspan(begin, size));
    }
}

void StoreWriter::do_chore() {
    std::function<void()> chore;
    {
        const std::lock_guard lock(mutex_);
        if (chores_.empty()) return;
        chore = std::move(chores_.front());
        chores_.pop_front();
    }
    try {
        chore();
    } catch (const std::exception& error) {
        spdlog::error("event=chore_failed reason={:?}", sentence_of(error));
    }
}

void StoreWriter::write_batch(std::span<const store::Change> changes, std::span<const Written> waiting) {
    const auto started = std::chrono::steady_clock::now();
    bool done = false;
    try {
        store_.write(changes);
        done = true;
        metrics_.wrote(changes.size(), std::chrono::steady_clock::now() - started);
    } catch (const store::BadChange& error) {
        // Tries each half by itself, in order, until the changes that do not fit are alone: only their tables fail.
        if (const std::size_t half = changes.size() / 2; half > 0) {
            write_batch(changes.first(half), waiting.first(half));
            write_batch(changes.subspan(half), waiting.subspan(half));
            return;
        }
        metrics_.unwritten(changes.size());
        spdlog::error("event=change_refused reason={:?}", sentence_of(error));
    } catch (const std::exception& error) {
        metrics_.unwritten(changes.size());
        spdlog::error("event=store_failed changes={} reason={:?}", changes.size(), sentence_of(error));
        if (failed_) failed_();
    }
    for (const Written& written : waiting) written(done);
}

} // namespace touchline::server
