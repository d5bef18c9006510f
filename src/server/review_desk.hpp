// Reviews of finished games: worked out on a thread of their own, told how far they are, kept for a while. A review
// that nobody asks for any more, or that takes too long, is given up.
#pragma once

#include "server/api.hpp"
#include "server/review_maker.hpp"
#include "server/work_pool.hpp"

#include <list>

namespace touchline::server {

class ReviewDesk {
public:
    ReviewDesk(ReviewMaker maker, const Limits& limits, const WorkPool::Bounds& work = kReviewWork)
        : maker_(std::move(maker)), forgotten_after_(limits.review_forgotten), work_(work) {}
    ~ReviewDesk() { stop(); }

    // The review, or how far it is (202). Requires: a game that is over.
    void answer(std::shared_ptr<const Table> table, Language language, const std::string& asker,
                const Api::Respond& respond);
    // Gives up what nobody asks for any more.
    void sweep();
    void stop();
    // As WorkPool::run_one().
    bool run_one() { return work_.run_one(); }

private:
    using Clock = std::chrono::steady_clock;
    struct Review {
        std::string key;
        Clock::time_point last_asked{}; // under the desk's lock
        std::atomic<double> progress = 0;
        std::atomic<bool> stopped = false;
        std::atomic<bool> done = false;
        Answer answer{}; // once done, as is the next
        bool failed = false;
    };

    [[nodiscard]] std::shared_ptr<Review> find_or_start(std::shared_ptr<const Table> table, Language language,
                                                        const std::string& asker);
    void work_out(Review& review, const Table& table, Language language);
    void forget(const std::shared_ptr<Review>& review);

    ReviewMaker maker_;
    const milliseconds forgotten_after_;
    std::mutex mutex_;
    std::list<std::shared_ptr<Review>> kept_; // newest first
    WorkPool work_;
};

} // namespace touchline::server
