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
    void add_roll(u8 event) { nodes_.push_back(row(What::luck, event, {})); }
    void add_choice(u8 event, std::span<const std::string> actions);

    // For a choice the rows of `asked`, `matters` and `worth`; for each of its actions those of `best` and `taken`.
    [[nodiscard]] u32 of_node(std::size_t node) const { return nodes_[node]; }
    [[nodiscard]] u32 of_share(std::size_t share) const { return shares_[share]; }
    [[nodiscard]] std::size_t rows() const { return meanings_.size(); }

    // So often as it was played in all, row by row.
    void played(std::span<const double> sums);
    void tell(Flowed& into) const;

private:
    enum class What : u8 { luck, asked, matters, worth, best, taken };
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
