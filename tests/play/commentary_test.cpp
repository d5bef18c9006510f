// The play-by-play in words: what varies, what never does, and how a line reads.
#include "play/commentary.hpp"
#include "play/kind.hpp"
#include "play/random_play.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace touchline {
namespace {

constexpr u64 kGames = 5;

// Every game and mode, played to the end by chance.
std::vector<std::unique_ptr<Table>> commentated_games() {
    const std::pair<const char*, Json> modes[] = {
        {"gridiron-glory", Json::object()},
        {"sports-dice-football", Json::object()},
        {"pocket-gridiron", Json::object()},
        {"pocket-gridiron", {{"mode", "pro"}, {"home_team", "ironmen"}, {"away_team", "comets"}}},
        {"pocket-rugby", Json::object()},
        {"pocket-rugby", {{"home_team", "england"}, {"away_team", "australia"}, {"weather", "roll"}}},
        {"red-boar-gridiron", Json::object()},
        {"red-boar-gridiron", {{"mode", "cards"}}},
    };
    std::vector<std::unique_ptr<Table>> tables;
    for (const auto& [game, options] : modes)
        for (u64 seed = 1; seed <= kGames; ++seed) {
            tables.push_back(std::move(*open_table(game, options)));
            SeededDice dice(seed);
            EXPECT_TRUE(random_play(*tables.back(), dice));
        }
    return tables;
}

const Words& english_of(const Table& table) { return Words::of(Language::english, table.kind().id()); }

// Which of its wordings a line took; two that read alike in this place count as one.
std::size_t wording_of(const Words& words, const Saying& saying, const SideNames& sides, const std::string& line) {
    const std::size_t count = words.variants("say." + saying.key).size();
    for (std::size_t i = 0; i < count; ++i)
        if (words.said(saying, sides, i) == line) return i;
    ADD_FAILURE() << "no wording of " << saying.key << " is '" << line << "'";
    return count;
}

TEST(Commentary, NeverTakesTheSameWordingTwiceInARow) {
    for (const std::unique_ptr<Table>& table : commentated_games())
        for (Language language : kLanguages)
            for (Viewer viewer : {Viewer::everyone, Viewer::home}) {
                const Words& words = Words::of(language, table->kind().id());
                Commentary commentary(words, viewer);
                std::map<std::string, std::size_t> last;
                for (std::size_t i = 0; i < table->steps(); ++i) {
                    const StepWords said = commentary.told(*table, i, {});
                    const std::vector<Saying> sayings = table->sayings(i, viewer);
                    ASSERT_EQ(said.lines.size(), sayings.size());
                    for (std::size_t k = 0; k < sayings.size(); ++k) {
                        const std::size_t now = wording_of(words, sayings[k], {}, said.lines[k]);
                        const auto [before, first] = last.try_emplace(sayings[k].key, now);
                        EXPECT_TRUE(first || before->second != now) << sayings[k].key << " at step " << i;
                        before->second = now;
                    }
                }
            }
}

TEST(Commentary, TellsTheSameHistoryInTheSameWordsWhateverIsAskedFirst) {
    for (const std::unique_ptr<Table>& table : commentated_games()) {
        Commentary in_order(english_of(*table));
        Commentary jumping(english_of(*table));
        std::vector<StepWords> told;
        for (std::size_t i = 0; i < table->steps(); ++i) told.push_back(in_order.told(*table, i, {}));
        for (std::size_t i : {table->steps() - 1, table->steps() / 2, table->steps() / 2, std::size_t{0}}) {
            EXPECT_EQ(jumping.told(*table, i, {}).lines, told[i].lines);
            EXPECT_EQ(Commentary(english_of(*table)).told(*table, i, {}).lines, told[i].lines);
        }
    }
}

TEST(Commentary, ForgetsWhatWasTakenBack) {
    std::unique_ptr<Table> table = std::move(*open_table("pocket-rugby", Json::object()));
    SeededDice dice(3);
    ASSERT_TRUE(random_play(*table, dice, 60));
    Commentary commentary(english_of(*table));
    (void)commentary.told(*table, table->steps() - 1, {});
    while (table->steps() > 20) ASSERT_TRUE(table->undo());
    commentary.cut(table->steps());
    ASSERT_TRUE(random_play(*table, dice, 40));
    EXPECT_EQ(commentary.told(*table, table->steps() - 1, {}).lines,
              Commentary(english_of(*table)).told(*table, table->steps() - 1, {}).lines);
}

// A headline a play at most, before its details; points always make one.
TEST(Commentary, PutsTheHeadlineFirst) {
    for (const std::unique_ptr<Table>& table : commentated_games())
        for (std::size_t i = 0; i < table->steps(); ++i) {
            const std::vector<Saying> sayings = table->sayings(i, Viewer::everyone);
            const auto headlines = std::ranges::count(sayings, true, &Saying::headline);
            EXPECT_LE(headlines, 1) << table->kind().id() << " step " << i;
            EXPECT_TRUE(headlines == 0 || sayings.front().headline);
            for (const Happening& each : table->happened(i)) {
                const bool tells = each.what == What::score || each.what == What::turnover;
                EXPECT_TRUE(!tells || headlines == 1) << table->kind().id() << " step " << i;
            }
        }
}

// What is said often has at least three wordings, in both languages.
TEST(Commentary, HasThreeWordingsOrMoreForWhatComesOften) {
    constexpr int kOften = 1; // in a game
    std::map<std::pair<std::string, std::string>, int> times;
    std::map<std::string, int> games;
    for (const std::unique_ptr<Table>& table : commentated_games()) {
        const std::string game(table->kind().id());
        ++games[game];
        for (std::size_t i = 0; i < table->steps(); ++i)
            for (const Saying& saying : table->sayings(i, Viewer::everyone)) ++times[{game, saying.key}];
    }
    for (const auto& [line, count] : times) {
        if (count < kOften * games[line.first]) continue;
        for (Language language : kLanguages)
            EXPECT_GE(Words::of(language, line.first).variants("say." + line.second).size(), 3U)
                << line.first << ": " << line.second << " is said " << count << " times";
    }
}

// A long pass with five yards on top is no sack that was escaped, and five yards more lost are none saved.
TEST(Commentary, TellsTheDefenceDieAsThePlayCameOut) {
    const auto says = [](const std::vector<Saying>& sayings, std::string_view key) {
        return std::ranges::find(sayings, key, &Saying::key) != sayings.end();
    };
    int lost = 0;
    int won = 0;
    for (const std::unique_ptr<Table>& table : commentated_games())
        for (std::size_t i = 0; i < table->steps(); ++i) {
            const std::vector<Saying> sayings = table->sayings(i, Viewer::everyone);
            const bool back = says(sayings, "sack") || says(sayings, "loss");
            if (says(sayings, "defense-plus-sack") || says(sayings, "defense-minus-loss")) {
                EXPECT_TRUE(back) << table->kind().id() << " step " << i;
                ++lost;
            }
            if (says(sayings, "defense-plus") || says(sayings, "defense-minus")) {
                EXPECT_FALSE(back) << table->kind().id() << " step " << i;
                ++won;
            }
        }
    EXPECT_GT(lost, 0);
    EXPECT_GT(won, 0);
}

// A side may be called Home or Away: no sentence uses these words otherwise.
TEST(Commentary, ConfusesNoWordWithTheNameOfASide) {
    for (const Kind* kind : kinds())
        for (Language language : kLanguages)
            for (const auto& [key, texts] : Words::of(language, kind->id()).all()) {
                if (!key.starts_with("say.")) continue;
                for (const std::string& text : texts)
                    for (Seat seat : kSeats)
                        EXPECT_EQ(text.find(Words::of(language).seat(seat)), std::string::npos) << key << ": " << text;
            }
}

Saying saying_with(std::string key, SayingParam param) { return {std::move(key), {std::move(param)}}; }

TEST(Commentary, WritesFacesSmallWithinASentence) {
    const Words& words = Words::of(Language::english, "sports-dice-football");
    Saying pick = saying_with("pick", {"face", SayingParam::Kind::token, "NG"});
    pick.params.push_back({"seat", SayingParam::Kind::seat, {}, 0});
    EXPECT_EQ(words.said(pick, {"Ann", "Ben"}, 0), "Ann: no gain.");
    const Words& french = Words::of(Language::french, "gridiron-glory");
    Saying stopped{"stopped",
                   {{"first", SayingParam::Kind::token, "9D"},
                    {"second", SayingParam::Kind::token, "QS"},
                    {"defense", SayingParam::Kind::seat, {}, 1}}};
    EXPECT_EQ(french.said(stopped, {"Anne", "Benoît"}, 0), "La dame de pique bat le neuf de carreau\u00a0: arrêté.");
    EXPECT_EQ(french.said(stopped, {"Anne", "Benoît"}, 1), "La dame de pique pour Benoît\u00a0: on ne passe pas.");
}

TEST(Commentary, ReadsTheScoreFromTheSideThatLeads) {
    Narration out;
    out.score({19, 20});
    EXPECT_EQ(Words::of(Language::english, "pocket-rugby").said(out.sayings()[0], {"Ann", "Ben"}, 0), "20–19 to Ben.");
    EXPECT_EQ(Words::of(Language::french, "pocket-rugby").said(out.sayings()[0], {"Ann", "Ben"}, 0), "20–19 pour Ben.");
    out.score({7, 7});
    EXPECT_EQ(Words::of(Language::english, "pocket-rugby").said(out.sayings()[1], {"Ann", "Ben"}, 0), "Level at 7–7.");
}

TEST(Commentary, KeepsOneHeadlineTheLast) {
    Narration out;
    out.say("roll-level").number("first", 3);
    out.headline("gain").number("yards", 10);
    out.headline("touchdown").number("points", 7);
    out.say("score-level").number("points", 7);
    ASSERT_EQ(out.sayings().size(), 4U);
    EXPECT_EQ(out.sayings()[0].key, "touchdown");
    EXPECT_EQ(out.sayings()[0].params[0].number, 7);
    EXPECT_TRUE(out.sayings()[0].headline);
    EXPECT_EQ(out.sayings()[1].key, "gain");
    EXPECT_FALSE(out.sayings()[1].headline);
    EXPECT_EQ(out.sayings()[3].params[0].number, 7);
}

} // namespace
} // namespace touchline
