// One drive and the tries that may follow it, for many leads side by side.
#include "solve/pocket_gridiron/drive.hpp"

#include <algorithm>
#include <cmath>

namespace touchline::solve::pocket_gridiron {

namespace {

constexpr double kStill = 2e-15; // a residual that rounding alone explains
constexpr double kGoodEnough = 1e-13;
constexpr int kMostSteps = 80;

// Solves x = G(x) lead by lead. evaluate(draws) works out G of what stands in `x` and leaves it in `g`.
// Steps go along the secant: exact as soon as both points lie on one piece of G.
class Cycle {
public:
    Cycle(Rows x, std::size_t width) : x_(x), width_(width), g_(2 * width), last_x_(width), last_g_(width) {}

    [[nodiscard]] Rows g() { return {g_.data(), g_.data() + width_}; }

    // The values, then, with draws, g().draw for a draw of 0 at x. Answers the residual.
    template <class Evaluate>
    double solve(With with, Evaluate&& evaluate) {
        const int quick = with == With::draws ? 2 : 0; // draws are worked out once the values stand
        for (int step = 0;; ++step) {
            evaluate(with == With::draws && step >= quick);
            const double left = residual();
            if (step >= quick && (left <= kStill || (step >= 6 && left <= kGoodEnough) || step == kMostSteps))
                return left;
            advance(step);
        }
    }

private:
    [[nodiscard]] double residual() const {
        double most = 0;
        for (std::size_t i = 0; i < width_; ++i) most = std::max(most, std::abs(g_[i] - x_.value[i]));
        return most;
    }

    void advance(int step) {
        for (std::size_t i = 0; i < width_; ++i) {
            const double x = x_.value[i];
            const double g = g_[i];
            double next = g;
            if (step > 0 && std::abs(x - last_x_[i]) > 1e-12) {
                const double slope = std::clamp((g - last_g_[i]) / (x - last_x_[i]), 0.0, 0.999);
                next = x + (g - x) / (1 - slope);
            }
            last_x_[i] = x;
            last_g_[i] = g;
            x_.value[i] = std::clamp(next, 0.0, 1.0);
        }
    }

