// The certificate: what it tells, as the workbench makes it from figures that were sent as JSON.
#include "lab/bench.hpp"
#include "lab/figures.hpp"
#include "lab/stand_in.hpp"
#include "lab/surprises.hpp"
#include "play/kind.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace touchline::lab {
namespace {

using testing::HasSubstr;
using testing::Not;

std::unique_ptr<Table> football(const Json& options = Json::object()) {
    return std::move(*open_table("sports-dice-football", options));
}

Json known() {
    Json json = figures_json(stand_in());
    json["surprises"] = surprises_json({{"fourth-down", "go", 0.75, 0.25, 3}});
    return json;
}

TEST(Certificate, TellsFiguresSurprisesAndWhatWasChanged) {
    const std::string page = bench_certificate(*football({{"own_tie", "best"}, {"target", 14}}), known(),
                                               {"score.field_goal=4"}, Language::english);
    EXPECT_THAT(page, HasSubstr("<h1>Sports Dice Football</h1>"));
    EXPECT_THAT(page, HasSubstr("46.40\u00a0%"));
    EXPECT_THAT(page, HasSubstr("is best 75.00\u00a0% of the time; by habit it is done 25.00\u00a0% of the time."));
    EXPECT_THAT(page, HasSubstr("score.field_goal=4"));
    EXPECT_THAT(page, HasSubstr(": 14"));
    EXPECT_THAT(page, Not(HasSubstr("own_tie")));
    EXPECT_THAT(page, Not(HasSubstr("<script")));
    EXPECT_THAT(page, Not(HasSubstr("http")));
    EXPECT_THAT(page, Not(HasSubstr("«")));
}

TEST(Certificate, IsToldInFrenchToo) {
    const std::string page = bench_certificate(*football(), known(), {}, Language::french);
    EXPECT_THAT(page, HasSubstr("<html lang=\"fr\">"));
    EXPECT_THAT(page, HasSubstr("46,40\u00a0%"));
}

TEST(Certificate, DoesWithoutSurprises) {
    const std::string page = bench_certificate(*football(), figures_json(stand_in()), {}, Language::english);
    EXPECT_THAT(page, Not(HasSubstr("<ol>")));
}

TEST(Certificate, WhatIsWrittenInAChangeIsText) {
    EXPECT_THAT(bench_certificate(*football(), known(), {"<b>=1"}, Language::english), HasSubstr("&lt;b&gt;=1"));
}

TEST(Bench, FiguresBecomeWholePartByPartAndTellWhatHabitsMiss) {
    const auto table = football({{"target", 3}});
    analysis::Library library;
    const BenchJob job{[](double part) { EXPECT_LE(part, 1); }, {}};
    Expected<Json, Message> figures = bench_figures(*table, library, job);
    ASSERT_TRUE(figures);
    EXPECT_EQ((*figures)["skill"], Json::object());
    while (!(*figures)["whole"].get<bool>()) {
        figures = bench_skill(*table, *figures, library, job);
        ASSERT_TRUE(figures);
    }
    EXPECT_EQ((*figures)["skill"].size(), skill_bots().size());
    EXPECT_GT((*figures)["skill"]["coach"], 0.5);
    EXPECT_TRUE(figures->contains("games_to_tell"));
    ASSERT_FALSE((*figures)["surprises"].empty());
    EXPECT_GT((*figures)["surprises"][0]["best"], (*figures)["surprises"][0]["taken"]);
    EXPECT_THAT(bench_certificate(*table, *figures, {}, Language::english), HasSubstr("<ol>"));
}

} // namespace
} // namespace touchline::lab
