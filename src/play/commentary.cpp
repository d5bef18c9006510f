// Chooses among the wordings of the play-by-play.
#include "play/commentary.hpp"

#include "core/hash.hpp"

#include <fmt/format.h>

#include <algorithm>

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
        const std::vector<std::string>& variants = words_->variants(fmt::format("say.{}", saying.key));
        const std::size_t count = variants.size();
        std::size_t wording = 0;
        if (count > 1) {
            const u64 hash = mixed(saying, next_);
            const auto line = std::ranges::find(lines_, &variants, &Line::wordings);
            wording = line == lines_.end() ? hash % count : (line->last + 1 + hash % (count - 1)) % count;
            if (line == lines_.end())
                lines_.push_back({&variants, wording});
            else
                line->last = wording;
        }
        wordings_.push_back(wording);
    }
    ++next_;
}

void Commentary::cut(std::size_t steps) {
    if (next_ <= steps) return;
    next_ = 0;
    lines_.clear();
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
