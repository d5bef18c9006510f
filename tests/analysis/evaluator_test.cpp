// What odds and advice are made of: nothing that the asker may not know, and no more work than somebody waits for.
#include "analysis/advisor.hpp"
#include "bots/players.hpp"
#include "play/kind.hpp"
#include "play/protocol.hpp"
#include "play/random_play.hpp"
#include "typed_table.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace touchline::analysis {
namespace {

// A few plays from the end: soon solved.
const Json kLastPlays{{"quarter", 4}, {"clock", 20}, {"ball", 80}, {"score", {{"home", 10}, {"away", 14}}}};

// The odds to an onlooker, and what the seats that decide are advised, each at a position that it cannot tell from
// another.
template <class R>
void expect_same_answers(const TableFor<R>& table, Evaluator& evaluator, Random& random) {
    const auto with = [&](const typename R::State& state) {
        TableFor<R> other = table;
        other.begin_at(state); // the same past for all: none
        return other;
    };
    const TableFor<R> own = with(table.position());
    const TableFor<R> unseen = with(table.rules().redeal(table.position(), Viewer::everyone, random));
    EXPECT_EQ(odds_json(evaluator.odds(own, {})).dump(), odds_json(evaluator.odds(unseen, {})).dump());
    const TurnText turn = table.turn(std::nullopt);
    for (Seat seat : kSeats) {
        const bool decides = turn.kind == TurnKind::choice ? turn.seat == seat : turn.kind == TurnKind::secret;
        if (!decides) continue;
        const TableFor<R> other = with(table.rules().redeal(table.position(), viewer_of(seat), random));
        EXPECT_EQ(advice_json(evaluator.advise(own, seat, {})).dump(),
                  advice_json(evaluator.advise(other, seat, {})).dump());
    }
}

// By the last play alone, by a book that is there, or by playouts.
TEST(Evaluator, OfHiddenHandsKnowsNoMoreThanItsAsker) {
    Library library;
    Advisor advisor(library);
    SeededDice dice(6);
    Random random(7);
    int by_book = 0;
    for (const bool solved : {false, true})
        for (int game = 0; game < 3; ++game) {
            auto table = std::move(*open_table("red-boar-gridiron", {{"mode", "cards"}}));
            ASSERT_TRUE(table->set(kLastPlays));
            if (solved) {
                while (table->turn().kind == TurnKind::chance) ASSERT_TRUE(table->roll(dice));
                (void)bots::Players(library).make("perfect", 9)->choose(*table, table->turn().seat);
            }
            for (; !table->over() && table->state()["quarter"] == 4; (void)random_step(*table, dice)) {
                test::visit(*table, [&](const auto& at) {
                    using R = std::remove_cvref_t<decltype(at.rules())>;
                    if constexpr (HasHidden<R>) {
                        expect_same_answers(at, advisor, random);
                        by_book += library.of(at)->knows(at) ? 1 : 0;
                    }
                });
            }
        }
    EXPECT_GT(by_book, 10);
}

// The test does not end where all of them are played.
TEST(Evaluator, PlaysNoGamesForAnAskerThatHasGone) {
    constexpr u64 kMore = u64{1} << 50;
    RolloutEvaluator evaluator(kMore);
    std::stop_source gone;
    const Question question{.cancelled = gone.get_token()};
    gone.request_stop();
    auto table = std::move(*open_table("red-boar-gridiron", {{"mode", "cards"}}));
    ASSERT_TRUE(table->set(kLastPlays));
    SeededDice dice(6);
    const Odds odds = evaluator.odds(*table, question);
    EXPECT_DOUBLE_EQ(odds.home + odds.draw + odds.away, 1);
    while (table->turn().kind == TurnKind::chance) ASSERT_TRUE(table->roll(dice));
    EXPECT_EQ(evaluator.advise(*table, table->turn().seat, question).actions.size(), table->turn().actions.size());
}

} // namespace
} // namespace touchline::analysis
