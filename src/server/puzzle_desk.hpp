// Puzzles for those who ask: made on a thread of their own, kept once they are made. The function that makes them is
// supplied by the server's owner, so that the server knows no solver.
#pragma once

#include "server/api.hpp"
#include "server/puzzle_maker.hpp"
#include "server/work_pool.hpp"

#include <list>
#include <mutex>

namespace touchline::server {

class PuzzleDesk {
public:
    explicit PuzzleDesk(PuzzleMaker maker, const WorkPool::Bounds& work = kPuzzleWork)
        : maker_(std::move(maker)), work_(work) {}
    ~PuzzleDesk() { stop(); }
    PuzzleDesk(const PuzzleDesk&) = delete;
    PuzzleDesk& operator=(const PuzzleDesk&) = delete;

    // The puzzle, or 202 where its values are not known yet: they are being worked out.
    void answer(const PuzzleAsked& asked, const std::string& asker, const Api::Respond& respond);
    void stop() { work_.stop(); }
    // As WorkPool::run_one().
    bool run_one() { return work_.run_one(); }

private:
    struct Kept {
        std::string key;
        Answer answer;
    };
    [[nodiscard]] std::optional<Answer> kept(std::string_view key);
    void keep(std::string key, const Answer& answer);
    void work_out(const PuzzleAsked& asked, const Api::Respond& respond);

    PuzzleMaker maker_;
    std::mutex mutex_;
    std::list<Kept> kept_; // the last asked for first
    WorkPool work_;        // last: ends before what it uses
};

} // namespace touchline::server
