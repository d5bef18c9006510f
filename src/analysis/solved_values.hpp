// The solved values of one game with one sheet and one set of options: taken from the book on disk where there is one,
// else solved as far as questions need it, and kept. Shared between threads.
#pragma once

#include "analysis/background.hpp"
#include "analysis/strategy.hpp"
#include "play/message_text.hpp"
#include "solve/odds.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <utility>

namespace touchline::analysis {

// Whose components are played with. Of sheets that anybody may send, no books are written behind a question: they would
// fill the disk.
enum class SheetOf { box, somebody };

template <GameRules R, solve::SolverFor<R> Solver>
class SolvedValues {
public:
    using State = typename R::State;

    SolvedValues(std::shared_ptr<const R> rules, solve::BookKey key,
                 std::shared_ptr<Background> background = std::make_shared<Background>(), SheetOf sheet = SheetOf::box)
        : rules_(std::move(rules)), key_(std::move(key)), sheet_(sheet), solver_(std::make_unique<Solver>(*rules_)),
          background_(std::move(background)) {}
    ~SolvedValues() { background_->stop(this); }
    SolvedValues(const SolvedValues&) = delete;
    SolvedValues& operator=(const SolvedValues&) = delete;

    // Empty where the time was over before the answer was known; solving then goes on in the background, unless that is
    // busy with other rules or these have failed there.
    [[nodiscard]] std::optional<solve::Valuation> odds(const State& state, const Patience& patience) {
        return ask<solve::Valuation>(state, patience,
                                     [&](const auto& known) { return solve::odds(*rules_, known, state); });
    }

    [[nodiscard]] std::optional<std::vector<solve::Advice>> advise(const State& state, const Patience& patience) {
        return ask<std::vector<solve::Advice>>(state, patience,
                                               [&](const auto& known) { return solve::advise(*rules_, known, state); });
    }

    // What a walk from a position says, given the stations that are solved: known.station(), known.at().
    template <class Answer, class Walk>
    [[nodiscard]] std::optional<Answer> ask(const State& state, const Patience& patience, Walk&& walk) {
        if (patience.cancelled.stop_requested()) return std::nullopt;
        if (auto answer = peek<Answer>(walk, patience.seconds)) return answer;
        if (!patience.seconds) {
            if (!solve_now(state, patience)) return std::nullopt;
            return peek<Answer>(walk, std::nullopt);
        }
        if (failed_) return std::nullopt;
        const auto work = [this, state](solve::Job& job) { solve_quietly(state, job); };
        if (!background_->ask(this, patience.threads, work)) return std::nullopt;
        background_->wait(this, *patience.seconds, patience.cancelled);
        return peek<Answer>(walk, 0.0);
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
        if (!lock || failed_) return false;
        look_for_book();
        return solver_->covers(state);
    }
    // How far its values may be off.
    [[nodiscard]] double error() {
        const std::shared_lock lock(mutex_);
        return solver_->bound();
    }
    // Whether a solver has failed in the background: it is not tried again there, and nothing of it is answered.
    [[nodiscard]] bool failed() const { return failed_; }

    // Calls work(solver) when all that policies need from `state` on is solved.
    template <class Work>
    auto with_solver(const State& state, solve::Job& job, Work&& work) {
        {
            const std::unique_lock lock(mutex_);
            solve_for(state, job, Keep::book);
            if constexpr (solve::SolvesMoreForPolicies<Solver>) solver_->solve_for_policies(job);
        }
        const std::shared_lock lock(mutex_);
        return work(std::as_const(*solver_));
    }

