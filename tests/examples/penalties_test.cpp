// The boxed example of docs/add-a-game.md: it plays by its page, mixes, and is solved exactly, checked by hand.
#include "analysis/analysis.hpp"
#include "analysis/background.hpp"
#include "bots/roster.hpp"
#include "games/toml.hpp"
#include "paths.hpp"
#include "penalties/rules.hpp"
#include "play/kind_of.hpp"
#include "said.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace touchline::penalties {
namespace {

std::string file(const std::string& name) {
    std::ifstream in(std::string(TOUCHLINE_SOURCE) + "/examples/penalties/" + name);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

std::unique_ptr<Table> opened(const Json& options = Json::object(), int sudden_death = 5) {
    std::string sheet = file("sheet.toml");
    const std::string old = "sudden_death = 5";
    sheet.replace(sheet.find(old), old.size(), "sudden_death = " + std::to_string(sudden_death));
    auto table = kind<Rules>().open(options, SheetText{"example", sheet});
    EXPECT_TRUE(table) << said(table.error().message);
    return std::move(*table);
}

TEST(PenaltiesExample, NobodySeesTheOthersChoiceBeforeBothAreMade) {
    const auto table = opened();
    ASSERT_TRUE(table->roll({"home"}));
    ASSERT_TRUE(table->choose(Seat::home, "left"));
    EXPECT_TRUE(table->step(1, Viewer::away).action.empty());
    EXPECT_EQ(table->view(Viewer::away)["aimed"], nullptr);
    ASSERT_TRUE(table->choose(Seat::away, "right"));
    EXPECT_EQ(table->step(1, Viewer::away).action, "left");
}

// ---- Analysis -------------------------------------------------------------------------------------------------------

std::unique_ptr<analysis::Analysis> analysed(const Table& table) {
    return analysis::make_analysis<Rules>(table, std::make_shared<analysis::Background>());
}

// By hand: against a keeper who dives left and right with q each, a corner scores 5/6 - q/2 and the middle
// 1/6 + 5q/3; equal at q = 4/13. Against a kicker who takes each corner with p: 1 - 5p/6 and 1/6 + 4p/3; p = 5/13.
constexpr double kGoal = 53.0 / 78;

TEST(PenaltiesExample, OneKickEachIsWorthWhatOneReckonsByHand) {
    const auto table = opened({{"kicks", 1}}, 0);
    const auto odds = analysed(*table)->odds(*table, {}, {});
    ASSERT_TRUE(odds);
    EXPECT_TRUE(odds->exact);
    EXPECT_NEAR(odds->home, kGoal * (1 - kGoal), 1e-9);
    EXPECT_NEAR(odds->draw, kGoal * kGoal + (1 - kGoal) * (1 - kGoal), 1e-9);
}

TEST(PenaltiesExample, AdviceForASecretChoiceIsAMixture) {
    const auto table = opened({{"kicks", 1}}, 0);
    ASSERT_TRUE(table->roll({"home"}));
    const auto analysis = analysed(*table);
    for (Seat seat : kSeats) {
        const auto advice = analysis->advise(*table, seat, {}, {});
        ASSERT_TRUE(advice);
        EXPECT_TRUE(advice->exact);
        for (const AdvisedAction& each : advice->actions) {
            const double corner = seat == Seat::home ? 5.0 / 13 : 4.0 / 13;
            EXPECT_NEAR(each.share, each.action == "middle" ? 1 - 2 * corner : corner, 1e-9) << each.action;
            EXPECT_NEAR(each.loss, 0, 1e-9) << "whoever mixes rightly leaves nothing to gain";
        }
    }
}

TEST(PenaltiesExample, PerfectMixesAndTheCoachDoesToo) {
    const auto table = opened();
    ASSERT_TRUE(table->roll({"home"}));
    const auto analysis = analysed(*table);
    const Shares coached = analysis->shares(*table, Seat::home, *bots::make_bot("coach"));
    EXPECT_EQ(coached[1], 0.2);
    const Shares perfect = analysis->shares(*table, Seat::home, *bots::make_bot("perfect"));
    for (double share : perfect) EXPECT_GT(share, 0.1);
}

// ---- Words ----------------------------------------------------------------------------------------------------------

TEST(PenaltiesExample, BothLanguagesNameTheSameThings) {
    const toml::table english = toml::parse(file("words.en.toml"));
    const toml::table french = toml::parse(file("words.fr.toml"));
    for (const auto& [group, entries] : english)
        for (const auto& [key, entry] : *entries.as_table())
            EXPECT_TRUE(french[group.str()][key.str()]) << group.str() << "." << key.str();
    for (const char* event : {"toss", "aim", "strike"}) EXPECT_TRUE(english["event"][event]["help"]);
}

} // namespace
} // namespace touchline::penalties
