// Bots decide by what they are given and nothing else; strengths give away what they promise.
#include "bots/players.hpp"
#include "bots/roster.hpp"
#include "bots/strength.hpp"
#include "lab/simulation.hpp"
#include "play/kind.hpp"
#include "typed_table.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace touchline::bots {
namespace {

using analysis::Library;

TEST(Mixture, LosesItsBudgetOnAverage) {
    const std::vector<double> losses{0, 0.02, 0.1};
    for (double budget : {0.001, 0.003, 0.01, 0.03}) {
        const Shares weights = mixture(losses, budget);
        double mean = 0;
        double total = 0;
        for (std::size_t i = 0; i < losses.size(); ++i) {
            mean += weights[i] * losses[i];
            total += weights[i];
        }
        EXPECT_NEAR(total, 1, 1e-12);
        EXPECT_NEAR(mean, budget, 1e-6);
    }
}

TEST(Mixture, LosesItsBudgetWhereItIsNearlyEven) {
    const std::vector<double> losses{0, 0.08, 0.07, 0.09, 0.161};
    const Shares weights = mixture(losses, 0.0801999); // all alike would lose 0.0802
    double mean = 0;
    for (std::size_t i = 0; i < losses.size(); ++i) mean += weights[i] * losses[i];
    EXPECT_NEAR(mean, 0.0801999, 1e-12);
}

TEST(Mixture, IsEvenWhereLittleCanBeLost) {
    const Shares weights = mixture(std::array{0.0, 0.001}, 0.03);
    EXPECT_NEAR(weights[0], 0.5, 1e-3);
}

// A few plays from the end: soon solved.
const Json kLastPlays{{"quarter", 4}, {"clock", 20}, {"ball", 80}, {"score", {{"home", 10}, {"away", 14}}}};

// A choice is the same under a thousand different futures: what falls later cannot be known.
TEST(Bots, ChooseTheSameWhateverTheDiceWillBe) {
    Library library;
    for (const auto& [game, options] :
         std::vector<std::pair<std::string, Json>>{{"sports-dice-football", {{"target", 7}}},
                                                   {"pocket-gridiron", {{"drives", 1}, {"injuries", false}}},
                                                   {"red-boar-gridiron", {{"mode", "cards"}}}}) {
        auto table = std::move(*open_table(game, options));
        if (game == "red-boar-gridiron") {
            ASSERT_TRUE(table->set(kLastPlays));
        }
        SeededDice dice(3);
        while (table->turn().kind != TurnKind::choice || table->turn().event == "toss") {
            if (table->turn().kind == TurnKind::chance)
                ASSERT_TRUE(table->roll(dice));
            else
                ASSERT_TRUE(table->choose(std::nullopt, table->turn().actions.front()));
        }
        for (const std::string& name : bot_names()) {
            std::set<std::string> chosen;
            for (u64 future = 0; future < 50; ++future) {
                SeededDice other(future); // the dice that will fall: made, never given to the bot
                (void)other.next();
                chosen.insert(Players(library).make(name, 77)->choose(*table, table->turn().seat));
            }
            EXPECT_EQ(chosen.size(), 1u) << name;
        }
    }
}

// Hands that a seat cannot see do not change what its bot does.
TEST(Bots, DoNotSeeTheOthersHand) {
    Library library;
    SeededDice dice(4);
    Random random(5);
    int compared = 0;
    for (const std::string name : {"coach", "perfect"}) {
        auto table = std::move(*open_table("red-boar-gridiron", {{"mode", "cards"}}));
        if (name == "perfect") {
            ASSERT_TRUE(table->set(kLastPlays));
        }
        for (int i = 0; i < 400 && !table->over(); ++i) {
            const TurnText turn = table->turn();
            if (turn.kind == TurnKind::chance) {
                ASSERT_TRUE(table->roll(dice));
                continue;
            }
            const Seat seat = turn.kind == TurnKind::secret ? turn.waiting.front() : turn.seat;
            const std::string action = Players(library).make(name, 9)->choose(*table, seat);
            test::visit(*table, [&](const auto& at) {
                using R = std::remove_cvref_t<decltype(at.rules())>;
                if constexpr (HasHidden<R>) {
                    const auto chosen_at = [&](const auto& position) {
                        auto own = at;
                        own.begin_at(position); // the same past for both: none
                        return Players(library).make(name, 9)->choose(own, seat);
                    };
                    const auto redealt = at.rules().redeal(at.position(), viewer_of(seat), random);
                    EXPECT_EQ(chosen_at(redealt), chosen_at(at.position()));
                    ++compared;
                }
            });
            ASSERT_TRUE(table->choose(seat, action));
        }
    }
    EXPECT_GT(compared, 20);
}

TEST(Strengths, PerfectGivesNothingAwayAndTheOthersInOrder) {
    Library library;
    const std::atomic<bool> stop{false};
    const auto table = std::move(*open_table("sports-dice-football", {{"target", 7}}));
    double last = -1;
    for (const Strength& strength : kStrengths) {
        const auto given = lab::generosity(*table, std::string(strength.name), 60, 1, library, stop);
        ASSERT_TRUE(given);
        EXPECT_GT(given->decisions, 50u);
        if (strength.budget == 0) {
            EXPECT_NEAR(given->lost, 0, 1e-9);
        }
        EXPECT_GT(given->each(), last) << strength.name;
        EXPECT_LT(given->each(), 1.5 * strength.budget + 1e-9) << strength.name;
        last = given->each();
    }
}

} // namespace
} // namespace touchline::bots
