// A long piece of work: threads, progress for whoever watches, and a way to stop it without harm.
#pragma once

#include "core/message.hpp"
#include "core/seat.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>

namespace touchline::solve {

// Thrown out of a job that was asked to stop.
class Stopped : public Failure {
public:
    Stopped() : Failure(Message{"solve.stopped"}) {}
};

// What a watcher is told, a few times a second.
struct Progress {
    Message layer;           // what is being solved, in the game's words ("4th quarter, 3-10")
    u64 done = 0;            // stations
    u64 total = 0;           // 0: not known
    double per_second = 0;   // stations a second so far
    double bound = 0;        // proven so far
    double seconds = 0;      // since the job began
    double seconds_left = 0; // a guess from the pace so far; 0: not known
};

class Job {
public:
    using Sink = std::function<void(const Progress&)>;

    // threads 0: as many as the machine has. The sink is called from the thread that reports, never from two at once.
    explicit Job(unsigned threads = 1, Sink sink = {});
    ~Job();
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    [[nodiscard]] unsigned threads() const { return threads_; }

    // Gives up, as if stopped, what turns out to have more stations than that: where memory is short.
    void at_most(u64 stations) { most_ = stations; }

    // Asks the job to end; safe from any thread and from a signal handler.
    void stop() { stop_.store(true, std::memory_order_relaxed); }
    // Asks it to end at a time that may be put off: work that nobody waits for any more. Safe from any thread.
    void stop_at(std::chrono::steady_clock::time_point when) {
        until_.store(when.time_since_epoch().count(), std::memory_order_relaxed);
    }
    [[nodiscard]] bool stopped() const { return stop_.load(std::memory_order_relaxed) || late(); }
    // Throws Stopped if asked to stop.
    void check() const {
        if (stopped()) throw Stopped();
    }

    // How much there is to do, and what has been done. `begin` starts the clock again.
    void begin(u64 total_stations);
    // Another guess of how much there is to do in all.
    void expect(u64 total_stations) { total_ = total_stations; }
    void layer(Message name) { layer_ = std::move(name); }
    // Requires: what has been solved so far could be kept and gone on from.
    void advance(u64 stations, double bound);
    // Calls `keep` where the job advances, once it has gone on for so long since the last time; less often where that
    // takes long itself.
    void keep_every(std::chrono::duration<double> pause, std::function<void()> keep);
    [[nodiscard]] double seconds() const;

    // Calls work(begin, end) for ranges of at most `grain` that make up 0..count, on all threads; returns when all are
    // done. Each index must write only its own results: these are then the same for every number of threads.
    // Checks stop() between ranges. Not to be called from inside itself.
    void parallel(std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& work);

private:
    using Clock = std::chrono::steady_clock;
    struct Crew;

    static constexpr Clock::rep kNever = 0;
    [[nodiscard]] bool late() const {
        const Clock::rep until = until_.load(std::memory_order_relaxed);
        return until != kNever && Clock::now().time_since_epoch().count() >= until;
    }

    unsigned threads_;
    u64 most_ = ~u64{0};
    Sink sink_;
    std::unique_ptr<Crew> crew_; // threads_ - 1 of them, made when first needed
    std::atomic<bool> stop_{false};
    std::atomic<Clock::rep> until_{kNever};
    Message layer_;
    u64 done_ = 0;
    u64 total_ = 0;
    Clock::time_point began_;
    Clock::time_point told_;
    std::function<void()> keep_;
    std::chrono::duration<double> pause_{};
    Clock::time_point keep_at_;
};

// While it lives, Ctrl-C (SIGINT), SIGTERM and the end of the terminal (SIGHUP, unless that is ignored) stop the job
// instead of ending the program. One at a time.
class StopOnInterrupt {
public:
    explicit StopOnInterrupt(Job& job);
    ~StopOnInterrupt();
    StopOnInterrupt(const StopOnInterrupt&) = delete;
    StopOnInterrupt& operator=(const StopOnInterrupt&) = delete;

private:
    void (*interrupt_)(int);
    void (*terminate_)(int);
    void (*hang_up_)(int);
};

} // namespace touchline::solve
