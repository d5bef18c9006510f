// Drives and plays of a game, counted from what the rules said happened.
#include "review/drives.hpp"

#include "play/drives.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace touchline::review {

int period_of(const Json& view) {
    for (const char* field : {"quarter", "half"})
        if (const auto at = view.find(field); at != view.end() && at->is_number_integer()) return at->get<int>();
    return 0;
}

// A game that begins in mid-drive, at a position that was set, begins with that drive.
DriveCount::DriveCount(const Table& table) : table_(table) {
    if (table.steps() != 0)
        if (const std::optional<Seat> offense = table.offense_before(0))
            drives_.push_back({.seat = *offense, .period = period_of(table.before(0)->view(Viewer::everyone))});
}

void DriveCount::see(Step& step, const Table& at) {
    step.period = period_ = period_of(at.view(Viewer::everyone));
    const std::vector<Happening> happened = table_.happened(step.index);
    const std::size_t before = drives_.size();
    // Between two drives: the kickoff belongs to the side that receives, though nobody has the ball yet.
    const bool within = before != 0 && !next_;
    const int plays = within ? drives_.back().plays : 0;
    for (const Happening& each : happened) take(each, step.index);
    step.drive = static_cast<int>(within ? before : before + 1);
    step.play = within ? std::max(plays, drives_[before - 1].plays) : 0;
    const bool opens = std::ranges::any_of(
        happened, [](const Happening& each) { return each.what == What::toss || each.what == What::weather; });
    if (drives_.empty() && opens) next_ = step.index + 1;
}

void DriveCount::take(const Happening& each, std::size_t step) {
    if (each.what == What::period && each.amount) period_ = *each.amount;
    if (each.what == What::possession && each.seat) {
        drives_.push_back({.number = static_cast<int>(drives_.size()) + 1,
                           .seat = *each.seat,
                           .period = period_,
                           .began = each.how,
                           .spot = each.spot,
                           .first = next_.value_or(step + 1)});
        next_.reset();
        return;
    }
    if (drives_.empty()) return;
    Drive& drive = drives_.back();
    const bool open = drive.ended.empty();
    const int amount = each.amount.value_or(0);
    if (each.what == What::play && open) ++drive.plays;
    if (each.what == What::first_down) ++drive.first_downs;
    if (each.what == What::gain && each.seat == drive.seat) drive.gain = drive.gain.value_or(0) + amount;
    if (each.what == What::clock && open) drive.seconds = drive.seconds.value_or(0) + amount;
    if (each.what == What::score && each.seat) drive.points[*each.seat] += amount;
    if (each.what == What::drive_end && open) {
        drive.ended = each.how;
        next_ = step + 1;
    }
}

std::vector<Drive> DriveCount::done(std::vector<Step>& steps) {
    const int count = std::max(1, static_cast<int>(drives_.size()));
    for (Step& step : steps) step.drive = std::min(step.drive, count); // the game ended before another drive began
    for (std::size_t i = 0; i < drives_.size() && !steps.empty(); ++i) {
        Drive& drive = drives_[i];
        const std::size_t end = i + 1 < drives_.size() ? drives_[i + 1].first : steps.size();
        const bool played = drive.first < end;
        drive.last = std::min(std::max<std::size_t>(end, 1), steps.size()) - 1;
        drive.after = steps[drive.last].after;
        drive.before = played ? steps[drive.first].before : drive.after;
        if (!played) drive.first = drive.last; // time ran out with the step that brought the ball
    }
    return std::exchange(drives_, {});
}

std::vector<Play> plays_of(const Table& table) {
    std::vector<Play> plays;
    bool settled = true; // the play so far has its outcome
    bool begun = false;  // the play so far has been called
    for (std::size_t i = 0; i < table.steps(); ++i) {
        const bool called = tells_any(table, i, {What::play});
        if (settled || (called && begun)) {
            plays.push_back({i, i});
            begun = false;
        }
        plays.back().last = i;
        begun = begun || called;
        settled = tells_any(table, i,
                            {What::toss, What::weather, What::down, What::first_down, What::stop, What::steal,
                             What::score, What::miss, What::drive_end, What::possession, What::over});
    }
    return plays;
}

} // namespace touchline::review
