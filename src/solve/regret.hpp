// Equilibria of two-seat games with hidden hands by counterfactual regret: each side keeps, at every information set,
// how much better each action would have been, and plays in proportion to what it regrets; the average over all rounds
// approaches an equilibrium (CFR+: regrets never below nought, later rounds count for more). How near it has come is
// measured by a best response against each average strategy: exploitability() is a proven figure, not a hope.
//
// A game is a tree given by a class with a Node value type:
//   Node root() const;
//   RegretTurn turn(const Node&) const;            over, chance, or the seat that acts
//   std::size_t actions(const Node&) const;        at chance and decisions
//   double chance(const Node&, std::size_t) const; at chance
//   Node next(const Node&, std::size_t) const;
//   u64 information(const Node&) const;            equal for positions that the acting seat cannot tell apart
//   double payoff(const Node&) const;              at the end, to home
#pragma once

#include "core/seat.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <unordered_map>
#include <vector>

namespace touchline::solve {

enum class RegretTurn : u8 { home, away, chance, over };

template <class G>
concept RegretGame = requires(const G game, const typename G::Node node, std::size_t action) {
    { game.root() } -> std::same_as<typename G::Node>;
    { game.turn(node) } -> std::same_as<RegretTurn>;
    { game.actions(node) } -> std::convertible_to<std::size_t>;
    { game.chance(node, action) } -> std::convertible_to<double>;
    { game.next(node, action) } -> std::same_as<typename G::Node>;
    { game.information(node) } -> std::same_as<u64>;
    { game.payoff(node) } -> std::convertible_to<double>;
};

template <RegretGame G>
class RegretSolver {
public:
    using Node = typename G::Node;

    explicit RegretSolver(const G& game) : game_(game) { build(game.root()); }

    // Goes on for so many rounds; each looks at the whole tree once for each seat.
    void run(int rounds) {
        for (int i = 0; i < rounds; ++i) {
            ++rounds_;
            for (std::size_t seat = 0; seat < 2; ++seat) {
                (void)learn(0, seat, 1.0, 1.0);
                for (Set& set : sets_)
                    if (set.seat == seat) set.match();
            }
        }
    }

    // What home has when both play their averages.
    [[nodiscard]] double value() const { return average_value(0); }

    // How much a best response gains against the averages, of both seats together. 0 only in an equilibrium.
    [[nodiscard]] double exploitability() const { return best_response(0) + best_response(1); }

    // How often each action is played on average at an information set of a seat; empty where there is none.
    [[nodiscard]] std::vector<double> average(Seat seat, u64 information) const {
        const auto at = numbers_[static_cast<std::size_t>(seat)].find(information);
        return at == numbers_[static_cast<std::size_t>(seat)].end() ? std::vector<double>{}
                                                                    : sets_[at->second].average();
    }

    [[nodiscard]] std::size_t information_sets() const { return sets_.size(); }

private:
    struct Set {
        std::size_t seat = 0;
        std::vector<double> regret, strategy, sum;

        void match() {
            double total = 0;
            for (double& own : regret) {
                own = std::max(own, 0.0);
                total += own;
            }
            for (std::size_t a = 0; a < regret.size(); ++a)
                strategy[a] = total > 0 ? regret[a] / total : 1.0 / static_cast<double>(regret.size());
        }
        [[nodiscard]] std::vector<double> average() const {
            double total = 0;
            for (double own : sum) total += own;
            std::vector<double> shares(sum.size(), 1.0 / static_cast<double>(sum.size()));
            if (total > 0)
                for (std::size_t a = 0; a < sum.size(); ++a) shares[a] = sum[a] / total;
            return shares;
        }
    };
    // The tree, laid out once: children of a node stand together.
    struct Place {
        RegretTurn turn{};
        std::size_t set = 0;   // decisions
        std::size_t first = 0; // child
        std::size_t count = 0;
        double number = 0; // over: the payoff to home; else the chance that led here
        double payoff = 0;
    };

    void build(const Node& root) {
        std::vector<Node> nodes{root};
        tree_.emplace_back();
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const Node node = nodes[i];
            Place place;
            place.number = tree_[i].number;
            place.turn = game_.turn(node);
            if (place.turn == RegretTurn::over) {
                place.payoff = game_.payoff(node);
                tree_[i] = place;
                continue;
            }
            place.count = game_.actions(node);
            place.first = nodes.size();
            if (place.turn != RegretTurn::chance) place.set = set_of(node, place);
            for (std::size_t a = 0; a < place.count; ++a) {
                nodes.push_back(game_.next(node, a));
                tree_.emplace_back().number = place.turn == RegretTurn::chance ? game_.chance(node, a) : 1.0;
            }
            tree_[i] = place;
        }
    }

