#include "solve/gridiron_glory/quarter.hpp"

#include <algorithm>
#include <cassert>

namespace touchline::gridiron_glory {

namespace {

// The most visits to the End Zone with so many cards left, from each spot; [cards][phase][spot]. Which cards are left
// is not asked, so that this is a bound.
class Visits {
public:
    Visits(const Moves& moves, int pile) : moves_(moves), spots_(static_cast<std::size_t>(moves.spots().size())) {
        most_.assign(static_cast<std::size_t>(pile + 1) * 2 * spots_, 0);
        for (int cards = 1; cards <= pile; ++cards)
            for (int spot = 0; spot < moves.spots().size(); ++spot) {
                at(cards, Phase::fumble, spot) = best(cards - 1 - moves.rules().buried(cards), Phase::fumble, spot);
                at(cards, Phase::flip, spot) = best(cards - 1, Phase::flip, spot);
            }
    }
    [[nodiscard]] int& at(int cards, Phase phase, int spot) {
        return most_[(static_cast<std::size_t>(cards) * 2 + (phase == Phase::fumble ? 1 : 0)) * spots_ +
                     static_cast<std::size_t>(spot)];
    }

private:
    int best(int left, Phase phase, int spot) {
        int most = left > 0 && moves_.rules().can_settle(left) ? at(left, Phase::fumble, spot) : 0;
        for (Moves::Pair pair : {Moves::higher, Moves::lower}) {
            const Moves::Next& next = phase == Phase::flip ? moves_.flip(spot, pair) : moves_.fumble(spot, pair);
            most = std::max(most, (next.end_zone ? 1 : 0) + (left > 0 ? at(left, Phase::flip, next.spot) : 0));
        }
        return most;
    }

    const Moves& moves_;
    std::size_t spots_;
    std::vector<int> most_;
};

// Walks a quarter card by card. Every row counts the runs of results that lead there, by how often each side has come
// to the End Zone (in overtime: weighted with the chance that no visit has brought a point). How likely a run is comes
// in at the end, from the law: it depends on the numbers of results alone. So do the points, which the visits bring.
class Walk {
public:
    Walk(const Moves& moves, const PairLaw& law, const State& from, Clock clock)
        : moves_(moves), law_(law), clock_(clock), spots_(moves.spots().size()),
          buried_(moves.rules().sheet().buried_on_tie),
          // A position that waits for a fumble is one in which a tie has just been turned.
          tied_(from.phase == Phase::fumble ? 1 : 0), pile_(from.pile + tied_) {
        if (clock == Clock::regulation)
            visits_ = Visits(moves, from.pile).at(from.pile, from.phase, moves.spots().of(from));
        width_ = static_cast<std::size_t>((visits_ + 1) * (visits_ + 1));
        ends_.assign(static_cast<std::size_t>(spots_) * width_, 0.0);
        levels_.resize(static_cast<std::size_t>(pile_ + 1) * 2);
    }

    QuarterEnd run(const State& from) {
        row(from.phase, from.pile, {0, tied_, 0, moves_.spots().of(from), 0, 0})[0] = 1;
        for (int pile = from.pile; pile > 0; --pile)
            for (Phase phase : {Phase::flip, Phase::fumble}) {
                Level& level = level_at(phase, pile);
                for (std::size_t i = 0; i < level.held.size(); ++i)
                    for (Moves::Pair pair : {Moves::higher, Moves::equal, Moves::lower})
                        turn(phase, pile, level.held[i], level.rows.data() + i * width_, pair);
                if (!level.held.empty()) put_back(level);
            }
        count_points();
        return std::move(end_);
    }

private:
    // What has been turned so far and where the ball is; its row is empty outside [from, to].
    struct Held {
        int higher;
        int equal;
        int lower;
        int spot;
        int from;
        int to;
    };
    // All positions with one number of cards left, in the order in which they were met.
    struct Level {
        std::vector<u32> number; // by place(), one more than the index in `held`
        std::vector<Held> held;
        std::vector<double> rows;
    };

    [[nodiscard]] Level& level_at(Phase phase, int pile) {
        return levels_[static_cast<std::size_t>(pile) * 2 + (phase == Phase::fumble ? 1 : 0)];
    }
    [[nodiscard]] std::size_t place(const Held& held) const {
        return static_cast<std::size_t>((held.equal * (pile_ + 1) + held.higher) * spots_ + held.spot);
    }
    [[nodiscard]] int most_ties() const { return pile_ / (buried_ + 1) + 1; }

    // Levels are used again and again, also by the next walk: asking for memory would take longer than counting.
    static std::vector<Level>& spare() {
        thread_local std::vector<Level> levels;
        return levels;
    }
    void take(Level& level) {
        if (!spare().empty()) {
            level = std::move(spare().back());
            spare().pop_back();
        }
        const std::size_t places = place({0, most_ties() + 1, 0, 0, 0, 0});
        if (level.number.size() < places) level.number.resize(places, 0);
    }
    void put_back(Level& level) {
        for (const Held& held : level.held) level.number[place(held)] = 0;
        level.held.clear();
        level.rows.clear();
        spare().push_back(std::move(level));
        level = {};
    }

