// Counts happenings, and turns the counts into the lines of a box score.
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
    Count& count = entry(happening.what, *seat, happening.how);
    ++count.times;
    count.amount += happening.amount.value_or(0);
}

BoxScore::Count& BoxScore::entry(What what, Seat seat, std::string_view how) {
    std::vector<Entry>& entries = entries_[static_cast<std::size_t>(what)];
    for (Entry& each : entries)
        if (each.seat == seat && each.how == how) return each.count;
    return entries.emplace_back(Entry{seat, how}).count;
}

void BoxScore::add(const BoxScore& other) {
    for (std::size_t what = 0; what < kWhats; ++what)
        for (const Entry& theirs : other.entries_[what]) {
            Count& own = entry(static_cast<What>(what), theirs.seat, theirs.how);
            own.times += theirs.count.times;
            own.amount += theirs.count.amount;
        }
}

BoxScore::Count BoxScore::count(What what, Seat seat, std::string_view how) const {
    Count sum;
    for (const Entry& each : entries_[static_cast<std::size_t>(what)]) {
        if (each.seat != seat || (!how.empty() && each.how != how)) continue;
        sum.times += each.count.times;
        sum.amount += each.count.amount;
    }
    return sum;
}

// In alphabetical order: which of them happened first is random.
std::vector<std::string_view> BoxScore::hows(What what) const {
    std::vector<std::string_view> found;
    for (const Entry& each : entries_[static_cast<std::size_t>(what)]) found.push_back(each.how);
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

std::vector<std::pair<std::string_view, std::int64_t>> BoxScore::drive_ends() const {
    std::vector<std::pair<std::string_view, std::int64_t>> ends;
    for (std::string_view how : hows(What::drive_end))
        ends.emplace_back(how, count(What::drive_end, Seat::home, how).times +
                                   count(What::drive_end, Seat::away, how).times);
    std::ranges::stable_sort(ends, std::greater(), &std::pair<std::string_view, std::int64_t>::second);
    return ends;
}

std::vector<BoxScore::Line> BoxScore::lines(const Words& words) const {
    std::vector<Line> lines;
    const std::vector<std::string_view> kicks = hows(What::kick);
    for (std::string_view how : hows(What::score)) {
        if (std::ranges::find(kicks, how) != kicks.end()) continue; // a line of its own tells how many were made
        lines.push_back(
            {.id = fmt::format("score/{}", how),
             .label = words.text(fmt::format("how.{}", how)),
             .values = {count(What::score, Seat::home, how).times, count(What::score, Seat::away, how).times}});
    }
    for (What what : kCounted) {
        if (hows(what).empty()) continue;
        Line line{.id = std::string(name(what)), .label = words.text(fmt::format("box.{}", name(what)))};
        for (Seat seat : kSeats) {
            const Count sum = count(what, seat);
            line.values[seat] = what == What::gain ? sum.amount : sum.times;
        }
        lines.push_back(std::move(line));
    }
    for (std::string_view how : kicks) {
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
