// Estimates against exact figures, where both can be had; and what an estimate says of itself.
#include "lab/estimate.hpp"

#include "lab/figure_text.hpp"
#include "play/kind.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace touchline::lab {
namespace {

[[nodiscard]] Figures played(const Table& table, const BySeat<std::string>& bots) {
    analysis::Library library;
    const std::atomic<bool> go_on{false};
    return estimated(simulate(table, {kEstimateGames, 0, 2, bots}, library, go_on, [](u64) {}));
}

constexpr double kFar = 4.5; // standard errors

void expect_near(const analysis::Spread& own, const analysis::Spread& exact, std::string_view what) {
    EXPECT_LE(std::abs(own.mean - exact.mean), kFar * exact.deviation / std::sqrt(double{kEstimateGames}) + 1e-12)
        << what;
    EXPECT_NEAR(own.deviation, exact.deviation, 0.05 * exact.deviation + 1e-6) << what;
}

TEST(Estimates, AreNearTheExactFigures) {
    for (const auto& [game, options] :
         {std::pair("sports-dice-football", Json{{"target", 7}}), std::pair("gridiron-glory", Json::object()),
          std::pair("pocket-gridiron", Json{{"injuries", false}})}) {
        SCOPED_TRACE(game);
        const auto table = std::move(*open_table(game, options));
        analysis::Library library;
        solve::Job job(2);
        const Figures exact = *figures(*table, {{"random", "random"}, false}, library, job);
        const Figures own = played(*table, {"random", "random"});
        EXPECT_FALSE(own.exact);
        EXPECT_NEAR(own.bound, 0.0069, 0.0001) << "half of a 95 % interval of one half";
        const double far = kFar * own.bound / 1.96;
        EXPECT_NEAR(own.home, exact.home, far);
        EXPECT_NEAR(own.draw, exact.draw, far);
        EXPECT_NEAR(own.first_edge, exact.first_edge, far);
        expect_near(own.points.home, exact.points.home, "home");
        expect_near(own.points.away, exact.points.away, "away");
        expect_near(own.points.first, exact.points.first, "first");
        expect_near(own.points.second, exact.points.second, "second");
        expect_near(own.margin, exact.margin, "margin");
        expect_near(own.rolls, exact.rolls, "rolls");
        expect_near(own.decisions_taken, exact.decisions_taken, "decisions");
        ASSERT_EQ(own.plays.has_value(), exact.plays.has_value());
        if (own.plays) expect_near(*own.plays, *exact.plays, "plays");
        ASSERT_TRUE(own.drives);
        expect_near(*own.drives, *exact.drives, "drives");
        for (const analysis::DriveEnd& end : own.drive_ends) {
            const auto same = std::ranges::find(exact.drive_ends, end.how, &analysis::DriveEnd::how);
            ASSERT_NE(same, exact.drive_ends.end()) << end.how;
            EXPECT_NEAR(end.share, same->share, far) << end.how;
        }
        double leads = 0;
        for (const analysis::LeadChance& each : own.leads) leads += each.chance;
        EXPECT_NEAR(leads, 1, 1e-9);
    }
}

TEST(Estimates, AreOfWhatCannotBeFollowed) {
    const auto follows = [](const char* game, const Json& options) {
        analysis::Library library;
        return library.of(**open_table(game, options))->follows();
    };
    EXPECT_FALSE(follows("red-boar-gridiron", {{"mode", "cards"}}));
    EXPECT_FALSE(follows("pocket-gridiron", {{"injury_count", "each"}}));
    EXPECT_FALSE(follows("gridiron-glory", {{"referees", "may"}}));
    for (const Kind* kind : kinds())
        EXPECT_TRUE(follows(std::string(kind->id()).c_str(), Json::object())) << kind->id();
}

TEST(Estimates, HaveTheStandInWhereNobodyKnowsTheBestPlay) {
    EXPECT_EQ(estimate_bots({"perfect", "random"}).home, "coach");
    EXPECT_EQ(estimate_bots({"perfect", "random"}).away, "random");
}

TEST(Estimates, SayThatTheyAreAndNothingThatTheyDoNotKnow) {
    const auto table = std::move(*open_table("red-boar-gridiron", {{"mode", "cards"}}));
    const Figures own = played(*table, {"coach", "coach"});
    for (const NamedFigure& figure : named_figures(own)) {
        EXPECT_FALSE(figure.name.starts_with("decisions")) << figure.name;
        EXPECT_FALSE(figure.name.starts_with("luck")) << figure.name;
    }
    const Json json = figures_json(own);
    EXPECT_EQ(json.at("exact"), false);
    for (const char* name : {"decisions", "skill", "luck"}) EXPECT_FALSE(json.contains(name)) << name;
    EXPECT_EQ(figures_json(*figures_of(json)), json);
    const std::string note = figures_note(own, Words::of(Language::english));
    EXPECT_THAT(note, testing::HasSubstr("An estimate: the mean of 20000 games"));
    EXPECT_THAT(note, testing::HasSubstr("0.69 percentage points"));
    EXPECT_THAT(figures_note(own, Words::of(Language::french)), testing::HasSubstr("0,69"));
}

} // namespace
} // namespace touchline::lab
