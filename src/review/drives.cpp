// Drives and plays of a game, counted from what the rules said happened.
#include "review/drives.hpp"

#include "play/drives.hpp"

#include <nlohmann/json.hpp>

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
    const int plays = before == 0 ? 0 : drives_.back().plays;
    for (const Happening& each : happened) take(each, step.index);
    const Drive* own = before == 0 ? nullptr : &drives_[before - 1];
    step.drive = own == nullptr ? 1 : own->number;
    step.play = own == nullptr ? 0 : std::max(plays, own->plays);
    if (own != nullptr && drives_.size() == before) drives_.back().last = step.index;
}

void DriveCount::take(const Happening& each, std::size_t step) {
    if (each.what == What::period && each.amount) period_ = *each.amount;
    if (each.what == What::possession && each.seat) {
        if (!drives_.empty()) drives_.back().last = step;
        drives_.push_back({.number = static_cast<int>(drives_.size()) + 1,
                           .seat = *each.seat,
                           .period = period_,
                           .began = each.how,
                           .spot = each.spot,
                           .first = step + 1,
                           .last = step + 1});
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
    if (each.what == What::drive_end && open) drive.ended = each.how;
}

std::vector<Drive> DriveCount::done(const std::vector<Step>& steps) {
    // A possession without a step of its own is not a drive.
    while (!drives_.empty() && drives_.back().first >= steps.size()) drives_.pop_back();
    for (Drive& drive : drives_) {
        drive.last = std::min(drive.last, steps.size() - 1);
        drive.before = steps[drive.first].before;
        drive.after = steps[drive.last].after;
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
