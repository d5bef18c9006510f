#include "solve/pocket_gridiron/overtime.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace touchline::pocket_gridiron {

namespace {

constexpr double kProof = 1e-10; // how far from the truth a level score is shown not to be
constexpr double kStill = 1e-14;
constexpr double kApart = 1.0 / 1024; // between the points that a slope is taken from
constexpr int kMostSteps = 40;

} // namespace

Overtime::Overtime(Region& region) : region_(region) {
    for (const auto& [key, layer] : region_.layers_) {
        if (key.overtime == 0 || key.end()) continue;
        const Plays& plays = region_.plays_[key.offense];
        Turn turn{key, {}, ReturnedTries(plays, layer.least, layer.width())};
        for (u8 theirs = 0; theirs < kMasks; ++theirs) turn.drives.emplace_back(plays, layer.least, layer.width(), theirs);
        turns_.push_back(std::move(turn));
    }
    for (Seat seat : kSeats) region_.level_[seat].assign(region_.pairs(), {0.5, 0});
}

Overtime::Pair Overtime::evaluate(BySeat<u8> injured, Pair level) {
    for (Seat next : kSeats) region_.level_[next][region_.pair(injured)] = {level[next], 0};
    for (auto& [key, layer] : region_.layers_)
        if (key.overtime != 0 && key.end()) {
            const solve::Worth worth = region_.end_worth(key, 0, injured);
            layer.value[region_.offset(layer, injured, 0)] = worth.value;
        }
    Pair begun;
    for (Turn& turn : turns_) {
        const Seat offense = turn.key.offense;
        const u8 own = injured[offense];
        const u8 theirs = injured[other(offense)];
        const Plays& plays = region_.plays_[offense];
        const AfterDrive after = region_.after_drive(turn.key);
        if (plays.returns()) left_ = std::max(left_, turn.tries.solve(theirs, own, after, With::values_only));
        Drive& drive = turn.drives[theirs];
        left_ = std::max(left_, drive.solve(own, after, plays.returns() ? &turn.tries : nullptr, With::values_only));
        Layer& layer = region_.layers_.at(turn.key);
        const Rows rows = drive.at(own, 1, 0);
        const std::size_t place = region_.offset(layer, injured, layer.least);
        std::copy_n(rows.value, layer.width(), layer.value.begin() + static_cast<std::ptrdiff_t>(place));
        if (turn.key.home == 1 && turn.key.away == 1) begun[offense] = layer.value[region_.offset(layer, injured, 0)];
    }
    return begun;
}

// Newton: (1 - J) move = G(x) - x. J changes little from pair to pair, so it is taken anew only where the last one is
// of little help.
void Overtime::solve_pair(BySeat<u8> injured) {
    Pair x = last_;
    double before = 1;
    for (int step = 0; step < kMostSteps; ++step) {
        const Pair g = evaluate(injured, x);
        const Pair off{g.home - x.home, g.away - x.away};
        const double left = std::max(std::abs(off.home), std::abs(off.away));
        if (left <= kStill) break;
        if (left > before / 16) slopes_at(injured, x, g);
        before = left;
        const double determinant = (1 - by_home_.home) * (1 - by_away_.away) - by_away_.home * by_home_.away;
        const double home = (off.home * (1 - by_away_.away) + by_away_.home * off.away) / determinant;
        const double away = ((1 - by_home_.home) * off.away + by_home_.away * off.home) / determinant;
        x = {std::clamp(x.home + home, 0.0, 1.0), std::clamp(x.away + away, 0.0, 1.0)};
    }
    if (!proven(injured, x))
        throw std::runtime_error("the worth of overtime cannot be told closely enough: extra drives may never end");
    (void)evaluate(injured, x);
    last_ = x;
}

// J from two more points.
void Overtime::slopes_at(BySeat<u8> injured, Pair x, Pair g) {
    const Pair home = evaluate(injured, {x.home + kApart, x.away});
    const Pair away = evaluate(injured, {x.home, x.away + kApart});
    by_home_ = {(home.home - g.home) / kApart, (home.away - g.away) / kApart};
    by_away_ = {(away.home - g.home) / kApart, (away.away - g.away) / kApart};
}

// A monotone G with G(x + e) below x + e and G(x - e) above x - e has its fixed point between them (Knaster, Tarski);
// what the drives themselves may be off is taken from both.
bool Overtime::proven(BySeat<u8> injured, Pair level) {
    double error = 0;
    for (Seat seat : kSeats) error = std::max(error, 2 * drive_error(region_.plays_[seat], left_));
    const Pair above = evaluate(injured, {level.home + kProof, level.away + kProof});
    const Pair below = evaluate(injured, {level.home - kProof, level.away - kProof});
    bool sound = true;
    for (Seat seat : kSeats)
        sound = sound && above[seat] + error <= level[seat] + kProof && below[seat] - error >= level[seat] - kProof;
    return sound;
}

void Overtime::solve(solve::Job& job) {
    for (u8 home : region_.masks_.home)
        for (u8 away : region_.masks_.away) {
            job.check();
            solve_pair({home, away});
        }
    for (auto& [key, layer] : region_.layers_) {
        if (key.end()) layer.bound = kProof;
        if (key.overtime == 0 || key.end()) continue;
        const double own = drive_error(region_.plays_[key.offense], left_);
        layer.bound = region_.bound_before(key) + own;
        region_.bound_ = std::max(region_.bound_, layer.bound);
        const Plays& plays = region_.plays_[key.offense];
        job.advance(layer.width() * region_.pairs() * static_cast<u64>(plays.downs() * plays.sacks() + 1), region_.bound_);
    }
}

} // namespace touchline::pocket_gridiron
