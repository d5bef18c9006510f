// Batches through the C interface: the games that positions would play, and mistakes that change nothing.
#include "abi/caller.hpp"

namespace touchline::test {
namespace {

class Batches : public testing::TestWithParam<std::pair<std::string, std::string>> {
protected:
    Held<tl_game> game_ = opened(GetParam().first.c_str(), GetParam().second.c_str());
};

struct Arrays {
    std::vector<float> observations;
    std::vector<std::uint8_t> masks;
    std::vector<float> rewards;
    std::vector<std::int8_t> seats;
    std::vector<std::uint8_t> ends;
    std::size_t actions = 0;

    Arrays(const tl_game* game, std::size_t count) : rewards(2 * count), seats(count), ends(count) {
        std::uint32_t size = 0;
        std::uint32_t all = 0;
        EXPECT_DONE(tl_game_observation_size(game, &size));
        EXPECT_DONE(tl_game_action_count(game, &all));
        actions = all;
        observations.resize(count * size);
        masks.resize(count * actions);
    }
    [[nodiscard]] tl_batch_arrays pointers() {
        return {observations.data(), masks.data(), rewards.data(), seats.data(), ends.data()};
    }
    // The first or last legal action of each game.
    [[nodiscard]] std::vector<std::int32_t> choices(int step) const {
        std::vector<std::int32_t> chosen(seats.size(), 0);
        for (std::size_t i = 0; i < seats.size(); ++i)
            for (std::size_t action = 0; action < actions; ++action)
                if (masks[i * actions + action] == 1) {
                    chosen[i] = static_cast<std::int32_t>(action);
                    if ((step + static_cast<int>(i)) % 2 == 0) break;
                }
        return chosen;
    }
};

// One position for each game of the batch, with the dice of the same seed.
TEST_P(Batches, ArePositionsPlayedSinglyWithTheSameSeeds) {
    constexpr std::size_t kGames = 5;
    Held<tl_batch> batch;
    ASSERT_DONE(tl_batch_open(game_, kGames, TL_STOP_AT_END, 2, batch.out()));
    Arrays arrays(game_, kGames);
    const tl_batch_arrays pointers = arrays.pointers();
    const std::vector<std::uint64_t> seeds{3, 1, 4, 1, 5};
    ASSERT_DONE(tl_batch_reset(batch, seeds.data(), kGames, &pointers));
    std::vector<Held<tl_state>> states;
    std::vector<Held<tl_dice>> dice;
    const auto settle = [&](std::size_t i) {
        while (turn_of(states[i]).kind == TL_CHANCE) ASSERT_DONE(tl_state_roll(states[i], dice[i]));
    };
    for (std::size_t i = 0; i < kGames; ++i) {
        states.push_back(started(game_));
        dice.push_back(dice_of(seeds[i]));
        if (arrays.actions != 0) settle(i);
    }
    for (int step = 0; step < 100; ++step) {
        const auto chosen = arrays.choices(step);
        const auto before = arrays.seats;
        ASSERT_DONE(tl_batch_step(batch, chosen.data(), kGames, &pointers));
        std::vector<std::int32_t> scores(2 * kGames);
        EXPECT_DONE(tl_batch_scores(batch, scores.data(), kGames));
        for (std::size_t i = 0; i < kGames; ++i) {
            if (before[i] >= 0) {
                ASSERT_DONE(tl_state_choose(states[i], before[i], static_cast<std::uint32_t>(chosen[i])));
            }
            settle(i);
            const tl_turn turn = turn_of(states[i]);
            EXPECT_EQ(arrays.seats[i], turn.seat);
            const std::size_t size = arrays.observations.size() / kGames;
            std::vector<float> floats(size);
            if (turn.kind != TL_OVER) {
                EXPECT_DONE(tl_state_observation(states[i], turn.seat, floats.data(), size));
            }
            EXPECT_TRUE(
                std::equal(floats.begin(), floats.end(), arrays.observations.begin() + static_cast<long>(i * size)));
            std::int32_t score[2]{};
            EXPECT_DONE(tl_state_score(states[i], score));
            EXPECT_EQ(scores[2 * i], score[0]);
            EXPECT_EQ(scores[2 * i + 1], score[1]);
            Held<tl_state> apart;
            std::int32_t equal = 0;
            ASSERT_DONE(tl_batch_state(batch, i, apart.out()));
            EXPECT_DONE(tl_state_equal(apart, states[i], &equal));
            EXPECT_EQ(equal, 1);
            if (arrays.ends[i] == 1) {
                EXPECT_EQ(arrays.rewards[2 * i], turn.winner == TL_HOME ? 1 : turn.winner == TL_AWAY ? -1 : 0);
            }
            EXPECT_EQ(arrays.rewards[2 * i] + arrays.rewards[2 * i + 1], 0);
        }
        ASSERT_FALSE(HasFailure()) << "step " << step;
    }
}

TEST_P(Batches, TakeAnyOfTheArraysOrNone) {
    Held<tl_batch> batch;
    ASSERT_DONE(tl_batch_open(game_, 2, TL_GO_ON, 0, batch.out()));
    Arrays arrays(game_, 2);
    tl_batch_arrays some{};
    some.masks = arrays.masks.data();
    some.seats = arrays.seats.data();
    const std::uint64_t seeds[2]{1, 2};
    EXPECT_DONE(tl_batch_reset(batch, seeds, 2, nullptr));
    EXPECT_DONE(tl_batch_reset(batch, seeds, 2, &some));
    EXPECT_DONE(tl_batch_step(batch, arrays.choices(0).data(), 2, nullptr));
}

TEST_P(Batches, TellThePositionInWhichAGameEnded) {
    Held<tl_batch> batch;
    ASSERT_DONE(tl_batch_open(game_, 2, TL_GO_ON, 1, batch.out()));
    Arrays arrays(game_, 2);
    const tl_batch_arrays pointers = arrays.pointers();
    const std::uint64_t seeds[2]{1, 2};
    ASSERT_DONE(tl_batch_reset(batch, seeds, 2, &pointers));
    const std::size_t size = arrays.observations.size() / 2;
    std::vector<float> floats(2 * size, -1);
    std::vector<std::int32_t> scores(4, -1);
    std::vector<int> won(2, 9);
    for (int step = 0; won[0] == 9 || won[1] == 9; ++step) {
        EXPECT_DONE(tl_batch_finals(batch, TL_AWAY, floats.data(), scores.data(), 2));
        for (std::size_t i = 0; i < 2; ++i)
            if (won[i] == 9) {
                EXPECT_EQ(scores[2 * i], -1) << "told before its end";
            }
        ASSERT_DONE(tl_batch_step(batch, arrays.choices(step).data(), 2, &pointers));
        for (std::size_t i = 0; i < 2; ++i)
            if (arrays.ends[i] == 1) won[i] = static_cast<int>(arrays.rewards[2 * i]);
    }
    EXPECT_DONE(tl_batch_finals(batch, TL_AWAY, floats.data(), scores.data(), 2));
    EXPECT_DONE(tl_batch_finals(batch, TL_HOME, nullptr, nullptr, 2));
    for (std::size_t i = 0; i < 2; ++i) {
        const int ahead = scores[2 * i] - scores[2 * i + 1];
        EXPECT_EQ((ahead > 0) - (ahead < 0), won[i]);
        EXPECT_EQ(floats[i * size], 0) << "nobody is to move";
    }
}

TEST_P(Batches, LeaveTheGamesThatAreToBeLeft) {
    Held<tl_batch> batch;
    ASSERT_DONE(tl_batch_open(game_, 2, TL_GO_ON, 1, batch.out()));
    Arrays arrays(game_, 2);
    if (arrays.actions == 0) return;
    const tl_batch_arrays pointers = arrays.pointers();
    const std::uint64_t seeds[2]{1, 2};
    ASSERT_DONE(tl_batch_reset(batch, seeds, 2, &pointers));
    Held<tl_state> before;
    ASSERT_DONE(tl_batch_state(batch, 0, before.out()));
    for (int step = 0; step < 20; ++step) {
        auto chosen = arrays.choices(step);
        chosen[0] = TL_LEAVE;
        const Arrays was = arrays;
        ASSERT_DONE(tl_batch_step(batch, chosen.data(), 2, &pointers));
        EXPECT_EQ(arrays.seats[0], was.seats[0]);
        EXPECT_EQ(arrays.ends[0], 0);
        const std::size_t size = arrays.observations.size() / 2;
        EXPECT_TRUE(std::equal(was.observations.begin(), was.observations.begin() + static_cast<long>(size),
                               arrays.observations.begin()));
    }
    Held<tl_state> after;
    ASSERT_DONE(tl_batch_state(batch, 0, after.out()));
    std::int32_t equal = 0;
    EXPECT_DONE(tl_state_equal(before, after, &equal));
    EXPECT_EQ(equal, 1);
}

TEST_P(Batches, NameTheFirstIllegalActionAndChangeNothing) {
    Held<tl_batch> batch;
    ASSERT_DONE(tl_batch_open(game_, 3, TL_GO_ON, 1, batch.out()));
    Arrays arrays(game_, 3);
    if (arrays.actions == 0) return;
    const tl_batch_arrays pointers = arrays.pointers();
    const std::uint64_t seeds[3]{1, 2, 3};
    ASSERT_DONE(tl_batch_reset(batch, seeds, 3, &pointers));
    auto chosen = arrays.choices(0);
    chosen[1] = chosen[2] = -5;
    Held<tl_state> before;
    Held<tl_state> after;
    ASSERT_DONE(tl_batch_state(batch, 0, before.out()));
    EXPECT_EQ(tl_batch_step(batch, chosen.data(), 3, &pointers), TL_REFUSED);
    EXPECT_STREQ(tl_last_code(), "illegal-action");
    EXPECT_STREQ(tl_last_error(), "action -5 is not legal in game 1");
    ASSERT_DONE(tl_batch_state(batch, 0, after.out()));
    std::int32_t equal = 0;
    EXPECT_DONE(tl_state_equal(before, after, &equal));
    EXPECT_EQ(equal, 1);
}

INSTANTIATE_TEST_SUITE_P(Games, Batches, testing::ValuesIn(every_game()),
                         [](const auto& each) { return "Game" + std::to_string(each.index); });

} // namespace
} // namespace touchline::test
