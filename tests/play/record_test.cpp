// Records and positions from outside: edited, cut short, of other sheets, of no game at all.
#include "core/shown_text.hpp"
#include "play/position.hpp"
#include "play/random_play.hpp"
#include "play/record.hpp"
#include "said.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace touchline {
namespace {

std::unique_ptr<Table> played(std::string_view game, const Json& options, u64 seed, std::size_t steps) {
    auto table = std::move(*open_table(game, options));
    SeededDice dice(seed);
    EXPECT_TRUE(random_play(*table, dice, steps));
    return table;
}

std::string fault_of(std::string_view text) {
    const auto table = read_record(text);
    EXPECT_FALSE(table) << text;
    if (table) return {};
    EXPECT_EQ(table.error().code, RefusalCode::bad_record);
    return said(table.error().message);
}

TEST(Record, SaysGameOptionsSheetAndResult) {
    const auto table = played("pocket-gridiron", {{"mode", "pro"}, {"drives", 1}}, 5, 100000);
    const std::string text = record_text(*table);
    EXPECT_NE(text.find("[Game \"pocket-gridiron\"]\n"), std::string::npos);
    EXPECT_NE(text.find("[Options \"drives=1 mode=pro\"]\n"), std::string::npos);
    EXPECT_NE(text.find("[SheetHash \"" + table->sheet_hash() + "\"]\n"), std::string::npos);
    EXPECT_EQ(text.find("[Result \"*\"]"), std::string::npos);
}

TEST(Record, AGameUnderWayEndsWithAnOpenResultAndGoesOn) {
    const auto table = played("pocket-rugby", Json::object(), 6, 50);
    const std::string text = record_text(*table);
    EXPECT_NE(text.find("[Result \"*\"]"), std::string::npos);
    const auto back = read_record(text);
    ASSERT_TRUE(back);
    EXPECT_EQ((*back)->state_bytes(), table->state_bytes());
}

TEST(Record, ASecretChoiceThatWaitsIsKept) {
    auto table = played("red-boar-gridiron", {{"mode", "cards"}}, 8, 2);
    SeededDice dice(9);
    while (table->turn().kind != TurnKind::secret) {
        if (table->turn().kind == TurnKind::chance)
            ASSERT_TRUE(table->roll(dice));
        else
            ASSERT_TRUE(table->choose(std::nullopt, "play"));
    }
    ASSERT_TRUE(table->choose(Seat::home, table->turn(Viewer::home).actions.front()));
    const std::string text = record_text(*table);
    const auto back = read_record(text);
    ASSERT_TRUE(back) << said(back.error().message);
    EXPECT_EQ((*back)->turn().waiting, std::vector<Seat>{Seat::away});
    EXPECT_EQ(record_text(**back), text);
}

TEST(Record, WhatAViewerMayNotKnowIsAQuestionMark) {
    const auto table = played("red-boar-gridiron", {{"mode", "cards"}}, 8, 40);
    EXPECT_EQ(record_text(*table).find(": ?"), std::string::npos);
    EXPECT_NE(record_text(*table, Viewer::everyone).find(": ?"), std::string::npos);
}

TEST(Record, BeginsAtAPositionThatWasSet) {
    auto table = std::move(*open_table("sports-dice-football", Json::object()));
    ASSERT_TRUE(table->set({{"ball", 80}, {"down", 3}}));
    SeededDice dice(2);
    ASSERT_TRUE(table->roll(dice));
    const std::string text = record_text(*table);
    EXPECT_NE(text.find("[Position \"sports-dice-football~"), std::string::npos);
    const auto back = read_record(text);
    ASSERT_TRUE(back) << said(back.error().message);
    EXPECT_EQ((*back)->state_bytes(), table->state_bytes());
    EXPECT_EQ(record_text(**back), text);
}

TEST(Record, EveryWrongLineIsNamed) {
    EXPECT_NE(fault_of("").find("[Game"), std::string::npos);
    EXPECT_NE(fault_of("[Game \"chess\"]\n").find("line 1"), std::string::npos);
    EXPECT_NE(fault_of("[Game \"pocket-rugby\n").find("quotation"), std::string::npos);
    EXPECT_NE(fault_of("[Game pocket-rugby]\n").find("line 1"), std::string::npos);
    EXPECT_NE(fault_of("[Game \"pocket-rugby\" x]\n").find("line 1"), std::string::npos);
    EXPECT_NE(fault_of("[Game \"pocket-rugby\"]\n[Game \"pocket-rugby\"]\n").find("line 2"), std::string::npos);
    EXPECT_NE(fault_of("[Game \"pocket-rugby\"]\n[Options \"weather=snow\"]\n").find("line 2"), std::string::npos);
    EXPECT_NE(fault_of("[Game \"pocket-rugby\"]\n[SheetHash \"0123456789abcdef\"]\n").find("another sheet"),
              std::string::npos);
    EXPECT_NE(fault_of("[Game \"pocket-rugby\"]\n\nhome rolls toss: away\naway rolls forward: PASS\n")
                  .find("line 4: here 'away rolls scrum-half' is due"),
              std::string::npos);
    EXPECT_NE(fault_of("[Game \"pocket-rugby\"]\nhome rolls toss: north\n").find("line 2"), std::string::npos);
    EXPECT_NE(fault_of("[Game \"pocket-rugby\"]\nhome dances toss: home\n").find("line 2: a step is written"),
              std::string::npos);
    EXPECT_NE(fault_of("[Game \"pocket-rugby\"]\n[Position \"pocket-rugby~AAAA\"]\n").find("line 2"),
              std::string::npos);
    EXPECT_NE(fault_of("[Game \"pocket-rugby\"]\n[Result \"home 40-0\"]\n").find("line 2: the result"),
              std::string::npos);
}

TEST(Record, CommentsAndBlankLinesAreNoMatter) {
    const auto table =
        read_record("; a game\n[Game \"pocket-rugby\"] ; rugby\n\n  home rolls toss: \"away\"   ; the coin\n");
    ASSERT_TRUE(table) << said(table.error().message);
    EXPECT_EQ((*table)->steps(), 1u);
}

TEST(Record, HarmlessTagsComeBackAsTheyWere) {
    const auto table = played("pocket-rugby", Json::object(), 6, 20);
    table->tags = {{"Home", "Zoë \"Z\" 山田"}, {"Away", "👨\u200d👩\u200d👧"}, {"Event", "a  b \\ c "}, {"Seed", "7"}};
    const auto back = read_record(record_text(*table));
    ASSERT_TRUE(back);
    EXPECT_EQ((*back)->tags, table->tags);
    EXPECT_EQ(record_text(**back), record_text(*table));
}

TEST(Record, WhatMayNotBeShownIsLeftOutOfTags) {
    const auto read = read_record("[Game \"pocket-rugby\"]\n[Home \" \x1b]0;pwn\x07  A\u202e\u200b \"]\n"
                                  "[Away \"\u3164\u00a0\"]\n[Ev\x1b[2Jent \"a\xc2\x9b\u00a0\xff\"]\n");
    ASSERT_TRUE(read);
    EXPECT_EQ((*read)->tags, (std::vector<Tag>{{"Home", "]0;pwn A"}, {"Ev[2Jent", "a \ufffd"}}));
    const auto named = read_record("[Game \"pocket-rugby\"]\n[Home \"" + std::string(100, 'x') + "\"]\n");
    ASSERT_TRUE(named);
    EXPECT_EQ((*named)->tags.front().value.size(), kLongestName);
}

TEST(Record, ARefusalQuotesNothingThatMayNotBeShown) {
    EXPECT_EQ(fault_of("[Game \"\x1b]0;x\x07\u202e\"]\n"), "line 1: there is no game ']0;x'");
    EXPECT_EQ(fault_of("[Game \"pocket-rugby\"]\n[Options \"mode\x1b=\x9b\"]\n").find('\x1b'), std::string::npos);
    const std::string step = fault_of("[Game \"pocket-rugby\"]\nhome rolls \x1b[2J: 1\n");
    EXPECT_EQ(step.find('\x1b'), std::string::npos);
    EXPECT_NE(step.find("\ufffd[2J"), std::string::npos) << step;
}

TEST(Position, AMistypedTextIsRefused) {
    const auto table = played("gridiron-glory", Json::object(), 3, 20);
    const std::string text = position_text(*table);
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string typo = text;
        typo[i] = typo[i] == 'A' ? 'B' : 'A';
        EXPECT_FALSE(open_position(typo)) << typo;
        EXPECT_FALSE(open_position(text.substr(0, i))) << i;
    }
}

TEST(Position, BelongsToItsGameAndOptions) {
    const auto rugby = played("pocket-rugby", {{"weather", "rain"}}, 3, 20);
    const std::string text = position_text(*rugby);
    EXPECT_NE(text.find("~weather.rain~"), std::string::npos);
    auto fine = std::move(*open_table("pocket-rugby", {{"weather", "fine"}}));
    EXPECT_FALSE(set_position(*fine, text));
    ASSERT_TRUE(open_position(text));
    EXPECT_EQ((*open_position(text))->state(), rugby->state());
}

} // namespace
} // namespace touchline
