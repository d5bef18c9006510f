// What the rules tell must be true, whatever the game: points add up, drives begin and end once, every word has its
// text.
#include "laws/settings.hpp"
#include "play/random_play.hpp"
#include "play/words.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <set>

namespace touchline {
namespace {

class Happenings : public testing::TestWithParam<Setting> {
protected:
    // Plays a whole game at random and calls each(table, happened) after every step.
    template <class Each>
    static void follow(u64 seed, Each&& each) {
        const std::unique_ptr<Table> table = std::move(*GetParam().kind->open(GetParam().options, std::nullopt));
        SeededDice dice(seed);
        while (!table->over()) {
            ASSERT_TRUE(random_step(*table, dice));
            SCOPED_TRACE(fmt::format("seed {}, step {}", seed, table->steps()));
            each(*table, table->happened(table->steps() - 1));
            if (HasFatalFailure()) return;
        }
    }
};

TEST_P(Happenings, PointsToldAreThePointsScored) {
    for (u64 seed = 1; seed <= 3; ++seed) {
        BySeat<int> told{};
        follow(seed, [&](const Table& table, const std::vector<Happening>& happened) {
            for (const Happening& each : happened)
                if (each.what == What::score) told[each.seat.value()] += each.amount.value();
            ASSERT_EQ(told, table.score());
        });
    }
}

TEST_P(Happenings, EveryDriveBeginsAndEndsOnce) {
    for (u64 seed = 4; seed <= 6; ++seed) {
        std::optional<Seat> ball;
        int drives = 0;
        follow(seed, [&](const Table&, const std::vector<Happening>& happened) {
            for (const Happening& each : happened) {
                if (each.what == What::possession) {
                    ASSERT_FALSE(ball) << "a drive begins within another";
                    ball = each.seat.value();
                    ++drives;
                }
                if (each.what == What::drive_end) {
                    ASSERT_TRUE(ball) << "a drive ends that never began";
                    ASSERT_EQ(*ball, each.seat.value());
                    ASSERT_FALSE(each.how.empty());
                    ball.reset();
                }
                if (each.what == What::play) {
                    ASSERT_TRUE(ball) << "a play without the ball";
                    ASSERT_EQ(*ball, each.seat.value());
                }
            }
        });
        EXPECT_FALSE(ball) << "a drive outlasts the game";
        EXPECT_GT(drives, 0);
    }
}

TEST_P(Happenings, TheEndIsToldOnceWithItsWinner) {
    int ends = 0;
    follow(7, [&](const Table& table, const std::vector<Happening>& happened) {
        for (std::size_t i = 0; i < happened.size(); ++i) {
            if (happened[i].what != What::over) continue;
            ++ends;
            EXPECT_EQ(i + 1, happened.size());
            const Result winner = table.turn().winner;
            EXPECT_EQ(happened[i].seat.has_value(), winner != Result::draw);
            if (happened[i].seat) {
                EXPECT_EQ(win_of(*happened[i].seat), winner);
            }
        }
        EXPECT_EQ(ends > 0, table.over());
    });
    EXPECT_EQ(ends, 1);
}

TEST_P(Happenings, EveryWordHasItsTextInBothLanguages) {
    std::set<std::string_view> seen;
    for (u64 seed = 8; seed <= 11; ++seed)
        follow(seed, [&](const Table&, const std::vector<Happening>& happened) {
            for (const Happening& each : happened) {
                if (each.how.empty() || !seen.insert(each.how).second) continue;
                for (Language language : kLanguages)
                    EXPECT_FALSE(
                        Words::of(language, GetParam().kind->id()).find(fmt::format("how.{}", each.how)).empty())
                        << code(language) << ": how." << each.how << " (" << name(each.what) << ")";
            }
        });
}

TEST_P(Happenings, OnlyWhatAppliesIsTold) {
    const std::set<What> without_seat{What::period, What::clock, What::weather, What::overtime,
                                      What::over,   What::deal,  What::toss};
    const std::set<What> with_spot{What::possession, What::play, What::gain};
    const std::set<What> with_amount{What::gain, What::score, What::first_down, What::down, What::period, What::clock};
    follow(12, [&](const Table&, const std::vector<Happening>& happened) {
        for (const Happening& each : happened) {
            EXPECT_TRUE(each.seat || without_seat.contains(each.what)) << name(each.what);
            EXPECT_TRUE(!each.spot || with_spot.contains(each.what)) << name(each.what);
            EXPECT_TRUE(each.amount || !with_amount.contains(each.what)) << name(each.what);
        }
    });
}

INSTANTIATE_TEST_SUITE_P(AllGames, Happenings, testing::ValuesIn(all_settings()),
                         [](const auto& setting) { return name_of(setting.param); });

} // namespace
} // namespace touchline
