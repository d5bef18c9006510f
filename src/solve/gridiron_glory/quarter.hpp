// One quarter of Gridiron Glory, from any position in it to its end: every run of results at once.
#pragma once

#include "solve/gridiron_glory/moves.hpp"
#include "solve/gridiron_glory/pairs.hpp"

#include <array>
#include <atomic>
#include <mutex>
#include <vector>

namespace touchline::solve::gridiron_glory {

// What the rest of the game asks of the end of a quarter.
enum class Clock : u8 {
    runs,    // the lead, and where play goes on: the 1st and 3rd
    stops,   // the lead alone: the 2nd and 4th
    overtime // who has made the first score, or where play goes on
};
[[nodiscard]] constexpr Clock clock_of(int quarter) {
    return quarter == kOvertime ? Clock::overtime : quarter % 2 == 1 ? Clock::runs : Clock::stops;
}

// How a quarter ends: chances by where it stands after the last card and by the change of home's lead.
struct QuarterEnd {
    // 1 where the clock stops: it does not matter then where the ball is. Else the spots, and all of them a second time
    // where a fumble waits for the new decks (R14).
    int places = 0;
    int reach = 0;            // the lead changes by -reach .. reach units
    std::vector<double> mass; // [place][reach + change]
    BySeat<double> won{};     // overtime only: the first score has been made
    int roundings = 0;        // on the way to any of these numbers, at most

    [[nodiscard]] double at(int place, int change) const {
        return mass[static_cast<std::size_t>(place) * static_cast<std::size_t>(2 * reach + 1) +
                    static_cast<std::size_t>(reach + change)];
    }
};

// All roads from a spot to the end of a quarter. Which results a road has, where it leads and how often it passes an
// End Zone does not depend on the cards that are left, only how likely its results are. So roads are counted once, by
// the numbers of their results; the law of any cards then weighs them.
//
// They are kept for home's first tries alone: from anywhere else, play comes to a first try of a side in a few pairs,
// and away's roads are home's with the seats exchanged.
class Roads {
public:
    // Requires: `moves` outlives it.
    Roads(const Moves& moves, Clock clock);

    // How a quarter ends from here on. Requires: phase flip or fumble, a law for range(pile). Safe from several threads
    // at once.
    [[nodiscard]] QuarterEnd follow(const PairLaw& law, int pile, Phase phase, int spot) const;
    // The runs that so many cards allow.
    [[nodiscard]] RunRange range(int pile) const;

private:
    // Runs by the numbers of their results, and how many of them lead to each target.
    struct Road {
        struct Run {
            BySeat<u32> number; // RunRange::number, home being home or away
            u32 end;            // of its blocks, which begin where those of the run before end
        };
        // Four targets, one after the other. In overtime counts are weighted with the chance that no visit before has
        // brought a point. What a count has beyond the digits of a float stands in a further block.
        struct Block {
            u32 target;
            std::array<float, 4> counts;

            [[gnu::always_inline]] void add_to(double* sums, double chance) const {
                std::array<double, 4> added;
                for (std::size_t i = 0; i < 4; ++i) added[i] = sums[i] + chance * static_cast<double>(counts[i]);
                for (std::size_t i = 0; i < 4; ++i) sums[i] = added[i];
            }
        };
        std::vector<Run> runs;
        std::vector<Block> blocks;
        u32 targets = 0;   // all lie below this
        int passes = 1;    // the most blocks of a run that have one target
        int roundings = 0; // on the way to any count, at most
    };
    // The way to a first try, or to an end, and the road from there.
    struct Leg {
        BySeat<u32> number{};   // of its results, as with runs
        double chance = 1;      // as with counts
        Seat side = Seat::home; // the road is read with this seat as home
        u32 shift = 0;          // of its targets, as that seat sees them
        const Road* road = nullptr;
    };
    struct At {
        int pile;
        Phase phase;
        int spot;
    };
    class Sums;
    class Builder;

    [[nodiscard]] u32 number(BySeat<int> visits) const {
        return static_cast<u32>(visits.home * (visits_ + 1) + visits.away);
    }
    [[nodiscard]] u32 target(BySeat<int> visits, int place) const {
        return number(visits) * static_cast<u32>(places_) + static_cast<u32>(place);
    }
    // Spaces lie next to each other: often the ball can be in any of them. Spots that wait for the new decks, of which
    // QuarterEnd tells, come after all others.
    [[nodiscard]] int place(int spot) const {
        const Spots& spots = moves_.spots();
        if (clock_ == Clock::stops) return 0;
        if (spot >= spots.size()) return spots.size() + place(spot - spots.size());
        return ((spots.attempt(spot) - 1) * 2 + static_cast<int>(spots.offense(spot))) * moves_.rules().sheet().spaces +
               spots.space(spot) - 1;
    }
    [[nodiscard]] int won(Seat seat) const { return ends_ + static_cast<int>(seat); }
    // A quarter of this clock.
    [[nodiscard]] int quarter() const { return clock_ == Clock::overtime ? kOvertime : clock_ == Clock::stops ? 2 : 1; }
    // The road of a first try, whoever has the ball.
    [[nodiscard]] Road& road(int pile, int spot) const {
        return roads_[static_cast<u32>(pile * moves_.rules().sheet().spaces + moves_.spots().space(spot) - 1)];
    }

    void list_changes();
    void ready(int pile) const;
    void add_legs(const At& at, const Leg& before, std::vector<Leg>& legs) const;
    void advance(const At& at, BySeat<int> visits, Leg leg, std::vector<Leg>& legs) const;
    void end(int place, BySeat<int> visits, Leg leg, std::vector<Leg>& legs) const;
    static void add(const Leg& leg, const double* law, double* part, double* to);
    // Roundings on the way to the chance of a leg and to a count of its road, at most.
    [[nodiscard]] int before(const std::vector<Leg>& legs) const;
    [[nodiscard]] QuarterEnd count_points(const std::vector<double>& mass) const;
    [[nodiscard]] QuarterEnd settle(const std::vector<double>& mass) const;

    const Moves& moves_;
    Clock clock_;
    u32 side_;                                 // of the numbers of results
    int visits_;                               // at most, of both sides together; in overtime none is counted
    int ends_;                                 // QuarterEnd::places
    int places_;                               // ends; in overtime also a win of home and one of away
    std::vector<u32> mirrored_;                // targets with the seats exchanged
    std::vector<std::vector<double>> changes_; // of the lead: chances by number of visits
    Road end_;                                 // nothing more to turn
    mutable std::vector<Road> roads_;          // [pile][space]
    mutable std::atomic<int> ready_ = 0;       // piles up to here have their roads
    mutable std::mutex building_;
};

// The most visits to the End Zone in a quarter that begins with a full pile, from any spot.
[[nodiscard]] int most_visits(const Moves& moves);

} // namespace touchline::solve::gridiron_glory
