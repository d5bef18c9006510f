// The caller's progress function: told now and then from one thread at a time, and able to stop the work.
#pragma once

#include "abi/touchline.h"
#include "solve/job.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace touchline::abi {

class Watch {
public:
    Watch(tl_progress progress, void* user) : progress_(progress), user_(user) {}

    // The share done and the seconds left, negative where they are not known. False once the work is to stop.
    bool told(double done, double seconds_left) {
        const std::lock_guard lock(mutex_);
        if (progress_ != nullptr && !stopped_ && progress_(user_, done, seconds_left) != 0) stopped_ = true;
        return !stopped_;
    }
    bool told(const solve::Progress& now) {
        const double done =
            now.total == 0 ? 0 : std::min(1.0, static_cast<double>(now.done) / static_cast<double>(now.total));
        return told(done, now.seconds_left > 0 ? now.seconds_left : -1);
    }
    [[nodiscard]] const std::atomic<bool>& stopped() const { return stopped_; }

private:
    tl_progress progress_;
    void* user_;
    std::mutex mutex_;
    std::atomic<bool> stopped_{false};
};

// A job that tells the watcher, and that it stops.
class WatchedJob {
public:
    WatchedJob(unsigned threads, tl_progress progress, void* user)
        : watch_(progress, user), job(threads, [this](const solve::Progress& now) {
              if (!watch_.told(now)) job.stop();
          }) {}

    // All is done. A book that was there already is told so too.
    void finished() { watch_.told(1, 0); }
    [[nodiscard]] bool stopped() const { return watch_.stopped(); }

private:
    Watch watch_;

public:
    solve::Job job; // ends before the watch
};

} // namespace touchline::abi
