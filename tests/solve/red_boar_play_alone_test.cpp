// A first idea of how to vary with cards: a mixture of the hand that fits down, distance and goal line.
#include "solve/red_boar_gridiron/play_alone.hpp"

#include "solve/red_boar_positions.hpp"

#include <gtest/gtest.h>

#include <map>
#include <numeric>

namespace touchline::solve::red_boar_gridiron {

namespace {

const Rules& cards() {
    static const Rules own = rules(R"({"mode":"cards"})");
    return own;
}

// Both sides are about to choose a card, and hold one of each kind.
State choosing(const std::string& fields) {
    State s = at(cards(), "{" + fields + "}");
    s.step = Step::card;
    for (std::size_t seat : {0U, 1U}) {
        s.hands[seat] = {};
        for (std::size_t kind = 0; kind < cards().kinds(Rules::role_of(s, seat)); ++kind) s.hands[seat].add(kind);
    }
    return s;
}

std::map<std::string, double> mix(const State& s, Seat seat) {
    const View view = cards().view(s, viewer_of(seat));
    const ActionList legal = cards().legal(view);
    const std::vector<double> shares = play_alone(cards(), view);
    std::map<std::string, double> named;
    for (std::size_t i = 0; i < legal.size(); ++i) named[std::string(cards().action_name(s, legal[i]))] = shares[i];
    return named;
}

} // namespace

TEST(PlayAlone, BothSidesVaryOnFirstDown) {
    const State s = choosing(R"("quarter":1,"clock":600,"ball":35,"down":1,"line":45)");
    for (Seat seat : kSeats) {
        const auto shares = mix(s, seat);
        EXPECT_EQ(shares.size(), 6U);
        double sum = 0;
        std::size_t taken = 0;
        for (const auto& [card, share] : shares) {
            EXPECT_GE(share, -1e-12) << card;
            sum += share;
            taken += share > 0.01 ? 1 : 0;
        }
        EXPECT_NEAR(sum, 1, 1e-9);
        EXPECT_GE(taken, 2U);
    }
}

TEST(PlayAlone, NoPassIsThrownWhereItIsBarred) {
    const auto shares = mix(choosing(R"("quarter":2,"clock":300,"ball":95,"down":1,"line":100)"), Seat::home);
    EXPECT_NEAR(shares.at("MED") + shares.at("LONG"), 0, 1e-9);
}

TEST(PlayAlone, ItDependsOnNothingThatTheSeatDoesNotSee) {
    const State s = choosing(R"("quarter":1,"clock":600,"ball":35,"down":3,"line":45)");
    State other = s;
    other.hands[1] = {};
    for (int i = 0; i < 6; ++i) other.hands[1].add(static_cast<std::size_t>(i / 2));
    EXPECT_EQ(mix(s, Seat::home), mix(other, Seat::home));
}

TEST(PlayAlone, ALeadLooksBetterTheLessTimeIsLeft) {
    const auto looks = [](const std::string& fields) { return looks_like(cards(), at(cards(), "{" + fields + "}")); };
    const double early = looks(R"("quarter":1,"clock":600,"score":{"home":7,"away":0},"ball":30)");
    const double late = looks(R"("quarter":4,"clock":60,"score":{"home":7,"away":0},"ball":30)");
    EXPECT_GT(early, 0.5);
    EXPECT_GT(late, early);
    EXPECT_GT(looks(R"("ball":80)"), looks(R"("ball":30)"));
    EXPECT_GT(looks(R"("ball":50,"down":1,"line":60)"), looks(R"("ball":50,"down":3,"line":60)"));
}

} // namespace touchline::solve::red_boar_gridiron
