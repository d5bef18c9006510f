#include "server/scribe.hpp"

#include "server/limits.hpp"
#include "server/metrics.hpp"

#include <spdlog/spdlog.h>

#include <chrono>
#include <utility>

namespace touchline::server {

Scribe::Scribe(store::Store& store, Metrics& metrics) : store_(store), metrics_(metrics), thread_([this] { work(); }) {}

Scribe::~Scribe() { finish(); }

void Scribe::write(store::Change change, Written written) {
    {
        const std::lock_guard lock(mutex_);
        if (!finishing_) {
            changes_.push_back(std::move(change));
            waiting_.push_back(std::move(written));
            written = nullptr;
        }
    }
    if (written)
        written(false);
    else
        wake_.notify_one();
}

void Scribe::finish() {
    {
        const std::lock_guard lock(mutex_);
        finishing_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
}

void Scribe::work() {
    while (true) {
        std::vector<store::Change> changes;
        std::vector<Written> waiting;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return finishing_ || !changes_.empty(); });
            if (changes_.empty()) return;
            changes.swap(changes_);
            waiting.swap(waiting_);
        }
        for (std::size_t begin = 0; begin < changes.size(); begin += kChangesAtOnce) {
            const std::size_t end = std::min(changes.size(), begin + kChangesAtOnce);
            const bool written = write_batch({changes.data() + begin, end - begin});
            for (std::size_t i = begin; i < end; ++i) waiting[i](written);
        }
    }
}

bool Scribe::write_batch(std::span<const store::Change> changes) {
    const auto begun = std::chrono::steady_clock::now();
    try {
        store_.write(changes);
    } catch (const std::exception& error) {
        spdlog::error("event=store_failed changes={} reason=\"{}\"", changes.size(), error.what());
        return false;
    }
    metrics_.wrote(changes.size(), std::chrono::steady_clock::now() - begun);
    return true;
}

} // namespace touchline::server
