// Penalty Shoot-out, step by step of its rules page.
#include "penalties/rules.hpp"

#include <gtest/gtest.h>

namespace touchline::penalties {
namespace {

const Sheet kSheet{.kicks = 5, .sudden_death = 5, .open = {2, 1, 2}, .guarded = {5, 6, 5}};
enum Side : u8 { left, middle, right };

// After the toss, home to kick.
State opened(const Rules& rules) {
    State state = rules.start();
    rules.resolve(state, Outcome{0});
    return state;
}

// The die as it is read: 1 to 6.
void kick(const Rules& rules, State& state, Side aimed, Side dived, u64 die) {
    BySeat<Action> both;
    both[state.kicker] = Action{aimed};
    both[other(state.kicker)] = Action{dived};
    rules.play_secret(state, both);
    rules.resolve(state, Outcome{die - 1});
}

TEST(Penalties, Step1TheWinnerOfTheTossKicksFirst) {
    const Rules rules(kSheet);
    State state = rules.start();
    EXPECT_EQ(rules.offense(state), std::nullopt);
    rules.resolve(state, *rules.outcome(state, std::array<std::string_view, 1>{"away"}));
    EXPECT_EQ(rules.offense(state), Seat::away);
}

TEST(Penalties, Step2BothSidesChooseInSecret) {
    const Rules rules(kSheet);
    const State state = opened(rules);
    EXPECT_EQ(rules.turn(state).kind, TurnKind::secret);
    for (Seat seat : kSeats) EXPECT_EQ(rules.legal(state, seat).size(), 3u);
}

TEST(Penalties, Step3TheDieMustReachWhatTheSheetSays) {
    const Rules rules(kSheet);
    for (const auto& [aimed, dived, die, goals] :
         {std::tuple(left, right, 2, 1), std::tuple(left, right, 1, 0), std::tuple(left, left, 5, 1),
          std::tuple(left, left, 4, 0), std::tuple(middle, left, 1, 1), std::tuple(middle, middle, 5, 0),
          std::tuple(middle, middle, 6, 1)}) {
        State state = opened(rules);
        kick(rules, state, aimed, dived, static_cast<u64>(die));
        EXPECT_EQ(rules.score(state).home, goals) << int{aimed} << int{dived} << die;
        EXPECT_EQ(rules.offense(state), Seat::away);
    }
}

TEST(Penalties, Step4EndsAsSoonAsItIsDecided) {
    Sheet two = kSheet;
    two.kicks = 2;
    const Rules rules(two);
    State state = opened(rules);
    kick(rules, state, left, right, 6); // 1-0
    kick(rules, state, left, left, 1);
    EXPECT_NE(rules.turn(state).kind, TurnKind::over);
    kick(rules, state, left, right, 6); // 2-0: one kick cannot level it
    EXPECT_EQ(rules.turn(state).kind, TurnKind::over);
    EXPECT_EQ(rules.result(state), Result::home);
}

TEST(Penalties, Step4LevelAfterTheLastKickIsADraw) {
    Sheet one = kSheet;
    one.kicks = one.sudden_death = 1;
    const Rules rules(one);
    State state = opened(rules);
    for (int i = 0; i < 4; ++i) {
        EXPECT_NE(rules.turn(state).kind, TurnKind::over);
        kick(rules, state, left, left, 1);
        EXPECT_EQ(rules.fault(state).key, "");
    }
    EXPECT_EQ(rules.turn(state).kind, TurnKind::over);
    EXPECT_EQ(rules.result(state), Result::draw);
}

} // namespace
} // namespace touchline::penalties
