// Overtimes with dice, solved between proven bounds.
#include "solve/red_boar_gridiron/overtime.hpp"

#include "solve/iterate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace touchline::solve::red_boar_gridiron {

namespace {

constexpr double kTarget = 1e-12;
constexpr double kCardTarget = 1e-6; // far below what dealing hands anew leaves out

State overtime_base(const Rules& rules, std::size_t round) {
    State s;
    s.quarter = static_cast<u8>(kOvertime + round);
    s.score = {1000, 1000};
    s.second_half = 1;
    s.overtime_first = rules.options().by_rounds() ? u8{0} : kNobody;
    return s;
}

Phase scrimmage_phase(const Rules& rules) { return rules.options().by_rounds() ? Phase::overtime : Phase::scrimmage; }

// One possession over all leads of the side that has it. `ends` is what the end is worth by lead, from -reach on.
class Possession {
public:
    Possession(const Plays& plays, std::size_t width, const std::vector<double>& ends, int reach)
        : plays_(plays), width_(width), ends_(ends), reach_(reach) {
        for (const Play& play : plays.plays) rounding_ = std::max(rounding_, play.program.rounding());
    }

    [[nodiscard]] std::size_t size() const { return kStations; }
    [[nodiscard]] std::size_t width() const { return width_; }
    [[nodiscard]] double rounding() const { return rounding_; }

    void update(std::size_t station, const double* values, const double*, double* out, double*) const {
        if (station < kScrimmage) {
            if (plays_.single[station])
                evaluate(*plays_.single[station], values, out);
            else
                std::fill_n(out, width_, 0.0);
            return;
        }
        const std::vector<Option>& options = plays_.options[station - kScrimmage];
        if (options.empty()) return void(std::fill_n(out, width_, 0.0));
        evaluate(options[0].play, values, out);
        std::vector<double> other(width_);
        for (std::size_t o = 1; o < options.size(); ++o) {
            evaluate(options[o].play, values, other.data());
            for (std::size_t k = 0; k < width_; ++k) out[k] = std::max(out[k], other[k]);
        }
    }

private:
    void evaluate(std::size_t play, const double* values, double* out) const {
        const Play& own = plays_.plays[play];
        std::vector<Row> rows;
        std::vector<std::vector<double>> shifted;
        shifted.reserve(own.leaves.size());
        const int lead = static_cast<int>(width_ / 2);
        for (const Leaf& leaf : own.leaves) {
            const double* row = values + leaf.station * width_;
            if (leaf.offense != 0) {
                row = ends_.data() + reach_ - lead + leaf.delta;
            } else if (leaf.delta != 0) {
                std::vector<double>& moved = shifted.emplace_back(width_);
                for (int k = 0; k < static_cast<int>(width_); ++k) {
                    const int to = k + leaf.delta;
                    moved[static_cast<std::size_t>(k)] = to < 0 ? 0.0 : to >= static_cast<int>(width_) ? 1.0 : row[to];
                }
                row = moved.data();
            }
            rows.push_back({row, nullptr});
        }
        const RowOut target{out, nullptr};
        own.program.evaluate_rows(rows, width_, std::span(&target, 1));
    }

    const Plays& plays_;
    std::size_t width_;
    const std::vector<double>& ends_;
    int reach_;
    double rounding_ = 0;
};

// Both sides in turn until somebody scores: home's chance with home on offence, then with away.
class SuddenDeath {
public:
    explicit SuddenDeath(const Plays& plays) : plays_(plays) {
        for (const Play& play : plays.plays) rounding_ = std::max(rounding_, play.program.rounding() + 4e-16);
    }
    [[nodiscard]] std::size_t size() const { return 2 * kStations; }
    [[nodiscard]] std::size_t width() const { return 1; }
    [[nodiscard]] double rounding() const { return rounding_; }

    void update(std::size_t index, const double* values, const double*, double* out, double*) const {
        const std::size_t station = index % kStations;
        const bool away = index >= kStations;
        double best = 0; // of the side on offence
        if (station < kScrimmage) {
            if (plays_.single[station]) best = evaluate(*plays_.single[station], values, away);
        } else {
            for (const Option& option : plays_.options[station - kScrimmage])
                best = std::max(best, evaluate(option.play, values, away));
        }
        *out = away ? 1 - best : best;
    }

private:
    [[nodiscard]] double evaluate(std::size_t play, const double* values, bool away) const {
        const Play& own = plays_.plays[play];
        thread_local std::vector<Worth> slots;
        slots.resize(own.program.slots());
        for (std::size_t i = 0; i < own.leaves.size(); ++i) {
            const Leaf& leaf = own.leaves[i];
            const bool with_away = (leaf.offense == 1) != away;
            const double home = values[leaf.station + (with_away ? kStations : 0)];
            slots[Program::slot(i)] = {away ? 1 - home : home, 0};
        }
        own.program.evaluate(slots);
        return slots[own.program.roots()[0]].value;
    }

    const Plays& plays_;
    double rounding_ = 0;
};

} // namespace

OvertimeValues::OvertimeValues(const Rules& rules) : rules_(rules) {
    if (rules.options().overtime == Overtime::league) return;
    const std::size_t rounds = rules.options().overtime == Overtime::college ? kThirdRound - kOvertime + 1U : 1U;
    for (std::size_t round = 0; round < rounds; ++round) {
        rounds_.push_back({Plays(rules_, overtime_base(rules_, round), scrimmage_phase(rules_), 1)});
        points_ = std::max(points_, rounds_.back().plays.most_points);
    }
    lead_ = 3 * points_;
    reach_ = lead_ + points_;
    width_ = static_cast<std::size_t>(2 * lead_ + 1);
}

