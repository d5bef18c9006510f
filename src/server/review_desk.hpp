// Reviews of finished games: worked out on a thread of their own, told how far they are, kept for a while.
#pragma once

#include "server/api.hpp"
#include "server/review_maker.hpp"
#include "server/work_pool.hpp"

#include <list>

namespace touchline::server {

class ReviewDesk {
public:
    explicit ReviewDesk(ReviewMaker maker) : maker_(std::move(maker)), work_(1, kReviewQueue) {}
    ~ReviewDesk() { stop(); }

    // The review, or how far it is (202). Requires: a game that is over.
    void answer(std::shared_ptr<const Table> table, Language language, const Api::Respond& respond);
    void stop();

private:
    struct Review {
        std::string key;
        std::atomic<double> progress = 0;
        std::atomic<bool> done = false;
        Answer answer{}; // once done, as is the next
        bool failed = false;
    };

    [[nodiscard]] std::shared_ptr<Review> begun(std::shared_ptr<const Table> table, Language language);
    void forget(const std::shared_ptr<Review>& review);

    ReviewMaker maker_;
    std::mutex mutex_;
    std::list<std::shared_ptr<Review>> kept_; // newest first
    std::atomic<bool> stopped_ = false;
    WorkPool work_;
};

} // namespace touchline::server
