// Rows of plays, drives and the box score: wpa adds up to the result, columns are the same everywhere, text is
// harmless.
#include "analysis/advisor.hpp"
#include "review/export.hpp"
#include "review/looked_back.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace touchline::review {
namespace {

struct Game {
    std::string_view id;
    Json options;
};
// All five, the large ones short.
const std::vector<Game> kFive{{"sports-dice-football", {{"target", 7}}},
                              {"pocket-gridiron", {{"drives", 1}, {"injuries", false}}},
                              {"gridiron-glory", Json::object()},
                              {"pocket-rugby", Json::object()},
                              {"red-boar-gridiron", {{"quarter_seconds", 150}}},
                              {"red-boar-gridiron", {{"quarter_seconds", 90}, {"mode", "cards"}}}};

TEST(Export, WpaAddsUpToTheResultInAllGames) {
    analysis::RolloutEvaluator evaluator(20);
    for (const auto& [game, options] : kFive)
        for (u64 seed = 1; seed <= 3; ++seed) {
            const auto table = played(game, options, seed);
            const Review review = reviewed(*table, evaluator);
            const std::vector<Json> rows =
                exported(report(review, *table, Words::of(Language::english, game)), Rows::plays);
            ASSERT_FALSE(rows.empty());
            double home = rows.front()["home_wp"].get<double>();
            double signed_wpa = home;
            for (const Json& row : rows) {
                const double sign = row["posteam_type"] == "home" ? 1 : -1;
                const double wpa = row["wpa"].get<double>();
                EXPECT_NEAR(row["home_wp"].get<double>(), home, 1e-9) << "a play begins where the one before ended";
                EXPECT_NEAR(
                    wpa, row["luck"].get<double>() - row["error"].get<double>() + row["def_error"].get<double>(), 1e-9);
                home += row["home_wpa"].get<double>();
                signed_wpa += sign * wpa;
            }
            const Result winner = table->turn().winner;
            const double result = winner == Result::home ? 1 : winner == Result::away ? 0 : 0.5;
            EXPECT_NEAR(home, result, 1e-9) << game << " seed " << seed;
            EXPECT_NEAR(signed_wpa, result, 1e-9) << game << " seed " << seed;
            EXPECT_EQ(rows.back()["total_home_score"], table->score().home);
            EXPECT_EQ(rows.back()["result"], table->score().home - table->score().away);
        }
}

TEST(Export, RowsHaveEveryColumnInOrderAndPlaysFollowEachOther) {
    analysis::RolloutEvaluator evaluator(4);
    for (const auto& [game, options] : kFive) {
        const auto table = played(game, options, 5);
        const Review review = reviewed(*table, evaluator);
        const Report told = report(review, *table, Words::of(Language::french, game));
        for (Rows which : {Rows::plays, Rows::drives, Rows::box})
            for (const Json& row : exported(told, which)) {
                std::vector<std::string> keys;
                for (const auto& [key, value] : row.items()) keys.push_back(key);
                const auto columns = columns_of(which);
                EXPECT_EQ(keys, std::vector<std::string>(columns.begin(), columns.end())) << game;
            }
        BySeat<int> score{};
        int number = 0;
        for (const Json& row : exported(told, Rows::plays)) {
            EXPECT_EQ(row["play_id"], ++number);
            EXPECT_FALSE(row["desc"].get<std::string>().empty());
            const bool home = row["posteam_type"] == "home";
            EXPECT_EQ(row[home ? "posteam_score" : "defteam_score"], score.home);
            EXPECT_EQ(row[home ? "defteam_score" : "posteam_score"], score.away);
            score = {row["total_home_score"].get<int>(), row["total_away_score"].get<int>()};
        }
    }
}

// What the rules page says of a game without yards: the columns are there and empty.
TEST(Export, ColumnsAreEmptyWhereAGameHasNoSuchThing) {
    analysis::RolloutEvaluator evaluator(4);
    const auto rugby = played("pocket-rugby", Json::object(), 1);
    const Review review = reviewed(*rugby, evaluator);
    for (const Json& row : exported(report(review, *rugby, Words::of(Language::english, "pocket-rugby")), Rows::plays))
        for (const char* column : {"down", "ydstogo", "yardline_100", "yards_gained", "quarter_seconds_remaining"})
            EXPECT_TRUE(row[column].is_null()) << column;
    const auto boar = played("red-boar-gridiron", {{"quarter_seconds", 150}}, 1);
    const Review known = reviewed(*boar, evaluator);
    int kickoffs = 0;
    int scrimmages = 0;
    for (const Json& row :
         exported(report(known, *boar, Words::of(Language::english, "red-boar-gridiron")), Rows::plays)) {
        EXPECT_TRUE(row["qtr"].is_number());
        kickoffs += row["kickoff_attempt"].get<int>();
        if (row["play_type"] == "run" || row["play_type"] == "pass") {
            ++scrimmages;
            EXPECT_TRUE(row["yardline_100"].is_number() && row["yards_gained"].is_number());
        }
    }
    EXPECT_GT(kickoffs, 0);
    EXPECT_GT(scrimmages, 0);
}

TEST(Export, HostileNamesStayTextInCsv) {
    analysis::RolloutEvaluator evaluator(4);
    auto table = played("gridiron-glory", Json::object(), 1);
    table->tags = {{"Home", "=cmd|' /C calc'!A0"}, {"Away", "a \"b\", c"}};
    const Review review = reviewed(*table, evaluator);
    const std::vector<Json> rows =
        exported(report(review, *table, Words::of(Language::english, "gridiron-glory")), Rows::box);
    const std::string csv = to_csv(columns_of(Rows::box), rows);
    EXPECT_EQ(csv.find(",=cmd"), std::string::npos);
    EXPECT_NE(csv.find(",'=cmd|' /C calc'!A0,"), std::string::npos) << csv.substr(0, 300);
    EXPECT_NE(csv.find(",\"a \"\"b\"\", c\","), std::string::npos);
    const std::vector<std::string_view> one{"x"};
    for (const char* formula : {"=1+1", "+1", "-1", "@SUM(A1)", "\tx"})
        EXPECT_EQ(to_csv(one, {Json{{"x", formula}}}).find(std::string("\n") + formula), std::string::npos) << formula;
    EXPECT_EQ(to_csv(one, {Json{{"x", -0.5}}, Json{{"x", nullptr}}}), "x\r\n-0.5\r\n\r\n") << "numbers stay numbers";
}

TEST(Export, AnUnfinishedGameAddsUpToWhereItWasLeft) {
    analysis::RolloutEvaluator evaluator(20);
    const auto whole = played("sports-dice-football", {{"target", 7}}, 2);
    const auto half = whole->before(whole->steps() / 2);
    const Review review = reviewed(*half, evaluator);
    double home = review.ledger.start;
    for (const Json& row :
         exported(report(review, *half, Words::of(Language::english, half->kind().id())), Rows::plays))
        home += row["home_wpa"].get<double>();
    EXPECT_NEAR(home, review.ledger.result, 1e-9);
}

} // namespace
} // namespace touchline::review
