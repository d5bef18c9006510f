// Gridiron Glory followed forwards. The pairs of two shuffled decks are exchangeable (pairs.hpp): how likely the next
// pair's result is depends on how many of each have been seen, not on which cards. So cards are left out of positions,
// and the results are counted in their place.
#include "solve/flow.hpp"
#include "solve/gridiron_glory/solver.hpp"

#include <cmath>

namespace touchline::solve::gridiron_glory {

namespace {

// Results that this deck has shown.
struct Shown {
    u8 higher = 0; // home's card
    u8 equal = 0;
    u8 lower = 0;

    [[nodiscard]] Cards packed() const { return Cards{higher} | Cards{equal} << 8 | Cards{lower} << 16; }
    [[nodiscard]] static Shown of(const State& s) {
        const auto part = [&](int at) { return static_cast<u8>(s.unseen.home >> at & 0xff); };
        return {part(0), part(8), part(16)};
    }
};

// The same rules for positions whose `unseen` holds what was shown.
class CountedRules : public Rules {
public:
    CountedRules(const Rules& rules, const PairLaw& law) : Rules(rules), law_(law), full_(rules.start()) {}

    // Before the first pair of a deck.
    [[nodiscard]] State counted(State s) const {
        s.unseen = {Shown{}.packed(), 0};
        s.left = 0;
        return s;
    }

    template <class Each>
    void chances(const State& s, Each&& each) const {
        if (s.phase != Phase::flip && s.phase != Phase::fumble) return Rules::chances(s, each);
        const Shown shown = Shown::of(s);
        const double before = law_.run(shown.higher, shown.equal, shown.lower);
        const auto add = [&](int higher, int equal, int lower, Outcome outcome) {
            const double chance = law_.run(shown.higher + higher, shown.equal + equal, shown.lower + lower) / before;
            if (const auto weight = static_cast<Weight>(std::llround(chance * kWhole)); weight > 0)
                each(outcome, weight);
        };
        const int high = sheet().cards() - 1;
        add(1, 0, 0, both(high, 0));
        add(0, 1, 0, both(0, 0));
        add(0, 0, 1, both(0, high));
    }

    template <class Sink = Silent>
    void resolve(State& s, Outcome fallen, Sink&& sink = {}) const {
        Shown shown = Shown::of(s);
        const auto [quarter, pile] = std::pair(s.quarter, s.pile);
        if (s.phase == Phase::flip || s.phase == Phase::fumble) {
            const int home = rank_of(home_card(fallen));
            const int away = rank_of(away_card(fallen));
            ++(home > away ? shown.higher : home < away ? shown.lower : shown.equal);
        }
        s.unseen = full_.unseen;
        s.left = full_.left;
        Rules::resolve(s, fallen, sink);
        count(s, s.quarter != quarter || s.pile > pile ? Shown{} : shown);
    }

private:
    static constexpr double kWhole = 0x1p52;

    // A new deck has shown nothing yet.
    static void count(State& s, const Shown& shown) {
        s.unseen = {shown.packed(), 0};
        s.left = 0;
    }

    const PairLaw& law_;
    State full_;
};

class Course {
public:
    Course(const CountedRules& rules, int unit) : rules_(rules), unit_(unit) {}
    [[nodiscard]] const CountedRules& rules() const { return rules_; }
    [[nodiscard]] const CountedRules& shape_rules(const State&) const { return rules_; }
    [[nodiscard]] bool station(const State& s) const { return s.phase == Phase::flip || s.phase == Phase::fumble; }
    // The decks of an overtime follow each other without end.
    [[nodiscard]] u64 layer(const State& s) const {
        return u64{s.quarter} << 8 | (s.quarter == kOvertime ? 0U : 0xffU - s.pile);
    }
    [[nodiscard]] State row(State s) const {
        s.score = {};
        if (s.quarter > 2) s.first_offense = Holder::home; // nobody looks at it any more
        return s;
    }
    [[nodiscard]] int lane(const State& s) const { return (int{s.score.home} - s.score.away) / unit_; }
    [[nodiscard]] State in_lane(State row, int lane) const {
        const auto points = static_cast<u16>(std::abs(lane) * unit_);
        row.score = lane > 0 ? BySeat<u16>{points, 0} : BySeat<u16>{0, points};
        return row;
    }
    // As long as a quarter cannot end, all are alike. Only the end of the 4th one looks at the score.
    [[nodiscard]] State shape(const State& s) const {
        if (s.quarter >= 4 && !far(s)) return s;
        State shape = row(s);
        if (!far(s)) return shape;
        shape.quarter = 1;
        shape.first_offense = Holder::home;
        return shape;
    }
    [[nodiscard]] State placed(State s, const State& shape, const State& from) const {
        s = in_lane(s, lane(s) + lane(from) - lane(shape));
        if (!far(from)) return s;
        s.quarter = from.quarter;
        s.first_offense = from.first_offense;
        return s;
    }

private:
    // From the end of a quarter, two ties in a row included, and not in an overtime, which any score ends.
    [[nodiscard]] bool far(const State& s) const {
        return s.quarter < kOvertime && s.pile > 2 * rules_.sheet().buried_on_tie + 2;
    }

    const CountedRules& rules_;
    int unit_; // of points
};

// Between two toss throws nobody decides anything; see follows().
class NoPolicy final : public Policy<State> {
public:
    [[nodiscard]] StrategyInput input(Seat) const override { return StrategyInput::actions; }
    [[nodiscard]] Shares shares(const State&, Seat, const ActionList&) const override { return {}; }
    [[nodiscard]] Shares valued(Seat, std::span<const double>) const override { return {}; }
};

} // namespace

Flowed Solver::follow(const Policy<State>&, const State& from, Job& job) const {
    const State start = moves_.rules().start();
    const PairLaw law(unseen(start), roads(Clock::runs).range(start.pile));
    const CountedRules rules(moves_.rules(), law);
    const Course course(rules, moves_.unit());
    const NoPolicy nobody;
    return Flow<CountedRules, Course, Solver>(course, *this, nobody).run(rules.counted(from), job);
}

} // namespace touchline::solve::gridiron_glory
