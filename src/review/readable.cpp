// How far a seat's secret choices are from the mix, and how far chance alone would have taken them.
#include "review/readable.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace touchline::review {

MixCount::Entry& MixCount::entry(std::string_view event, std::string_view action) {
    for (Entry& each : entries_)
        if (each.choice.event == event && each.choice.action == action) return each;
    return entries_.emplace_back(Entry{{std::string(event), std::string(action)}});
}

void MixCount::see(std::string_view event, std::string_view taken, const Advice& advice, double loss) {
    ++choices_;
    cost_ += loss;
    ++entry(event, taken).choice.taken;
    for (const AdvisedAction& each : advice.actions) {
        Entry& own = entry(event, each.action);
        own.choice.due += each.share;
        own.variance += each.share * (1 - each.share);
    }
}

std::optional<Readable> MixCount::read() const {
    if (choices_ == 0) return std::nullopt;
    Readable read{.choices = choices_, .cost = cost_};
    for (const Entry& each : entries_) {
        if (each.choice.taken == 0 && each.choice.due < 0.05) continue;
        read.mix.push_back(each.choice);
    }
    // Half of all differences: a choice too many of one is a choice too few of another. A count that is drawn departs
    // by its standard deviation times the mean of |x| of a normal x.
    for (const Entry& each : entries_) {
        read.departed += std::abs(each.choice.taken - each.choice.due) / 2 / choices_;
        read.by_chance += std::sqrt(each.variance * 2 / std::numbers::pi) / 2 / choices_;
    }
    std::ranges::stable_sort(read.mix, [](const Readable::Choice& a, const Readable::Choice& b) {
        return a.event != b.event ? a.event < b.event : a.taken > b.taken;
    });
    return read;
}

} // namespace touchline::review
