// Sheets changed by path: what is changed, what stays, and what is refused.
#include "lab/variant.hpp"

#include "play/message_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchline::lab {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

const Kind& box() { return *kind_named("sports-dice-football"); }
const Kind& gridiron() { return *kind_named("pocket-gridiron"); }

std::string changed(const Kind& kind, const std::vector<Change>& changes) {
    const auto sheet = changed_sheet(kind, kind.default_sheet(), changes);
    return sheet ? *sheet : "refused: " + text(sheet.error(), Language::english);
}

TEST(Variant, AChangeIsAPathAndAValue) {
    EXPECT_EQ(*read_change("score.touchdown = 8"), (Change{"score.touchdown", "8"}));
    for (const char* wrong : {"score.touchdown", "=8", "score.touchdown=", ""})
        EXPECT_FALSE(read_change(wrong).has_value()) << wrong;
}

TEST(Variant, AFigureChangesAndEveryCommentStays) {
    std::string expected(box().default_sheet());
    expected.replace(expected.find("touchdown = 7"), 13, "touchdown = 8");
    EXPECT_EQ(changed(box(), {{"score.touchdown", "8"}}), expected);
}

TEST(Variant, NoChangeIsTheSheetItself) {
    EXPECT_EQ(changed(box(), {}), box().default_sheet());
    EXPECT_EQ(changed(box(), {{"score.touchdown", "7"}}), box().default_sheet());
}

TEST(Variant, ACountOfAFaceTakesThePlaceOfAnother) {
    const std::string sheet =
        changed(box(), {{"dice.offense.faces.TD.count", "2"}, {"dice.offense.faces.10.weight", "2"}});
    EXPECT_THAT(sheet, HasSubstr("# symbols: rulebook"));
    EXPECT_EQ(value_at(sheet, "dice.offense.faces"),
              value_at(changed(box(), {{"dice.offense.faces[3]", "TD"}}), "dice.offense.faces"));
    EXPECT_EQ(value_at(sheet, "dice.offense.faces.TD.count"), "2");
    EXPECT_EQ(value_at(sheet, "dice.offense.faces.20.count"), "1");
}

TEST(Variant, AListMayBeWrittenAsItComes) {
    const std::string sheet = changed(box(), {{"dice.offense.faces", "10, 10,20,20,FG,TD"}});
    EXPECT_EQ(value_at(sheet, "dice.offense.faces.20.count"), "2");
    EXPECT_EQ(sheet, changed(box(), {{"dice.offense.faces", "[\"10\", '10', '20', '20', 'FG', 'TD']"}}));
}

TEST(Variant, EntriesGoByPlaceOrName) {
    EXPECT_EQ(changed(gridiron(), {{"dice.wr[3].value", "9"}}), changed(gridiron(), {{"dice.wr.POST.value", "9"}}));
    EXPECT_EQ(value_at(changed(gridiron(), {{"dice.wr.STOP & GO.value", "9"}}), "dice.wr[4].value"), "9");
    EXPECT_EQ(value_at(changed(gridiron(), {{"teams.ironmen.decoy.at_least", "2"}}), "teams[1].decoy.at_least"), "2");
    EXPECT_EQ(value_at(changed(gridiron(), {{"teams.ironmen.favoured.SEAM.bonus", "3"}}), "teams[1].favoured[2].bonus"),
              "3");
}

TEST(Variant, AFaceOfTablesIsCountedWithItsValue) {
    const std::string sheet = changed(gridiron(), {{"dice.wr.POST.count", "2"},
                                                   {"dice.wr.HITCH.count", "0"},
                                                   {"teams.ironmen.intercept.route", "POST"},
                                                   {"teams.mustangs.decoy.route", "POST"}});
    EXPECT_EQ(value_at(sheet, "dice.wr[1].face"), "POST") << sheet.substr(0, 200);
    EXPECT_EQ(value_at(sheet, "dice.wr[1].value"), "7");
}

