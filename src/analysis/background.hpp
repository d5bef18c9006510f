// Solving that goes on after its question has been answered: one piece of work at a time for a whole library. A server
// that is asked about many rules then neither runs many solvers nor goes on with what nobody wants to know any more.
#pragma once

#include "solve/job.hpp"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string_view>
#include <thread>

namespace touchline::analysis {

// Work that nobody has asked about for so long is stopped.
inline constexpr std::chrono::seconds kForgotten{30};
// Where one person sits at the program it goes on as long as he does: what he was told to ask for again then comes.
inline constexpr std::chrono::hours kWhileOneSits{24};
// Work that has taken this long gives way to other work that is asked for. What it has finished is kept.
inline constexpr std::chrono::seconds kTurn{60};

class Background {
public:
    // Must not throw.
    using Work = std::function<void(solve::Job&)>;
    // For a program with one thread: work gets a slice of it when it is asked for, then waits for advance().
    struct OneThread {
        std::chrono::nanoseconds slice;
        u64 most_stations; // of what is worth beginning there
    };

    explicit Background(std::chrono::nanoseconds forgotten = kForgotten, std::chrono::nanoseconds turn = kTurn)
        : forgotten_(forgotten), turn_(turn) {}
    explicit Background(const OneThread& one) : forgotten_(kForgotten), turn_(kTurn), one_(one) {}
    ~Background();
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    // Begins the work of an owner; where it is under way already it is still wanted. False while another's goes on.
    bool ask(const void* owner, unsigned threads, Work work);
    // Gives unfinished work another slice; false where there is none. Requires: OneThread.
    bool advance();
    // Until the owner's work has ended, the time is over or the asker has gone.
    void wait(const void* owner, double seconds, const std::stop_token& cancelled);
    // Who is told of work that has failed: game, options, reason. Requires: set before anything is asked.
    using Failed = std::function<void(std::string_view, std::string_view, std::string_view)>;
    void on_failure(Failed failed) { failed_ = std::move(failed); }
    void report(std::string_view game, std::string_view options, std::string_view reason) noexcept;
    // Ends the owner's work. Requires: the caller holds nothing that the work may wait for.
    void stop(const void* owner);

private:
    using Clock = std::chrono::steady_clock;
    void run(const Work& work);
    void run_slice();

    Failed failed_;
    std::chrono::nanoseconds forgotten_;
    std::chrono::nanoseconds turn_;
    std::mutex mutex_;
    std::condition_variable ended_;
    const void* owner_ = nullptr; // of the work under way
    std::unique_ptr<solve::Job> job_;
    std::optional<OneThread> one_;
    Work unfinished_; // of owner_, with one thread
    Clock::time_point begun_;
    std::jthread thread_; // last: ends before what it uses
};

} // namespace touchline::analysis
