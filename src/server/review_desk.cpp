#include "server/review_desk.hpp"

#include "play/kind.hpp"
#include "play/record.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

#include <algorithm>

namespace touchline::server {

void ReviewDesk::answer(std::shared_ptr<const Table> table, Language language, const Api::Respond& respond) {
    if (!maker_) return respond(refusal_answer({"no-review", "this program was built without the review"}));
    const std::shared_ptr<Review> review = begun(std::move(table), language);
    if (!review)
        return respond(refusal_answer(
            {"busy", "too many games are being reviewed just now", static_cast<int>(kBusyRetry.count())}));
    if (review->done) {
        if (review->failed) forget(review); // told once; whoever asks again has it tried again
        return respond(review->answer);
    }
    respond(json_answer(
        {{"ok", true}, {"status", "working"}, {"progress", review->progress.load()}, {"retry_after", 1}}, 202));
}

std::shared_ptr<ReviewDesk::Review> ReviewDesk::begun(std::shared_ptr<const Table> table, Language language) {
    std::string key = fmt::format("{} {}", code(language), record_text(*table));
    const std::lock_guard lock(mutex_);
    const auto at = std::ranges::find(
        kept_, key, [](const std::shared_ptr<Review>& review) -> const std::string& { return review->key; });
    if (at != kept_.end()) {
        kept_.splice(kept_.begin(), kept_, at);
        return kept_.front();
    }
    auto review = std::make_shared<Review>();
    review->key = std::move(key);
    const bool added = work_.add([this, review, table = std::move(table), language] {
        try {
            review->answer = json_answer(maker_(
                *table, language, [&](double part) { review->progress = part; }, stopped_));
        } catch (const std::exception& error) {
            spdlog::error("event=review_failed game={} reason=\"{}\"", table->kind().id(), error.what());
            review->answer = refusal_answer({"busy", "the review could not be worked out", 5});
            review->failed = true;
        }
        review->done = true;
    });
    if (!added) return nullptr;
    kept_.push_front(review);
    if (kept_.size() > kReviewsKept) kept_.pop_back();
    return review;
}

void ReviewDesk::forget(const std::shared_ptr<Review>& review) {
    const std::lock_guard lock(mutex_);
    kept_.remove(review);
}

void ReviewDesk::stop() {
    stopped_ = true;
    work_.stop();
}

} // namespace touchline::server
