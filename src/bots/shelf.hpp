// The solved values of one game with one sheet and one set of options: taken from the book on disk where there is one,
// else solved as far as questions need it, and kept. Shared between threads.
#pragma once

#include "solve/all.hpp"
#include "solve/odds.hpp"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <thread>
#include <utility>

namespace touchline::bots {

// How long a question may wait, and who is told how solving goes.
struct Patience {
    std::optional<double> seconds{}; // none: as long as it takes
    solve::Job::Sink progress{};
    unsigned threads = 0; // 0: all cores
};

template <solve::HasSolver R>
class Shelf {
public:
    using State = typename R::State;
    using Solver = typename solve::SolverOf<R>::type;

    Shelf(std::shared_ptr<const R> rules, solve::BookKey key)
        : rules_(std::move(rules)), key_(std::move(key)), solver_(*rules_) {}

    ~Shelf() {
        const std::lock_guard lock(background_mutex_);
        if (background_job_) background_job_->stop();
    }

    // Empty where the time was over before the answer was known; solving then goes on in the background.
    [[nodiscard]] std::optional<solve::Valuation> odds(const State& state, const Patience& patience) {
        return ask<solve::Valuation>(state, patience,
                                     [&](const auto& known) { return solve::odds(*rules_, known, state); });
    }

    [[nodiscard]] std::optional<std::vector<solve::Advice>> advise(const State& state, const Patience& patience) {
        return ask<std::vector<solve::Advice>>(state, patience,
                                               [&](const auto& known) { return solve::advise(*rules_, known, state); });
    }

    // What `answer` says of the solver once it covers a position.
    template <class Answer, class Ask>
    [[nodiscard]] std::optional<Answer> consult(const State& state, const Patience& patience, Ask&& answer) {
        return ask<Answer>(state, patience, [&](const auto& known) -> Answer {
            if (!known.solver.covers(state)) throw NotCovered{};
            return answer(known.solver);
        });
    }

    [[nodiscard]] const R& rules() const { return *rules_; }
    // Whether a position can be answered without solving anything: by the book on disk, or what was solved before.
    [[nodiscard]] bool knows(const State& state) {
        const std::unique_lock lock(mutex_, std::chrono::milliseconds(1));
        if (!lock) return false;
        look_for_book();
        return solver_.covers(state);
    }
    // How far its values may be off.
    [[nodiscard]] double error() {
        const std::shared_lock lock(mutex_);
        return solver_.bound();
    }

    // Calls work(solver) when all that can be reached from `state` is solved.
    template <class Work>
    auto with_solver(const State& state, solve::Job& job, Work&& work) {
        {
            const std::unique_lock lock(mutex_);
            solve_for(state, job);
            if constexpr (requires { solver_.solve_overtime(job); }) solver_.solve_overtime(job);
        }
        const std::shared_lock lock(mutex_);
        return work(std::as_const(solver_));
    }

    // Solves everything and writes the book. Throws solve::Stopped where the job was stopped; answers the reason where
    // the book cannot be written.
    [[nodiscard]] Expected<solve::BookInfo, std::string> solve_and_save(solve::Job& job) {
        const std::unique_lock lock(mutex_);
        return finish(job);
    }

private:
    struct NotCovered {};

    // The solver as a walk sees it: a station that is not solved yet ends the walk.
    struct Covered {
        const Solver& solver;
        [[nodiscard]] bool station(const State& state) const { return solver.station(state); }
        [[nodiscard]] solve::Valuation at(const State& state) const {
            if (!solver.covers(state)) throw NotCovered{};
            return solver.at(state);
        }
    };

    template <class Answer, class Walk>
    std::optional<Answer> ask(const State& state, const Patience& patience, Walk&& walk) {
        if (auto answer = peek<Answer>(walk, patience.seconds)) return answer;
        if (!patience.seconds) {
            solve::Job job(patience.threads, patience.progress);
            {
                const std::unique_lock lock(mutex_);
                solve_for(state, job);
            }
            return peek<Answer>(walk, std::nullopt);
        }
        solve_in_background(state, patience.threads);
        wait_for_background(*patience.seconds);
        return peek<Answer>(walk, 0.0);
    }

    // The answer, if it is known now.
    template <class Answer, class Walk>
    std::optional<Answer> peek(Walk& walk, std::optional<double> seconds) {
        std::shared_lock lock(mutex_, std::defer_lock);
        if (!seconds)
            lock.lock();
        else if (!lock.try_lock_for(std::chrono::milliseconds(1)))
            return std::nullopt;
        try {
            return walk(Covered{solver_});
        } catch (const NotCovered&) {
            return std::nullopt;
        }
    }

    // Requires: the lock is held.
    void solve_for(const State& state, solve::Job& job) {
        look_for_book();
        const auto begun = std::chrono::steady_clock::now();
        solver_.solve_for(state, job);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
        // What took long and reaches back to the start of the game is worth keeping.
        if (!loaded_ && taken.count() > kWorthKeeping && starts_covered()) (void)finish(job);
    }

    // Requires: the lock is held.
    void look_for_book() {
        if (std::exchange(looked_for_book_, true)) return;
        if (Expected<solve::Book, std::string> book = solve::Book::open(key_))
            loaded_ = solver_.load(*book).has_value();
    }

    [[nodiscard]] bool starts_covered() const {
        try {
            (void)solve::odds(*rules_, Covered{solver_}, rules_->start());
            return true;
        } catch (const NotCovered&) {
            return false;
        }
    }

    // Requires: the lock is held.
    Expected<solve::BookInfo, std::string> finish(solve::Job& job) {
        solver_.solve_all(job);
        solve::BookInfo info{key_, solver_.bound(), job.seconds()};
        solve::BookWriter writer(info);
        solver_.save(writer);
        Expected<Done, std::string> written = writer.finish();
        if (!written) return Unexpected{std::move(written.error())};
        return info;
    }

    void solve_in_background(const State& state, unsigned threads) {
        const std::lock_guard lock(background_mutex_);
        if (background_running_) return;
        if (background_.joinable()) background_.join();
        background_running_ = true;
        background_job_ = std::make_unique<solve::Job>(threads == 0 ? 1 : threads);
        background_ = std::jthread([this, state] {
            try {
                const std::unique_lock solving(mutex_);
                solve_for(state, *background_job_);
            } catch (const solve::Stopped&) {
            }
            const std::lock_guard done(background_mutex_);
            background_running_ = false;
            background_ended_.notify_all();
        });
    }

    void wait_for_background(double seconds) {
        std::unique_lock lock(background_mutex_);
        background_ended_.wait_for(lock, std::chrono::duration<double>(seconds),
                                   [this] { return !background_running_; });
    }

    static constexpr double kWorthKeeping = 0.5; // seconds

    std::shared_ptr<const R> rules_;
    solve::BookKey key_;
    Solver solver_;
    std::shared_timed_mutex mutex_; // of solver_
    bool looked_for_book_ = false;
    bool loaded_ = false; // what the book has not is solved as it is asked for

    std::mutex background_mutex_;
    std::condition_variable background_ended_;
    bool background_running_ = false;
    std::unique_ptr<solve::Job> background_job_;
    std::jthread background_; // last: ends before what it uses
};

} // namespace touchline::bots
