#include "solve/gridiron_glory/pairs.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace touchline::gridiron_glory {

namespace {

// ways to choose k of n and to give them an order.
double ordered(int n, int k) {
    double ways = 1;
    for (int i = 0; i < k; ++i) ways *= n - i;
    return ways;
}

double chosen(int n, int k) {
    double ways = 1;
    for (int i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
    return ways;
}

// Numbers of ways to match cards rank by rank, from the lowest up: [equal][higher] of the pairs matched so far, for one
// number of them at a time. Cards whose partner is higher wait; how many wait follows from how many are matched.
class Matching {
public:
    Matching(const std::vector<int>& home, const std::vector<int>& away)
        : home_(home), away_(away), side_(std::accumulate(home.begin(), home.end(), 0) + 1), ways_(cube(), 0.0),
          next_(cube(), 0.0) {
        ways_[0] = 1;
        for (std::size_t rank = 0; rank < home_.size(); ++rank) {
            ties(home_[rank], away_[rank]);
        }
    }

    // [equal][higher][lower], as PairLaw keeps it.
    [[nodiscard]] const std::vector<double>& ways() const { return ways_; }

private:
    [[nodiscard]] std::size_t cube() const {
        return static_cast<std::size_t>(side_) * static_cast<std::size_t>(side_) * static_cast<std::size_t>(side_);
    }
    [[nodiscard]] std::size_t at(int equal, int higher, int lower) const {
        return static_cast<std::size_t>((equal * side_ + higher) * side_ + lower);
    }

    // One rank with so many cards of both: some are matched with each other, some with lower ones that waited.
    void ties(int home, int away) {
        std::fill(next_.begin(), next_.end(), 0.0);
        const int passed = std::min(home_before_, away_before_);
        for (int same = 0; same <= std::min(home, away); ++same)
            for (int up = 0; up <= home - same; ++up)
                for (int down = 0; down <= away - same; ++down) {
                    const double ways =
                        chosen(home, same) * ordered(away, same) * chosen(home - same, up) * chosen(away - same, down);
                    // By how many are matched, and so how many wait.
                    std::vector<double> partners;
                    for (int matched = 0; matched <= passed; ++matched)
                        partners.push_back(ways * ordered(away_before_ - matched, up) *
                                           ordered(home_before_ - matched, down));
                    spread(partners, passed, same, up, down);
                }
        ways_.swap(next_);
        home_before_ += home;
        away_before_ += away;
    }

    void spread(const std::vector<double>& partners, int passed, int same, int up, int down) {
        for (int equal = 0; equal <= passed; ++equal)
            for (int higher = 0; higher + equal <= passed; ++higher) {
                const double* from = ways_.data() + at(equal, higher, 0);
                double* to = next_.data() + at(equal + same, higher + up, down);
                const double* partner = partners.data() + equal + higher;
                for (int lower = 0; lower + higher + equal <= passed; ++lower)
                    to[lower] += from[lower] * partner[lower];
            }
    }

    const std::vector<int>& home_;
    const std::vector<int>& away_;
    int side_;
    std::vector<double> ways_;
    std::vector<double> next_;
    int home_before_ = 0;
    int away_before_ = 0;
};

} // namespace

PairLaw::PairLaw(const std::vector<int>& home, const std::vector<int>& away) {
    cards_ = std::accumulate(home.begin(), home.end(), 0);
    assert(cards_ > 0 && cards_ == std::accumulate(away.begin(), away.end(), 0));
    const Matching matching(home, away);
    runs_ = matching.ways();
    // All pairs at once: the share of matchings, spread evenly over the orders of the same numbers. The n! matchings
    // and the n! of the orders cancel.
    std::vector<double> factorial(static_cast<std::size_t>(cards_) + 1, 1.0);
    for (std::size_t i = 1; i < factorial.size(); ++i) factorial[i] = factorial[i - 1] * static_cast<double>(i);
    const double all = factorial.back();
    for (int equal = 0; equal <= cards_; ++equal)
        for (int higher = 0; higher + equal <= cards_; ++higher) {
            const int lower = cards_ - equal - higher;
            double& run = runs_[at(higher, equal, lower)];
            if (run == 0) continue;
            run = run / all * (factorial[static_cast<std::size_t>(equal)] / all) *
                  factorial[static_cast<std::size_t>(higher)] * factorial[static_cast<std::size_t>(lower)];
        }
    // Fewer pairs: whatever comes next, something comes.
    for (int turned = cards_ - 1; turned >= 0; --turned)
        for (int equal = 0; equal <= turned; ++equal)
            for (int higher = 0; higher + equal <= turned; ++higher) {
                const int lower = turned - equal - higher;
                runs_[at(higher, equal, lower)] =
                    run(higher + 1, equal, lower) + run(higher, equal + 1, lower) + run(higher, equal, lower + 1);
            }
}

double PairLaw::all(int higher, int equal, int lower) const {
    double orders = 1;
    int placed = 0;
    for (int kind : {higher, equal, lower})
        for (int i = 1; i <= kind; ++i) orders = orders * ++placed / i;
    return orders * run(higher, equal, lower);
}

} // namespace touchline::gridiron_glory
