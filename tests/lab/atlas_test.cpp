// Readings of the atlas worked out again: what data/atlas says is what the lab finds today.
#include "lab/compare.hpp"
#include "play/atlas.hpp"
#include "play/kind.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace touchline::lab {
namespace {

void expect_found_again(const AtlasReading& reading, const Json& options) {
    const auto table = std::move(*open_table("sports-dice-football", options));
    analysis::Library library;
    solve::Job job(2);
    const Figures own = *figures(*table, {.skill = false}, library, job);
    ASSERT_EQ(reading.source, AtlasSource::figures);
    for (const auto& [name, value] : reading.figures) {
        const std::optional<double> found = figure_named(own, name);
        ASSERT_TRUE(found) << options << ' ' << name;
        EXPECT_NEAR(*found, value, 2e-9) << options << ' ' << name << ": make atlas";
    }
}

TEST(Atlas, ReadingsAreFoundAgain) {
    const Atlas* atlas = atlas_of(*kind_named("sports-dice-football"));
    ASSERT_NE(atlas, nullptr);
    EXPECT_GT(atlas->own.figures.size(), 5u);
    expect_found_again(atlas->own, Json::object());
    const std::map<std::string, std::string> best{{"own_tie", "best"}};
    const auto reading = std::ranges::find(atlas->readings, best, &AtlasReading::set);
    ASSERT_NE(reading, atlas->readings.end());
    expect_found_again(*reading, {{"own_tie", "best"}});
}

} // namespace
} // namespace touchline::lab
