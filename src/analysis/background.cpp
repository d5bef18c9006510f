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

// Begins with the lock held by ask(), so that the owner is known.
void Background::run(const Work& work) {
    { const std::lock_guard begun(mutex_); }
    work(*job_);
    const std::lock_guard lock(mutex_);
    owner_ = nullptr;
    ended_.notify_all();
}

void Background::wait(const void* owner, double seconds, const std::stop_token& cancelled) {
    std::unique_lock lock(mutex_);
    const std::chrono::duration<double> time(std::clamp(seconds, 0.0, kLongestWait));
    ended_.wait_for(lock, cancelled, std::chrono::duration_cast<std::chrono::milliseconds>(time),
                    [&] { return owner_ != owner; });
}

void Background::stop(const void* owner) {
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
