// What one pair of cards brings in Gridiron Glory, dice and all: every roll, play, drive and point of it. Which cards
// they are does not matter, only which side's is higher; how likely that is, is up to whoever asks.
#pragma once

#include "solve/careful_sum.hpp"
#include "solve/counted_play.hpp"
#include "solve/gridiron_glory/moves.hpp"

#include <deque>

namespace touchline::solve::gridiron_glory {

// A pair turned at some place. The deck goes on after it, or is over with it.
struct PairTurn {
    // Where it may lead, as the law's ends are numbered.
    struct End {
        State state{};
        int change = 0; // of home's lead, in units of points
        bool over = false;
    };
    CountedPlay<State> play{};
    PlayLaw law{};
    std::vector<End> ends{};

    // As often as it was turned in all: the chances of that, and what had been counted before.
    CarefulSum times{};
    std::array<CarefulSum, kCounted> counted{};
};

class PairTurns {
public:
    explicit PairTurns(const Moves& moves);

    // In the middle of a deck: the score does not matter, nor the quarter, but that any point ends an overtime.
    [[nodiscard]] PairTurn& within(const State& from, Phase phase, int spot, Moves::Pair pair);
    // The deck's last, in a lane of home's lead. Leads that one turn cannot make good are all alike.
    [[nodiscard]] PairTurn& last(const State& from, Phase phase, int spot, Moves::Pair pair, int lane);
    // The leads that are not like their neighbours, from -open_lanes() to it; elsewhere than in the 4th quarter all
    // are.
    [[nodiscard]] int open_lanes(int quarter) const {
        return quarter == 4 ? moves_.most_points() / moves_.unit() + 1 : 0;
    }

    [[nodiscard]] std::deque<PairTurn>& all() { return turns_; }
    [[nodiscard]] const HowNames& hows() const { return hows_; }

private:
    [[nodiscard]] PairTurn& turn(State root, int spot, Moves::Pair pair);

    const Moves& moves_;
    HowNames hows_;
    std::deque<PairTurn> turns_;
    std::map<std::array<int, 6>, PairTurn*>
        known_; // by quarter (less than 0: within), who began, phase, spot, pair, lane
};

} // namespace touchline::solve::gridiron_glory
