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

TEST(TerminalText, WordsWrapAtBlanksButNotAtHardOnes) {
    EXPECT_EQ(wrapped("one two three", 7), (Lines{"one two", "three"}));
    EXPECT_EQ(wrapped("Qui\u00a0? Moi\u00a0!", 7), (Lines{"Qui\u00a0?", "Moi\u00a0!"}));
    EXPECT_EQ(wrapped("- one two", 6, 2), (Lines{"- one", "  two"}));
}

TEST(TerminalText, AWordLongerThanTheLineIsCut) { EXPECT_EQ(wrapped("abcdefgh", 3), (Lines{"abc", "def", "gh"})); }

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
