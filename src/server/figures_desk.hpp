// The figures of a game: worked out on a thread of their own, told how far they are, kept for a while. A request waits
// a moment for them. Work that nobody waits for any more, or that takes too long, is given up.
#pragma once

#include "server/api.hpp"
#include "server/lab_maker.hpp"
#include "server/work_pool.hpp"

#include <nlohmann/json.hpp>

#include <list>

namespace touchline::server {

class FiguresDesk {
public:
    FiguresDesk(const LabMaker& maker, const Limits& limits, const WorkPool::Bounds& work)
        : maker_(maker), hold_(limits.figures_hold), forgotten_after_(limits.figures_forgotten), work_(work) {}
    ~FiguresDesk() { stop(); }
    FiguresDesk(const FiguresDesk&) = delete;
    FiguresDesk& operator=(const FiguresDesk&) = delete;

    // The figures; or, after a moment, how far they are (202). When all who wait have left, the work is given up.
    void answer(const std::shared_ptr<const Table>& table, const ApiRequest& request, const Api::Respond& respond);
    // Answers those who have waited for long, and gives up what nobody asks for any more.
    void sweep();
    void stop();
    // As WorkPool::run_one().
    bool run_one() { return work_.run_one(); }

private:
    using Clock = std::chrono::steady_clock;
    using Leaving = std::stop_callback<std::function<void()>>;

    struct Waiter {
        Api::Respond respond;
        Clock::time_point since{};
        std::unique_ptr<Leaving> leaving{}; // never destroyed under the lock: it waits for its own call
        bool left = false;
    };
    struct Question { // everything under the desk's lock
        std::string key{};
        std::stop_source stopped{};
        std::stop_token way{}; // says when it gives way to the first figures of another question
        Clock::time_point last_asked{};
        Clock::time_point begun{};
        std::list<std::shared_ptr<Waiter>> waiters{};
        double progress = 0;
        Json so_far{};
        std::optional<Answer> answer{}; // once it is done
        bool failed = false;
    };
    using Waiters = std::list<std::shared_ptr<Waiter>>;

    [[nodiscard]] std::shared_ptr<Question> find_or_start(std::shared_ptr<const Table> table, const std::string& asker);
    void drop_oldest();
    // A part of them, then the next one as another job: first all but what takes long, so that nobody's first figures
    // wait for it.
    void work_out(const std::shared_ptr<Question>& question, const std::shared_ptr<const Table>& table,
                  const std::string& asker);
    // Or the answer that says why not.
    [[nodiscard]] Expected<Json, Answer> worked_out(Question& question, const Table& table);
    [[nodiscard]] bool gave_way(const Question& question);
    void finish(const std::shared_ptr<Question>& question, Answer answer);
    void tell(Question& question, double part);
    void leave(Question& question, Waiter& waiter);
    [[nodiscard]] static Answer working(const Question& question);
    // Those who have waited long enough. Requires: the lock.
    [[nodiscard]] Waiters tired(Question& question, Clock::time_point now) const;

    const LabMaker& maker_;
    const milliseconds hold_;
    const milliseconds forgotten_after_;
    std::mutex mutex_;
    std::list<std::shared_ptr<Question>> kept_; // newest first
    std::stop_source give_way_{};
    WorkPool work_;
};

} // namespace touchline::server
