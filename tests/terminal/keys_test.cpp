// Keys of choices, and editing of a typed line.
#include "terminal/keys.hpp"

#include <gtest/gtest.h>

#include <set>

namespace touchline::terminal {
namespace {

using Names = std::vector<std::pair<std::string, std::string>>;

TEST(Keys, EachChoiceHasALetterOfItsName) {
    const std::vector<Option> options =
        with_keys(Names{{"go", "Go for it"}, {"punt", "Punt"}, {"field-goal", "Kick a field goal"}});
    EXPECT_EQ(options[0].key, "g");
    EXPECT_EQ(options[1].key, "p");
    EXPECT_EQ(options[2].key, "k");
}

TEST(Keys, NoChoiceTakesTheKeyOfACommandOrOfAnother) {
    const std::vector<Option> options = with_keys(
        Names{{"use", "Use"}, {"steal", "Steal"}, {"stop", "Stop"}, {"a", "Étape"}, {"b", "Ûs"}, {"c", "Ss"}});
    std::set<std::string> keys;
    for (const Option& option : options) {
        EXPECT_TRUE(keys.insert(option.key).second) << option.key;
        EXPECT_EQ(kCommandKeys.find(option.key), std::string_view::npos) << option.key;
    }
}

TEST(Keys, AChoiceIsTakenByItsKeyItsNumberOrItsName) {
    const std::vector<Option> options =
        with_keys(Names{{"go", "Go for it"}, {"punt", "Punt"}, {"field-goal", "Kick a field goal"}});
    EXPECT_EQ(chosen(options, {Key::Kind::character, "P"}), &options[1]);
    EXPECT_EQ(chosen(options, {Key::Kind::character, "3"}), &options[2]);
    EXPECT_EQ(chosen(options, {Key::Kind::line, " field-goal "}), &options[2]);
    EXPECT_EQ(chosen(options, {Key::Kind::line, "kick"}), &options[2]);
    EXPECT_EQ(chosen(options, {Key::Kind::line, "xyz"}), nullptr);
    EXPECT_EQ(chosen(options, {Key::Kind::enter, ""}), nullptr);
}

TEST(Keys, ALineIsEditedCharacterByCharacter) {
    LineEdit edit;
    EXPECT_FALSE(edit.take({Key::Kind::character, "a"}));
    EXPECT_FALSE(edit.take({Key::Kind::character, "é"}));
    EXPECT_EQ(edit.text(), "aé");
    EXPECT_FALSE(edit.take({Key::Kind::backspace, "\x7f"}));
    EXPECT_EQ(edit.text(), "a");
    EXPECT_FALSE(edit.take({Key::Kind::erase_line, ""}));
    EXPECT_EQ(edit.text(), "");
    EXPECT_TRUE(edit.take({Key::Kind::line, "10 20"}));
    EXPECT_EQ(edit.text(), "10 20");
}

} // namespace
} // namespace touchline::terminal
