// All stations at one pair of scores, by policy iteration.
#include "solve/sports_dice_football/score_pair.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace touchline::solve::sports_dice_football {

namespace {

constexpr double kStill = 4e-15; // an evaluation that moves no value by more than this ends the search
constexpr int kPolicies = 20;    // then plain evaluations, which always come closer
constexpr int kMostSteps = 2'000'000;
constexpr int kMostSweeps = 100'000; // of one set of linear equations

[[nodiscard]] bool scoring(const Ending& ending) { return ending.own_points + ending.other_points != 0; }

} // namespace

ScorePair::ScorePair(const Field& field, Values& values, int one, int two)
    : field_(field), values_(values), sides_(one == two ? 1 : 2), score_{one, two},
      value_(static_cast<std::size_t>(sides_) * kFieldStations, 0.5), next_(value_), linear_(value_.size()) {
    begin();
    prepare_exits();
}

// The values one score later are a good start: most choices stay as they are.
void ScorePair::begin() {
    for (std::size_t side = 0; side < static_cast<std::size_t>(sides_); ++side)
        for (const auto& [own, other] : field_.scores()) {
            const int mine = score_[side] + own;
            const int theirs = score_[1 - side] + other;
            if (mine >= values_.target() || theirs >= values_.target()) continue;
            std::copy_n(values_.at(mine, theirs), kFieldStations,
                        value_.begin() + static_cast<std::ptrdiff_t>(row_of(side, 0)));
            break;
        }
}

// Step 13 and higher scores: what an ending with points is worth to the side that had the ball.
double ScorePair::known(int own, int other, const Ending& ending) const {
    const int mine = own + ending.own_points;
    const int theirs = other + ending.other_points;
    if (mine >= values_.target()) return 1;
    if (theirs >= values_.target()) return 0;
    return ending.changes_hands != 0 ? 1 - values_.at(theirs, mine)[ending.field]
                                     : values_.at(mine, theirs)[ending.field];
}

void ScorePair::prepare_exits() {
    for (std::size_t side = 0; side < static_cast<std::size_t>(sides_); ++side)
        for (u16 field : field_.order())
            for (const Ending& ending : field_.play(field).endings)
                exits_.push_back(scoring(ending) ? known(score_[side], score_[1 - side], ending) : 0.0);
}

// Evaluates every station once; the greatest move. With `follow`, stations that moved take their choices anew.
double ScorePair::improve(bool follow) {
    double most = 0;
    const double* exit = exits_.data();
    for (std::size_t side = 0; side < static_cast<std::size_t>(sides_); ++side) {
        const std::size_t opposite = sides_ == 1 ? 0 : 1 - side;
        for (u16 field : field_.order()) {
            const FieldPlay& play = field_.play(field);
            if (slots_.size() < play.program.slots()) {
                slots_.resize(play.program.slots());
                weights_.resize(play.program.slots());
            }
            for (std::size_t i = 0; i < play.endings.size(); ++i, ++exit) {
                const Ending& ending = play.endings[i];
                slots_[Program::slot(i)] = scoring(ending)             ? *exit
                                           : ending.changes_hands != 0 ? 1 - value_[row_of(opposite, ending.field)]
                                                                       : value_[row_of(side, ending.field)];
            }
            play.program.evaluate_values(slots_);
            const std::size_t row = row_of(side, field);
            next_[row] = slots_[play.program.roots()[0]];
            const double move = std::abs(next_[row] - value_[row]);
            most = std::max(most, move);
            if (follow && (move > kStill || linear_[row].count + linear_[row].constant == 0))
                linearise(row, play, side);
        }
    }
    return most;
}

void ScorePair::linearise(std::size_t row, const FieldPlay& play, std::size_t side) {
    play.program.follow(slots_, 0, weights_);
    const std::size_t opposite = sides_ == 1 ? 0 : 1 - side;
    Linear linear{static_cast<u32>(terms_.size()), 0, 0};
    for (std::size_t i = 0; i < play.endings.size(); ++i) {
        const Ending& ending = play.endings[i];
        const double weight = weights_[Program::slot(i)];
        if (weight == 0) continue;
        if (scoring(ending)) {
            linear.constant += weight * slots_[Program::slot(i)];
        } else if (ending.changes_hands != 0) {
            linear.constant += weight;
            terms_.push_back({static_cast<u32>(row_of(opposite, ending.field)), -weight});
        } else {
            terms_.push_back({static_cast<u32>(row_of(side, ending.field)), weight});
        }
    }
    linear.count = static_cast<u32>(terms_.size()) - linear.first;
    linear_[row] = linear;
}

// The chances under the choices that were followed: equations solved in place, later downs first.
void ScorePair::settle() {
    double last = 1;
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
        double most = 0;
        for (std::size_t side = 0; side < static_cast<std::size_t>(sides_); ++side)
            for (u16 field : field_.order()) {
                const std::size_t row = row_of(side, field);
                const Linear& linear = linear_[row];
                double value = linear.constant;
                for (u32 t = linear.first; t < linear.first + linear.count; ++t)
                    value += terms_[t].weight * value_[terms_[t].row];
                most = std::max(most, std::abs(value - value_[row]));
                value_[row] = value;
            }
        if (most <= kStill / 8 || (most <= kStill && most >= last)) return;
        last = most;
    }
}

double ScorePair::solve() {
    double move = 1;
    for (int step = 0;; ++step) {
        const bool policies = step < kPolicies;
        const double last = move;
        move = improve(policies);
        if (move <= kStill || (move <= 1e-13 && move >= last / 2)) break;
        if (step > kMostSteps) throw Failure(Message{"solve.score-unsettled"});
        if (policies)
            settle();
        else
            value_ = next_;
    }
    for (std::size_t side = 0; side < static_cast<std::size_t>(sides_); ++side)
        std::copy_n(value_.begin() + static_cast<std::ptrdiff_t>(row_of(side, 0)), kFieldStations,
                    values_.at(score_[side], score_[1 - side]));
    return (move + field_.rounding() + 0x1p-52) * field_.plays_to_score();
}

} // namespace touchline::solve::sports_dice_football
