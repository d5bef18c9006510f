// Figures of whole games of Gridiron Glory, by seeded simulation against known values.
#include "games/gridiron_glory/rules.hpp"

#include "core/embedded.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace touchline::gridiron_glory {
namespace {

Rules default_rules() {
    SheetReader reader(*embedded("data/sheets/gridiron-glory.toml"));
    return *Rules::make(read_sheet(reader.root(Rules::kId)), OptionValues{});
}

// Points and levelness after four quarters.
TEST(GridironGloryNumbers, PointsAndLevelGamesAreAsKnown) {
    constexpr int kGames = 60000;
    const Rules rules = default_rules();
    Random random(20);
    double sum = 0;
    double squares = 0;
    int level = 0;
    for (int game = 0; game < kGames; ++game) {
        State s = rules.start();
        while (s.phase != Phase::over && s.quarter < kOvertime) rules.resolve(s, rules.sample(s, random));
        const double points = s.score.home + s.score.away;
        sum += points;
        squares += points * points;
        level += s.score.home == s.score.away ? 1 : 0;
    }
    const double mean = sum / kGames;
    const double error = std::sqrt((squares / kGames - mean * mean) / kGames);
    EXPECT_LT(std::abs(mean - 32.24), 3.5 * error + 0.005) << "seed 20, mean " << mean;
    const double share = static_cast<double>(level) / kGames;
    EXPECT_LT(std::abs(share - 0.0727), 3.5 * std::sqrt(0.0727 * 0.9273 / kGames) + 0.00005)
        << "seed 20, share " << share;
}

// Three dice with half referees, a sixth whistles: counted by hand over the first throw and its re-rolls.
TEST(GridironGloryNumbers, ScoringDiceBringTheirPoints) {
    const Rules rules = default_rules();
    double touchdown = 0;
    double field_goal = 0;
    const auto roll = [&](const auto& self, const State& s, double chance) -> void {
        if (s.phase != Phase::score && s.phase != Phase::reroll) {
            touchdown += s.score.home == 7 ? chance : 0;
            field_goal += s.score.home == 3 ? chance : 0;
            return;
        }
        double total = 0;
        rules.chances(s, [&](Outcome, Weight weight) { total += static_cast<double>(weight); });
        rules.chances(s, [&](Outcome outcome, Weight weight) {
            State next = s;
            rules.resolve(next, outcome);
            self(self, next, chance * static_cast<double>(weight) / total);
        });
    };
    State s = rules.start();
    s.phase = Phase::score;
    s.offense = s.first_offense = Holder::home;
    s.space = 4;
    roll(roll, s, 1);
    // REF REF REF 27/216; two REF and a BALL 54/216; two REF and a WHISTLE 27/216, of which the re-rolled one stays a
    // referee (1/2: 7 points), is a ball (1/3: 3 points) or a whistle (1/6), which rolls the other: 1/2 REF (3 points).
    EXPECT_NEAR(touchdown, (27 + 54 + 27 * 0.5) / 216, 1e-12);
    // One REF and two BALL 36/216; one REF, WHISTLE and BALL 36/216 and one REF, two WHISTLES 9/216, which stay with
    // 1/2.
    EXPECT_NEAR(field_goal, (27 * (1.0 / 3 + 1.0 / 12) + 36 + 36 * 0.5 + 9 * 0.5) / 216, 1e-12);
}

TEST(GridironGloryNumbers, TheNthBitIsFoundWhateverTheSet) {
    Random random(5);
    for (int i = 0; i < 20000; ++i) {
        const u64 bits = random.next() & random.next() >> (i % 64) & (i % 2 == 0 ? ~u64{0} : 0xffffffff);
        u32 n = 0;
        for (int bit = 0; bit < 64; ++bit) {
            if ((bits >> bit & 1) != 0) {
                ASSERT_EQ(nth_bit(bits, n++), bit) << bits;
            }
        }
        ASSERT_EQ(popcount(bits), static_cast<int>(n));
    }
}

// Gives one word, and then one that any draw takes.
struct WordSource {
    u64 word;
    int asked = 0;
    u64 next() { return asked++ == 0 ? word : ~u64{0}; }
};

// All 2^64 words: those of one pair lie side by side, and only the first of them may be drawn again.
TEST(GridironGloryNumbers, EveryPairOfNumbersComesOutOfEquallyManyWords) {
    __extension__ using Wide = unsigned __int128;
    for (u32 n : {1U, 2U, 7U, 26U, 64U, 216U}) {
        const u64 pairs = u64{n} * n;
        const auto first_word = [&](u64 pair) { return ((Wide{pair} << 64) + pairs - 1) / pairs; };
        for (u64 pair = 0; pair < pairs; ++pair) {
            WordSource last{static_cast<u64>(first_word(pair + 1) - 1)};
            const auto [first, second] = two_below(n, last);
            ASSERT_EQ(u64{first} * n + second, pair);
            ASSERT_EQ(last.asked, 1);
            WordSource border{static_cast<u64>(first_word(pair))};
            (void)two_below(n, border);
            const Wide words = first_word(pair + 1) - first_word(pair) - (border.asked == 1 ? 0 : 1);
            ASSERT_TRUE(words == (Wide{1} << 64) / pairs) << n << ' ' << pair;
        }
    }
}

} // namespace
} // namespace touchline::gridiron_glory
