// Refusals and failures in French.
#include "play/sentences.hpp"

#include <gtest/gtest.h>

namespace touchline {
namespace {

TEST(Sentences, AreSaidInTheReadersLanguage) {
    const std::string english = "no 'REV' is left in the deck";
    EXPECT_EQ(said_in(Language::english, english), english);
    EXPECT_EQ(said_in(Language::french, english), "il n’y a plus de «\u00a0REV\u00a0» dans le paquet");
}

TEST(Sentences, HaveTheirPartsTranslatedToo) {
    EXPECT_EQ(
        said_in(Language::french, "my.toml: line 7: 'dice.white' is 'x', but it must be a whole number from 1 to 6"),
        "my.toml\u00a0: ligne 7\u00a0: «\u00a0dice.white\u00a0» est «\u00a0x\u00a0», mais doit être un nombre entier "
        "de 1 à 6");
}

TEST(Sentences, ThatNobodyKnowsStayAsTheyAre) {
    EXPECT_EQ(said_in(Language::french, "quite another thing"), "quite another thing");
    EXPECT_EQ(said_in(Language::french, ""), "");
}

// A general pattern would otherwise take what a special one says better.
TEST(Sentences, TakeTheMostSpecialPattern) {
    EXPECT_EQ(said_in(Language::french, "there is no game 'chess'; there are: a, b"),
              "il n’y a pas de jeu «\u00a0chess\u00a0»\u00a0; il y a\u00a0: a, b");
}

} // namespace
} // namespace touchline
