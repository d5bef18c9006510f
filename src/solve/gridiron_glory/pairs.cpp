// How likely each pair of cards is, by the cards that are left.
#include "solve/gridiron_glory/pairs.hpp"

#include "solve/wide.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace touchline::solve::gridiron_glory {

namespace {

// Ways to give k of n cards an order.
double ordered(int n, int k) {
    double ways = 1;
    for (int i = 0; i < k; ++i) ways *= n - i;
    return ways;
}

double chosen(int n, int k) { return ordered(n, k) / ordered(k, k); }

// Counts the ways to match so many pairs of each kind, rank by rank from the lowest up. Cards whose partner is higher
// wait; how many wait follows from how many are matched.
class Matching {
public:
    // For at most so many pairs and fewer than `ties` equal ones, of which no rank has more than `most_same`.
    Matching(int pairs, int ties, int most_same)
        : pairs_(pairs), ties_(ties), stride_(ties + most_same),
          ways_(static_cast<std::size_t>((pairs + 1) * (pairs + 1) * stride_), 0.0) {
        ways_[0] = 1;
    }

    void add_rank(int home, int away) {
        joins_.clear();
        for (int same = 0; same <= std::min(home, away); ++same)
            for (int up = 0; up <= home - same; ++up)
                for (int down = same + up == 0 ? 1 : 0; down <= away - same; ++down)
                    joins_.push_back({same, up, down,
                                      chosen(home, same) * ordered(away, same) * chosen(home - same, up) *
                                          chosen(away - same, down)});
        join(std::min({home_ + home, away_ + away, pairs_}));
        home_ += home;
        away_ += away;
        // A sum over joins; a join's ways are five products, of factors that come from at most five for each card.
        roundings_ += static_cast<int>(joins_.size()) + 5 * (home + away) + 8;
    }
    [[nodiscard]] int roundings() const { return roundings_; }

    // By the number of equal ones from 0 on. Requires: higher <= pairs.
    [[nodiscard]] const double* ways(int pairs, int higher) const {
        return ways_.data() + (pairs * (pairs_ + 1) + higher) * stride_;
    }

private:
    // Some cards of a rank matched with each other (same), some of home's (up) and of away's (down) with lower ones.
    struct Join {
        int same;
        int up;
        int down;
        double ways; // to choose this rank's cards
    };

    // Up to so many pairs. From many down to few: what is read has not been changed yet.
    TOUCHLINE_WIDE void join(int most) {
        for (int pairs = most; pairs > 0; --pairs) {
            double* row = ways_.data() + pairs * (pairs_ + 1) * stride_;
            for (const Join& join : joins_) {
                const int before = pairs - join.same - join.up - join.down;
                if (before < 0 || before > std::min(home_, away_)) continue;
                const double by = join.ways * ordered(away_ - before, join.up) * ordered(home_ - before, join.down);
                if (by == 0) continue;
                const double* from = ways(before, 0);
                double* to = row + join.up * stride_ + join.same;
                const int length = (before + 1) * stride_ - join.same;
                TOUCHLINE_INDEPENDENT
                for (int i = 0; i < length; ++i) to[i] += by * from[i];
            }
            for (int higher = 0; higher <= pairs; ++higher)
                std::fill_n(row + higher * stride_ + ties_, stride_ - ties_, 0.0);
        }
    }

    int pairs_;
    int ties_;
    int stride_;               // has room for ties that are too many, which are dropped
    std::vector<double> ways_; // [pairs][higher][equal]
    std::vector<Join> joins_;
    int home_ = 0; // cards so far
    int away_ = 0;
    int roundings_ = 0;
};

} // namespace

PairLaw::PairLaw(const BySeat<std::vector<int>>& cards, RunRange range) : range_(std::move(range)) {
    const int count = std::accumulate(cards.home.begin(), cards.home.end(), 0);
    assert(count > 0 && count == std::accumulate(cards.away.begin(), cards.away.end(), 0));
    const int ties = static_cast<int>(range_.most_unequal.size());
    int most_same = 0;
    for (std::size_t rank = 0; rank < cards.home.size(); ++rank)
        most_same = std::max(most_same, std::min(cards.home[rank], cards.away[rank]));
    Matching matching(range_.most_unequal.front(), ties, most_same);
    for (std::size_t rank = 0; rank < cards.home.size(); ++rank) matching.add_rank(cards.home[rank], cards.away[rank]);

    roundings_ = matching.roundings() + 3 * count + 8; // two quotients and a product for each pair, and the last ones

    // The pairs of a matching can lie in so many orders, of all ways to lay as many pairs.
    std::vector<double> orders{1.0};
    std::vector<double> one{1.0};
    for (int n = 1; n <= count; ++n) {
        orders.push_back(orders.back() * n);
        one.push_back(one.back() / (count + 1 - n));
    }
    const auto order = [&](int n) { return orders[static_cast<std::size_t>(n)]; };
    runs_.assign(range_.number(0, ties, 0), 0.0);
    for (int equal = 0; equal < ties; ++equal) {
        const int unequal = range_.most_unequal[static_cast<std::size_t>(equal)];
        for (int higher = 0; higher <= unequal; ++higher)
            for (int lower = 0; lower + higher <= unequal; ++lower) {
                const int pairs = equal + higher + lower;
                const double each = one[static_cast<std::size_t>(pairs)];
                runs_[range_.number(higher, equal, lower)] =
                    matching.ways(pairs, higher)[equal] * each * (order(equal) * order(higher) * order(lower) * each);
            }
    }
}

} // namespace touchline::solve::gridiron_glory
