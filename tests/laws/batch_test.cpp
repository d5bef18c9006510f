// The laws of batches: many games side by side are the games that tables would play, on any number of threads.
#include "analysis/batch.hpp"
#include "laws/settings.hpp"
#include "typed_table.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace touchline {
namespace {

using analysis::AtEnd;
using analysis::Batch;

// The caller's arrays.
struct Arrays {
    Arrays(const Numbered& numbers, std::size_t count)
        : observations(count * numbers.observation_size(), -1), masks(count * numbers.actions().size(), 9),
          rewards(2 * count, 9), seats(count, 9), ends(count, 9) {}

    [[nodiscard]] analysis::BatchArrays pointers() {
        return {observations.data(), masks.data(), rewards.data(), seats.data(), ends.data()};
    }
    friend bool operator==(const Arrays&, const Arrays&) = default;

    std::vector<float> observations;
    std::vector<u8> masks;
    std::vector<float> rewards;
    std::vector<i8> seats;
    std::vector<u8> ends;
};

// A game played at a table, with the dice of the same seed: what the batch must show of it.
class Single {
public:
    Single(std::unique_ptr<Table> table, const Numbered& numbers, u64 seed)
        : numbers_(numbers), start_(table->clone()), table_(std::move(table)), dice_(seed) {
        settle();
    }

    // One choice, and all rolls up to the next one; how the game ended, if it did.
    std::optional<Result> step(u32 action, AtEnd at_end) {
        if (told_) return {};
        if (moves()) {
            EXPECT_TRUE(table_->choose(numbers_.turn(*table_).seat, numbers_.actions()[action]));
        }
        while (table_->turn().kind == TurnKind::chance) EXPECT_TRUE(table_->roll(dice_));
        if (!table_->over()) return {};
        const Result result = table_->turn().winner;
        told_ = at_end == AtEnd::stop;
        if (!told_) {
            table_ = start_->clone();
            settle();
        }
        return result;
    }

    void expect_shown(const Arrays& arrays, std::size_t index, std::optional<Result> ended) const {
        const std::optional<Seat> seat = moves() ? numbers_.turn(*table_).seat : std::nullopt;
        EXPECT_EQ(arrays.seats[index], seat ? static_cast<int>(*seat) : -1);
        EXPECT_EQ(arrays.ends[index], ended ? 1 : 0);
        const float home = ended == Result::home ? 1.0F : ended == Result::away ? -1.0F : 0.0F;
        EXPECT_EQ(arrays.rewards[2 * index], home);
        EXPECT_EQ(arrays.rewards[2 * index + 1], -home);
        std::vector<u8> mask(numbers_.actions().size());
        std::vector<float> floats(numbers_.observation_size());
        if (seat) {
            for (u32 action : numbers_.legal(*table_, *seat)) mask[action] = 1;
            numbers_.observe(*table_, *seat, floats);
        }
        EXPECT_TRUE(std::equal(mask.begin(), mask.end(),
                               arrays.masks.begin() + static_cast<std::ptrdiff_t>(index * mask.size())));
        EXPECT_TRUE(std::equal(floats.begin(), floats.end(),
                               arrays.observations.begin() + static_cast<std::ptrdiff_t>(index * floats.size())));
    }

    [[nodiscard]] const Table& table() const { return *table_; }

private:
    [[nodiscard]] bool moves() const {
        return table_->turn().kind == TurnKind::choice || table_->turn().kind == TurnKind::secret;
    }
    void settle() {
        while (!numbers_.actions().empty() && table_->turn().kind == TurnKind::chance) EXPECT_TRUE(table_->roll(dice_));
    }

    const Numbered& numbers_;
    std::unique_ptr<Table> start_;
    std::unique_ptr<Table> table_;
    SeededDice dice_;
    bool told_ = false;
};

// A legal action for each game; anything where nobody moves.
std::vector<std::int32_t> any_actions(const Arrays& arrays, std::size_t actions, Random& random) {
    std::vector<std::int32_t> chosen(arrays.seats.size(), -7);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        std::vector<std::int32_t> legal;
        for (std::size_t action = 0; action < actions; ++action)
            if (arrays.masks[i * actions + action] == 1) legal.push_back(static_cast<std::int32_t>(action));
        if (!legal.empty()) chosen[i] = legal[random.below(static_cast<u32>(legal.size()))];
    }
    return chosen;
}

class Batches : public testing::TestWithParam<Setting> {
protected:
    [[nodiscard]] std::unique_ptr<Batch> batch(std::size_t count, AtEnd at_end, unsigned threads = 1) const {
        return analysis::make_batch(*table_, numbers_, count, at_end, threads);
    }

    std::unique_ptr<Table> table_ = std::move(*GetParam().kind->open(GetParam().options, std::nullopt));
    std::shared_ptr<const Numbered> numbers_ = numbered(*table_);
};