    Rows x_;
    std::size_t width_;
    std::vector<double> g_;
    std::vector<double> last_x_;
    std::vector<double> last_g_;
};

// The draw at x from those of G for a draw of 0 and of 1 there: G is linear in it.
void settle_draw(const Rows& x, const double* at_zero, const double* at_one, std::size_t width) {
    for (std::size_t i = 0; i < width; ++i) x.draw[i] = at_zero[i] / (1 - (at_one[i] - at_zero[i]));
}

// A try: one position that may lead back to itself.
template <class Stations>
double solve_try(const Play& play, const Rows& x, std::size_t width, With with, Stations&& stations) {
    Cycle cycle(x, width);
    std::fill_n(x.draw, width, 0.0);
    const std::vector<Row> rows = stations(play);
    const double left = cycle.solve(with, [&](bool draws) {
        const RowOut out{cycle.g().value, draws ? cycle.g().draw : nullptr};
        play.program.evaluate_rows(rows, width, std::span(&out, 1));
    });
    if (with == With::values_only) return left;
    const std::vector<double> at_zero(cycle.g().draw, cycle.g().draw + width);
    std::fill_n(x.draw, width, 1.0);
    const RowOut out = cycle.g().out();
    play.program.evaluate_rows(rows, width, std::span(&out, 1));
    settle_draw(x, at_zero.data(), cycle.g().draw, width);
    return left;
}

} // namespace

double drive_error(const Plays& plays, double residual) {
    // A chain of downs ends in the 1st down again with at most this chance.
    const double leave = std::pow(1 - plays.again(), plays.downs());
    const double evaluation = plays.downs() * plays.rounding();
    const double one_cycle = (evaluation + residual) / leave + evaluation;
    // Sacks and injuries only grow: so many cycles can follow each other, tries included.
    const int cycles = (plays.sacks() + 2) * 5;
    return cycles * one_cycle;
}

ReturnedTries::ReturnedTries(const Plays& plays, int first, std::size_t width)
    : plays_(plays), first_(first), width_(width), values_(plays.returns() ? 4 * kMasks * kMasks * width : 0, 0.5) {}

Rows ReturnedTries::rows(std::size_t kind, u8 own, u8 theirs) const {
    double* row = values_.data() + ((kind * kMasks + own) * kMasks + theirs) * 2 * width_;
    return {row, row + width_};
}

double ReturnedTries::solve(u8 own, u8 theirs, const AfterDrive& after, With with) {
    const Seat scorers = other(plays_.offense());
    const auto stations = [&](const Play& play) {
        std::vector<Row> rows;
        for (const Exit& exit : play.exits) {
            if (exit.kind == Exit::Kind::returned_conversion) {
                rows.push_back(at_conversion(exit.mask, theirs).row());
                continue;
            }
            BySeat<u8> mask;
            mask[scorers] = exit.mask;
            mask[plays_.offense()] = theirs;
            rows.push_back(after(exit.next, mask, first_ + exit.delta));
        }
        return rows;
    };
    const double left = solve_try(plays_.returned_conversion(own), at_conversion(own, theirs), width_, with, stations);
    const Play& play = plays_.returned_try(own);
    const RowOut out = at_touchdown(own, theirs).out();
    play.program.evaluate_rows(stations(play), width_, std::span(&out, 1));
    return left;
}

Drive::Drive(const Plays& plays, int first, std::size_t width, u8 theirs)
    : plays_(plays), first_(first), width_(width), theirs_(theirs),
      values_(2 * kMasks * width * static_cast<std::size_t>((plays.downs() + 1) * plays.sacks()), 0.5) {}

Rows Drive::at(u8 own, int down, int sacks) const {
    const auto places = static_cast<std::size_t>((plays_.downs() + 1) * plays_.sacks());
    const auto place = static_cast<std::size_t>((down - 1) * plays_.sacks() + sacks);
    double* row = values_.data() + (own * places + place) * 2 * width_;
    return {row, row + width_};
}

std::vector<Row> Drive::stations(const Play& play, u8 own, const AfterDrive& after, const ReturnedTries* tries) const {
    std::vector<Row> rows;
    rows.reserve(play.exits.size());
    for (const Exit& exit : play.exits) switch (exit.kind) {
        case Exit::Kind::play: rows.push_back(at(exit.mask, exit.down, exit.sacks).row()); break;
        case Exit::Kind::conversion: rows.push_back(at_conversion(exit.mask).row()); break;
        case Exit::Kind::returned_try: rows.push_back(tries->at_touchdown(theirs_, own).row()); break;
        case Exit::Kind::returned_conversion: rows.push_back(tries->at_conversion(exit.mask, own).row()); break;
        case Exit::Kind::drive: {
            BySeat<u8> mask;
            mask[plays_.offense()] = exit.mask;
            mask[other(plays_.offense())] = theirs_;
            rows.push_back(after(exit.next, mask, first_ + exit.delta));
        }
        }
    return rows;
}

double Drive::solve(u8 own, const AfterDrive& after, const ReturnedTries* tries, With with) {
    const auto stations_of = [&](const Play& play) { return stations(play, own, after, tries); };
    double left = solve_try(plays_.conversion(own), at_conversion(own), width_, with, stations_of);
    std::vector<std::vector<Row>> rows(static_cast<std::size_t>(plays_.downs()));
    for (int sacks = plays_.sacks() - 1; sacks >= 0; --sacks) {
        for (int down = 1; down <= plays_.downs(); ++down)
            rows[static_cast<std::size_t>(down - 1)] = stations_of(plays_.series(own, down, sacks));
        if (with == With::draws && sacks + 1 < plays_.sacks())
            std::copy_n(at(own, 1, sacks + 1).value, width_, at(own, 1, sacks).value);
        left = std::max(left, solve_series(own, sacks, rows, with));
    }
    return left;
}

// All downs with the same sacks; the unknown is the 1st.
double Drive::solve_series(u8 own, int sacks, const std::vector<std::vector<Row>>& rows, With with) {
    const int downs = plays_.downs();
    const Rows x = at(own, 1, sacks);
    std::fill_n(x.draw, width_, 0.0);
    Cycle cycle(x, width_);
    const auto evaluate = [&](bool draws) {
        for (int down = downs; down >= 1; --down) {
            const Rows to = down == 1 ? cycle.g() : at(own, down, sacks);
            const RowOut out{to.value, draws ? to.draw : nullptr};
            plays_.series(own, down, sacks)
                .program.evaluate_rows(rows[static_cast<std::size_t>(down - 1)], width_, std::span(&out, 1));
        }
    };
    const double left = cycle.solve(with, evaluate);
    if (with == With::values_only) return left;

    // Draws are linear in the draw at x, down by down.
    std::vector<double> at_zero(static_cast<std::size_t>(downs + 1) * width_);
    const auto draw_of = [&](int down) { return down == 1 ? cycle.g().draw : at(own, down, sacks).draw; };
    const auto zero_of = [&](int down) { return at_zero.data() + static_cast<std::size_t>(down) * width_; };
    for (int down = 1; down <= downs; ++down) std::copy_n(draw_of(down), width_, zero_of(down));
    std::fill_n(x.draw, width_, 1.0);
    evaluate(true);
    settle_draw(x, zero_of(1), cycle.g().draw, width_);
    for (int down = 2; down <= downs; ++down)
        for (std::size_t i = 0; i < width_; ++i) {
            double& draw = at(own, down, sacks).draw[i];
            draw = zero_of(down)[i] + x.draw[i] * (draw - zero_of(down)[i]);
        }
    return left;
}

} // namespace touchline::solve::pocket_gridiron
