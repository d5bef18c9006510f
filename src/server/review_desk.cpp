// Starts, keeps and drops reviews; one answer serves everyone who asks for the same record in the same language.
#include "server/review_desk.hpp"

#include "play/kind.hpp"
#include "play/message_text.hpp"
#include "play/record.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

#include <algorithm>

namespace touchline::server {

void ReviewDesk::answer(std::shared_ptr<const Table> table, Language language, const std::string& asker,
                        const Api::Respond& respond) {
    if (!maker_) return respond(refusal_answer(Refusal{RefusalCode::no_review, Message{"server.no-review"}}));
    const std::shared_ptr<Review> review = find_or_start(std::move(table), language, asker);
    if (!review) return respond(refusal_answer(too_busy(Message{"server.many-reviews"})));
    if (review->done) {
        if (review->failed) forget(review); // reported once; the next request tries again
        return respond(review->answer);
    }
    respond(json_answer(
        {{"ok", true}, {"status", "working"}, {"progress", review->progress.load()}, {"retry_after", 1}}, 202));
}

std::shared_ptr<ReviewDesk::Review> ReviewDesk::find_or_start(std::shared_ptr<const Table> table, Language language,
                                                              const std::string& asker) {
    std::string key = fmt::format("{} {}", code(language), record_text(*table));
    const std::lock_guard lock(mutex_);
    const auto at = std::ranges::find(
        kept_, key, [](const std::shared_ptr<Review>& review) -> const std::string& { return review->key; });
    if (at != kept_.end()) {
        kept_.splice(kept_.begin(), kept_, at);
        kept_.front()->last_asked = Clock::now();
        return kept_.front();
    }
    auto review = std::make_shared<Review>();
    review->key = std::move(key);
    review->last_asked = Clock::now();
    const bool added = work_.add(asker, [this, review, table = std::move(table), language] {
        if (!review->stopped) work_out(*review, *table, language);
    });
    if (!added) return nullptr;
    kept_.push_front(review);
    // The oldest that is done: one that is being worked out is still asked for.
    if (kept_.size() > kReviewsKept)
        if (const auto old =
                std::ranges::find_if(kept_.rbegin(), kept_.rend(), [](const auto& each) { return each->done.load(); });
            old != kept_.rend())
            kept_.erase(std::next(old).base());
    return review;
}

void ReviewDesk::work_out(Review& review, const Table& table, Language language) {
    const Clock::time_point until = Clock::now() + kReviewBudget;
    const auto progress = [&](double part) {
        review.progress = part;
        if (Clock::now() > until) review.stopped = true;
    };
    try {
        Json made = maker_(table, language, progress, review.stopped);
        if (review.stopped)
            throw std::runtime_error(fmt::format("more than {} s, or nobody waits for it", kReviewBudget.count()));
        review.answer = json_answer(made);
    } catch (const std::exception& error) {
        spdlog::error("event=review_failed game={} reason={:?}", table.kind().id(), sentence_of(error));
        review.answer = refusal_answer(ask_again(RefusalCode::busy, Message{"server.review-long"}, 60));
        review.failed = true;
    }
    review.done = true;
}

void ReviewDesk::sweep() {
    const Clock::time_point now = Clock::now();
    const std::lock_guard lock(mutex_);
    std::erase_if(kept_, [&](const std::shared_ptr<Review>& review) {
        if (review->done || now - review->last_asked < forgotten_after_) return false;
        review->stopped = true;
        return true;
    });
}

void ReviewDesk::forget(const std::shared_ptr<Review>& review) {
    const std::lock_guard lock(mutex_);
    kept_.remove(review);
}

void ReviewDesk::stop() {
    {
        const std::lock_guard lock(mutex_);
        for (const std::shared_ptr<Review>& review : kept_) review->stopped = true;
    }
    work_.stop();
}

} // namespace touchline::server
