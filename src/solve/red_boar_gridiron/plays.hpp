// What may happen from each station, compiled from the rules once: programs over the stations that follow, each with
// the points and ticks that lie between.
#pragma once

#include "solve/play_tree.hpp"
#include "solve/red_boar_gridiron/stations.hpp"

#include <vector>

namespace touchline::solve::red_boar_gridiron {

// Where a play may lead.
struct Leaf {
    std::size_t station = 0;
    std::size_t offense = 0; // the seat that then has the ball (or kicks)
    int delta = 0;           // home's lead grows by
    int ticks = 0;           // of the clock
};

// With cards a play that is called has a root for each pair of cards: by offence kind, then by defence kind.
struct Play {
    Program program;
    std::vector<Leaf> leaves;
    std::vector<PlayChoice<State>> choices{}; // where they are kept
};

// The same down again after a foul before the play: no time is used.
struct Again {
    std::size_t station = 0;
    double chance = 0;
};

// One answer to a call.
struct Option {
    std::size_t play = 0; // number in Plays::plays
    std::vector<Again> again{};
};

class Plays {
public:
    // `base` has the seats, score, quarter and clock that plays begin with; `scrimmage` is its phase there.
    Plays(const Rules& rules, const State& base, Phase scrimmage, int tick,
          BySeat<Choices> choices = {Choices::merged, Choices::merged});

    std::vector<Play> plays;
    // Kickoff, free kick and tries: their play. With cards that of kAfterTouchdown is the kick alone.
    std::array<std::optional<std::size_t>, kScrimmage> single;
    // From scrimmage, in the order of the page; none where there are only tries.
    std::array<std::vector<Option>, 4 * kSpots> options;
    int most_points = 0;      // one play can change the lead by
    double most_again = 0;    // the greatest chance of the same down again
    double most_replayed = 0; // the same for a conversion

    // By number: whether a play begins at scrimmage.
    [[nodiscard]] std::vector<char> downs() const;

private:
    std::size_t add(const State& root);
    [[nodiscard]] std::vector<State> roots(const State& root) const;
    [[nodiscard]] Option option(const State& root, std::size_t play);

    const Rules& rules_;
    State base_;
    int tick_;
    BySeat<Choices> choices_;
};

// The layers and stations that leaves lead to, each listed once.
class Sources {
public:
    static constexpr std::size_t kNone = ~std::size_t{0};
    struct Source {
        std::size_t station = 0;
        std::size_t offense = 0;
        int ticks = 0; // before the layer that is solved
    };

    // The numbers of a play's leaves. kNone: a down that is played again in the same layer, which is added later.
    [[nodiscard]] std::vector<std::size_t> of(const Play& play, bool down);
    [[nodiscard]] const std::vector<Source>& list() const { return list_; }
    [[nodiscard]] int most_ticks() const;

private:
    std::vector<Source> list_;
    std::vector<std::size_t> known_; // by ticks, offence and station
};

// The greatest number of seconds that divides the time of every play.
[[nodiscard]] int tick_of(const Rules& rules);

// A clock that no play runs down, rules that have it and a position at its beginning.
inline constexpr int kWideClock = 3600;
[[nodiscard]] Rules with_wide_clock(const Rules& rules);
[[nodiscard]] State wide_base();

// What becomes of a station when a quarter ends under it.
struct After {
    enum class Where : u8 { here, next_quarter, ended } where{};
    std::size_t station = 0;
    std::size_t offense = 0;
};
// `second_half` receives the kickoff that opens the 3rd quarter.
[[nodiscard]] After after_quarter(const Rules& rules, int quarter, std::size_t second_half, std::size_t station,
                                  std::size_t offense);
// Of all stations: by quarter and second_half, then by who has the ball and station.
using QuarterEnds = std::array<std::array<std::vector<After>, 2>, 4>;
[[nodiscard]] QuarterEnds quarter_ends(const Rules& rules);
// The position after the 4th quarter with this lead of home's: over, the toss of an overtime or, where it is agreed who
// begins, its first station.
[[nodiscard]] State after_regulation(const Rules& rules, int lead, std::size_t second_half);

} // namespace touchline::solve::red_boar_gridiron
