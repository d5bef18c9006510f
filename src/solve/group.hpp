// Positions as numbers with options and chances, and the values of groups that lead back to each other.
//
// A group is solved in three parts. First its values are found by sweeps that may jump ahead; nothing is proven by
// that. Then a guess slightly above is checked: if replacing every entry by what it leads to raises none, no true value
// is above (see iterate.hpp). Then a guess slightly below is checked in the same way, with home's choices fixed as they
// were found: such choices can only be worse than the best, and if they leave the group for certain sooner or later,
// whatever away does, a guess that no replacement lowers is nowhere above what they bring. Where one of the checks
// fails, the values are approached from 0 instead, which needs no such condition.
#pragma once

#include "solve/matrix_game.hpp"
#include "solve/valuation.hpp"

#include <span>
#include <vector>

namespace touchline::solve {

class Group {
public:
    // `secret`: both seats choose at once; the options are a matrix row by row, home choosing the row.
    enum class Kind : u8 { chance, home, away, secret, over };

    // Listing. Positions are numbered by the caller; an option is a list of edges with weights.
    void settle(u32 node, Worth worth);
    void begin(u32 node, Kind kind);
    void add_option() { starts_.push_back(static_cast<u32>(targets_.size())); }
    void add_edge(u32 target, double weight) {
        targets_.push_back(target);
        chances_.push_back(weight);
    }
    // Of a secret choice that is being listed.
    void set_rows(std::size_t rows) { nodes_[open_].rows = static_cast<u8>(rows); }
    void finish(); // weights become chances

    [[nodiscard]] u32 first_edge(u32 node) const {
        return nodes_[node].kind == Kind::over ? 0 : starts_[nodes_[node].first];
    }
    [[nodiscard]] u32 last_edge(u32 node) const {
        return nodes_[node].kind == Kind::over ? 0 : starts_[nodes_[node].first + nodes_[node].options];
    }
    [[nodiscard]] u32 target(u32 edge) const { return targets_[edge]; }

    // Solves positions that lead back to each other (or one that does not). Requires: all others that they lead to are
    // solved. Throws where no bound can be proven.
    void solve(std::span<const u32> members);
    // Drops the options of a position and of all that were listed after it. Requires: they are solved.
    void forget_from(u32 node);

    [[nodiscard]] double bound() const { return bound_; }
    [[nodiscard]] Worth worth(u32 node) const;

private:
    struct Node {
        u32 first = 0; // in starts_; one more entry closes the last option
        u16 options = 0;
        Kind kind = Kind::over;
        u8 rows = 0; // of a secret choice
        double rounding = 0;
    };
    void grow(u32 node);
    [[nodiscard]] double option(const double* column, u32 option) const;
    [[nodiscard]] double value(u32 node, const double* column) const;
    [[nodiscard]] MatrixSolution secret(u32 node, const double* column) const;
    [[nodiscard]] double fixed_value(u32 node, const double* column) const;
    [[nodiscard]] double draw(u32 node, const double* column) const;
    [[nodiscard]] bool leads_to_itself(u32 node) const;
    [[nodiscard]] double widest_exit(std::span<const u32> members, const double* low, const double* high) const;
    [[nodiscard]] bool leaves(std::span<const u32> members);
    void fix_choices(std::span<const u32> members, const double* column);

    template <class Update>
    void find(std::span<const u32> members, std::vector<double>& column, const Update& update);
    template <class Update>
    bool prove_above(std::span<const u32> members, std::vector<double>& high, const Update& update) const;
    template <class Update>
    bool prove_below(std::span<const u32> members, std::vector<double>& low, const Update& update) const;
    template <class Update>
    void approach(std::span<const u32> members, std::vector<double>& low, std::vector<double>& high,
                  const Update& update);
    template <class Update, class Fixed>
    void squeeze(std::span<const u32> members, std::vector<double>& low, std::vector<double>& high,
                 const Update& update, const Fixed& fixed);
    void note_bound(std::span<const u32> members, const std::vector<double>& low, const std::vector<double>& high);

    std::vector<Node> nodes_;
    std::vector<u32> starts_;
    std::vector<u32> targets_;
    std::vector<double> chances_;
    std::vector<double> low_;
    std::vector<double> high_;
    std::vector<double> draw_low_;
    std::vector<double> draw_high_;
    std::vector<u16> choice_; // home's fixed options, by node
    std::vector<char> inside_;
    std::vector<double> before_; // by place in the group
    u32 open_ = 0;               // the node being listed
    bool draws_ = false;
    double bound_ = 0;
};

} // namespace touchline::solve
