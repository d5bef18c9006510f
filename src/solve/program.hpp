// A play without its states: averages and choices over numbered slots, ready to be evaluated again and again.
// PlayTree (play_tree.hpp) makes one from a game's rules; nothing here knows a game.
#pragma once

#include "solve/row_kernels.hpp"

#include <span>
#include <unordered_map>
#include <vector>

namespace touchline::solve {

class Program {
public:
    // Slots 0, 1, 2 are the results in the order of Result; then come the stations, then the nodes.
    static constexpr u32 kResults = 3;
    // Of a choice without a number (see PlayChoice), and of a chance node.
    static constexpr u32 kUnnumbered = ~u32{0};

    enum class Kind : u8 { chance, home, away };

    [[nodiscard]] std::size_t stations() const { return stations_; }
    [[nodiscard]] std::size_t nodes() const { return nodes_.size(); }
    [[nodiscard]] std::size_t edges() const { return targets_.size(); }
    [[nodiscard]] std::size_t slots() const { return kResults + stations_ + nodes_.size(); }
    [[nodiscard]] std::span<const u32> roots() const { return roots_; }
    // The slot of station i.
    [[nodiscard]] static constexpr u32 slot(std::size_t station) { return kResults + static_cast<u32>(station); }

    // How far one evaluation can be off by floating rounding, station values taken as exact.
    [[nodiscard]] double rounding() const { return rounding_; }

    // Fills the slots of the nodes. Requires: slots() of them, those of the stations filled by the caller.
    // Choices go by value; of equally good ones (kSame) the first is followed, its draw taken with it.
    void evaluate(std::span<Worth> slots) const;

    // The same for values alone: a slot is a number.
    void evaluate_values(std::span<double> slots) const;
    // What root r comes to under the choices that are best by `slots`, which evaluate_values() has filled: the chances
    // of ending at each result and station, left in the first kResults + stations() entries of `weights`.
    // Requires: slots() entries of both.
    void follow(std::span<const double> slots, std::size_t root, std::span<double> weights) const;

    // What root 0 can come to at least or at most if both seats want that, `slots` holding what the stations are worth;
    // the results are worth nothing. With 1 for the stations of later layers: the least chance of leaving this one.
    // Requires: slots() entries.
    enum class Extreme : u8 { least, most };
    [[nodiscard]] double extreme(Extreme which, std::span<double> slots) const;

    // The same as evaluate() over `count` contexts at once: stations[i] gives the values of station i, out[r] takes
    // those of root r. Rows may overlap `out` only where they are the same row. Draws are worked out if out[0].draw is
    // not null.
    void evaluate_rows(std::span<const Row> stations, std::size_t count, std::span<const RowOut> out) const;

private:
    friend class ProgramBuilder;
    friend class PolicyRun;

    [[nodiscard]] u32 best_target(u32 first, u32 count, Kind kind, std::span<const double> slots) const;

    struct Node {
        u32 first;
        u32 count;
        Kind kind;
        u32 choice = kUnnumbered;
    };

    // Contexts worked on at once, and the distance of their rows in the scratch.
    struct Span {
        std::size_t width;
        std::size_t apart;
    };

    template <bool Draws>
    void evaluate_block(std::span<const Row> stations, std::size_t at, Span span, double* scratch) const;

    std::size_t stations_ = 0;
    std::vector<Node> nodes_; // children before parents
    std::vector<u32> targets_;
    std::vector<double> chances_; // beside targets_; unused at choices
    std::vector<u32> roots_;
    double rounding_ = 0;
};

// Builds a Program bottom up. Equal nodes are one node; chance of chance is multiplied out where that costs nothing.
class ProgramBuilder {
public:
    struct Edge {
        u32 target;
        Weight weight;
        friend bool operator==(const Edge&, const Edge&) = default;
    };
    static constexpr u32 kStationMark = u32{1} << 31;

    // References: a result, a station, or a node made before.
    [[nodiscard]] static constexpr u32 result(Result result) { return static_cast<u32>(result); }
    [[nodiscard]] static constexpr u32 station(u32 index) { return index | kStationMark; }
    // Edges to the same target are merged. Requires: at least one edge, weights positive.
    [[nodiscard]] u32 chance(std::vector<Edge> edges);
    // Requires: at least one option; repeated ones are dropped.
    [[nodiscard]] u32 choice(Seat seat, const std::vector<u32>& options);
    // A choice with every option in its place; it takes the number unless it is `merged` into an equal one. Requires:
    // two options or more.
    [[nodiscard]] u32 numbered_choice(Seat seat, const std::vector<u32>& options, u32 number, bool merged);
    [[nodiscard]] std::size_t nodes() const { return nodes_.size(); }

    [[nodiscard]] Program finish(std::size_t stations, const std::vector<u32>& roots) const;

private:
    struct Node {
        Program::Kind kind;
        std::vector<Edge> edges;
        u32 choice = Program::kUnnumbered;
        friend bool operator==(const Node&, const Node&) = default;
    };

    [[nodiscard]] static u64 hash(const Node& node);
    [[nodiscard]] u32 intern(Node node);

    std::vector<Node> nodes_;
    std::unordered_multimap<u64, u32> known_;
};

} // namespace touchline::solve
