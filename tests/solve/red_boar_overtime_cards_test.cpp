// Overtimes with cards: every station is worth what its one play is, with what the rules say of the ends of
// possessions.
#include "solve/red_boar_gridiron/card_strategy.hpp"
#include "solve/red_boar_gridiron/overtime.hpp"

#include "said.hpp"
#include "solve/cache_folder.hpp"
#include "solve/red_boar_positions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

namespace touchline::solve::red_boar_gridiron {

namespace {

const Rules& alternate() {
    static const Rules own = rules(R"({"mode":"cards","penalties":false})");
    return own;
}
const Rules& sudden_death() {
    static const Rules own = rules(R"({"mode":"cards","penalties":false,"overtime":"sudden-death"})");
    return own;
}

const OvertimeValues& values_of(const Rules& own) {
    const auto solve = [](const Rules& rules) {
        auto values = std::make_unique<OvertimeValues>(rules);
        Job job;
        values->solve(job);
        return values;
    };
    static const auto in_turn = solve(alternate());
    static const auto first_score = solve(sudden_death());
    return &own == &alternate() ? *in_turn : *first_score;
}

// Home has the ball; it is the first or the second of a round.
State possession(int lead, bool first, int ball = 75, int down = 1) {
    State s = at(alternate(), R"({"quarter":5,"clock":0,"phase":"overtime","offense":"home","overtime_first":"home",)"
                              R"("ball":75,"down":1,"line":85})");
    s.overtime_first = first ? 0 : 1;
    s.score = {static_cast<u16>(20 + lead), 20};
    s.ball = static_cast<u8>(ball);
    s.down = static_cast<u8>(down);
    return s;
}

double worth(const State& s) { return values_of(alternate()).at(s, *card_station_of(s)); }

double of_its_play(const Rules& own, const State& s) {
    return CardStrategy(values_of(own).stage(s, *card_station_of(s)), HandBeliefs(own, s)).value();
}

} // namespace

TEST(CardOvertime, AStationIsWorthItsOnePlay) {
    for (int down = 1; down <= 4; ++down)
        for (int ball : {70, 75, 80}) {
            if (down == 1 && ball != 75) continue; // play never comes there
            for (bool first : {true, false}) {
                const State s = possession(0, first, ball, down);
                EXPECT_NEAR(of_its_play(alternate(), s), worth(s), 1e-4) << ball << ' ' << down << ' ' << first;
            }
        }
    for (int ball : {20, 50, 80})
        for (u8 offense : {u8{0}, u8{1}}) {
            State s = at(sudden_death(), R"({"quarter":5,"clock":0,"phase":"scrimmage","offense":"home","down":1})");
            s.ball = static_cast<u8>(ball);
            s.line = static_cast<u8>(ball + 10);
            s.offense = offense;
            const double home = values_of(sudden_death()).at(s, *card_station_of(s));
            EXPECT_NEAR(of_its_play(sudden_death(), s), offense == 0 ? home : 1 - home, 1e-4) << ball;
        }
}

TEST(CardOvertime, TheLastTryIsWorthWhatItExactlyIs) {
    for (int lead : {-2, -1, 0}) {
        State s = possession(lead, false);
        s.phase = Phase::attempt;
        s.step = Step::after_touchdown;
        s.ball = 95;
        s.line = 100;
        const CardStage stage = values_of(alternate()).stage(s, kAfterTouchdown);
        const Valuation exact = value_of_hands(unseen(alternate(), {}, 0), unseen(alternate(), {}, 1), stage.payoff,
                                               stage.kicks.at(0).value);
        EXPECT_NEAR(values_of(alternate()).at(s, kAfterTouchdown), exact.worth.value, 2e-4) << lead;
    }
}

TEST(CardOvertime, WhoAnswersKnowsWhatIsNeeded) {
    EXPECT_LT(worth(possession(0, true)), 0.5);
    // A round that ends level begins again with the other side first.
    EXPECT_GT(worth(possession(0, false)), 0.5);
    for (int lead = -8; lead < 8; ++lead)
        EXPECT_LE(worth(possession(lead, false)), worth(possession(lead + 1, false)) + 1e-6) << lead;
    EXPECT_GT(worth(possession(8, false)), 0.99);
    EXPECT_TRUE(std::isnan(worth(possession(0, true, 30)))); // where play never comes
}

TEST(CardOvertime, ABookKeepsIt) {
    const test::CacheFolder folder;
    for (const Rules* own : {&alternate(), &sudden_death()}) {
        const BookKey key{"red-boar-gridiron", own == &alternate() ? "alternate" : "sudden", "sheet", 1};
        {
            BookWriter writer({key, 0, 0});
            values_of(*own).save(writer);
            ASSERT_TRUE(writer.finish());
        }
        const Expected<Book, Message> book = Book::open(key);
        ASSERT_TRUE(book) << said(book.error());
        OvertimeValues again(*own);
        ASSERT_TRUE(again.load(*book));
        const State s = possession(3, false);
        const std::size_t station = scrimmage_index(75, 1, 85);
        EXPECT_EQ(again.at(s, station), values_of(*own).at(s, station));
        OvertimeValues other(own == &alternate() ? sudden_death() : alternate());
        EXPECT_FALSE(other.load(*book));
    }
}

} // namespace touchline::solve::red_boar_gridiron
