// Follows an action through the rules until something has come of it: points, the ball, a first down. Both seats play
// best on the way. Exact; where nothing has come after so many stations, it "goes on".
#pragma once

#include "analysis/outlook.hpp"
#include "core/game.hpp"
#include "solve/odds.hpp"
#include "solve/state_map.hpp"

#include <algorithm>
#include <map>
#include <span>

namespace touchline::analysis {

// Positions that are expanded for one answer at most, and stations that are walked through.
inline constexpr std::size_t kMostExpanded = 60'000;
inline constexpr std::size_t kMostStations = 24;
// Less than this going on says enough.
inline constexpr double kGoesOn = 0.005;

template <GameRules R, solve::KnowsStations<R> K>
class OutlookWalk {
public:
    using State = typename R::State;

    OutlookWalk(const R& rules, const K& known, Seat seat) : rules_(rules), known_(known), seat_(seat) {}

    // One for each legal action, in their order. Requires: a choice turn of the seat.
    [[nodiscard]] std::vector<Outlook> at(const State& state) {
        std::vector<Outlook> best;
        for (std::size_t stations = 0; stations <= kMostStations; ++stations) {
            std::vector<Outlook> deeper;
            try {
                deeper = followed(state, stations);
            } catch (const TooMany&) {
                break;
            }
            best = std::move(deeper);
            if (std::ranges::all_of(best, [](const Outlook& each) { return going_on(each) < kGoesOn; })) break;
        }
        return best;
    }

private:
    struct TooMany {};

    // What was told on the way, of the things that can come.
    struct Seen {
        bool scored = false;
        bool conceded = false;
        bool first_down = false;
        std::optional<Seat> ball{}; // who was last said to have it

        [[nodiscard]] bool anything() const { return scored || conceded || first_down || ball; }
        void operator()(const Happening& happening, Seat seat) {
            switch (happening.what) {
            case What::score: (happening.seat == seat ? scored : conceded) = true; return;
            case What::first_down: first_down = true; return;
            case What::turnover:
            case What::steal:
            case What::possession: ball = happening.seat; return;
            default: return;
            }
        }
    };

    struct Mass {
        double chance = 0;
        double value = 0; // home's, times the chance
    };
    struct Come {
        solve::Worth worth{};
        std::array<Mass, kComings> parts{};
    };

    static Mass& part(Come& come, Coming coming) { return come.parts[static_cast<std::size_t>(coming)]; }
    static double going_on(const Outlook& outlook) {
        for (const OutlookPart& each : outlook.parts)
            if (each.coming == Coming::goes_on) return each.chance;
        return 0;
    }

    std::vector<Outlook> followed(const State& state, std::size_t stations) {
        met_.assign(stations + 1, {});
        made_.assign(stations + 1, {});
        expanded_ = 0;
        had_ball_ = ball_of(state);
        std::vector<Outlook> list;
        for (Action action : rules_.legal(state, seat_)) {
            State next = state;
            Seen seen;
            rules_.play(next, action, [&](const Happening& each) { seen(each, seat_); });
            list.push_back({std::string(rules_.action_name(state, action)), parts_of(reach(next, seen, stations))});
        }
        return list;
    }

    std::vector<OutlookPart> parts_of(const Come& come) const {
        std::vector<OutlookPart> parts;
        for (std::size_t i = 0; i < kComings; ++i) {
            const Mass& mass = come.parts[i];
            if (mass.chance <= 0) continue;
            const double home = mass.value / mass.chance;
            parts.push_back({static_cast<Coming>(i), mass.chance, seat_ == Seat::home ? home : 1 - home});
        }
        return parts;
    }

    [[nodiscard]] std::optional<Seat> ball_of(const State& state) const {
        if constexpr (HasOffense<R>) return rules_.offense(state);
        return std::nullopt;
    }

    // What is seen between two stations is one thing: points before the ball that goes over with them.
    [[nodiscard]] Coming coming(const Seen& seen) const {
        if (seen.scored) return Coming::scores;
        if (seen.conceded) return Coming::concedes;
        if (seen.ball && seen.ball != had_ball_) return seen.ball == seat_ ? Coming::wins_ball : Coming::loses_ball;
        if (seen.first_down) return Coming::first_down;
        return Coming::goes_on;
    }

    static Come all_in(Coming coming, const solve::Worth& worth) {
        Come come{worth};
        part(come, coming) = {1, worth.value};
        return come;
    }

    // A position that an action or a roll leads to, with what was told on the way from the last station.
    Come reach(const State& state, const Seen& seen, std::size_t stations) {
        const Turn turn = rules_.turn(state);
        if (turn.kind == TurnKind::over) return all_in(coming(seen), solve::worth_of(rules_.result(state)));
        const bool station = known_.station(state);
        if (station && (stations == 0 || coming(seen) != Coming::goes_on))
            return all_in(coming(seen), known_.at(state).worth);
        if (seen.anything()) return expand(state, turn, seen, station ? stations - 1 : stations); // not to be shared
        return kept(state, turn, station ? stations - 1 : stations);
    }

    // Every position is expanded once for each number of stations left.
    Come kept(const State& state, const Turn& turn, std::size_t stations) {
        const auto [index, fresh] = met_[stations].place(state);
        if (!fresh) return made_[stations][index];
        made_[stations].emplace_back();
        const Come come = expand(state, turn, {}, stations);
        made_[stations][index] = come;
        return come;
    }

    Come expand(const State& state, const Turn& turn, const Seen& before, std::size_t stations) {
        if (++expanded_ > kMostExpanded) throw TooMany{};
        return turn.kind == TurnKind::chance ? rolled(state, before, stations)
                                             : chosen(state, turn.seat, before, stations);
    }

    Come rolled(const State& state, const Seen& before, std::size_t stations) {
        Come sum;
        double total = 0;
        rules_.chances(state, [&](Outcome outcome, Weight weight) {
            State next = state;
            Seen seen = before;
            rules_.resolve(next, outcome, [&](const Happening& each) { seen(each, seat_); });
            if (next == state && !known_.station(next)) return; // rolled again
            const Come come = reach(next, seen, stations);
            const auto share = static_cast<double>(weight);
            total += share;
            sum.worth.value += share * come.worth.value;
            for (std::size_t i = 0; i < kComings; ++i) {
                sum.parts[i].chance += share * come.parts[i].chance;
                sum.parts[i].value += share * come.parts[i].value;
            }
        });
        sum.worth.value /= total;
        for (Mass& mass : sum.parts) mass = {mass.chance / total, mass.value / total};
        return sum;
    }

    // The better one for who decides; of equally good ones the first.
    Come chosen(const State& state, Seat seat, const Seen& before, std::size_t stations) {
        std::optional<Come> best;
        for (Action action : rules_.legal(state, seat)) {
            State next = state;
            Seen seen = before;
            rules_.play(next, action, [&](const Happening& each) { seen(each, seat_); });
            const Come come = reach(next, seen, stations);
            const double gain = best ? come.worth.value - best->worth.value : 0;
            if (!best || (seat == Seat::home ? gain : -gain) > solve::kSame) best = come;
        }
        return *best;
    }

    const R& rules_;
    const K& known_;
    Seat seat_;
    std::optional<Seat> had_ball_{};
    std::size_t expanded_ = 0;
    std::vector<solve::StateMap<State>> met_; // by stations left
    std::vector<std::vector<Come>> made_;     // by stations left and number in met_
};

} // namespace touchline::analysis
