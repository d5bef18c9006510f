// Answers in a folder: found again under the hash of what they answer, and never half.
#include "lab/answers.hpp"

#include "lab/stand_in.hpp"
#include "lab/variant.hpp"
#include "play/kind.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

namespace touchline::lab {
namespace {

struct Answers : testing::Test {
    std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("touchline-answers-" + std::to_string(::getpid()) +
                                                  testing::UnitTest::GetInstance()->current_test_info()->name());
    ~Answers() override { std::filesystem::remove_all(folder); }
};

std::unique_ptr<Table> sports(const Json& options = Json::object()) {
    return std::move(*open_table("sports-dice-football", options));
}

TEST(FiguresJson, ReadAgainAreTheSame) {
    const Json json = figures_json(stand_in());
    const auto read = figures_of(Json::parse(json.dump()));
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(figures_json(*read), json);
    ASSERT_EQ(named_figures(*read).size(), named_figures(stand_in()).size());
    for (std::size_t i = 0; i < named_figures(*read).size(); ++i)
        EXPECT_EQ(named_figures(*read)[i].name, named_figures(stand_in())[i].name);
}

TEST(FiguresJson, WhatIsNoneIsNotRead) {
    EXPECT_FALSE(figures_of(Json::object()).has_value());
    EXPECT_FALSE(figures_of(Json()).has_value());
    Json json = figures_json(stand_in());
    json["points"]["home"] = "many";
    EXPECT_FALSE(figures_of(json).has_value());
}

TEST_F(Answers, TheKeyIsThatOfWhatIsAsked) {
    const std::string key = question_key(*sports(), {});
    EXPECT_EQ(key.size(), 32u);
    EXPECT_EQ(question_key(*sports({{"chip", true}}), {}), key) << "an option as by default is no other question";
    EXPECT_NE(question_key(*sports({{"chip", false}}), {}), key);
    EXPECT_NE(question_key(*sports(), {{"coach", "perfect"}, true}), key);
    EXPECT_NE(question_key(*sports(), {{"perfect", "perfect"}, false}), key);
    const auto other = std::move(*changed_table(*sports(), std::vector<Change>{{"score.touchdown", "8"}}));
    EXPECT_NE(question_key(*other, {}), key);
    const auto same = std::move(*changed_table(*sports(), std::vector<Change>{{"score.touchdown", "7"}}));
    EXPECT_EQ(question_key(*same, {}), key);
}

TEST_F(Answers, WhatIsKeptIsFoundAgain) {
    const AnswerFolder answers(folder / "deep" / "er");
    ASSERT_FALSE(answers.prepare().has_value());
    EXPECT_FALSE(answers.find("abc").has_value());
    ASSERT_FALSE(answers.keep("abc", question_json(*sports(), {}), stand_in()).has_value());
    ASSERT_TRUE(answers.find("abc").has_value());
    EXPECT_EQ(figures_json(*answers.find("abc")), figures_json(stand_in()));
    ASSERT_EQ(answers.all().size(), 1u);
    EXPECT_EQ(answers.all().front().question, question_json(*sports(), {}));
}

TEST_F(Answers, ADamagedAnswerIsNone) {
    const AnswerFolder answers(folder);
    ASSERT_FALSE(answers.prepare().has_value());
    ASSERT_FALSE(answers.keep("abc", question_json(*sports(), {}), stand_in()).has_value());
    std::filesystem::resize_file(folder / "abc.json", 100);
    std::ofstream(folder / "duel.json") << R"({"question":{"what":"duel"},"answer":{}})";
    EXPECT_FALSE(answers.find("abc").has_value());
    EXPECT_TRUE(answers.all().empty());
}

TEST_F(Answers, AFolderThatCannotBeIsRefused) {
    std::ofstream(folder) << "a file";
    EXPECT_TRUE(AnswerFolder(folder).prepare().has_value());
    EXPECT_TRUE(AnswerFolder(folder / "nowhere").keep("abc", {}, stand_in()).has_value());
}

} // namespace
} // namespace touchline::lab