// A game that goes on has left the position in which it ended; one that stops stands in it.
TEST_P(Batches, TellThePositionInWhichAGameEndedAfterTheNextHasBegun) {
    constexpr std::size_t kGames = 3;
    const std::vector<u64> seeds{7, 8, 9};
    const auto stopping = batch(kGames, AtEnd::stop);
    const auto going_on = batch(kGames, AtEnd::go_on);
    Arrays arrays(*numbers_, kGames);
    stopping->reset(seeds, arrays.pointers());
    going_on->reset(seeds, {});
    const std::size_t size = numbers_->observation_size();
    const float unwritten = -3;
    std::vector<float> floats(kGames * size, unwritten);
    going_on->finals(Seat::home, floats.data(), nullptr);
    EXPECT_EQ(floats, std::vector<float>(kGames * size, unwritten));
    Random random(4);
    const bool choices = !numbers_->actions().empty();
    for (bool all = false; !all;) {
        auto actions = any_actions(arrays, numbers_->actions().size(), random);
        ASSERT_FALSE(stopping->step(actions, arrays.pointers()));
        // Where a game has ended before, the one that followed it waits.
        for (auto& action : actions)
            if (action == -7) action = analysis::kLeave;
        ASSERT_FALSE(going_on->step(actions, {}));
        all = !choices || std::ranges::all_of(arrays.seats, [](i8 seat) { return seat == -1; });
    }
    for (Seat seat : kSeats) {
        for (const auto* games : {&stopping, &going_on}) {
            std::ranges::fill(floats, unwritten);
            std::vector<std::int32_t> scores(2 * kGames, -1);
            (*games)->finals(seat, floats.data(), scores.data());
            for (std::size_t i = 0; i < kGames; ++i) {
                const auto last = stopping->table(i);
                ASSERT_TRUE(last->over());
                std::vector<float> seen(size);
                numbers_->observe(*last, seat, seen);
                EXPECT_TRUE(
                    std::equal(seen.begin(), seen.end(), floats.begin() + static_cast<std::ptrdiff_t>(i * size)));
                EXPECT_EQ(scores[2 * i], last->score().home);
                EXPECT_EQ(scores[2 * i + 1], last->score().away);
            }
        }
    }
}

TEST_P(Batches, AreTheGamesThatTablesPlayWithTheSameSeeds) {
    constexpr std::size_t kGames = 3;
    for (AtEnd at_end : {AtEnd::stop, AtEnd::go_on}) {
        const auto games = batch(kGames, at_end);
        const std::vector<u64> seeds{5, 6, 1234567890123};
        Arrays arrays(*numbers_, kGames);
        games->reset(seeds, arrays.pointers());
        std::vector<Single> singles;
        for (u64 seed : seeds) singles.emplace_back(table_->clone(), *numbers_, seed);
        for (std::size_t i = 0; i < kGames; ++i) singles[i].expect_shown(arrays, i, {});
        Random random(3);
        for (int step = 0; step < 120; ++step) {
            const auto actions = any_actions(arrays, numbers_->actions().size(), random);
            ASSERT_FALSE(games->step(actions, arrays.pointers()));
            std::vector<std::int32_t> scores(2 * kGames);
            games->scores(scores);
            for (std::size_t i = 0; i < kGames; ++i) {
                const auto ended = singles[i].step(static_cast<u32>(actions[i]), at_end);
                singles[i].expect_shown(arrays, i, ended);
                EXPECT_EQ(scores[2 * i], singles[i].table().score().home);
                const auto apart = games->table(i);
                EXPECT_EQ(apart->state_bytes(), singles[i].table().state_bytes());
                EXPECT_EQ(numbers_->pending(*apart), numbers_->pending(singles[i].table()));
            }
            ASSERT_FALSE(HasFailure()) << "step " << step;
        }
    }
}

TEST_P(Batches, AreTheSameOnAnyNumberOfThreads) {
    constexpr std::size_t kGames = 300; // more than a thread is woken for
    std::vector<u64> seeds(kGames);
    std::iota(seeds.begin(), seeds.end(), u64{77});
    std::optional<Arrays> first;
    for (unsigned threads : {1U, 2U, 5U}) {
        const auto games = batch(kGames, AtEnd::go_on, threads);
        Arrays arrays(*numbers_, kGames);
        games->reset(seeds, arrays.pointers());
        Random random(4);
        for (int step = 0; step < 12; ++step)
            ASSERT_FALSE(games->step(any_actions(arrays, numbers_->actions().size(), random), arrays.pointers()));
        if (!first) first = arrays;
        EXPECT_TRUE(arrays == *first) << threads << " threads";
    }
}

TEST_P(Batches, AnIllegalActionIsNamedAndChangesNothing) {
    if (numbers_->actions().empty()) return;
    const auto games = batch(3, AtEnd::go_on);
    Arrays arrays(*numbers_, 3);
    games->reset(std::vector<u64>{1, 2, 3}, arrays.pointers());
    Random random(5);
    const Arrays before = arrays;
    for (std::int32_t wrong : {-2, 255, 256, 1 << 30}) {
        auto actions = any_actions(arrays, numbers_->actions().size(), random);
        actions[1] = wrong;
        EXPECT_EQ(games->step(actions, arrays.pointers()), std::optional<std::size_t>(1)) << wrong;
    }
    EXPECT_TRUE(arrays == before);
    const auto same = batch(3, AtEnd::go_on);
    same->reset(std::vector<u64>{1, 2, 3}, {});
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(games->table(i)->state_bytes(), same->table(i)->state_bytes());
}

INSTANTIATE_TEST_SUITE_P(Games, Batches, testing::ValuesIn(all_settings()),
                         [](const testing::TestParamInfo<Setting>& each) { return name_of(each.param); });

} // namespace
} // namespace touchline