    // The row of a position, which now holds something within what `held` says.
    double* row(Phase phase, int pile, const Held& held) {
        Level& level = level_at(phase, pile);
        if (level.held.empty()) take(level);
        u32& number = level.number[place(held)];
        if (number == 0) {
            level.held.push_back(held);
            level.rows.resize(level.rows.size() + width_, 0.0);
            number = static_cast<u32>(level.held.size());
        }
        Held& known = level.held[number - 1];
        known.from = std::min(known.from, held.from);
        known.to = std::max(known.to, held.to);
        return level.rows.data() + (number - 1) * width_;
    }

    void turn(Phase phase, int pile, const Held& from, const double* row_from, Moves::Pair pair) {
        Held to = from;
        ++(pair == Moves::higher ? to.higher : pair == Moves::equal ? to.equal : to.lower);
        const double run = law_.run(to.higher, to.equal - tied_, to.lower);
        if (run == 0) return; // such cards are not there
        const int left = pile - 1 - (phase == Phase::fumble ? moves_.rules().buried(pile) : 0);
        if (pair == Moves::equal) {
            if (moves_.rules().can_settle(left)) return add(from, row_from, 1, 0, row(Phase::fumble, left, to));
            return add(from, row_from, run, 0, ends(from.spot));
        }
        const Moves::Next& next = phase == Phase::flip ? moves_.flip(from.spot, pair) : moves_.fumble(from.spot, pair);
        to.spot = next.spot;
        double chance = 1;
        int visit = 0;
        if (next.end_zone && clock_ == Clock::regulation) {
            visit = moves_.spots().offense(from.spot) == Seat::home ? visits_ + 1 : 1;
        } else if (next.end_zone) {
            chance = moves_.blank();
            end_.won[moves_.spots().offense(from.spot)] += run * (1 - chance) * row_from[0];
        }
        if (left == 0) return add(from, row_from, chance * run, visit, ends(to.spot));
        to.from += visit;
        to.to += visit;
        add(from, row_from, chance, visit, row(Phase::flip, left, to));
    }

    // Chances by visits, play standing at a spot.
    double* ends(int spot) { return ends_.data() + static_cast<std::size_t>(spot) * width_; }

    // From the visits of both sides to the change of the lead.
    void count_points() {
        const int most = moves_.most_points() / moves_.unit();
        end_.reach = visits_ * most;
        const auto width = static_cast<std::size_t>(2 * end_.reach + 1);
        end_.mass.assign(static_cast<std::size_t>(spots_) * width, 0.0);
        const std::vector<std::vector<double>> points = points_of_visits();
        for (int spot = 0; spot < spots_; ++spot)
            for (int home = 0; home <= visits_; ++home) {
                const double* row = ends(spot) + home * (visits_ + 1);
                std::vector<double> away_points(static_cast<std::size_t>(end_.reach + 1), 0.0);
                for (std::size_t away = 0; away <= static_cast<std::size_t>(visits_); ++away)
                    for (std::size_t i = 0; row[away] != 0 && i < points[away].size(); ++i)
                        away_points[i] += row[away] * points[away][i];
                const std::vector<double>& own = points[static_cast<std::size_t>(home)];
                double* level = end_.mass.data() + static_cast<std::size_t>(spot) * width + end_.reach;
                for (int lost = 0; lost <= end_.reach; ++lost)
                    for (std::size_t won = 0; away_points[static_cast<std::size_t>(lost)] != 0 && won < own.size();
                         ++won)
                        level[static_cast<int>(won) - lost] += away_points[static_cast<std::size_t>(lost)] * own[won];
            }
    }

    // The chances of points, in units, by the number of visits that bring them.
    [[nodiscard]] std::vector<std::vector<double>> points_of_visits() const {
        std::vector<std::vector<double>> points{{1.0}};
        for (int visit = 0; visit < visits_; ++visit) {
            const std::vector<double>& before = points.back();
            std::vector<double> after(before.size() + static_cast<std::size_t>(moves_.most_points() / moves_.unit()),
                                      0.0);
            for (const Moves::Points& each : moves_.points())
                for (std::size_t i = 0; i < before.size(); ++i)
                    after[i + static_cast<std::size_t>(each.points / moves_.unit())] += each.chance * before[i];
            points.push_back(std::move(after));
        }
        return points;
    }

    static void add(const Held& from, const double* row_from, double chance, int change, double* to) {
        for (int i = from.from; i <= from.to; ++i) to[i + change] += chance * row_from[i];
    }

    const Moves& moves_;
    const PairLaw& law_;
    Clock clock_;
    int spots_;
    int buried_;
    int tied_;
    int pile_;
    int visits_ = 0; // at most, of one side
    std::size_t width_;
    std::vector<double> ends_; // [spot][home's visits][away's visits]
    QuarterEnd end_;
    std::vector<Level> levels_;
};

} // namespace

QuarterEnd play_quarter(const Moves& moves, const PairLaw& law, const State& from, Clock clock) {
    return Walk(moves, law, from, clock).run(from);
}

int longest_reach(const Moves& moves) {
    const int cards = moves.rules().sheet().cards();
    Visits visits(moves, cards);
    int most = 0;
    for (int spot = 0; spot < moves.spots().size(); ++spot) most = std::max(most, visits.at(cards, Phase::flip, spot));
    return most * moves.most_points() / moves.unit();
}

} // namespace touchline::gridiron_glory
