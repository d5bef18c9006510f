// The ledger adds up, mistakes are what the advice says they are, and every form of the review can be read.
#include "analysis/advisor.hpp"
#include "play/kind.hpp"
#include "review/review.hpp"
#include "review/telling.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace touchline::review {
namespace {

std::unique_ptr<Table> played(std::string_view game, const Json& options, u64 seed) {
    auto table = std::move(*open_table(game, options));
    SeededDice dice(seed);
    while (!table->over()) {
        const TurnText turn = table->turn();
        if (turn.kind == TurnKind::chance) {
            EXPECT_TRUE(table->roll(dice));
        } else {
            const Seat seat = turn.kind == TurnKind::secret ? turn.waiting.front() : turn.seat;
            const auto actions = table->turn(viewer_of(seat)).actions;
            EXPECT_TRUE(table->choose(seat, actions[dice.below(static_cast<u32>(actions.size()))]));
        }
    }
    return table;
}

Review reviewed(const Table& table, Counsel& counsel, const Question& question = {}) {
    const std::atomic<bool> stopped{false};
    return review(
        table, counsel, question, [](double) {}, stopped);
}

// Small settings that are solved in a moment.
const std::vector<std::pair<std::string_view, Json>> kSmall{
    {"sports-dice-football", {{"target", 7}}},
    {"pocket-gridiron", {{"drives", 1}, {"injuries", false}}},
    {"gridiron-glory", Json::object()},
};

TEST(Review, TheLedgerAddsUpToTheResult) {
    analysis::Library library;
    analysis::Advisor advisor(library);
    for (const auto& [game, options] : kSmall)
        for (u64 seed = 1; seed <= 10; ++seed) {
            const auto table = played(game, options, seed);
            const Review review = reviewed(*table, advisor);
            EXPECT_TRUE(review.exact) << game;
            const Result winner = table->turn().winner;
            EXPECT_EQ(review.ledger.result, winner == Result::home ? 1 : winner == Result::away ? 0 : 0.5);
            EXPECT_NEAR(review.ledger.sum(), review.ledger.result, 1e-9) << game << " seed " << seed;
            for (Seat seat : kSeats) EXPECT_GE(review.ledger.errors[seat], -1e-9) << game << " seed " << seed;
        }
}

TEST(Review, ALossIsWhatTheAdviceSays) {
    analysis::Library library;
    analysis::Advisor advisor(library);
    const auto table = played("sports-dice-football", {{"target", 7}}, 3);
    const Review review = reviewed(*table, advisor);
    int decisions = 0;
    for (const Step& step : review.steps) {
        if (step.kind != TurnKind::choice) continue;
        ++decisions;
        const Advice advice = advisor.advise(*table->before(step.index), step.seat, {});
        for (const AdvisedAction& each : advice.actions)
            if (each.action == table->step(step.index).action) {
                EXPECT_NEAR(step.loss, each.loss, 1e-9);
            }
    }
    EXPECT_GT(decisions, 0);
}

TEST(Review, TheValueBeforeARollIsTheMeanOfWhatMayFall) {
    analysis::Library library;
    analysis::Advisor advisor(library);
    const auto table = played("pocket-gridiron", {{"drives", 1}, {"injuries", false}}, 4);
    for (std::size_t i = 1; i < table->steps(); ++i) {
        const auto at = table->before(i);
        if (at->turn().kind != TurnKind::chance || at->turn().event != "qb") continue;
        double mean = 0;
        const std::vector<std::vector<std::string_view>> faces = at->faces();
        for (std::string_view face : faces.front()) {
            auto next = at->clone();
            ASSERT_TRUE(next->roll({face}));
            mean += advisor.odds(*next, {}).value(Seat::home) / 6; // six different faces
        }
        EXPECT_NEAR(advisor.odds(*at, {}).value(Seat::home), mean, 1e-9);
        return;
    }
    FAIL() << "no quarterback roll in this game";
}

TEST(Review, EstimatesAreLabelledAndAddUpToo) {
    analysis::Library library;
    analysis::Advisor advisor(library);
    const auto table = played("red-boar-gridiron", {{"mode", "cards"}, {"quarter_seconds", 30}}, 2);
    const Review review = reviewed(*table, advisor, {.seconds = 0.0});
    EXPECT_FALSE(review.exact);
    EXPECT_GT(review.error, 0);
    EXPECT_NEAR(review.ledger.sum(), review.ledger.result, 1e-9);
}

TEST(Review, EveryFormReadsInBothLanguages) {
    analysis::Library library;
    analysis::Advisor advisor(library);
    auto table = played("sports-dice-football", {{"target", 7}}, 8);
    table->tags = {{"Home", "<b>Anna</b>"}};
    const Review review = reviewed(*table, advisor);
    for (Language language : kLanguages) {
        const Words& words = Words::of(language, table->kind().id());
        const std::string text = to_text(review, *table, words, 80);
        EXPECT_NE(text.find(words.text("review.ledger")), std::string::npos);
        EXPECT_EQ(text.find("«review"), std::string::npos);
        const std::string html = to_html(review, *table, words);
        EXPECT_EQ(html.find("<b>Anna"), std::string::npos) << "names are escaped";
        EXPECT_NE(html.find("<svg"), std::string::npos);
        EXPECT_EQ(html.find("http"), std::string::npos) << "nothing outside the file";
        const Json json = to_json(review, *table, words);
        EXPECT_EQ(json["chart"].size(), table->steps() + 1);
        EXPECT_LE(json["moments"].size(), kKeyMoments);
    }
}

} // namespace
} // namespace touchline::review
