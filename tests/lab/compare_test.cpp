// Figures side by side: the same names in one row, differences against the first game.
#include "lab/compare.hpp"

#include "lab/stand_in.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace touchline::lab {
namespace {

const ComparedFigure& row(const std::vector<ComparedFigure>& rows, std::string_view name) {
    return *std::ranges::find(rows, name, &ComparedFigure::name);
}

TEST(Compare, AGameDoesNotDifferFromItself) {
    for (const ComparedFigure& each : compared(std::vector{stand_in(), stand_in()}))
        EXPECT_FALSE(each.changes()) << each.name;
}

TEST(Compare, EveryFigureIsInOneRowWithItsDifference) {
    Figures other = stand_in();
    other.draw = 0.125;
    other.points.home.mean = 22;
    const auto rows = compared(std::vector{stand_in(), other});
    EXPECT_EQ(rows.size(), named_figures(stand_in()).size());
    EXPECT_DOUBLE_EQ(*row(rows, "draw").change(1), 0.025);
    EXPECT_DOUBLE_EQ(*row(rows, "points").change(1), 1);
    EXPECT_TRUE(row(rows, "points.home").changes());
    EXPECT_FALSE(row(rows, "points.away").changes());
}

TEST(Compare, AFigureThatOnlyOneGameHasStandsInItsGroup) {
    Figures other = stand_in();
    other.drive_ends = {{"touchdown", 0.5}, {"safety", 0.5}};
    const auto rows = compared(std::vector{stand_in(), other});
    EXPECT_DOUBLE_EQ(*row(rows, "drives.safety").change(1), 0.5);
    EXPECT_DOUBLE_EQ(*row(rows, "drives.punt").change(1), -0.25);
    EXPECT_FALSE(row(rows, "drives.safety").values.front().has_value());
    const auto place = std::ranges::find(rows, "drives.safety", &ComparedFigure::name);
    EXPECT_EQ(std::prev(place)->name, "drives.punt");
}

TEST(Compare, AFigureIsFoundByItsName) {
    EXPECT_EQ(figure_named(stand_in(), "luck.punt"), 0.14);
    EXPECT_EQ(figure_named(stand_in(), "luck.kick"), std::nullopt);
}

} // namespace
} // namespace touchline::lab