    // Solves everything and writes the book, going on where a solve before was stopped. What is finished is kept from
    // time to time, and where the job is stopped: that is then the reason given. Throws solve::Stopped where nothing
    // could be kept; answers the reason where the book cannot be written.
    [[nodiscard]] Expected<solve::BookInfo, Message> solve_and_save(solve::Job& job) {
        const std::unique_lock lock(mutex_);
        look_for_unfinished();
        job.keep_every(std::chrono::seconds(kKeptEvery), [&] { (void)keep_unfinished(job); });
        try {
            return finish(job);
        } catch (const solve::Stopped&) {
            if (!keep_unfinished(job)) throw;
            return Unexpected{Message{"solve.stopped-kept"}};
        }
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

    // False where the asker did not wait for it.
    bool solve_now(const State& state, const Patience& patience) {
        solve::Job job(patience.threads, patience.progress);
        const std::stop_callback gone(patience.cancelled, [&job] { job.stop(); });
        const std::unique_lock lock(mutex_);
        try {
            solve_for(state, job, Keep::book);
        } catch (const solve::Stopped&) { // what is finished is kept
            if (patience.cancelled.stop_requested()) return false;
            throw;
        } catch (...) {
            give_up();
            throw;
        }
        failed_ = false;
        return true;
    }

    // In the background there is nobody to throw to: the operator is told.
    void solve_quietly(const State& state, solve::Job& job) noexcept {
        const auto tell = [this](std::string_view reason) { background_->report(key_.game, key_.options, reason); };
        const std::unique_lock lock(mutex_);
        try {
            solve_for(state, job, sheet_ == SheetOf::box ? Keep::book : Keep::nothing);
        } catch (const solve::Stopped&) {
        } catch (const Failure& failure) {
            tell(sentence_of(failure));
            give_up();
        } catch (const std::exception& error) {
            tell(error.what());
            give_up();
        } catch (...) {
            tell("its solver has failed");
            give_up();
        }
    }

    // A solver that has failed is not tried again where nobody waits for it, and what it has left behind, half done, is
    // not looked at. Requires: the lock is held.
    void give_up() noexcept {
        failed_ = true;
        loaded_ = false;
        try {
            auto fresh = std::make_unique<Solver>(*rules_);
            solver_ = std::move(fresh); // what the old one holds may be all the memory there is
        } catch (...) {                 // not even for that: the old one stays, unseen
            return;
        }
    }

    // The answer, if it is known now.
    template <class Answer, class Walk>
    std::optional<Answer> peek(Walk& walk, std::optional<double> seconds) {
        std::shared_lock lock(mutex_, std::defer_lock);
        if (!seconds)
            lock.lock();
        else if (!lock.try_lock_for(std::chrono::milliseconds(1)))
            return std::nullopt;
        if (failed_) return std::nullopt;
        try {
            return walk(Covered{*solver_});
        } catch (const NotCovered&) {
            return std::nullopt;
        }
    }

    // Requires: the lock is held.
    enum class Keep { book, nothing };
    void solve_for(const State& state, solve::Job& job, Keep keep) {
        look_for_book();
        const auto begun = std::chrono::steady_clock::now();
        solver_->solve_for(state, job);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
        // What took long and reaches back to the start of the game is worth keeping.
        if (keep == Keep::book && !loaded_ && taken.count() > kWorthKeeping && starts_covered()) (void)finish(job);
    }

    // Requires: the lock is held.
    void look_for_book() {
        if (std::exchange(looked_for_book_, true)) return;
        if (Expected<solve::Book, Message> book = solve::Book::open(key_)) loaded_ = solver_->load(*book).has_value();
    }

    // Requires: the lock is held.
    void look_for_unfinished() {
        if constexpr (solve::Resumes<Solver>)
            if (const Expected<solve::Book, Message> book = solve::Book::open(key_, solve::Stage::unfinished))
                if (solver_->load_unfinished(*book)) seconds_before_ = book->info().seconds;
    }

    // Whether what is solved so far is on the disk now. Requires: the lock is held.
    bool keep_unfinished(const solve::Job& job) const {
        if constexpr (solve::Resumes<Solver>) {
            if (!solver_->begun()) return false;
            solve::BookWriter writer({key_, solver_->bound(), seconds_before_ + job.seconds()},
                                     solve::Stage::unfinished);
            solver_->save_unfinished(writer);
            return writer.finish().has_value();
        }
        return false;
    }

    [[nodiscard]] bool starts_covered() const {
        try {
            (void)solve::odds(*rules_, Covered{*solver_}, rules_->start());
            return true;
        } catch (const NotCovered&) {
            return false;
        }
    }

    // Requires: the lock is held.
    Expected<solve::BookInfo, Message> finish(solve::Job& job) {
        solver_->solve_all(job);
        solve::BookInfo info{key_, solver_->bound(), seconds_before_ + job.seconds()};
        solve::BookWriter writer(info);
        solver_->save(writer);
        Expected<Done, Message> written = writer.finish();
        if (!written) return Unexpected{std::move(written.error())};
        return info;
    }

    static constexpr double kWorthKeeping = 0.5; // seconds
    static constexpr int kKeptEvery = 20;        // seconds

    std::shared_ptr<const R> rules_;
    solve::BookKey key_;
    SheetOf sheet_;
    std::unique_ptr<Solver> solver_;
    std::shared_timed_mutex mutex_; // of solver_
    bool looked_for_book_ = false;
    bool loaded_ = false;       // what the book has not is solved as it is asked for
    double seconds_before_ = 0; // that a solve took which was stopped
    std::atomic<bool> failed_{false};
    std::shared_ptr<Background> background_;
};

} // namespace touchline::analysis