TEST(Variant, WhatIsChangedIsNoLongerTheRulebooks) {
    EXPECT_EQ(value_at(gridiron().default_sheet(), "dice.wr[4].source"), "rulebook");
    EXPECT_EQ(value_at(changed(gridiron(), {{"dice.wr.STOP & GO.value", "9"}}), "dice.wr[4].source"), "house");
    EXPECT_EQ(value_at(changed(gridiron(), {{"dice.wr.STOP & GO.value", "8"}}), "dice.wr[4].source"), "rulebook");
}

TEST(Variant, UnknownPathsAreRefusedWithTheNearest) {
    EXPECT_EQ(changed(box(), {{"score.tuchdown", "8"}}),
              "refused: the sheet has no 'score.tuchdown'; near are: score.touchdown, score.target, score.field_goal");
    EXPECT_THAT(changed(gridiron(), {{"dice.black.faces.OUT.weight", "2"}}), HasSubstr("dice.endzone.faces.OUT.count"));
    EXPECT_THAT(changed(box(), {{"dice.offense.faces[7]", "TD"}}), HasSubstr("the sheet has no"));
    EXPECT_THAT(changed(gridiron(), {{"dice.wr.SLALOM.count", "1"}}), HasSubstr("the sheet has no"));
    EXPECT_THAT(changed(box(), {{"", "1"}}), HasSubstr("the sheet has no"));
}

TEST(Variant, WrongValuesAreRefusedAsInASheet) {
    EXPECT_EQ(changed(box(), {{"score.touchdown", "100"}}),
              "refused: 'score.touchdown' is 100, but it must be a whole number from 1 to 99");
    EXPECT_EQ(changed(box(), {{"score.touchdown", "many"}}),
              "refused: 'score.touchdown' is many, but it must be a whole number");
    EXPECT_THAT(changed(box(), {{"dice.offense.faces[1]", "S"}}), HasSubstr("but a face is one of 10, 20, FG, TD"));
    EXPECT_EQ(changed(box(), {{"dice.offense.faces.TD.count", "2"}}),
              "refused: 'dice.offense.faces' would have 7 faces instead of 6 (10 ×3, 20 ×1, FG ×1, TD ×1): change the "
              "count of another face too");
    EXPECT_THAT(changed(box(), {{"dice.offense.faces.TD.count", "-1"}}), HasSubstr("0 or more"));
}

TEST(Variant, EveryPathThatIsListedCanBeChangedToWhatItIs) {
    for (const Kind* kind : kinds()) {
        const std::string_view sheet = kind->default_sheet();
        for (const std::string& path : change_paths(sheet)) {
            const std::string value = value_at(sheet, path);
            ASSERT_FALSE(value.empty()) << path;
            const auto same = changed_sheet(*kind, sheet, std::vector<Change>{{path, value}});
            ASSERT_TRUE(same.has_value()) << path << ": " << text(same.error(), Language::english);
            ASSERT_EQ(*same, sheet) << path;
        }
    }
}

TEST(Variant, TheDiceOfABoxHaveSixFaces) {
    EXPECT_THAT(dice_of(box().default_sheet()).front().faces, ElementsAre("NG", "NG", "S", "S", "T", "P6"));
    for (const char* game : {"sports-dice-football", "pocket-gridiron", "pocket-rugby", "gridiron-glory"})
        for (const DieFaces& die : dice_of(kind_named(game)->default_sheet()))
            EXPECT_EQ(die.faces.size(), 6u) << die.path;
    EXPECT_EQ(dice_of(gridiron().default_sheet()).size(), 7u);
}

TEST(Variant, ATableWithChangesHasAnotherSheetAndTheSameOptions) {
    const auto table = std::move(*box().open({{"chip", false}}, std::nullopt));
    const auto other = std::move(*changed_table(*table, std::vector<Change>{{"score.touchdown", "8"}}));
    EXPECT_EQ(other->options().json(), table->options().json());
    EXPECT_NE(other->sheet_hash(), table->sheet_hash());
    EXPECT_EQ(other->sheet_name(), "score.touchdown=8");
    const auto same = std::move(*changed_table(*table, std::vector<Change>{}));
    EXPECT_EQ(same->sheet_hash(), table->sheet_hash());
}

} // namespace
} // namespace touchline::lab
