// The boxed example of docs/add-a-game.md: it plays by its page, mixes, and is solved exactly, checked by hand.
#include "analysis/analysis.hpp"
#include "analysis/background.hpp"
#include "bots/roster.hpp"
#include "games/toml.hpp"
#include "penalties/rules.hpp"
#include "play/kind_of.hpp"

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
    EXPECT_TRUE(table) << table.error().message;
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

TEST(PenaltiesExample, TheCoachMixes) {
    const auto table = opened();
    ASSERT_TRUE(table->roll({"home"}));
    const auto analysis = analysis::make_analysis<Rules>(*table, std::make_shared<analysis::Background>());
    EXPECT_EQ(analysis->shares(*table, Seat::home, *bots::make_bot("coach"))[1], 0.2);
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
