// From a game's rules to a Program: the play from a position to the next stations, kept as averages and choices over
// those stations. A secret choice has no place in a play: games that have any make them stations.
#pragma once

#include "solve/program.hpp"
#include "solve/walk.hpp"

#include <algorithm>
#include <concepts>

namespace touchline::solve {

template <class F, class State>
concept StationTest = std::predicate<const F&, const State&>;

// A choice of a compiled play.
template <class State>
struct PlayChoice {
    State state;
    Seat seat;
    ActionList legal;
};

// A compiled play. stations[i] is the position of slot Program::slot(i), in the order in which they were met.
template <class State>
struct PlayTree {
    Program program;
    std::vector<State> stations;
    std::vector<PlayChoice<State>> choices{}; // where they were asked for, by their number in the program
};

// Whether a root that is a station itself is walked all the same, or is that station.
enum class Roots : u8 { walked, reached };
// Best play needs no more of a choice than where it leads: equal ones are one, and equal options too. A policy needs
// every option in its place; one that looks at the position needs every choice.
enum class Choices : u8 { merged, listed, kept };

namespace detail {

template <class State, StationTest<State> Stop>
class PlayCompiler {
public:
    using Value = u32;

    PlayCompiler(const Stop& stop, BySeat<Choices> choices) : stop_(stop), how_(choices) {}

    [[nodiscard]] bool stops(const State& state) const { return stop_(state); }
    u32 station(const State& state) { return ProgramBuilder::station(stations_.place(state).index); }
    [[nodiscard]] static u32 over(Result result) { return ProgramBuilder::result(result); }
    u32 choice(const State& state, Seat seat, const ActionList& legal, std::span<const Branch<u32>> branches) {
        std::vector<u32> options;
        for (const Branch<u32>& branch : branches) options.push_back(branch.value);
        if (how_[seat] == Choices::merged) return builder_.choice(seat, options);
        if (std::ranges::all_of(options, [&](u32 option) { return option == options[0]; })) return options[0];
        const std::size_t before = builder_.nodes();
        const u32 made =
            builder_.numbered_choice(seat, options, static_cast<u32>(choices_.size()), how_[seat] == Choices::listed);
        if (builder_.nodes() > before) choices_.push_back({state, seat, legal});
        return made;
    }
    u32 chance(std::span<const Branch<u32>> branches) {
        std::vector<ProgramBuilder::Edge> edges;
        for (const Branch<u32>& branch : branches) edges.push_back({branch.value, branch.weight});
        return builder_.chance(std::move(edges));
    }

    PlayTree<State> finish(const std::vector<u32>& roots) {
        return {builder_.finish(stations_.size(), roots), stations_.states(), std::move(choices_)};
    }

private:
    const Stop& stop_;
    BySeat<Choices> how_;
    ProgramBuilder builder_;
    StateMap<State> stations_;
    std::vector<PlayChoice<State>> choices_;
};

} // namespace detail

// How a play is compiled.
struct Compile {
    Roots roots = Roots::walked;
    BySeat<Choices> choices{Choices::merged, Choices::merged};
};

// The plays from several positions in one program: root r belongs to from[r]. What they have in common is kept once.
template <GameRules R, StationTest<typename R::State> Stop>
[[nodiscard]] PlayTree<typename R::State> compile(const R& rules, const Stop& station,
                                                  std::span<const typename R::State> from, Compile how = {}) {
    detail::PlayCompiler<typename R::State, Stop> compiler(station, how.choices);
    Walk walk(rules, compiler);
    std::vector<u32> made;
    for (const auto& state : from) made.push_back(how.roots == Roots::reached ? walk.reach(state) : walk.expand(state));
    return compiler.finish(made);
}

// The play from one position.
template <GameRules R, StationTest<typename R::State> Stop>
[[nodiscard]] PlayTree<typename R::State> compile(const R& rules, const Stop& station, const typename R::State& from,
                                                  Compile how = {}) {
    return compile(rules, station, std::span(&from, 1), how);
}

} // namespace touchline::solve
