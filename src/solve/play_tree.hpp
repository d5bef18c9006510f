// From a game's rules to a Program: walks turn, legal, play, chances and resolve from a position until the next
// stations, once, and keeps what can happen as averages and choices over those stations. The rules exist once: here
// they are only called. A secret choice has no place in a play: games that have any make them stations.
#pragma once

#include "core/game.hpp"
#include "solve/program.hpp"
#include "solve/state_map.hpp"

#include <concepts>
#include <stdexcept>

namespace touchline::solve {

// Where a walk stops: asked before turn(), so that a game may stop at an end too (a result that hangs on the score).
template <class F, class State>
concept StationTest = std::predicate<const F&, const State&>;

// A compiled play. stations[i] is the position of slot Program::slot(i), in the order in which they were met.
template <class State>
struct PlayTree {
    Program program;
    std::vector<State> stations;
};

// Whether a root that is a station itself is walked all the same, or is that station.
enum class Roots : u8 { walked, reached };

namespace detail {

// A number for each position of a play, made when it is first met.
template <class State>
class MadeOnce {
public:
    // make() may ask for other positions, but never for one on the way to itself.
    template <class Make>
    u32 of(const State& state, Make&& make) {
        const auto [index, fresh] = met_.place(state);
        if (!fresh) {
            if (made_[index] == kOpen)
                throw std::logic_error("a play comes back to where it was: the game must make a station there");
            return made_[index];
        }
        made_.push_back(kOpen);
        const u32 made = make();
        made_[index] = made;
        return made;
    }

private:
    static constexpr u32 kOpen = ~u32{0};
    StateMap<State> met_;
    std::vector<u32> made_; // by number in met_
};

template <GameRules R, StationTest<typename R::State> Stop>
class TreeWalk {
public:
    using State = typename R::State;

    TreeWalk(const R& rules, const Stop& stop) : rules_(rules), stop_(stop) {}

    u32 root(const State& state, Roots roots) {
        if (roots == Roots::reached) return reach(state);
        if (rules_.turn(state).kind == TurnKind::over) return ProgramBuilder::result(rules_.result(state));
        return expand(state);
    }

    PlayTree<State> finish(const std::vector<u32>& roots) {
        return {builder_.finish(stations_.size(), roots), stations_.states()};
    }

private:
    u32 reach(const State& state) {
        if (stop_(state)) return ProgramBuilder::station(stations_.place(state).index);
        if (rules_.turn(state).kind == TurnKind::over) return ProgramBuilder::result(rules_.result(state));
        return expand(state);
    }

    u32 expand(const State& state) {
        return made_.of(state, [&] { return walk(state); });
    }

    u32 walk(const State& state) {
        const Turn turn = rules_.turn(state);
        if (turn.kind == TurnKind::choice) {
            std::vector<u32> options;
            for (Action action : rules_.legal(state, turn.seat)) {
                State next = state;
                rules_.play(next, action);
                options.push_back(reach(next));
            }
            return builder_.choice(turn.seat, options);
        }
        if (turn.kind != TurnKind::chance) throw std::logic_error("a secret choice has no place in a play tree");
        std::vector<ProgramBuilder::Edge> edges;
        rules_.chances(state, [&](Outcome outcome, Weight weight) {
            State next = state;
            rules_.resolve(next, outcome);
            // A roll that is made again changes nothing: the other outcomes share its weight.
            if (next != state || stop_(next)) edges.push_back({reach(next), weight});
        });
        if (edges.empty()) throw std::logic_error("a roll that is made again for ever");
        return builder_.chance(std::move(edges));
    }

    const R& rules_;
    const Stop& stop_;
    ProgramBuilder builder_;
    MadeOnce<State> made_;
    StateMap<State> stations_;
};

} // namespace detail

// The plays from several positions in one program: root r belongs to from[r]. What they have in common is kept once.
template <GameRules R, StationTest<typename R::State> Stop>
[[nodiscard]] PlayTree<typename R::State>
compile(const R& rules, const Stop& station, std::span<const typename R::State> from, Roots roots = Roots::walked) {
    detail::TreeWalk<R, Stop> walk(rules, station);
    std::vector<u32> made;
    for (const auto& state : from) made.push_back(walk.root(state, roots));
    return walk.finish(made);
}

// The play from one position.
template <GameRules R, StationTest<typename R::State> Stop>
[[nodiscard]] PlayTree<typename R::State> compile(const R& rules, const Stop& station, const typename R::State& from) {
    return compile(rules, station, std::span(&from, 1));
}

} // namespace touchline::solve
