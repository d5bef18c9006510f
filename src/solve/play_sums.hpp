// What the rolls and choices of a play add to the figures of a game each time it is played: swings, and what a choice
// was worth. Worked out for positions side by side while their values are at hand.
#pragma once

#include "solve/counted_play.hpp"
#include "solve/flowed.hpp"

namespace touchline::solve {

// The rows of sums that a play has: which one a roll or a choice adds to, and what it means.
class PlaySums {
public:
    // Requires: nodes in the order of the graph; the names of a choice's actions.
    void add_roll(u8 event) {
        nodes_.push_back(row(What::luck, event, {}));
        events_.push_back(event);
    }
    void add_choice(u8 event, std::span<const std::string> actions);

    // For a roll the row of its luck, for a choice those of `matters` and, behind it, `worth`; for each action of a
    // choice that of `best`.
    [[nodiscard]] u32 of_node(std::size_t node) const { return nodes_[node]; }
    [[nodiscard]] u32 of_share(std::size_t share) const { return shares_[share]; }
    [[nodiscard]] std::size_t rows() const { return meanings_.size(); }

    // Adds what was summed up over all positions, row by row.
    void add(std::span<const double> sums);
    // Adds the choices of so many plays by a law, which need no values.
    void add_plays(const PlayGraph& graph, const PlayLaw& law, double times);
    void tell(Flowed& into) const;

private:
    enum class What : u8 { luck, matters, worth, best };
    struct Meaning {
        What what{};
        u8 event = 0;
        std::string action{};
        friend bool operator==(const Meaning&, const Meaning&) = default;
    };
    u32 row(What what, u8 event, const std::string& action);

    std::vector<u32> nodes_;
    std::vector<u32> shares_;
    std::vector<Meaning> meanings_; // by row
    std::vector<double> totals_;
    std::vector<u8> events_;                              // by node
    std::vector<std::pair<u8, std::string>> share_names_; // by share: event and action
    std::vector<double> asked_;                           // by node
    std::vector<double> taken_;                           // by share
};

// The rows of a node's edges and its own, home's values.
struct NodeValues {
    std::span<const double* const> edges;
    const double* own = nullptr;
};

// Adds the squares of a roll's swings, met with the chances `met`.
void add_swings(double* sum, const double* met, const NodeValues& values, std::span<const double> chances,
                std::size_t width);
// Adds what a choice is worth, how often it matters and which action is best. `best` has a row for each action.
void add_worths(double* matters, double* worth, std::span<double* const> best, const double* met,
                const NodeValues& values, double sign, std::size_t width);

} // namespace touchline::solve
