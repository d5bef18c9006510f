// The atlas that travels in the binary: current, and shown beside the rulings.
#include "play/atlas.hpp"

#include "core/embedded.hpp"
#include "play/rules_page.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace touchline {
namespace {

std::string shown(const Kind& kind) { return std::string(kind.id()); }

// A game that was laid out a moment ago may be without.
std::vector<const Kind*> charted() {
    std::vector<const Kind*> games;
    for (const Kind* kind : kinds())
        if (embedded(fmt::format("data/atlas/{}.json", kind->id()))) games.push_back(kind);
    return games;
}

TEST(Atlas, TheFiveGamesHaveOne) {
    for (std::string_view game :
         {"pocket-gridiron", "gridiron-glory", "pocket-rugby", "red-boar-gridiron", "sports-dice-football"})
        EXPECT_NE(atlas_of(*kind_named(game)), nullptr) << game << ": make atlas";
}

TEST(Atlas, IsOfTheSheetAndTheOptionsOfToday) {
    for (const Kind* kind : charted()) {
        const auto text = embedded(fmt::format("data/atlas/{}.json", kind->id()));
        const std::optional<Atlas> atlas = atlas_of(Json::parse(*text, nullptr, false));
        ASSERT_TRUE(atlas) << shown(*kind);
        EXPECT_EQ(atlas->options, atlas_options(*kind)) << shown(*kind) << ": its options have changed; make atlas";
        EXPECT_EQ(atlas->sheet, (*kind->open(Json::object(), std::nullopt))->sheet_hash())
            << shown(*kind) << ": its sheet has changed; make atlas";
    }
}

TEST(Atlas, EveryReadingThatAGameTakesAloneIsInIt) {
    for (const Kind* kind : charted()) {
        const Atlas* atlas = atlas_of(*kind);
        ASSERT_NE(atlas, nullptr) << shown(*kind);
        for (const OptionSpec& spec : kind->options())
            for (const OptionValue& value : spec.values) {
                const Json said = json(value);
                if (value == spec.fallback || !kind->open({{spec.name, said}}, std::nullopt)) continue;
                const std::string word = said.is_string() ? said.get<std::string>() : said.dump();
                const std::map<std::string, std::string> wanted{{spec.name, word}};
                EXPECT_TRUE(std::ranges::any_of(atlas->readings, [&](const auto& each) { return each.set == wanted; }))
                    << shown(*kind) << " " << spec.name << "=" << word;
            }
    }
}

TEST(Atlas, KnownValuesStandInIt) {
    const std::map<std::string_view, double> known{{"sports-dice-football", 0.464179803},
                                                   {"pocket-gridiron", 0.4948421783},
                                                   {"pocket-rugby", 0.495855930},
                                                   {"red-boar-gridiron", 0.4999772257}};
    for (const Kind* kind : charted()) {
        const auto value = known.find(kind->id());
        if (value == known.end()) continue;
        EXPECT_NEAR(*atlas_of(*kind)->own.figure("first_edge"), value->second - 0.5, 1e-8) << shown(*kind);
    }
}

// A figure that is not known is left out; none of these games is without luck.
TEST(Atlas, NoReadingIsSaidToBeWithoutLuck) {
    for (const Kind* kind : charted())
        for (const AtlasReading& reading : atlas_of(*kind)->readings)
            if (const auto luck = reading.figure("luck")) {
                EXPECT_GT(*luck, 0.1) << shown(*kind) << " " << reading.set.begin()->first;
            }
}

TEST(Atlas, IsReadAsItIsWritten) {
    for (const Kind* kind : charted()) {
        const Json json = Json::parse(*embedded(fmt::format("data/atlas/{}.json", kind->id())), nullptr, false);
        EXPECT_EQ(atlas_json(*atlas_of(json)), json) << shown(*kind);
    }
    EXPECT_FALSE(atlas_of(Json{{"game", "x"}}));
}

// A figure of a pair less those of both readings alone.
TEST(Atlas, APairIsMeasuredAgainstTheSumOfBoth) {
    Atlas atlas{"g", "", {}, {{}, AtlasSource::solved, {{"first_edge", 0.1}}}, {}, {}, {}};
    atlas.readings = {{{{"a", "1"}}, AtlasSource::solved, {{"first_edge", 0.2}}},
                      {{{"b", "1"}}, AtlasSource::solved, {{"first_edge", 0.05}}}};
    const AtlasReading pair{{{"a", "1"}, {"b", "1"}}, AtlasSource::solved, {{"first_edge", 0.25}}};
    EXPECT_NEAR(*atlas.beyond(pair, "first_edge"), 0.1, 1e-12);
}

TEST(Atlas, EstimatesAreNotComparedWithBestPlay) {
    const Atlas atlas{"g", "", {}, {{}, AtlasSource::figures, {{"points", 20}}}, {}, {}, {}};
    EXPECT_FALSE(atlas.change({{{"a", "1"}}, AtlasSource::estimate, {{"points", 21}}}, "points"));
}

// Every option that has its ruling or step links to its effect, and what is shown has the effect instead of the link.
TEST(Atlas, StandsBesideEveryRulingWithAnotherReading) {
    for (const Kind* kind : kinds())
        for (Language language : kLanguages) {
            const std::string folder = language == Language::french ? "fr/" : "";
            const std::string source(*embedded(fmt::format("docs/rules/{}{}.md", folder, kind->id())));
            const std::string page = rules_page(*kind, language);
            EXPECT_EQ(page.find("/atlas/"), std::string::npos) << shown(*kind) << " " << code(language);
            const Atlas* atlas = atlas_of(*kind);
            EXPECT_EQ(source.find("/atlas/") != std::string::npos, atlas != nullptr) << shown(*kind);
            for (const AtlasReading& reading : atlas != nullptr ? atlas->readings : std::vector<AtlasReading>{}) {
                const std::string& option = reading.set.begin()->first;
                if (option.ends_with("_team")) continue; // cards, not readings
                const std::string link = fmt::format("atlas/{}{}.md#{})", folder, kind->id(), atlas_anchor(option));
                EXPECT_NE(source.find(link), std::string::npos) << link;
                const std::string effect = effect_text(*kind, option, language);
                EXPECT_FALSE(effect.empty()) << option;
                EXPECT_NE(page.find(effect), std::string::npos) << option;
            }
        }
}

// What is no reading of a ruling stands below the title, where it is not as usual; readings stand at their rulings.
TEST(RulesPage, TellsWhichGameATablePlays) {
    const Kind& boar = *kind_named("red-boar-gridiron");
    const std::string usual = rules_page(boar, Language::english, {{"mode", "dice"}, {"kick_downs", "fourth"}});
    EXPECT_EQ(usual.find("At this table:"), std::string::npos);
    EXPECT_NE(usual.find("At this table, Kicks on a down: On 4th down only."), std::string::npos);
    const Json options{{"mode", "cards"}, {"overtime", "college"}, {"quarter_seconds", 300}, {"penalties", false}};
    EXPECT_NE(
        rules_page(boar, Language::english, options)
            .find("\n\nAt this table:\n\n- **Mode**: Cards: chosen in secret\n- **Level score**: College: "
                  "possessions, then tries for two\n- **Length of a quarter**: 300\n- **Penalties**: Left out\n\n"),
        std::string::npos);
    EXPECT_NE(rules_page(boar, Language::english, options)
                  .find("At this table, Level score: College: possessions, then tries for two.\n\n### R8."),
              std::string::npos);
    EXPECT_NE(
        rules_page(*kind_named("gridiron-glory"), Language::french, {{"overtime", "one-deck"}})
            .find("\n\nÀ cette table\u00a0:\n\n- **Égalité à la fin**\u00a0: Prolongation d’un paquet, puis match "
                  "nul\n\n"),
        std::string::npos);
}

} // namespace
} // namespace touchline