    std::size_t set_of(const Node& node, const Place& place) {
        const std::size_t seat = place.turn == RegretTurn::home ? 0 : 1;
        const auto [at, fresh] = numbers_[seat].try_emplace(game_.information(node), sets_.size());
        if (fresh) {
            Set set{seat, std::vector<double>(place.count, 0.0), {}, std::vector<double>(place.count, 0.0)};
            set.strategy.assign(place.count, 1.0 / static_cast<double>(place.count));
            sets_.push_back(std::move(set));
        }
        return at->second;
    }

    // What `seat` has below a node under the present strategies; regrets and averages of that seat are brought up to
    // date.
    double learn(std::size_t node, std::size_t seat, double own, double others) {
        const Place& place = tree_[node];
        if (place.turn == RegretTurn::over) return seat == 0 ? place.payoff : -place.payoff;
        double value = 0;
        if (place.turn == RegretTurn::chance) {
            for (std::size_t a = 0; a < place.count; ++a) {
                const double chance = tree_[place.first + a].number;
                value += chance * learn(place.first + a, seat, own, others * chance);
            }
            return value;
        }
        Set& set = sets_[place.set];
        if (set.seat != seat) {
            for (std::size_t a = 0; a < place.count; ++a)
                value += set.strategy[a] * learn(place.first + a, seat, own, others * set.strategy[a]);
            return value;
        }
        std::vector<double> values(place.count);
        for (std::size_t a = 0; a < place.count; ++a) {
            values[a] = learn(place.first + a, seat, own * set.strategy[a], others);
            value += set.strategy[a] * values[a];
        }
        for (std::size_t a = 0; a < place.count; ++a) {
            set.regret[a] += others * (values[a] - value);
            set.sum[a] += rounds_ * own * set.strategy[a];
        }
        return value;
    }

    [[nodiscard]] double average_value(std::size_t node) const {
        const Place& place = tree_[node];
        if (place.turn == RegretTurn::over) return place.payoff;
        std::vector<double> shares;
        if (place.turn != RegretTurn::chance) shares = sets_[place.set].average();
        double value = 0;
        for (std::size_t a = 0; a < place.count; ++a)
            value += (shares.empty() ? tree_[place.first + a].number : shares[a]) * average_value(place.first + a);
        return value;
    }

    // What the best response of a seat has against the other's average, from the seat's own side. At each of its
    // information sets one action is chosen for all the positions in it, weighed by how likely the others make them.
    [[nodiscard]] double best_response(std::size_t seat) const {
        std::vector<std::vector<double>> averages;
        for (const Set& set : sets_) averages.push_back(set.average());
        std::vector<double> reach(tree_.size(), 0.0);
        reach[0] = 1;
        for (std::size_t i = 0; i < tree_.size(); ++i) { // parents before children
            const Place& place = tree_[i];
            for (std::size_t a = 0; a < place.count; ++a) {
                double share = 1;
                if (place.turn == RegretTurn::chance)
                    share = tree_[place.first + a].number;
                else if (sets_[place.set].seat != seat)
                    share = averages[place.set][a];
                reach[place.first + a] = reach[i] * share;
            }
        }
        std::vector<std::vector<std::size_t>> members(sets_.size());
        for (std::size_t i = 0; i < tree_.size(); ++i)
            if (tree_[i].turn == RegretTurn::home || tree_[i].turn == RegretTurn::away)
                members[tree_[i].set].push_back(i);
        std::vector<std::size_t> chosen(sets_.size(), kUnknown);
        return respond(0, seat, averages, reach, members, chosen);
    }

    using Numbers = std::vector<double>;

    double respond(std::size_t node, std::size_t seat, const std::vector<Numbers>& averages, const Numbers& reach,
                   const std::vector<std::vector<std::size_t>>& members, std::vector<std::size_t>& chosen) const {
        const Place& place = tree_[node];
        if (place.turn == RegretTurn::over) return seat == 0 ? place.payoff : -place.payoff;
        const auto child = [&](std::size_t parent, std::size_t a) {
            return respond(tree_[parent].first + a, seat, averages, reach, members, chosen);
        };
        double value = 0;
        if (place.turn == RegretTurn::chance) {
            for (std::size_t a = 0; a < place.count; ++a) value += tree_[place.first + a].number * child(node, a);
            return value;
        }
        if (sets_[place.set].seat != seat) {
            for (std::size_t a = 0; a < place.count; ++a) value += averages[place.set][a] * child(node, a);
            return value;
        }
        if (chosen[place.set] == kUnknown) {
            std::size_t best = 0;
            double most = 0;
            for (std::size_t a = 0; a < place.count; ++a) {
                double sum = 0;
                for (std::size_t member : members[place.set]) sum += reach[member] * child(member, a);
                if (a == 0 || sum > most) {
                    most = sum;
                    best = a;
                }
            }
            chosen[place.set] = best;
        }
        return child(node, chosen[place.set]);
    }

    static constexpr std::size_t kUnknown = ~std::size_t{0};

    const G& game_;
    std::vector<Place> tree_;
    std::vector<Set> sets_;
    std::array<std::unordered_map<u64, std::size_t>, 2> numbers_;
    double rounds_ = 0;
};

} // namespace touchline::solve
