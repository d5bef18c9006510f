// The `league` overtime of Gridiron with dice: both sides have the ball once, then the next score wins. What a score
// does depends on it, so that every position between plays that a game can come to is listed with its play.
#pragma once

#include "solve/play_tree.hpp"
#include "solve/red_boar_gridiron/stations.hpp"

#include <map>
#include <vector>

namespace touchline::solve::red_boar_gridiron {

class League {
public:
    explicit League(const Rules& rules) : rules_(rules) {}

    // Solves all that its kickoff, or a position, may lead to.
    void solve();
    void solve_from(const State& s);
    [[nodiscard]] double bound() const { return bound_; }
    [[nodiscard]] bool covers(const State& s, std::size_t station) const {
        return numbers_.contains(place_of(s, station));
    }
    // Home's chance. Requires: covers.
    [[nodiscard]] double at(const State& s, std::size_t station) const;

private:
    // A position as the side sees it that has the ball or kicks: who had it first (0: this side), its lead, the
    // station.
    struct Place {
        u8 first = kNobody;
        int lead = 0;
        std::size_t station = 0;
        friend auto operator<=>(const Place&, const Place&) = default;
    };
    struct Node {
        Program program;
        // Where it leads: a node, and whether the other side has the ball there.
        struct Leaf {
            std::size_t node = 0;
            bool other = false;
        };
        std::vector<Leaf> leaves{};
    };
    class Layer;

    [[nodiscard]] static Place place_of(const State& s, std::size_t station);
    std::size_t number(const Place& place);
    [[nodiscard]] PlayTree<State> play_from(const State& root) const;
    void add_node(const Place& from);
    void solve_new();

    Rules rules_;
    std::map<Place, std::size_t> numbers_;
    std::vector<Place> places_;  // by number
    std::vector<Node> nodes_;    // those that are solved, and then those that are not
    std::vector<double> values_; // of those that are solved: home's, with home and with away on offence
    double bound_ = 0;
};

} // namespace touchline::solve::red_boar_gridiron
