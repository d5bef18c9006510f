// Threads, progress and stopping of long work.
#include "solve/job.hpp"

#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace touchline::solve {

// Threads that wait for ranges. The calling thread takes ranges too.
struct Job::Crew {
    using Work = std::function<void(std::size_t, std::size_t)>;

    // With fewer threads than were asked for where no more are to be had: the work is the same.
    explicit Crew(unsigned extra) {
        threads.reserve(extra);
        try {
            for (unsigned i = 0; i < extra; ++i) threads.emplace_back([this] { live(); });
        } catch (const std::system_error&) {
            return;
        }
    }
    ~Crew() {
        {
            const std::scoped_lock lock(mutex);
            leaving = true;
        }
        woken.notify_all();
        for (std::thread& thread : threads) thread.join();
    }

    void run(std::size_t all, std::size_t step, const Work& task, const Job& job) {
        {
            const std::scoped_lock lock(mutex);
            work = &task;
            owner = &job;
            count = all;
            grain = step;
            next = 0;
            failure = nullptr;
            busy = threads.size();
            ++round;
        }
        woken.notify_all();
        take();
        std::unique_lock lock(mutex);
        finished.wait(lock, [this] { return busy == 0; });
        if (failure) std::rethrow_exception(failure);
    }

    void live() {
        u64 seen = 0;
        for (;;) {
            {
                std::unique_lock lock(mutex);
                woken.wait(lock, [&] { return leaving || round != seen; });
                if (leaving) return;
                seen = round;
            }
            take();
            const std::scoped_lock lock(mutex);
            if (--busy == 0) finished.notify_one();
        }
    }

    void take() {
        for (;;) {
            const std::size_t at = next.fetch_add(grain);
            if (at >= count || owner->stopped()) return;
            try {
                (*work)(at, std::min(count, at + grain));
            } catch (...) {
                const std::scoped_lock lock(mutex);
                if (!failure) failure = std::current_exception();
                next = count;
            }
        }
    }

    std::mutex mutex;
    std::condition_variable woken;
    std::condition_variable finished;
    std::vector<std::thread> threads;
    const Work* work = nullptr;
    const Job* owner = nullptr;
    std::size_t count = 0;
    std::size_t grain = 1;
    std::atomic<std::size_t> next{0};
    std::size_t busy = 0;
    u64 round = 0;
    bool leaving = false;
    std::exception_ptr failure;
};

Job::Job(unsigned threads, Sink sink)
    : threads_(threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency())), sink_(std::move(sink)),
      began_(Clock::now()), told_(began_) {}

Job::~Job() = default;

double Job::seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

void Job::begin(u64 total_stations) {
    if (total_stations > most_) throw Stopped();
    done_ = 0;
    total_ = total_stations;
    began_ = told_ = Clock::now();
}

void Job::keep_every(std::chrono::duration<double> pause, std::function<void()> keep) {
    keep_ = std::move(keep);
    pause_ = pause;
    keep_at_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(pause);
}

void Job::advance(u64 stations, double bound) {
    done_ += stations;
    if (const Clock::time_point begun = Clock::now(); keep_ && begun >= keep_at_) {
        constexpr int kShare = 20; // of the time: keeping takes at most one part of so many
        keep_();
        const Clock::time_point kept = Clock::now();
        keep_at_ = kept + std::max(std::chrono::duration_cast<Clock::duration>(pause_), (kept - begun) * kShare);
    }
    if (!sink_) return;
    const Clock::time_point now = Clock::now();
    if (done_ < total_ && now - told_ < std::chrono::milliseconds(100)) return;
    told_ = now;
    Progress progress{.layer = layer_, .done = done_, .total = total_, .bound = bound, .seconds = seconds()};
    if (progress.seconds > 0) progress.per_second = static_cast<double>(done_) / progress.seconds;
    if (total_ > done_ && progress.per_second > 0)
        progress.seconds_left = static_cast<double>(total_ - done_) / progress.per_second;
    sink_(progress);
}

void Job::parallel(std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& work) {
    check();
    if (grain == 0) grain = 1;
    if (threads_ == 1 || count <= grain) {
        for (std::size_t at = 0; at < count; at += grain) {
            check();
            work(at, std::min(count, at + grain));
        }
        return;
    }
    if (!crew_) crew_ = std::make_unique<Crew>(threads_ - 1);
    crew_->run(count, grain, work, *this);
    check();
}

namespace {

std::atomic<Job*> interrupted{nullptr};

void on_signal(int) {
    if (Job* job = interrupted.load()) job->stop();
}

} // namespace

StopOnInterrupt::StopOnInterrupt(Job& job) {
    interrupted.store(&job);
    interrupt_ = std::signal(SIGINT, on_signal);
    terminate_ = std::signal(SIGTERM, on_signal);
    hang_up_ = std::signal(SIGHUP, on_signal);
    if (hang_up_ == SIG_IGN) std::signal(SIGHUP, SIG_IGN); // started with nohup
}

StopOnInterrupt::~StopOnInterrupt() {
    std::signal(SIGINT, interrupt_);
    std::signal(SIGTERM, terminate_);
    std::signal(SIGHUP, hang_up_);
    interrupted.store(nullptr);
}

} // namespace touchline::solve
