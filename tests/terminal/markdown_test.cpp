// Markdown in a terminal: every element, and every rules page at every width.
#include "core/embedded.hpp"
#include "terminal/markdown.hpp"

#include <gtest/gtest.h>

namespace touchline::terminal {

TEST(Markdown, HeadingsAreUnderlinedAndParagraphsWrapped) {
    EXPECT_EQ(markdown("# Title\n\nSome words\nthat go on.\n\n## Part\n", 20, Ink::plain),
              "Title\n═════\n\nSome words that go\non.\n\nPart\n────\n");
}

TEST(Markdown, ListsHangAndNest) {
    EXPECT_EQ(markdown("- one two three four five\n  six\n  - inner\n- last\n\nAfter.", 20, Ink::plain),
              "• one two three four\n  five six\n  • inner\n• last\n\nAfter.\n");
    EXPECT_EQ(markdown("1. first\n2. second\n", 20, Ink::plain), "1. first\n2. second\n");
}

TEST(Markdown, CodeAndBoldLoseTheirMarksAndGainColour) {
    EXPECT_EQ(markdown("Roll `qb`, **twice**.", 40, Ink::plain), "Roll qb, twice.\n");
    EXPECT_EQ(markdown("Roll `qb`.", 40, Ink::colour), "Roll \x1b[36mqb\x1b[0m.\n");
    EXPECT_EQ(markdown("See [the rules](rules.md).", 40, Ink::plain), "See the rules.\n");
}

TEST(Markdown, TablesAlignAndKeepEmptyCells) {
    EXPECT_EQ(markdown("| die | faces |\n|---|---|\n| red | `WR` `TE` |\n| | `RB` |\n", 40, Ink::plain),
              "die  faces\n───  ─────\nred  WR TE\n     RB\n");
    EXPECT_EQ(markdown("| a | | c |\n|---|---|---|\n| 1 | | 3 |\n", 40, Ink::plain), "a     c\n─  ─  ─\n1     3\n");
}

TEST(Markdown, WideTablesWrapTheirCells) {
    EXPECT_EQ(markdown("| no. | here |\n|---|---|\n| R1 | as many words as it takes |\n", 20, Ink::plain),
              "no.  here\n───  ───────────────\nR1   as many words\n     as it takes\n");
}

TEST(Markdown, TablesThatCannotFitBecomeLists) {
    EXPECT_EQ(
        markdown("| number | second one | third one |\n|---|---|---|\n| R1 | wordwise | elsewise |\n", 20, Ink::plain),
        "R1\n  second one:\n    wordwise\n  third one:\n    elsewise\n");
}

// Every rules page in both languages, from a phone's width up: no line sticks out.
TEST(Markdown, EveryRulesPageFitsEveryWidth) {
    for (const EmbeddedFile& file : embedded_files()) {
        if (!file.path.starts_with("docs/rules/")) continue;
        for (int columns : {40, 60, 80, 100})
            for (const std::string& line : lines_of(markdown(file.content, columns, Ink::colour)))
                ASSERT_LE(width(line), columns) << file.path << ": " << line;
    }
}

} // namespace touchline::terminal
