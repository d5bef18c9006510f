#include "play/box_score.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace touchline {

namespace {

// Counted as they are, in the order of a box score.
constexpr std::array kCounted{What::possession, What::play,     What::gain,  What::first_down, What::stop,
                              What::sack,       What::turnover, What::steal, What::carry_back, What::flag,
                              What::injury,     What::card,     What::chip};

} // namespace

void BoxScore::operator()(const Happening& happening) {
    if (happening.what == What::possession) ball_ = happening.seat;
    std::optional<Seat> seat = happening.seat;
    if (happening.what == What::clock) seat = ball_;
    if (happening.what == What::drive_end) ball_.reset();
    if (!seat) return;
    Count& count = counts_[{happening.what, *seat, happening.how}];
    ++count.times;
    count.amount += happening.amount.value_or(0);
}

void BoxScore::add(const BoxScore& other) {
    for (const auto& [key, theirs] : other.counts_) {
        Count& own = counts_[key];
        own.times += theirs.times;
        own.amount += theirs.amount;
    }
}

BoxScore::Count BoxScore::count(What what, Seat seat, std::string_view how) const {
    Count sum;
    for (const auto& [key, each] : counts_) {
        if (key.what != what || key.seat != seat || (!how.empty() && key.how != how)) continue;
        sum.times += each.times;
        sum.amount += each.amount;
    }
    return sum;
}

std::vector<std::pair<std::string_view, std::int64_t>> BoxScore::drive_ends() const {
    std::map<std::string_view, std::int64_t> ends;
    for (const auto& [key, each] : counts_)
        if (key.what == What::drive_end) ends[key.how] += each.times;
    std::vector<std::pair<std::string_view, std::int64_t>> sorted(ends.begin(), ends.end());
    std::ranges::stable_sort(sorted, std::greater(), &std::pair<std::string_view, std::int64_t>::second);
    return sorted;
}

std::vector<BoxScore::Line> BoxScore::lines(const Words& words) const {
    std::vector<Line> lines;
    const auto hows = [&](What what) {
        std::vector<std::string_view> found;
        for (const auto& [key, each] : counts_)
            if (key.what == what && std::ranges::find(found, key.how) == found.end()) found.push_back(key.how);
        return found;
    };
    for (std::string_view how : hows(What::score))
        lines.push_back(
            {.id = fmt::format("score/{}", how),
             .label = words.text(fmt::format("how.{}", how)),
             .values = {count(What::score, Seat::home, how).times, count(What::score, Seat::away, how).times}});
    for (What what : kCounted) {
        if (hows(what).empty()) continue;
        Line line{.id = std::string(name(what)), .label = words.text(fmt::format("box.{}", name(what)))};
        for (Seat seat : kSeats) {
            const Count sum = count(what, seat);
            line.values[seat] = what == What::gain ? sum.amount : sum.times;
        }
        lines.push_back(std::move(line));
    }
    for (std::string_view how : hows(What::kick)) {
        Line line{.id = fmt::format("kick/{}", how), .label = words.text(fmt::format("how.{}", how))};
        for (Seat seat : kSeats) {
            line.tried[seat] = line.values[seat] = count(What::kick, seat, how).times;
            const std::int64_t missed = count(What::miss, seat, how).times;
            line.values[seat] -= missed;
            if (missed != 0) line.kind = Line::Kind::made;
        }
        lines.push_back(std::move(line));
    }
    if (!hows(What::clock).empty())
        lines.push_back({.id = "clock",
                         .label = words.text("box.clock"),
                         .kind = Line::Kind::clock,
                         .values = {count(What::clock, Seat::home).amount, count(What::clock, Seat::away).amount}});
    return lines;
}

} // namespace touchline
