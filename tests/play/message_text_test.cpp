// Messages are put into words where they are shown: the same value in both languages, parts and lists included.
#include "play/kind.hpp"
#include "play/message_text.hpp"
#include "play/record.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace touchline {
namespace {

constexpr Language kEnglish = Language::english;
constexpr Language kFrench = Language::french;

TEST(MessageText, FillsItsGaps) {
    const Message message{"game.unknown", {{"game", "chess"}, {"games", std::vector<std::string>{"a", "b"}}}};
    EXPECT_EQ(text(message, kEnglish), "there is no game 'chess'; there are: a, b");
    EXPECT_EQ(text(message, kFrench), "il n’y a pas de jeu «\u00a0chess\u00a0»\u00a0; il y a\u00a0: a, b");
}

TEST(MessageText, PartsAreInTheSameLanguage) {
    const Message part{"value.number-from", {{"from", 1}, {"to", 4}}};
    const Message message{"field.wrong", {{"field", "down"}, {"found", 9}, {"wanted", part}}};
    EXPECT_EQ(text(message, kEnglish), "'down' is 9, but it must be a whole number from 1 to 4");
    EXPECT_EQ(text(message, kFrench), "«\u00a0down\u00a0» est 9, mais doit être un nombre entier de 1 à 4");
}

TEST(MessageText, SeveralReasonsAreOneSentence) {
    const std::vector<Message> reasons{{"json.no-object"}, {"json.keys", {{"most", 3}}}};
    EXPECT_EQ(text(joined(reasons), kEnglish), "is no JSON object; has more than 3 keys");
    EXPECT_EQ(text(joined(reasons), kFrench), "n’est pas un objet JSON\u00a0; a plus de 3 clés");
    EXPECT_EQ(text(joined({reasons.front()}), kEnglish), "is no JSON object");
}

TEST(MessageText, ARecordsLineIsToldInFrench) {
    const auto table = read_record("[Game \"sports-dice-football\"]\nhome rolls toss: nobody\n");
    ASSERT_FALSE(table);
    EXPECT_EQ(text(table.error().message, kFrench),
              "ligne 2\u00a0: «\u00a0nobody\u00a0» n’est pas un côté de la pièce\u00a0; elle montre home ou away");
}

TEST(MessageText, AGamesOwnMessagesStandInItsWords) {
    const auto table = kind_named("pocket-rugby")->open({{"home_team", "england"}}, std::nullopt);
    ASSERT_FALSE(table);
    EXPECT_EQ(text(table.error().message, kEnglish),
              "option 'home_team' is england and 'away_team' is none: both sides have a team card or neither has");
}

TEST(MessageText, WhatIsQuotedStaysHarmless) {
    const Message message{"game.none", {{"game", "\x1b]0;x\x07\n"}}};
    for (const Language language : kLanguages) {
        const std::string shown = text(message, language);
        EXPECT_EQ(shown.find_first_of("\x1b\x07\n"), std::string::npos) << shown;
    }
}

// A gap that looks like another is left alone.
TEST(MessageText, FillingsAreNotFilledAgain) {
    EXPECT_EQ(text(Message{"record.result", {{"found", "{own}"}, {"own", "x"}}}, kEnglish),
              "the result is '{own}', but this game ends 'x'");
}

} // namespace
} // namespace touchline
