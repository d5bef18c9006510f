// Walks the rules for one pair of cards at a time.
#include "solve/gridiron_glory/turns.hpp"

#include <algorithm>

namespace touchline::solve::gridiron_glory {

namespace {

// The same rules with the next pair known.
class OnePair : public Rules {
public:
    OnePair(const Rules& rules, Outcome pair) : Rules(rules), pair_(pair) {}

    template <class Each>
    void chances(const State& s, Each&& each) const {
        if (s.phase != Phase::flip && s.phase != Phase::fumble) return Rules::chances(s, each);
        each(pair_, Weight{1});
    }

private:
    Outcome pair_;
};

} // namespace

PairTurns::PairTurns(const Moves& moves) : moves_(moves) {}

PairTurn& PairTurns::within(const State& from, Phase phase, int spot, Moves::Pair pair) {
    const int quarter = from.quarter == kOvertime ? kOvertime : 1;
    PairTurn*& known = known_[{-quarter, 0, static_cast<int>(phase), spot, pair, 0}];
    if (known != nullptr) return *known;
    State root = moves_.rules().start();
    root.quarter = static_cast<u8>(quarter);
    root.first_offense = Holder::home;
    root.phase = phase;
    // A fumble and one more can be settled.
    root.pile = static_cast<u8>(2 * moves_.rules().sheet().buried_on_tie + 3);
    known = &turn(root, spot, pair);
    return *known;
}

PairTurn& PairTurns::last(const State& from, Phase phase, int spot, Moves::Pair pair, int lane) {
    const int open = open_lanes(from.quarter);
    lane = std::clamp(lane, -open, open);
    const int began = from.quarter <= 2 ? static_cast<int>(from.first_offense) : 0; // R15
    PairTurn*& known = known_[{from.quarter, began, static_cast<int>(phase), spot, pair, lane}];
    if (known != nullptr) return *known;
    State root = moves_.rules().start();
    root.quarter = from.quarter;
    root.first_offense = from.first_offense;
    root.phase = phase;
    root.pile = 1;
    const auto points = static_cast<u16>(std::abs(lane) * moves_.unit());
    root.score = lane > 0 ? BySeat<u16>{points, 0} : BySeat<u16>{0, points};
    known = &turn(root, spot, pair);
    return *known;
}

PairTurn& PairTurns::turn(State root, int spot, Moves::Pair pair) {
    const Spots& spots = moves_.spots();
    root.offense = held_by(spots.offense(spot));
    root.space = static_cast<u8>(spots.space(spot));
    root.attempt = static_cast<u8>(spots.attempt(spot));
    const int high = moves_.rules().sheet().cards() - 1;
    const OnePair rules(moves_.rules(), pair == Moves::higher  ? Rules::both(high, 0)
                                        : pair == Moves::lower ? Rules::both(0, high)
                                                               : Rules::both(0, 0));
    const auto stop = [](const State& s) { return s.phase == Phase::flip || s.phase == Phase::fumble; };
    PairTurn& made = turns_.emplace_back();
    CountedWalk(rules, stop, hows_, made.play).walk(root);
    made.law = law_of(made.play.graph, {});
    const auto lead = [](const State& s) { return int{s.score.home} - s.score.away; };
    for (const State& end : made.play.ends)
        made.ends.push_back({end, (lead(end) - lead(root)) / moves_.unit(), end.phase == Phase::over});
    return made;
}

} // namespace touchline::solve::gridiron_glory
