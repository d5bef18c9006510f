// Kuhn's and Leduc poker, whose values are known, by counterfactual regret.
#include "solve/regret.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace touchline::solve {

namespace {

// Three cards, one each, an ante of one; check or bet one, then fold or call.
struct Kuhn {
    struct Node {
        int own = -1, theirs = -1;
        std::string past{}; // c: check or fold, b: bet or call
    };
    [[nodiscard]] Node root() const { return {}; }
    [[nodiscard]] RegretTurn turn(const Node& n) const {
        if (n.own < 0) return RegretTurn::chance;
        if (n.past == "cc" || n.past == "bc" || n.past == "bb" || n.past == "cbc" || n.past == "cbb")
            return RegretTurn::over;
        return n.past.size() % 2 == 0 ? RegretTurn::home : RegretTurn::away;
    }
    [[nodiscard]] std::size_t actions(const Node& n) const { return n.own < 0 ? 6 : 2; }
    [[nodiscard]] double chance(const Node&, std::size_t) const { return 1.0 / 6; }
    [[nodiscard]] Node next(const Node& n, std::size_t a) const {
        if (n.own >= 0) return {n.own, n.theirs, n.past + (a == 0 ? 'c' : 'b')};
        const int own = static_cast<int>(a) / 2;
        return {own, (own + 1 + static_cast<int>(a) % 2) % 3, ""};
    }
    [[nodiscard]] u64 information(const Node& n) const {
        u64 code = static_cast<u64>(n.past.size() % 2 == 0 ? n.own : n.theirs) + 1;
        for (char c : n.past) code = code * 3 + (c == 'c' ? 1 : 2);
        return code;
    }
    [[nodiscard]] double payoff(const Node& n) const {
        const double better = n.own > n.theirs ? 1 : -1;
        if (n.past == "bc") return 1;
        if (n.past == "cbc") return -1;
        return n.past == "cc" ? better : 2 * better;
    }
};

// Six cards of three ranks, one each and one on the table; two rounds of betting by 2 and 4, at most two raises each.
struct Leduc {
    struct Node {
        int own = -1, theirs = -1, table = -1;
        int round = 0, raises = 0, moves = 0;
        std::array<int, 2> paid{1, 1};
        int acts = 0; // 0 home, 1 away
        int folded = -1;
        bool done = false;
        u64 past = 1; // everything that both have seen
    };
    [[nodiscard]] Node root() const { return {}; }
    [[nodiscard]] RegretTurn turn(const Node& n) const {
        if (n.folded >= 0 || n.done) return RegretTurn::over;
        if (n.own < 0 || (n.round == 1 && n.table < 0)) return RegretTurn::chance;
        return n.acts == 0 ? RegretTurn::home : RegretTurn::away;
    }
    [[nodiscard]] std::size_t actions(const Node& n) const {
        if (n.own < 0) return 30;
        if (n.round == 1 && n.table < 0) return 4;
        return (facing(n) ? 1U : 0U) + 1U + (n.raises < 2 ? 1U : 0U); // fold, call or check, raise
    }
    [[nodiscard]] static bool facing(const Node& n) { return n.paid[0] != n.paid[1]; }
    [[nodiscard]] double chance(const Node& n, std::size_t) const { return n.own < 0 ? 1.0 / 30 : 0.25; }

    [[nodiscard]] Node next(Node n, std::size_t a) const {
        if (n.own < 0) {
            n.own = static_cast<int>(a) / 5;
            n.theirs = static_cast<int>(a) % 5;
            if (n.theirs >= n.own) ++n.theirs;
            return n;
        }
        if (n.round == 1 && n.table < 0) {
            int card = static_cast<int>(a);
            const int low = std::min(n.own, n.theirs);
            const int high = std::max(n.own, n.theirs);
            if (card >= low) ++card;
            if (card >= high) ++card;
            n.table = card;
            n.past = n.past * 8 + 4 + static_cast<u64>(card / 2);
            return n;
        }
        const std::size_t act = facing(n) ? a : a + 1; // 0 fold, 1 call or check, 2 raise
        const auto me = static_cast<std::size_t>(n.acts);
        n.past = n.past * 8 + act;
        ++n.moves;
        if (act == 0) {
            n.folded = n.acts;
            return n;
        }
        const bool answered = facing(n);
        n.paid[me] = std::max(n.paid[0], n.paid[1]);
        if (act == 2) {
            n.paid[me] += n.round == 0 ? 2 : 4;
            ++n.raises;
        } else if (answered || n.moves == 2) {
            if (n.round == 1) {
                n.done = true;
            } else {
                n.round = 1;
                n.raises = n.moves = 0;
                n.acts = 0;
                return n;
            }
        }
        n.acts = 1 - n.acts;
        return n;
    }
    [[nodiscard]] u64 information(const Node& n) const {
        return n.past * 4 + static_cast<u64>((n.acts == 0 ? n.own : n.theirs) / 2);
    }
    [[nodiscard]] double payoff(const Node& n) const {
        if (n.folded >= 0) return n.folded == 0 ? -n.paid[0] : n.paid[1];
        const int own = n.own / 2 == n.table / 2 ? 10 : n.own / 2;
        const int theirs = n.theirs / 2 == n.table / 2 ? 10 : n.theirs / 2;
        return own == theirs ? 0 : own > theirs ? n.paid[1] : -n.paid[0];
    }
};

} // namespace

TEST(Regret, KuhnPokerIsWorthMinusOneEighteenth) {
    const Kuhn game;
    RegretSolver<Kuhn> solver(game);
    EXPECT_EQ(solver.information_sets(), 12U);
    solver.run(2000);
    EXPECT_LT(solver.exploitability(), 1e-3);
    EXPECT_NEAR(solver.value(), -1.0 / 18, 1e-3);
    // With a king in second place a bet is always called.
    EXPECT_NEAR(solver.average(Seat::away, Kuhn{}.information({0, 2, "b"}))[1], 1, 1e-6);
}

TEST(Regret, LeducPokerHasItsKnownValue) {
    const Leduc game;
    RegretSolver<Leduc> solver(game);
    EXPECT_EQ(solver.information_sets(), 288U);
    solver.run(150);
    const double gap = solver.exploitability();
    EXPECT_LT(gap, 0.05);
    EXPECT_NEAR(solver.value(), -0.0856, gap / 2 + 1e-4);
}

TEST(Regret, MoreRoundsLeaveLessToExploit) {
    const Kuhn game;
    RegretSolver<Kuhn> solver(game);
    solver.run(20);
    const double early = solver.exploitability();
    solver.run(1000);
    EXPECT_LT(solver.exploitability(), early);
    EXPECT_GE(solver.exploitability(), -1e-12);
}

} // namespace touchline::solve
