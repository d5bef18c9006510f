// A play as it can be played out again and again: rolls with their chances, choices still open, and where it ends.
// Unlike a Program (program.hpp) it keeps the position of every choice: a fixed strategy may look at anything.
#pragma once

#include "core/game.hpp"
#include "solve/play_tree.hpp"

#include <stdexcept>
#include <vector>

namespace touchline::solve {

template <class State>
struct Script {
    static constexpr u32 kResults = 3; // targets below are results, then come nodes; ends are marked
    static constexpr u32 kEndMark = u32{1} << 31;
    static constexpr u32 kRoll = ~u32{0};

    struct Node {
        u32 first;
        u32 count;
        u32 choice; // its number, or kRoll
    };
    struct Edge {
        u32 target;
        double chance; // of a roll
    };
    struct Choice {
        State state;
        Seat seat;
        ActionList legal;
    };

    std::vector<Node> nodes; // children before parents; the root is the last
    std::vector<Edge> edges;
    std::vector<Choice> choices;
    std::vector<State> ends; // stations
};

// Walks a play from a position, which may be a station itself, to the next stations.
template <GameRules R, StationTest<typename R::State> Stop>
class ScriptWriter {
public:
    using State = typename R::State;

    ScriptWriter(const R& rules, const Stop& stop) : rules_(rules), stop_(stop) {}

    [[nodiscard]] Script<State> write(const State& from) {
        (void)expand(from);
        script_.ends = ends_.states();
        return std::move(script_);
    }

private:
    using Edge = typename Script<State>::Edge;

    u32 reach(const State& state) {
        if (rules_.turn(state).kind == TurnKind::over) return static_cast<u32>(rules_.result(state));
        return stop_(state) ? ends_.place(state).index | Script<State>::kEndMark : expand(state);
    }

    u32 expand(const State& state) {
        return made_.of(state, [&] { return walk(state); });
    }

    u32 walk(const State& state) {
        const Turn turn = rules_.turn(state);
        if (turn.kind == TurnKind::secret) throw std::logic_error("a secret choice has no place in a play");
        const bool choice = turn.kind == TurnKind::choice;
        const std::vector<Edge> own = choice ? options(state, turn.seat) : falls(state);
        script_.nodes.push_back({static_cast<u32>(script_.edges.size()), static_cast<u32>(own.size()),
                                 choice ? static_cast<u32>(script_.choices.size()) : Script<State>::kRoll});
        if (choice) script_.choices.push_back({state, turn.seat, rules_.legal(state, turn.seat)});
        script_.edges.insert(script_.edges.end(), own.begin(), own.end());
        return Script<State>::kResults + static_cast<u32>(script_.nodes.size() - 1);
    }

    std::vector<Edge> options(const State& state, Seat seat) {
        std::vector<Edge> own;
        for (Action action : rules_.legal(state, seat)) {
            State next = state;
            rules_.play(next, action);
            own.push_back({reach(next), 0});
        }
        return own;
    }

    std::vector<Edge> falls(const State& state) {
        std::vector<Edge> own;
        double total = 0;
        rules_.chances(state, [&](Outcome outcome, Weight weight) {
            State next = state;
            rules_.resolve(next, outcome);
            if (next == state && !stop_(next)) return; // made again: the others share its weight
            const u32 target = reach(next);
            const auto known = std::ranges::find(own, target, &Edge::target);
            const auto share = static_cast<double>(weight);
            total += share;
            if (known == own.end())
                own.push_back({target, share});
            else
                known->chance += share;
        });
        if (own.empty()) throw std::logic_error("a roll that is made again for ever");
        for (Edge& edge : own) edge.chance /= total;
        return own;
    }

    const R& rules_;
    const Stop& stop_;
    Script<State> script_;
    detail::MadeOnce<State> made_;
    StateMap<State> ends_;
};

} // namespace touchline::solve