void OvertimeValues::solve(Job& job) {
    if (solved_) return;
    job.layer(Message{"layer.overtime"});
    if (rounds())
        solve_rounds(job);
    else
        solve_sudden_death(job);
    solved_ = true;
}

std::size_t OvertimeValues::start(std::size_t round) const {
    if (round == kThirdRound - kOvertime) return kConversion + ball_index(kGoal - rules_.sheet().conversion_from);
    const int ball = kGoal - rules_.overtime_from();
    return scrimmage_index(ball, 1, std::min(ball + 10, kGoal));
}

// What the end of a round is worth to the side that was second, by its lead.
std::vector<double> OvertimeValues::ends_of_second(std::size_t round, double next) const {
    std::vector<double> ends;
    for (int lead = -reach_; lead <= reach_; ++lead) {
        State s = overtime_base(rules_, round);
        s.phase = Phase::overtime;
        s.overtime_first = 1;
        s.score[0] = static_cast<u16>(1000 + lead);
        rules_.end_overtime_possession(s);
        ends.push_back(s.step == Step::over ? worth_of(rules_.result(s)).value : next);
    }
    return ends;
}

// What the end of the first possession is worth to the side that had it: the other's answer, turned round.
std::vector<double> OvertimeValues::ends_of_first(std::size_t round) const {
    std::vector<double> ends;
    for (int lead = -reach_; lead <= reach_; ++lead) {
        if (std::abs(lead) > lead_)
            ends.push_back(lead > 0 ? 1 : 0);
        else
            ends.push_back(1 - rounds_[round].second[start(round) * width_ + static_cast<std::size_t>(lead_ - lead)]);
    }
    return ends;
}

double OvertimeValues::solve_possession(std::size_t round, const Turn& turn, std::vector<double>& values,
                                        Job& job) const {
    values.resize(kStations * width_, cards() ? std::numeric_limits<double>::quiet_NaN() : 0.0);
    if (!cards())
        return solve_layer(Possession(turn.plays, width_, turn.ends, reach_), Draws::none, kTarget, values.data(),
                           nullptr)
            .bound;
    learn_possession(round, turn, values, job);
    return 0;
}

double OvertimeValues::solve_round(std::size_t round, double next, Job& job) {
    Round& own = rounds_[round];
    const double second = solve_possession(round, {own.plays, ends_of_second(round, next), points_}, own.second, job);
    return second + solve_possession(round, {own.plays, ends_of_first(round), 0}, own.first, job);
}

// Rounds before the last one are followed by the next. What is missing there is missing here at most once.
void OvertimeValues::solve_rounds(Job& job) {
    solve_last_round(job);
    for (std::size_t round = rounds_.size() - 1; round-- > 0;)
        bound_ += 2 * solve_round(round, first_chance(round + 1), job);
}

// The last round leads to itself, the other side first.
void OvertimeValues::solve_last_round(Job& job) {
    const std::size_t last = rounds_.size() - 1;
    const double enough = cards() ? kCardTarget : 2 * kTarget;
    // A better next round helps the side that is second in this one, so that the chance falls as the guess rises: the
    // true value lies no further from the guess than the answer does.
    const auto answer_to = [&](double guess) {
        const double bound = solve_round(last, guess, job);
        const double chance = first_chance(last);
        bound_ = 2 * bound + std::abs(chance - guess);
        return chance;
    };
    double at = 0.5;
    double answer = answer_to(at);
    double other = answer;
    for (int round = 0; round < 60 && std::abs(answer - at) > enough; ++round) {
        job.check();
        const double there = answer_to(other);
        // The line through both answers meets the guess.
        const double slope = other == at ? 0 : (there - answer) / (other - at);
        at = other;
        answer = there;
        other = std::clamp((answer - slope * at) / (1 - slope), 0.0, 1.0);
        if (std::abs(answer - at) <= enough) break;
    }
}

void OvertimeValues::solve_sudden_death(Job& job) {
    if (rules_.options().overtime == Overtime::league) {
        league_.emplace(rules_);
        league_->solve();
        bound_ = league_->bound();
        return;
    }
    sudden_.resize(2 * kStations);
    if (cards()) return learn_sudden_death(job);
    bound_ = solve_layer(SuddenDeath(rounds_[0].plays), Draws::none, kTarget, sudden_.data(), nullptr).bound;
}

void OvertimeValues::solve_from(const State& s) {
    if (!league_) return;
    league_->solve_from(s);
    bound_ = league_->bound();
}

double OvertimeValues::at(const State& s, std::size_t station) const {
    if (league_) return league_->at(s, station);
    if (!rounds()) return sudden_[station + (s.offense == 0 ? 0 : kStations)];
    const int lead = s.offense == 0 ? s.score[0] - s.score[1] : s.score[1] - s.score[0];
    const Round& round = rounds_[round_of(s)];
    const std::vector<double>& values = s.offense == s.overtime_first ? round.first : round.second;
    const double own = lead > lead_    ? 1.0
                       : lead < -lead_ ? 0.0
                                       : values[station * width_ + static_cast<std::size_t>(lead + lead_)];
    return s.offense == 0 ? own : 1 - own;
}

} // namespace touchline::solve::red_boar_gridiron
