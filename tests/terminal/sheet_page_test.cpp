// Sheets drawn for a terminal, with the source of each figure.
#include "terminal/sheet_notes.hpp"
#include "terminal/sheet_page.hpp"

#include "play/kind.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchline::terminal {
namespace {

using testing::HasSubstr;

std::string page(std::string_view toml, int columns = 80) {
    return joined_lines(sheet_page(toml, columns, Pen(Ink::plain), Words::of(Language::english)));
}

TEST(SheetNotes, ACommentCoversTheFiguresAboveIt) {
    const SheetNotes notes("[rules]\ndowns = 4\nsacks = 3  # all rulebook\n\n[score]  # house\nkick = 1\n");
    EXPECT_EQ(notes.own(2), "");
    EXPECT_EQ(notes.covering(2), "all rulebook");
    EXPECT_EQ(notes.covering(6), "house");
}

TEST(SheetNotes, AHashWithinAFaceIsNoComment) {
    const SheetNotes notes("mod = \"1=#(-10)\"  # rulebook\n");
    EXPECT_EQ(notes.own(1), "rulebook");
}

TEST(SheetPage, DrawsADieWithTheSourceOfItsFaces) {
    EXPECT_EQ(
        page("[dice.offense]\nfaces = [\"10\", \"FG\"]\nvalues = [1, 2]\nsource = \"house\"  # symbols: rulebook\n",
             50),
        "dice.offense ─────────────────────────────────────\n"
        "         ┌──┐┌──┐\n"
        "         │10││FG│\n"
        "         └──┘└──┘\n"
        "  values  1   2\n"
        "  house figure; symbols: rulebook\n");
}

TEST(SheetPage, EveryFigureOfEverySheetIsThere) {
    for (const Kind* kind : kinds())
        for (int columns : {40, 80}) {
            const std::string drawn = page(kind->default_sheet(), columns);
            EXPECT_THAT(drawn, HasSubstr("score")) << kind->id();
            for (const std::string& line : lines_of(drawn))
                ASSERT_LE(width(line), columns) << kind->id() << ": " << line;
        }
}

TEST(SheetPage, SaysInFrenchWhereFiguresComeFrom) {
    for (const Kind* kind : kinds()) {
        const std::string drawn =
            joined_lines(sheet_page(kind->default_sheet(), 100, Pen(Ink::plain), Words::of(Language::french)));
        EXPECT_THAT(drawn, HasSubstr("valeur de la maison")) << kind->id();
        for (const char* english : {" the ", "rulebook", " as ", " for ", " how ", " with "})
            EXPECT_EQ(drawn.find(english), std::string::npos) << kind->id() << ":" << english << "\n" << drawn;
    }
    EXPECT_THAT(joined_lines(sheet_page("[score]\nkick = 1  # comme chez nous\n", 80, Pen(Ink::plain),
                                        Words::of(Language::french))),
                HasSubstr("comme chez nous"));
}

TEST(SheetPage, FindsTheGameEvenWhereTheRestIsBroken) {
    EXPECT_EQ(game_of_sheet("# a sheet\ngame = \"pocket-rugby\"\n[dice.\n"), "pocket-rugby");
    EXPECT_EQ(game_of_sheet("version = 1\n[dice]\ngame = \"x\"\n"), "");
}

} // namespace
} // namespace touchline::terminal
