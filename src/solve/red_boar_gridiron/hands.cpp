// The value of one choice of cards from two hidden hands, by adding orders of preference.
#include "solve/red_boar_gridiron/hands.hpp"

#include "solve/matrix_game.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace touchline::solve::red_boar_gridiron {

namespace {

constexpr double kEnough = 1e-13;

// How often each kind is played by an order of preference; what is left over at the end was not played at all.
using Shares = std::vector<double>;

// The chance that a hand has none of the kinds in `without`.
double chance_of_none(const Pile& pile, u32 without) {
    int left = 0;
    int all = 0;
    for (std::size_t kind = 0; kind < pile.kinds; ++kind) {
        all += pile.cards[kind];
        if ((without >> kind & 1U) == 0) left += pile.cards[kind];
    }
    double chance = 1;
    for (int i = 0; i < pile.hand; ++i) chance *= std::max(0, left - i) / static_cast<double>(all - i);
    return chance;
}

Shares shares_of(const Pile& pile, std::span<const std::size_t> order) {
    Shares shares(pile.kinds, 0.0);
    u32 tried = 0;
    double none = 1;
    for (std::size_t kind : order) {
        tried |= 1U << kind;
        const double still = chance_of_none(pile, tried);
        shares[kind] = none - still;
        none = still;
    }
    return shares;
}

struct Answer {
    Shares shares;
    double value = 0;
};

// The best order where a kind is worth `worth` (to be made great), and stopping `instead`.
Answer best_order(const Pile& pile, const std::vector<double>& worth, std::optional<double> instead) {
    std::vector<std::size_t> order(pile.kinds);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return worth[a] > worth[b]; });
    if (instead) std::erase_if(order, [&](std::size_t kind) { return worth[kind] <= *instead; });
    Answer answer{shares_of(pile, order), 0};
    double played = 0;
    for (std::size_t kind = 0; kind < pile.kinds; ++kind) {
        answer.value += answer.shares[kind] * worth[kind];
        played += answer.shares[kind];
    }
    if (instead) answer.value += (1 - played) * *instead;
    return answer;
}

Shares mixed(const std::vector<Shares>& orders, const std::vector<double>& weights) {
    Shares sum(orders[0].size(), 0.0);
    for (std::size_t i = 0; i < orders.size(); ++i)
        for (std::size_t kind = 0; kind < sum.size(); ++kind) sum[kind] += weights[i] * orders[i][kind];
    return sum;
}

} // namespace

Valuation value_of_hands(const Pile& offense, const Pile& defense, std::span<const double> payoff,
                         std::optional<double> instead) {
    const std::size_t columns = defense.kinds;
    const auto worth_of_rows = [&](const Shares& theirs) {
        std::vector<double> worth(offense.kinds, 0.0);
        for (std::size_t i = 0; i < offense.kinds; ++i)
            for (std::size_t j = 0; j < columns; ++j) worth[i] += payoff[i * columns + j] * theirs[j];
        return worth;
    };
    // A kick is no card's business: the defence's answer looks at what is played only.
    const auto cost_of_columns = [&](const Shares& ours) {
        std::vector<double> cost(columns, 0.0);
        for (std::size_t i = 0; i < offense.kinds; ++i)
            for (std::size_t j = 0; j < columns; ++j) cost[j] -= payoff[i * columns + j] * ours[i];
        return cost;
    };
    const auto kicked = [&](const Shares& ours) {
        return instead ? (1 - std::accumulate(ours.begin(), ours.end(), 0.0)) * *instead : 0.0;
    };
    std::vector<Shares> rows{best_order(offense, std::vector<double>(offense.kinds, 1.0), std::nullopt).shares};
    std::vector<Shares> answers{best_order(defense, std::vector<double>(columns, 1.0), std::nullopt).shares};
    double low = 0;
    double high = 1;
    for (int round = 0; round < 500; ++round) {
        std::vector<double> game;
        for (const Shares& ours : rows) {
            const std::vector<double> cost = cost_of_columns(ours);
            for (const Shares& theirs : answers)
                game.push_back(kicked(ours) - std::inner_product(cost.begin(), cost.end(), theirs.begin(), 0.0));
        }
        const MatrixSolution solution = solve_matrix_game(game, rows.size(), answers.size());
        const Shares ours = mixed(rows, solution.rows);
        const Shares theirs = mixed(answers, solution.columns);
        const Answer better = best_order(offense, worth_of_rows(theirs), instead);
        const Answer reply = best_order(defense, cost_of_columns(ours), std::nullopt);
        high = std::min(high, better.value);
        low = std::max(low, kicked(ours) - reply.value);
        if (high - low <= kEnough) break;
        rows.push_back(better.shares);
        answers.push_back(reply.shares);
    }
    return {{low + (high - low) / 2, 0}, std::max(0.0, high - low) / 2 + 1e-14};
}

} // namespace touchline::solve::red_boar_gridiron
