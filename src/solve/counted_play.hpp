// A play with everything that is counted on its way: rolls, decisions, plays, drives, points and how drives end. Where
// a Program keeps no more than where a play leads, this keeps every roll and every choice of it.
#pragma once

#include "core/game.hpp"
#include "solve/careful_sum.hpp"
#include "solve/flowed.hpp"
#include "solve/play_tree.hpp"

#include <array>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace touchline::solve {

// What one roll or one choice brings, besides itself.
struct Tally {
    std::array<int, kCounted> count{};
    std::vector<u32> ends{}; // how drives end: numbers of HowNames
    friend bool operator==(const Tally&, const Tally&) = default;
};

// Words numbered in the order in which they are met. Safe from several threads at once.
class HowNames {
public:
    [[nodiscard]] u32 number(std::string_view name) {
        const std::lock_guard lock(mutex_);
        return numbers_.try_emplace(std::string(name), static_cast<u32>(numbers_.size())).first->second;
    }
    [[nodiscard]] const std::map<std::string, u32>& numbers() const { return numbers_; }

private:
    std::mutex mutex_;
    std::map<std::string, u32> numbers_;
};

// Rolls and choices as nodes, children before parents; the last one is where the play begins.
struct PlayGraph {
    static constexpr u32 kEnd = u32{1} << 31; // an edge to end i leads to kEnd + i

    struct Edge {
        u32 to = 0;
        u32 tally = 0;     // in `tallies`
        double chance = 0; // of a roll's outcome; unused at choices
    };
    struct Node {
        TurnKind kind{};
        u8 event = 0;
        u32 first = 0;
        u32 count = 0;
        double again = 0; // the chance that a roll has to be made again and changes nothing
        u32 choice = 0;   // its number among the choices
        u32 share = 0;    // of a choice: where its shares stand among all of the play
    };
    std::vector<Node> nodes{};
    std::vector<Edge> edges{};
    std::vector<Tally> tallies{Tally{}};
    u32 ends = 0;
    u32 choices = 0;
    u32 shares = 0;
};

// How a play goes when every choice is made in one way.
struct PlayLaw {
    struct End {
        double chance = 0;
        // Sums of a count and of its square over the ways to this end, weighted with their chances.
        std::array<double, kCounted> first{};
        std::array<double, kCounted> second{};
    };
    std::vector<End> ends;        // by end
    std::vector<double> nodes;    // the chance of passing each node
    std::vector<double> taken;    // by share: of the choice being met and this action taken
    std::map<u32, double> drives; // how often drives end in each way, by number of HowNames
    // Over all ends: how much a count grows on average, and its square.
    std::array<double, kCounted> first{};
    std::array<double, kCounted> second{};

    CarefulSum times{}; // so often the play has gone like this, as far as a game was followed
};

// `shares` are those of all choices, one after the other.
[[nodiscard]] PlayLaw law_of(const PlayGraph& graph, std::span<const double> shares);

// The laws of one play by the shares that they follow: most positions of a row decide alike.
class PlayLaws {
public:
    [[nodiscard]] PlayLaw& of(const PlayGraph& graph, const std::vector<double>& shares) {
        const std::lock_guard lock(mutex_);
        const auto found = laws_.find(shares);
        if (found != laws_.end()) return found->second;
        return laws_.emplace(shares, law_of(graph, shares)).first->second;
    }
    [[nodiscard]] const std::map<std::vector<double>, PlayLaw>& all() const { return laws_; }
    // Of each law no more is kept than where it leads and how drives end.
    void forget_nodes() {
        for (auto& [shares, law] : laws_) {
            law.nodes = {};
            law.taken = {};
        }
    }

private:
    std::mutex mutex_;
    std::map<std::vector<double>, PlayLaw> laws_;
};

template <class State>
struct CountedPlay {
    PlayGraph graph;
    std::vector<State> ends{};                // stations, and ends of the game
    std::vector<PlayChoice<State>> choices{}; // by number
    PlayLaws laws{};

    // Where nobody chooses and nothing is valued, its one law is all that is needed. Requires: that law was asked for.
    void forget_graph() {
        graph = {.nodes = {}, .edges = {}, .tallies = {}, .ends = graph.ends};
        laws.forget_nodes();
    }
};

// Walks the rules from a position to the next stations or the end of the game and keeps every step.
template <GameRules R, class Stop>
class CountedWalk {
public:
    using State = typename R::State;

    CountedWalk(const R& rules, const Stop& stop, HowNames& hows, CountedPlay<State>& into)
        : rules_(rules), stop_(stop), hows_(hows), play_(into) {}

    void walk(const State& from) {
        const u32 root = add(from);
        finish();
        if (root + 1 != play_.graph.nodes.size()) throw std::logic_error("a play begins at its last node");
    }

