// Text of known width: measuring, wrapping, cutting, drawing.
#include "terminal/text.hpp"

#include <gtest/gtest.h>

namespace touchline::terminal {

TEST(TerminalText, AccentsAndLinesTakeOneColumnAndColoursNone) {
    EXPECT_EQ(width("Équipe à domicile"), 17);
    EXPECT_EQ(width("│10│"), 4);
    EXPECT_EQ(width("a\u00a0b"), 3);
    EXPECT_EQ(width("e\u0301"), 1);
    EXPECT_EQ(width(Pen(Ink::colour).bold("bold")), 4);
}

TEST(TerminalText, ABrokenByteTakesAColumnAndStopsNothing) {
    EXPECT_EQ(width("a\xff"
                    "b"),
              3);
    EXPECT_EQ(width("\xe2\x94"), 1);
    EXPECT_EQ(clipped("ab\xe2\x94", 2), "ab");
}

TEST(TerminalText, ClippingKeepsWholeCharactersAndClosesTheStyle) {
    EXPECT_EQ(clipped("éèê", 2), "éè");
    EXPECT_EQ(clipped("\x1b[1mbold\x1b[0m", 2), "\x1b[1mbo\x1b[0m");
}

TEST(TerminalText, WideCharactersTakeTwoColumnsAndAreNotCutInHalf) {
    EXPECT_EQ(width("日本 🏈"), 7);
    EXPECT_EQ(clipped("日本", 3), "日");
    EXPECT_EQ(padded("日本", 3), "日 ");
    EXPECT_EQ(padded_left("日本", 3), " 日");
    EXPECT_EQ(padded("日本", 6), "日本  ");
    EXPECT_EQ(centred("日本", 3), "日 ");
    EXPECT_EQ(spread("日本", "right", 8), "日 right");
    EXPECT_EQ(wrapped("日本語日本", 5), (Lines{"日本", "語日", "本"}));
    EXPECT_EQ(wrapped("ab 日本語", 5), (Lines{"ab", "日本", "語"}));
    EXPECT_EQ(ascii("日x"), "??x");
}

TEST(TerminalText, AMarkStaysWithItsLetter) {
    EXPECT_EQ(clipped("abe\u0301", 3), "abe\u0301");
    EXPECT_EQ(wrapped("abe\u0301de\u0301", 3), (Lines{"abe\u0301", "de\u0301"}));
}

TEST(TerminalText, OnlyStylesAreDrawnAndOnlyWhereThereIsInk) {
    const std::string bold = Pen(Ink::colour).styled("1;32", "bold");
    EXPECT_EQ(drawn(bold, Ink::colour), bold);
    EXPECT_EQ(drawn(bold, Ink::plain), "\ufffd[1;32mbold\ufffd[0m");
    EXPECT_EQ(drawn("\x1b[2J\x1b]0;x\x07\x1b[1Ax", Ink::colour), "\ufffd[2J\ufffd]0;x\ufffd\ufffd[1Ax");
    EXPECT_EQ(drawn("a\u202e\x9b\nb", Ink::colour), "a\ufffd\ufffd\nb");
    EXPECT_EQ(width("\x1b[2J"), 4); // as it is drawn
}

TEST(TerminalText, EmojiAreDrawnApartSoThatEveryTerminalTakesAsManyColumns) {
    const std::string family = "👨\u200d👩\u200d👧 \u2764\ufe0f 👍\U0001f3fd";
    EXPECT_EQ(drawn(family, Ink::plain), "👨👩👧 \u2764 👍");
    EXPECT_EQ(width(family), width(drawn(family, Ink::plain)));
}

TEST(TerminalText, WordsWrapAtBlanksButNotAtHardOnes) {
    EXPECT_EQ(wrapped("one two three", 7), (Lines{"one two", "three"}));
    EXPECT_EQ(wrapped("Qui\u00a0? Moi\u00a0!", 7), (Lines{"Qui\u00a0?", "Moi\u00a0!"}));
    EXPECT_EQ(wrapped("- one two", 6, 2), (Lines{"- one", "  two"}));
}

TEST(TerminalText, AWordLongerThanTheLineIsCut) { EXPECT_EQ(wrapped("abcdefgh", 3), (Lines{"abc", "def", "gh"})); }

TEST(TerminalText, APathIsBrokenAfterAFolder) {
    EXPECT_EQ(wrapped("Record: ~/state/touchline/finished/game-20261117.record", 32, 2),
              (Lines{"Record:", "  ~/state/touchline/finished/", "  game-20261117.record"}));
    EXPECT_EQ(wrapped("/abcdefgh", 4), (Lines{"/", "abcd", "efgh"}));
}

TEST(TerminalText, AStyleGoesOnInTheNextLine) {
    EXPECT_EQ(wrapped("\x1b[1mone two\x1b[0m", 4), (Lines{"\x1b[1mone\x1b[0m", "\x1b[1mtwo\x1b[0m"}));
}

TEST(TerminalText, TheRightEndStaysAndTheLeftIsCut) {
    EXPECT_EQ(spread("left", "right", 12), "left   right");
    EXPECT_EQ(spread("a long left", "right", 9), "a loright");
}

TEST(TerminalText, AsciiKeepsTheSense) {
    EXPECT_EQ(ascii("┌─┐ Équipe “à” l’essai…"), "+-+ Equipe \"a\" l'essai...");
    EXPECT_EQ(ascii("Qui\u00a0? ●►"), "Qui ? #>");
}

} // namespace touchline::terminal
