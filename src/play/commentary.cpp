// Chooses among the wordings of the play-by-play.
#include "play/commentary.hpp"

#include "core/hash.hpp"

#include <fmt/format.h>

namespace touchline {

namespace {

// A hash of a line's place and figures, so that games that begin alike are not told in the same words.
u64 mixed(const Saying& saying, std::size_t step) {
    u64 hash = fnv(saying.key) + step;
    for (const SayingParam& param : saying.params) hash = hash * 31 + static_cast<u64>(param.number);
    hash *= 0x9e3779b97f4a7c15ULL;
    return hash >> 20;
}

} // namespace

void Commentary::advance(const Table& table) {
    sayings_ = table.sayings(next_, viewer_);
    wordings_.clear();
    for (const Saying& saying : sayings_) {
        const std::size_t count = words_->variants(fmt::format("say.{}", saying.key)).size();
        std::size_t wording = 0;
        if (count > 1) {
            const u64 hash = mixed(saying, next_);
            const auto [last, first_time] = last_.try_emplace(saying.key, hash % count);
            if (!first_time) last->second = (last->second + 1 + hash % (count - 1)) % count;
            wording = last->second;
        }
        wordings_.push_back(wording);
    }
    ++next_;
}

void Commentary::cut(std::size_t steps) {
    if (next_ <= steps) return;
    next_ = 0;
    last_.clear();
}

StepWords Commentary::told(const Table& table, std::size_t step, const SideNames& sides) {
    if (step + 1 < next_) cut(step);
    while (next_ <= step) advance(table);
    StepWords words;
    for (std::size_t i = 0; i < sayings_.size(); ++i)
        words.lines.push_back(words_->said(sayings_[i], sides, wordings_[i]));
    words.headline = !sayings_.empty() && sayings_.front().headline;
    return words;
}

std::string in_one_line(const StepWords& said) { return fmt::format("{}", fmt::join(said.lines, " ")); }

} // namespace touchline