    // The same from several positions: the node where each begins, and at last what all of them come to.
    u32 add(const State& from) { return expand(from); }
    void finish() {
        play_.graph.ends = static_cast<u32>(ends_.size());
        play_.graph.choices = static_cast<u32>(play_.choices.size());
        play_.ends = ends_.states();
    }

private:
    u32 reach(const State& state) {
        if (stop_(state) || rules_.turn(state).kind == TurnKind::over)
            return PlayGraph::kEnd + ends_.place(state).index;
        return expand(state);
    }

    u32 expand(const State& state) {
        const auto [index, fresh] = met_.place(state);
        if (!fresh) {
            if (made_[index] == kOpenYet)
                throw std::logic_error("a play comes back to where it was: the game must make a station there");
            return made_[index];
        }
        made_.push_back(kOpenYet);
        const Turn turn = rules_.turn(state);
        std::vector<PlayGraph::Edge> edges;
        PlayGraph::Node node{.kind = turn.kind, .event = turn.event};
        if (turn.kind == TurnKind::chance)
            node.again = roll(state, edges);
        else if (turn.kind == TurnKind::choice)
            choose(state, turn.seat, edges);
        else
            throw std::logic_error("a secret choice cannot be followed");
        PlayGraph& graph = play_.graph;
        if (turn.kind == TurnKind::choice) {
            node.choice = static_cast<u32>(play_.choices.size());
            node.share = graph.shares;
            graph.shares += static_cast<u32>(edges.size());
            play_.choices.push_back({state, turn.seat, rules_.legal(state, turn.seat)});
        }
        node.first = static_cast<u32>(graph.edges.size());
        node.count = static_cast<u32>(edges.size());
        graph.edges.insert(graph.edges.end(), edges.begin(), edges.end());
        graph.nodes.push_back(node);
        return made_[index] = static_cast<u32>(graph.nodes.size() - 1);
    }

    double roll(const State& state, std::vector<PlayGraph::Edge>& edges) {
        double again = 0;
        double total = 0;
        rules_.chances(state, [&](Outcome outcome, Weight weight) {
            State next = state;
            Told told;
            rules_.resolve(next, outcome, told);
            total += static_cast<double>(weight);
            if (next == state && (!stop_(next) || told.happened.empty())) {
                again += static_cast<double>(weight);
                return;
            }
            edges.push_back({reach(next), tally(state, next, told), static_cast<double>(weight)});
        });
        for (PlayGraph::Edge& edge : edges) edge.chance /= total - again;
        merge(edges);
        return again / total;
    }

    void choose(const State& state, Seat seat, std::vector<PlayGraph::Edge>& edges) {
        for (Action action : rules_.legal(state, seat)) {
            State next = state;
            Told told;
            rules_.play(next, action, told);
            edges.push_back({reach(next), tally(state, next, told), 0});
        }
    }

    // Outcomes that lead to the same and count the same are one.
    static void merge(std::vector<PlayGraph::Edge>& edges) {
        std::ranges::stable_sort(
            edges, [](const auto& a, const auto& b) { return std::pair(a.to, a.tally) < std::pair(b.to, b.tally); });
        std::size_t kept = 0;
        for (const PlayGraph::Edge& edge : edges)
            if (kept > 0 && edges[kept - 1].to == edge.to && edges[kept - 1].tally == edge.tally)
                edges[kept - 1].chance += edge.chance;
            else
                edges[kept++] = edge;
        edges.resize(kept);
    }

    u32 tally(const State& before, const State& after, const Told& told) {
        Tally tally;
        const BySeat<int> had = rules_.score(before);
        const BySeat<int> has = rules_.score(after);
        tally.count[index_of(Counted::home_points)] = has.home - had.home;
        tally.count[index_of(Counted::away_points)] = has.away - had.away;
        for (const Happening& happening : told.happened) {
            if (happening.what == What::play) ++tally.count[index_of(Counted::plays)];
            if (happening.what != What::drive_end) continue;
            ++tally.count[index_of(Counted::drives)];
            tally.ends.push_back(hows_.number(happening.how));
        }
        std::vector<Tally>& tallies = play_.graph.tallies;
        const auto found = std::ranges::find(tallies, tally);
        if (found != tallies.end()) return static_cast<u32>(found - tallies.begin());
        tallies.push_back(std::move(tally));
        return static_cast<u32>(tallies.size() - 1);
    }

    static constexpr u32 kOpenYet = ~u32{0};

    const R& rules_;
    const Stop& stop_;
    HowNames& hows_;
    CountedPlay<State>& play_;
    StateMap<State> met_;
    std::vector<u32> made_; // nodes, by number in met_
    StateMap<State> ends_;
};

} // namespace touchline::solve
