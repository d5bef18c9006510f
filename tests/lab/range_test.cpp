// What the rulebooks allow, and how far figures lie over it: with figures that are known by hand.
#include "lab/range.hpp"

#include "games/sheet_allowed.hpp"
#include "games/sheet_figures.hpp"
#include "lab/compare.hpp"
#include "lab/stand_in.hpp"
#include "play/kind.hpp"
#include "play/words.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace touchline::lab {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

std::string sheet_of(std::string_view game) { return std::string(kind_named(game)->default_sheet()); }

int number(const Table& table, std::string_view path) {
    const std::string text = value_at(table.sheet_toml(), path);
    int value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

const RangeOf& named(const Range& range, std::string_view name) {
    return *std::ranges::find(range.figures, name, &RangeOf::name);
}

TEST(Allowed, EveryHouseNumberAndFaceOfABoxHasItsReason) {
    for (const Kind* kind : kinds()) {
        const std::string toml(kind->default_sheet());
        const std::vector<Allowed> allowed = allowed_in(toml);
        for (const SheetFigure& figure : figures_read([&] { (void)kind->check_sheet(toml); })) {
            const std::string key = figure.path.substr(figure.path.rfind('.') + 1);
            if (figure.source != "house" || key == "face" || key == "name" || key == "kind" || key == "pass" ||
                key == "roll")
                continue;
            if (figure.path.starts_with("cards.") || key == "barred") continue; // the cards are estimated, not solved
            if (figure.value == "0" && figure.path.starts_with("offense[")) continue; // of what gains nothing
            EXPECT_TRUE(std::ranges::any_of(allowed, [&](const Allowed& each) { return each.speaks_of(figure.path); }))
                << kind->id() << ": " << figure.path << " = " << figure.value;
        }
        for (const Allowed& each : allowed)
            for (Language language : kLanguages)
                EXPECT_FALSE(Words::of(language).find(fmt::format("allowed.{}", each.why)).empty()) << each.why;
    }
}

TEST(Allowed, TheOwnValueIsAlwaysOneOfThoseAllowedAndEveryValueMakesASoundSheet) {
    for (const Kind* kind : kinds()) {
        const std::string toml(kind->default_sheet());
        for (const Freedom& freedom : freedoms_of(toml)) {
            const auto own = changed_sheet(*kind, toml, std::vector<Change>{{freedom.path, freedom.values.front()}});
            ASSERT_TRUE(own.has_value()) << freedom.path;
            EXPECT_EQ(kind->open(Json::object(), SheetText{"own", *own}).value()->sheet_hash(),
                      kind->open(Json::object(), std::nullopt).value()->sheet_hash())
                << kind->id() << ": " << freedom.path << " is not " << freedom.values.front();
            for (const std::string& value : freedom.values)
                EXPECT_TRUE(changed_sheet(*kind, toml, std::vector<Change>{{freedom.path, value}}).has_value())
                    << kind->id() << ": " << freedom.path << "=" << value;
        }
    }
}

TEST(Allowed, IsNoPartOfTheHash) {
    const Kind& kind = *kind_named("sports-dice-football");
    const std::string toml = sheet_of("sports-dice-football");
    const std::string bare = toml.substr(0, toml.find("[[allowed]]"));
    ASSERT_LT(bare.size(), toml.size());
    EXPECT_EQ(kind.open(Json::object(), SheetText{"bare", bare}).value()->sheet_hash(),
              kind.open(Json::object(), std::nullopt).value()->sheet_hash());
}

TEST(Allowed, MistakesOfItAreFaultsOfTheSheet) {
    const Kind& kind = *kind_named("sports-dice-football");
    const std::string toml = sheet_of("sports-dice-football");
    const std::string bare = toml.substr(0, toml.find("[[allowed]]"));
    EXPECT_THAT(kind.check_sheet(bare + "[[allowed]]\npaths = [\"score.target\"]\nfrom = 3\nto = 2\nwhy = \"board\"\n"),
                SizeIs(1));
    EXPECT_THAT(kind.check_sheet(bare + "[[allowed]]\npaths = [\"score.target\"]\nvalues = [3]\n"), SizeIs(1));
    EXPECT_THAT(
        kind.check_sheet(bare + "[[allowed]]\npaths = [\"score.target\"]\nvalues = [3]\nwhy = \"board\"\nwhen = 1\n"),
        SizeIs(1));
    EXPECT_THAT(kind.check_sheet("allowed = 3\n" + bare), SizeIs(1));
}

TEST(Freedoms, ADieOfFourSymbolsHasTenWays) {
    const std::vector<Freedom> freedoms = freedoms_of(sheet_of("sports-dice-football"));
    ASSERT_THAT(freedoms, SizeIs(2));
    EXPECT_THAT(freedoms.front().values, SizeIs(10));
    EXPECT_EQ(freedoms.front().values.front(), "10,10,10,20,FG,TD");
    EXPECT_THAT(counts_of({"a", "a", "b"}, 1), ElementsAre("a,a,b", "a,b,b"));
    EXPECT_THAT(counts_of({"a", "b"}, 1), ElementsAre("a,b"));
}

// The draw is the number of TDs on the die, the points are TDs and pick sixes.
Figures counted(const Table& table) {
    Figures figures = stand_in();
    figures.draw = number(table, "dice.offense.faces.TD.count") / 10.0;
    figures.margin.mean = number(table, "dice.offense.faces.TD.count") + number(table, "dice.defense.faces.P6.count");
    return figures;
}

TEST(Range, OfFewBoxesAllAreAskedAbout) {
    const auto table = std::move(*open_table("sports-dice-football", Json::object()));
    std::size_t asked = 0;
    const Range range = range_of(*table, freedoms_of(table->sheet_toml()), {}, [&](const Table& each) {
        ++asked;
        return counted(each);
    });
    EXPECT_TRUE(range.whole);
    EXPECT_EQ(asked, 100u);
    EXPECT_EQ(range.boxes, 100u);
    EXPECT_DOUBLE_EQ(named(range, "draw").least, 0.1);
    EXPECT_DOUBLE_EQ(named(range, "draw").most, 0.3);
    EXPECT_EQ(named(range, "margin").most, 6);
    EXPECT_THAT(named(range, "margin").at_most, SizeIs(2));
    EXPECT_EQ(named(range, "first_edge").least, named(range, "first_edge").most);
}

TEST(Range, OfManyBoxesTheSearchFindsWhatSingleChangesDoNot) {
    const auto table = std::move(*open_table("sports-dice-football", Json::object()));
    const Range alone = range_of(*table, freedoms_of(table->sheet_toml()), {5, {}}, counted);
    EXPECT_FALSE(alone.whole);
    EXPECT_EQ(named(alone, "margin").most, 4);
    const Range sought = range_of(*table, freedoms_of(table->sheet_toml()), {5, {"margin"}}, counted);
    EXPECT_EQ(named(sought, "margin").most, 6);
    EXPECT_EQ(named(sought, "margin").least, 2);
    EXPECT_LE(sought.boxes, boxes_of(freedoms_of(table->sheet_toml()), {5, {"margin"}}));
}

} // namespace
} // namespace touchline::lab
