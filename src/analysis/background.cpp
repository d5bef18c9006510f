// The one thread that solves books while people play.
#include "analysis/background.hpp"

#include <algorithm>
#include <system_error>

namespace touchline::analysis {

namespace {

constexpr double kLongestWait = 1e6; // seconds: as good as for ever, and a clock can count it

} // namespace

Background::~Background() {
    const std::lock_guard lock(mutex_);
    if (job_) job_->stop();
}

bool Background::ask(const void* owner, unsigned threads, Work work) {
    if (one_) {
        if (owner_ != nullptr && owner_ != owner && Clock::now() - begun_ < turn_) return false;
        if (owner_ != owner) begun_ = Clock::now();
        owner_ = owner;
        unfinished_ = std::move(work);
        run_slice();
        return true;
    }
    const std::lock_guard lock(mutex_);
    const Clock::time_point now = Clock::now();
    if (owner_ != nullptr) {
        if (owner_ == owner)
            job_->stop_at(now + forgotten_);
        else if (now - begun_ >= turn_)
            job_->stop();
        return owner_ == owner;
    }
    if (thread_.joinable()) thread_.join(); // it has nothing left to do
    job_ = std::make_unique<solve::Job>(std::max(1U, threads));
    job_->stop_at(now + forgotten_);
    begun_ = now;
    try {
        thread_ = std::jthread([this, own = std::move(work)] { run(own); });
    } catch (const std::system_error&) { // no thread to be had: the estimate stands
        return false;
    }
    owner_ = owner;
    return true;
}

// What a slice has finished is kept by the solver, so the next one begins behind it.
void Background::run_slice() {
    job_ = std::make_unique<solve::Job>(1);
    job_->at_most(one_->most_stations);
    job_->stop_at(Clock::now() + one_->slice);
    unfinished_(*job_);
    if (job_->stopped()) return; // its time was over
    owner_ = nullptr;
    unfinished_ = nullptr;
}

bool Background::advance() {
    if (!unfinished_) return false;
    run_slice();
    return unfinished_ != nullptr;
}

// Begins with the lock held by ask(), so that the owner is known.
void Background::run(const Work& work) {
    { const std::lock_guard begun(mutex_); }
    work(*job_);
    const std::lock_guard lock(mutex_);
    owner_ = nullptr;
    ended_.notify_all();
}

void Background::wait(const void* owner, double seconds, const std::stop_token& cancelled) {
    if (one_) return;
    const std::stop_callback gone(cancelled, [this] {
        { const std::lock_guard before_the_wait_or_in_it(mutex_); }
        ended_.notify_all();
    });
    std::unique_lock lock(mutex_);
    const std::chrono::duration<double> time(std::clamp(seconds, 0.0, kLongestWait));
    ended_.wait_for(lock, std::chrono::duration_cast<std::chrono::milliseconds>(time),
                    [&] { return owner_ != owner || cancelled.stop_requested(); });
}

void Background::stop(const void* owner) {
    if (one_) {
        if (owner_ == owner) {
            owner_ = nullptr;
            unfinished_ = nullptr;
        }
        return;
    }
    std::unique_lock lock(mutex_);
    if (owner_ != owner) return;
    job_->stop();
    ended_.wait(lock, [&] { return owner_ != owner; });
}

void Background::report(std::string_view game, std::string_view options, std::string_view reason) noexcept {
    try {
        if (failed_) failed_(game, options, reason);
    } catch (...) { // whoever is told must not end the work of all others
        return;
    }
}

} // namespace touchline::analysis
