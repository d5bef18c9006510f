// Figures in words: every name has a label of its own in both languages, chances are percent, edges have their sign.
#include "lab/figure_text.hpp"

#include "lab/figures.hpp"
#include "lab/page.hpp"
#include "lab/stand_in.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace touchline::lab {
namespace {

using testing::HasSubstr;
using testing::Not;

const Words& english() { return Words::of(Language::english, "sports-dice-football"); }
const Words& french() { return Words::of(Language::french, "sports-dice-football"); }

TEST(FigureText, EveryFigureHasALabelOfItsOwnInBothLanguages) {
    for (const Words* words : {&english(), &french()}) {
        std::set<std::string> labels;
        for (const NamedFigure& figure : named_figures(stand_in())) {
            const std::string label = figure_label(figure.name, *words);
            EXPECT_NE(label, figure.name);
            EXPECT_THAT(label, Not(HasSubstr("lab."))) << figure.name;
            EXPECT_TRUE(labels.insert(label).second) << label << " stands for two figures";
        }
    }
}

TEST(FigureText, ChancesArePercentEdgesAreSignedAndTheRestAreNumbers) {
    EXPECT_EQ(figure_value("draw", 0.1234, english()), "12.34\u00a0%");
    EXPECT_EQ(figure_value("draw", 0.1234, french()), "12,34\u00a0%");
    EXPECT_EQ(figure_value("first_edge", -0.0358, english()), "−3.58");
    EXPECT_EQ(figure_value("points.home", 18.237, english()), "18.24");
    EXPECT_EQ(figure_value("luck.roll", 0.48, english()), "48.00");
    EXPECT_EQ(figure_value("decisions.fourth-down.go", 0.6, english()), "60.00\u00a0%");
    EXPECT_EQ(figure_value("decisions.matter", 6, english()), "6.00");
}

TEST(FigureText, ChangesOfChancesArePercentagePoints) {
    EXPECT_EQ(figure_change("draw", 0.0031, english()), "+0.310");
    EXPECT_EQ(figure_change("first_edge", -0.01, english()), "−1.000");
    EXPECT_EQ(figure_change("points", 3.2, english()), "+3.200");
    EXPECT_EQ(figure_change("points", -1e-9, english()), "0.000");
}

TEST(FigureText, ThePageTellsThingsInWords) {
    const std::string text = figures_text(figure_sections(stand_in(), english()));
    EXPECT_THAT(text, HasSubstr("46.40\u00a0% (−3.60)"));
    EXPECT_THAT(text, HasSubstr("Take the chip"));
    EXPECT_THAT(text, HasSubstr("4th down: 3.00 a game, 2.00 of them matter"));
    EXPECT_THAT(text, HasSubstr("best: Go for it"));
    EXPECT_THAT(text, Not(HasSubstr("first_edge")));
    EXPECT_THAT(text, Not(HasSubstr("«")));
}

TEST(FigureText, WhatAGameDoesNotHaveIsLeftOut) {
    Figures figures = stand_in();
    figures.decisions = {};
    figures.skill.clear();
    figures.games_to_tell.reset();
    figures.drives.reset();
    figures.drive_ends.clear();
    const std::string text = figures_text(figure_sections(figures, english()));
    EXPECT_THAT(text, Not(HasSubstr("Skill")));
    EXPECT_THAT(text, Not(HasSubstr("Choices")));
    EXPECT_THAT(text, Not(HasSubstr("rives")));
}

TEST(LabPage, IsOneFileThatHoldsWhatItIsGivenAsText) {
    const std::string page =
        html_of({"A <game>", "a & b", sections_html({{"Title <1>", {{"label", "5 %", 0.05}}}}), "note"}, english());
    EXPECT_THAT(page, HasSubstr("<h1>A &lt;game&gt;</h1>"));
    EXPECT_THAT(page, HasSubstr("a &amp; b"));
    EXPECT_THAT(page, HasSubstr("Title &lt;1&gt;"));
    EXPECT_THAT(page, HasSubstr("<svg"));
    EXPECT_THAT(page, Not(HasSubstr("http")));
    EXPECT_THAT(page, Not(HasSubstr("<script")));
}

TEST(LabPage, BarsOfARankedListLieOnBothSidesOfZero) {
    EXPECT_EQ(ranked_text({{"up", "+2", 2}, {"down", "−1", -1}}),
              "up            +2                  │████████████████\n"
              "down          −1          ████████│\n");
}

TEST(LabPage, ColumnsOfATableStandBelowEachOther) {
    EXPECT_EQ(table_text({{"", "été", "b"}, {{"row", "1", "22"}}}), "     été   b\nrow    1  22\n");
    EXPECT_EQ(table_markdown({{"", "b"}, {{"row", "22"}}}), "|  | b |\n|---|---:|\n| row | 22 |\n");
}

} // namespace
} // namespace touchline::lab
