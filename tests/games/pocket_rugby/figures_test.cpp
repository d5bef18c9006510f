// Figures of whole matches between seats that choose at random, and probabilities worked out by hand.
#include "games/pocket_rugby/rugby_table.hpp"

#include "games/pocket_rugby/rules.hpp"
#include "play/table_for.hpp"

#include <cmath>

namespace touchline {
namespace {

using pocket_rugby::Phase;
using pocket_rugby::Rules;
using pocket_rugby::State;

const Rules& default_rules() {
    static const RugbyTable kTable("pocket-rugby");
    return dynamic_cast<const TableFor<Rules>&>(*kTable).rules();
}

// The chance that a run of this value is stopped by two rolls of 1, 2, 3, 4, 5 and BIG HIT.
int tackles_of_36(int value) {
    int stopped = 0;
    for (int first = 1; first <= 6; ++first)
        for (int second = 1; second <= 6; ++second) stopped += second == 6 || std::min(first, 5) + second >= value;
    return stopped;
}

TEST(Figures, TackleChancesAreThoseWorkedOutByHand) {
    EXPECT_EQ(tackles_of_36(8), 15); // 6 second BIG HITs; 3+5, 4+4, 4+5, and 5 or BIG HIT with 3, 4, 5
    const Rules& rules = default_rules();
    for (int face = 0; face < 6; ++face) {
        State state = rules.start();
        rules.resolve(state, Outcome{0});
        rules.resolve(state, Outcome{3}); // W
        rules.resolve(state, Outcome{static_cast<u64>(face)});
        if (state.phase != Phase::first_tackle) continue;
        int stopped = 0;
        for (u64 first = 0; first < 6; ++first)
            for (u64 second = 0; second < 6; ++second) {
                State tackle = state;
                rules.resolve(tackle, Outcome{first});
                if (tackle.phase == Phase::big_hit) rules.play(tackle, pocket_rugby::action::kTackle);
                rules.resolve(tackle, Outcome{second});
                stopped += tackle.phase == Phase::scrum_half;
            }
        EXPECT_EQ(stopped, tackles_of_36(state.ball.value)) << "value " << int{state.ball.value};
    }
}

TEST(Figures, RandomMatchesHaveTheKnownTriesAndRolls) {
    constexpr int kMatches = 4000;
    const Rules& rules = default_rules();
    Random random(20261115);
    double tries = 0, tries2 = 0, rolls = 0, rolls2 = 0;
    for (int match = 0; match < kMatches; ++match) {
        State state = rules.start();
        int own_tries = 0, own_rolls = 0;
        for (Turn turn = rules.turn(state); turn.kind != TurnKind::over; turn = rules.turn(state)) {
            if (turn.kind == TurnKind::chance) {
                const int before = state.score[0] + state.score[1];
                const bool at_try = state.phase == Phase::try_;
                rules.resolve(state, rules.sample(state, random));
                ++own_rolls;
                own_tries += at_try && state.score[0] + state.score[1] > before;
            } else {
                const ActionList legal = rules.legal(state, turn.seat);
                rules.play(state, legal[random.below(static_cast<u32>(legal.size()))]);
            }
        }
        tries += own_tries;
        tries2 += own_tries * own_tries;
        rolls += own_rolls;
        rolls2 += static_cast<double>(own_rolls) * own_rolls;
    }
    const auto off = [&](double sum, double squares, double known, double rounding) {
        const double mean = sum / kMatches;
        const double error = std::sqrt((squares / kMatches - mean * mean) / kMatches);
        return std::max(0.0, std::abs(mean - known) - rounding) / error;
    };
    EXPECT_LT(off(tries, tries2, 8.3, 0.05), 4) << tries / kMatches;
    EXPECT_LT(off(rolls, rolls2, 347, 0.5), 4) << rolls / kMatches;
}

} // namespace
} // namespace touchline
