// Extra drives that may go on for ever: two unknowns, solved by Newton's method and proven.
#include "solve/pocket_gridiron/overtime.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace touchline::solve::pocket_gridiron {

namespace {

constexpr double kProof = 1e-10; // how far from the truth a level score is shown not to be
constexpr double kSettled = 1e-14;
constexpr double kApart = 1.0 / 1024; // between the points that a slope is taken from
constexpr int kMostSweeps = 40;

} // namespace

Overtime::Overtime(Region& region) : region_(region) {
    for (const auto& [key, layer] : region_.layers_) {
        if (!key.overtime() || key.end()) continue;
        const Plays& plays = region_.plays_[key.offense];
        Turn turn{key, region_.after_drive(key), {}, ReturnedTries(plays, layer.least, layer.width())};
        for (std::size_t theirs = 0; theirs < plays.hurts().count(); ++theirs)
            turn.drives.emplace_back(plays, layer.least, layer.width(), static_cast<u8>(theirs));
        turns_.push_back(std::move(turn));
    }
    for (Seat seat : kSeats) region_.level_[seat].assign(region_.pairs(), {0.5, 0});
}

Overtime::Level Overtime::evaluate(BySeat<u8> injured, Level level, double& left) {
    for (Seat next : kSeats) region_.level_[next][region_.pair(injured)] = {level[next], 0};
    for (auto& [key, layer] : region_.layers_)
        if (key.overtime() && key.end())
            layer.begun_value[region_.begun(layer, injured, 0)] = region_.end_worth(key, 0, injured).value;
    Level begun;
    for (Turn& turn : turns_) {
        const Seat offense = turn.key.offense;
        const u8 own = injured[offense];
        const u8 theirs = injured[other(offense)];
        const bool returns = region_.plays_[offense].returns();
        if (returns) left = std::max(left, turn.tries.solve(theirs, own, turn.after, With::values_only));
        Drive& drive = turn.drives[theirs];
        left = std::max(left, drive.solve(own, turn.after, returns ? &turn.tries : nullptr, With::values_only));
        Layer& layer = region_.layers_.at(turn.key);
        double* row = layer.begun_value.data() + region_.begun(layer, injured, layer.least);
        std::copy_n(drive.at(own, 1, 0).value, layer.width(), row);
        if (turn.key.home == 1 && turn.key.away == 1) begun[offense] = row[-layer.least];
    }
    return begun;
}

// The worth with one injury more.
Overtime::Level Overtime::guess(BySeat<u8> injured) const {
    for (Seat seat : kSeats)
        for (Position position : kPositions) {
            const std::optional<u8> more = region_.plays_[seat].hurts().worse(injured[seat], position);
            if (!more || region_.place_[seat][*more] == Region::kNone) continue;
            BySeat<u8> worse = injured;
            worse[seat] = *more;
            const std::size_t pair = region_.pair(worse);
            return {region_.level_.home[pair].value, region_.level_.away[pair].value};
        }
    return {0.5, 0.5};
}

// Newton: (1 - J) move = G(x) - x. J is computed anew only where the last one no longer converges.
double Overtime::solve_pair(BySeat<u8> injured) {
    Level x = guess(injured);
    Slopes slopes = slopes_;
    double residual = 0;
    double before = 1;
    for (int step = 0; step < kMostSweeps; ++step) {
        const Level g = evaluate(injured, x, residual);
        const Level off{g.home - x.home, g.away - x.away};
        const double left = std::max(std::abs(off.home), std::abs(off.away));
        if (left <= kSettled) break;
        if (left > before / 16) slopes = slopes_at(injured, x, g);
        before = left;
        const double hh = 1 - slopes.by_home.home;
        const double aa = 1 - slopes.by_away.away;
        const double determinant = hh * aa - slopes.by_away.home * slopes.by_home.away;
        const double home = (off.home * aa + slopes.by_away.home * off.away) / determinant;
        const double away = (hh * off.away + slopes.by_home.away * off.home) / determinant;
        x = {std::clamp(x.home + home, 0.0, 1.0), std::clamp(x.away + away, 0.0, 1.0)};
    }
    if (!proven(injured, x, residual)) throw Failure(Message{"solve.overtime-unsettled"});
    (void)evaluate(injured, x, residual);
    for (const Turn& turn : turns_) {
        const Plays& plays = region_.plays_[turn.key.offense];
        Layer& layer = region_.layers_.at(turn.key);
        region_.keep(layer, plays, injured, {layer.least, layer.width()}, turn.drives[injured[other(turn.key.offense)]],
                     plays.returns() ? &turn.tries : nullptr, With::values_only);
    }
    return residual;
}

// J from two more points.
Overtime::Slopes Overtime::slopes_at(BySeat<u8> injured, Level x, Level g) {
    double unused = 0;
    const Level home = evaluate(injured, {x.home + kApart, x.away}, unused);
    const Level away = evaluate(injured, {x.home, x.away + kApart}, unused);
    return {{(home.home - g.home) / kApart, (home.away - g.away) / kApart},
            {(away.home - g.home) / kApart, (away.away - g.away) / kApart}};
}

// A monotone G with G(x + e) below x + e and G(x - e) above x - e has its fixed point between them (Knaster, Tarski);
// what the drives themselves may be off is taken from both.
bool Overtime::proven(BySeat<u8> injured, Level level, double& left) {
    const Level above = evaluate(injured, {level.home + kProof, level.away + kProof}, left);
    const Level below = evaluate(injured, {level.home - kProof, level.away - kProof}, left);
    double error = 0;
    for (Seat seat : kSeats) error = std::max(error, 2 * drive_error(region_.plays_[seat], left));
    bool sound = true;
    for (Seat seat : kSeats)
        sound = sound && above[seat] + error <= level[seat] + kProof && below[seat] - error >= level[seat] - kProof;
    return sound;
}

void Overtime::solve(Job& job) {
    // In waves of as many injuries, the most first.
    const Hurts& hurts = region_.plays_.home.hurts();
    std::vector<std::vector<BySeat<u8>>> waves(static_cast<std::size_t>(2 * hurts.chain()));
    for (u8 home : region_.hurts_.home)
        for (u8 away : region_.hurts_.away) waves[hurts.total(home) + hurts.total(away)].push_back({home, away});
    const BySeat<u8> worst{region_.hurts_.home.front(), region_.hurts_.away.front()};
    double unused = 0;
    slopes_ = slopes_at(worst, {0.5, 0.5}, evaluate(worst, {0.5, 0.5}, unused));
    double most = 0;
    for (std::size_t wave = waves.size(); wave-- > 0;) {
        std::vector<double> left(waves[wave].size());
        job.parallel(left.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) left[i] = solve_pair(waves[wave][i]);
        });
        for (double residual : left) most = std::max(most, residual);
    }
    for (auto& [key, layer] : region_.layers_) {
        if (key.end()) layer.bound = kProof;
        if (!key.overtime() || key.end()) continue;
        const Plays& plays = region_.plays_[key.offense];
        layer.bound = region_.bound_before(key) + drive_error(plays, most);
        region_.bound_ = std::max(region_.bound_, layer.bound);
        job.advance(layer.width() * region_.pairs() *
                        static_cast<u64>(plays.downs() * plays.sacks() + plays.try_downs()),
                    region_.bound_);
    }
}

} // namespace touchline::solve::pocket_gridiron
