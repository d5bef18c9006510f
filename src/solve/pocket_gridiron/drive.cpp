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

// The downs from `first` to `last`, of a series with the same sacks or of a try: each leads to the next, and an
// accepted flag to the first, which is the unknown. at(down) are the rows of a down, play(down) its play.
struct Chain {
    int first;
    int last;
    std::function<Rows(int)> at;
    std::function<const Play&(int)> play;
};

template <class Stations>
double solve_chain(const Chain& chain, std::size_t width, With with, Stations&& stations) {
    const auto place = [&](int down) { return static_cast<std::size_t>(down - chain.first); };
    std::vector<std::vector<Row>> rows;
    for (int down = chain.first; down <= chain.last; ++down) rows.push_back(stations(chain.play(down)));
    const Rows x = chain.at(chain.first);
    std::fill_n(x.draw, width, 0.0);
    Cycle cycle(x, width);
    const auto evaluate = [&](bool draws) {
        for (int down = chain.last; down >= chain.first; --down) {
            const Rows to = down == chain.first ? cycle.g() : chain.at(down);
            const RowOut out{to.value, draws ? to.draw : nullptr};
            chain.play(down).program.evaluate_rows(rows[place(down)], width, std::span(&out, 1));
        }
    };
    const double left = cycle.solve(with, evaluate);
    if (with == With::values_only) return left;

    // Draws are linear in the draw at x, down by down.
    std::vector<double> at_zero((place(chain.last) + 1) * width);
    const auto draw_of = [&](int down) { return down == chain.first ? cycle.g().draw : chain.at(down).draw; };
    const auto zero_of = [&](int down) { return at_zero.data() + place(down) * width; };
    for (int down = chain.first; down <= chain.last; ++down) std::copy_n(draw_of(down), width, zero_of(down));
    std::fill_n(x.draw, width, 1.0);
    evaluate(true);
    settle_draw(x, zero_of(chain.first), cycle.g().draw, width);
    for (int down = chain.first + 1; down <= chain.last; ++down) {
        double* draw = chain.at(down).draw;
        const double* zero = zero_of(down);
        for (std::size_t i = 0; i < width; ++i) draw[i] = zero[i] + x.draw[i] * (draw[i] - zero[i]);
    }
    return left;
}

} // namespace

double drive_error(const Plays& plays, double residual) {
    // A chain of downs ends in the 1st down again with at most this chance.
    const double leave = std::pow(1 - plays.again(), plays.downs());
    const double evaluation = plays.downs() * plays.rounding();
    const double one_cycle = (evaluation + residual) / leave + evaluation;
    // Sacks and injuries only grow: so many cycles can follow each other, tries included.
    const int cycles = (plays.sacks() + 2) * plays.hurts().chain();
    return cycles * one_cycle;
}

ReturnedTries::ReturnedTries(const Plays& plays, int first, std::size_t width)
    : plays_(plays), first_(first), width_(width),
      values_(plays.returns() ? static_cast<std::size_t>(plays.try_downs() + 1) * plays.hurts().count() *
                                    plays.hurts().count() * 2 * width
                              : 0,
              0.5) {}

Rows ReturnedTries::rows(std::size_t kind, u8 own, u8 theirs) const {
    const std::size_t count = plays_.hurts().count();
    double* row = values_.data() + ((kind * count + own) * count + theirs) * 2 * width_;
    return {row, row + width_};
}

double ReturnedTries::solve(u8 own, u8 theirs, const AfterDrive& after, With with) {
    const Seat scorers = other(plays_.offense());
    const auto stations = [&](const Play& play) {
        std::vector<Row> rows;
        for (const Exit& exit : play.exits) {
            if (exit.kind == Exit::Kind::returned_conversion) {
                rows.push_back(at_conversion(exit.hurt, theirs, exit.down).row());
                continue;
            }
            BySeat<u8> hurt;
            hurt[scorers] = exit.hurt;
            hurt[plays_.offense()] = theirs;
            rows.push_back(after(exit.next, hurt, first_ + exit.delta));
        }
        return rows;
    };
    const Chain conversion{plays_.first_try_down(), plays_.downs(),
                           [&](int down) { return at_conversion(own, theirs, down); },
                           [&](int down) -> const Play& { return plays_.returned_conversion(own, down); }};
    const double left = solve_chain(conversion, width_, with, stations);
    const Play& play = plays_.returned_try(own);
    const RowOut out = at_touchdown(own, theirs).out();
    play.program.evaluate_rows(stations(play), width_, std::span(&out, 1));
    return left;
}

Drive::Drive(const Plays& plays, int first, std::size_t width, u8 theirs)
    : plays_(plays), first_(first), width_(width), theirs_(theirs) {
    values_.assign(2 * plays.hurts().count() * width * places(), 0.5);
}

Rows Drive::row(u8 own, int place) const {
    double* row = values_.data() + (own * places() + static_cast<std::size_t>(place)) * 2 * width_;
    return {row, row + width_};
}

std::vector<Row> Drive::stations(const Play& play, u8 own, const AfterDrive& after, const ReturnedTries* tries) const {
    std::vector<Row> rows;
    rows.reserve(play.exits.size());
    for (const Exit& exit : play.exits) switch (exit.kind) {
        case Exit::Kind::play: rows.push_back(at(exit.hurt, exit.down, exit.sacks).row()); break;
        case Exit::Kind::conversion: rows.push_back(at_conversion(exit.hurt, exit.down).row()); break;
        case Exit::Kind::returned_try: rows.push_back(tries->at_touchdown(theirs_, own).row()); break;
        case Exit::Kind::returned_conversion:
            rows.push_back(tries->at_conversion(exit.hurt, own, exit.down).row());
            break;
        case Exit::Kind::drive: {
            BySeat<u8> hurt;
            hurt[plays_.offense()] = exit.hurt;
            hurt[other(plays_.offense())] = theirs_;
            rows.push_back(after(exit.next, hurt, first_ + exit.delta));
        }
        }
    return rows;
}

double Drive::solve(u8 own, const AfterDrive& after, const ReturnedTries* tries, With with) {
    const auto stations_of = [&](const Play& play) { return stations(play, own, after, tries); };
    const Chain conversion{plays_.first_try_down(), plays_.downs(), [&](int down) { return at_conversion(own, down); },
                           [&](int down) -> const Play& { return plays_.conversion(own, down); }};
    double left = solve_chain(conversion, width_, with, stations_of);
    for (int sacks = plays_.sacks() - 1; sacks >= 0; --sacks) {
        if (with == With::draws && sacks + 1 < plays_.sacks())
            std::copy_n(at(own, 1, sacks + 1).value, width_, at(own, 1, sacks).value);
        const Chain series{1, plays_.downs(), [&, sacks](int down) { return at(own, down, sacks); },
                           [&, sacks](int down) -> const Play& { return plays_.series(own, down, sacks); }};
        left = std::max(left, solve_chain(series, width_, with, stations_of));
    }
    return left;
}

} // namespace touchline::solve::pocket_gridiron
