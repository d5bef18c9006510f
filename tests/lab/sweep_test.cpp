// The spec of a sweep written out as questions.
#include "lab/sweep.hpp"

#include "lab/answers.hpp"
#include "play/message_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace touchline::lab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

std::vector<std::string> names(std::string_view toml) {
    const auto questions = sweep_questions(toml);
    if (!questions) return {"refused: " + text(questions.error(), Language::english)};
    std::vector<std::string> found;
    for (const SweepQuestion& question : *questions) found.push_back(question.name());
    return found;
}

TEST(Sweep, AListStandsForEachOfItsValuesAllCombinations) {
    EXPECT_THAT(names("game = 'gridiron-glory'\n[set]\n'field.tries' = [2, 3]\n'score.touchdown' = '6..8'\n"),
                SizeIs(6));
    EXPECT_THAT(names("game = ['gridiron-glory', 'sports-dice-football']\nhome = ['coach', 'perfect']\n"),
                ElementsAre("gridiron-glory coach–perfect", "gridiron-glory", "sports-dice-football coach–perfect",
                            "sports-dice-football"));
    EXPECT_THAT(names("game = 'gridiron-glory'\noptions = [{}, {overtime = 'tie'}]\n"),
                ElementsAre("gridiron-glory", "gridiron-glory overtime=tie"));
}

TEST(Sweep, SeveralSpecsMayStandInOneFile) {
    EXPECT_THAT(
        names("[[questions]]\ngame = 'gridiron-glory'\n[[questions]]\ngame = 'pocket-rugby'\nwhat = 'figures'\n"),
        ElementsAre("gridiron-glory", "pocket-rugby"));
}

TEST(Sweep, WhatIsWrongIsToldInASentence) {
    EXPECT_THAT(names("game = 3\n").front(), HasSubstr("'game'"));
    EXPECT_THAT(names("games = 'gridiron-glory'\n").front(), HasSubstr("'games'"));
    EXPECT_THAT(names("what = 'duel'\ngame = 'gridiron-glory'\n").front(), HasSubstr("'what'"));
    EXPECT_THAT(names("home = 'coach'\n").front(), HasSubstr("names no game"));
    EXPECT_THAT(names("game = 'gridiron-glory'\nhome = 'nobody'\n").front(), HasSubstr("no bot 'nobody'"));
    EXPECT_THAT(names("game = \n").front(), HasSubstr("no TOML"));
    EXPECT_THAT(names("game = 'gridiron-glory'\noptions = {a = [1, 2]}\n").front(), HasSubstr("options.a"));
}

TEST(Sweep, WhatStandsForNoValueIsRefused) {
    const std::string game = "game = 'sports-dice-football'\n";
    for (const char* values : {"'5..2'", "[]", "['5..2', '3..1']"})
        EXPECT_THAT(names(game + "[set]\n'score.field_goal' = " + values).front(),
                    HasSubstr("'set.score.field_goal' of the sweep stands for no value"));
    EXPECT_THAT(names(game + "home = []\n").front(), HasSubstr("'home' of the sweep stands for no value"));
    EXPECT_THAT(names(game + "options = []\n").front(), HasSubstr("'options' of the sweep stands for no value"));
    EXPECT_THAT(names("questions = []\n").front(), HasSubstr("'questions' of the sweep stands for no value"));
    EXPECT_THAT(names(game + "[set]\n'score.field_goal' = ['5..2', 4]\n"), SizeIs(1));
}

TEST(Sweep, ShardsShareAllQuestionsAndNoneTwice) {
    for (std::size_t place = 0; place < 20; ++place) {
        int answered = 0;
        for (const char* text : {"1/3", "2/3", "3/3"}) answered += read_shard(text)->has(place) ? 1 : 0;
        EXPECT_EQ(answered, 1);
    }
    for (const char* text : {"0/3", "4/3", "1", "1/", "/3", "1/3x", "-1/3"})
        EXPECT_FALSE(read_shard(text).has_value()) << text;
}

TEST(Sweep, AQuestionHasTheTableThatItNames) {
    const auto questions =
        *sweep_questions("game = 'sports-dice-football'\noptions = {chip = false}\n[set]\n'score.touchdown' = 6\n");
    const auto table = std::move(*table_of(questions.front(), [](const std::string&) { return std::string(); }));
    EXPECT_EQ(value_at(table->sheet_toml(), "score.touchdown"), "6");
    EXPECT_EQ(table->options().json(), (Json{{"chip", false}}));
    EXPECT_FALSE(questions.front().plan.skill);
    SweepQuestion wrong = questions.front();
    wrong.changes.front().path = "score.tuchdown";
    EXPECT_FALSE(table_of(wrong, [](const std::string&) { return std::string(); }).has_value());
    wrong.game = "chess";
    EXPECT_FALSE(table_of(wrong, [](const std::string&) { return std::string(); }).has_value());
}

} // namespace
} // namespace touchline::lab
