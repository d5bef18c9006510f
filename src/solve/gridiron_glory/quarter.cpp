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

// Walks a quarter card by card. Every row sums, over all runs of results that lead there, the chances of the dice on
// the way, by the change of the lead; how likely the run itself is comes in at the end, from the law: it depends on the
// numbers of results alone.
class Walk {
public:
    Walk(const Moves& moves, const PairLaw& law, const State& from, Clock clock)
        : moves_(moves), law_(law), clock_(clock), spots_(moves.spots().size()),
          buried_(moves.rules().sheet().buried_on_tie),
          // A position that waits for a fumble is one in which a tie has just been turned.
          tied_(from.phase == Phase::fumble ? 1 : 0), pile_(from.pile + tied_) {
        const int most = Visits(moves, from.pile).at(from.pile, from.phase, moves.spots().of(from));
        end_.reach = clock == Clock::overtime ? 0 : most * moves.most_points() / moves.unit();
        width_ = static_cast<std::size_t>(2 * end_.reach + 1);
        end_.mass.assign(static_cast<std::size_t>(spots_) * width_, 0.0);
        levels_.resize(static_cast<std::size_t>(pile_ + 1) * 2);
    }

    QuarterEnd run(const State& from) {
        const Held first{0, tied_, 0, moves_.spots().of(from), end_.reach, end_.reach};
        row(from.phase, from.pile, first)[end_.reach] = 1;
        for (int pile = from.pile; pile > 0; --pile)
            for (Phase phase : {Phase::flip, Phase::fumble}) {
                Level& level = level_at(phase, pile);
                for (std::size_t i = 0; i < level.held.size(); ++i)
                    for (Moves::Pair pair : {Moves::higher, Moves::equal, Moves::lower})
                        turn(phase, pile, level.held[i], level.rows.data() + i * width_, pair);
                if (!level.held.empty()) put_back(level);
            }
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
            return end(from, row_from, run, 0, from.spot);
        }
        const Moves::Next& next = phase == Phase::flip ? moves_.flip(from.spot, pair) : moves_.fumble(from.spot, pair);
        to.spot = next.spot;
        if (!next.end_zone) return arrive(from, row_from, 1, 0, to, left, run);
        const Seat scorer = moves_.spots().offense(from.spot);
        for (const Moves::Points& each : moves_.points()) {
            if (clock_ == Clock::overtime && each.points > 0)
                end_.won[scorer] += run * each.chance * row_from[0];
            else
                arrive(from, row_from, each.chance, (scorer == Seat::home ? 1 : -1) * each.points / moves_.unit(), to,
                       left, run);
        }
    }

    void arrive(const Held& from, const double* row_from, double chance, int change, Held to, int left, double run) {
        if (left == 0) return end(from, row_from, chance * run, change, to.spot);
        to.from += change;
        to.to += change;
        add(from, row_from, chance, change, row(Phase::flip, left, to));
    }

    void end(const Held& from, const double* row_from, double chance, int change, int spot) {
        add(from, row_from, chance, change, end_.mass.data() + static_cast<std::size_t>(spot) * width_);
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
    std::size_t width_ = 1;
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
