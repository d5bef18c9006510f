// Screens as text: golden ones for a person to read, and every screen of whole games held to its size.
#include "terminal/screen.hpp"

#include "bots/players.hpp"
#include "paths.hpp"
#include "play/kind.hpp"
#include "play/position.hpp"
#include "play/rules_page.hpp"
#include "terminal/explain.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

namespace touchline::terminal {
namespace {

struct Played {
    std::string name;
    std::string game;
    Json options;
};

std::vector<Played> ways_to_play() {
    std::vector<Played> ways;
    for (const Kind* kind : kinds()) {
        bool modes = false;
        for (const OptionSpec& spec : kind->options())
            if (spec.name == "mode") {
                modes = true;
                for (const OptionValue& value : spec.values)
                    ways.push_back({std::string(kind->id()) + "-" + text(value),
                                    std::string(kind->id()),
                                    {{"mode", text(value)}}});
            }
        if (!modes) ways.push_back({std::string(kind->id()), std::string(kind->id()), Json::object()});
    }
    return ways;
}

// One step by chance or by the coach.
void go_on(Table& table, Dice& dice, Player& player) {
    const TurnText turn = table.turn();
    const Seat seat = turn.kind == TurnKind::secret ? turn.waiting.front() : turn.seat;
    const OrRefusal<Done> done =
        turn.kind == TurnKind::chance ? table.roll(dice) : table.choose(seat, player.choose(table, seat));
    ASSERT_TRUE(done);
}

Lines screen(const Table& table, Language language, Size size, Viewer viewer = Viewer::home) {
    const Words& words = Words::of(language, table.kind().id());
    Scene scene{table, viewer, words, {words.side(Seat::home), words.side(Seat::away)}};
    scene.odds = Odds{.home = 0.53, .draw = 0.02, .away = 0.45, .exact = true};
    scene.prompt = {words.text("prompt.your-turn", {{"seat", words.side(Seat::home)},
                                                    {"event", std::string(words.event(table.turn().event))}})};
    scene.keys = words.text("key.roll");
    return drawn_screen(scene, size, Pen(Ink::plain));
}

std::string content_of(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream content;
    content << file.rdbuf();
    return content.str();
}

TEST(Screen, EveryScreenOfAGameKeepsToItsSizeAndLacksNoWord) {
    bots::Players makers;
    for (const Played& way : ways_to_play()) {
        OrRefusal<std::unique_ptr<Table>> table = open_table(way.game, way.options);
        ASSERT_TRUE(table) << way.name;
        SeededDice dice(11);
        const std::unique_ptr<Player> player = makers.make("coach", 5);
        for (int step = 0; step < 120 && !(*table)->over(); ++step) {
            go_on(**table, dice, *player);
            const Language language = step % 2 == 0 ? Language::english : Language::french;
            for (const Size size : {Size{40, 24}, Size{80, 24}, Size{132, 50}}) {
                const Lines lines = screen(**table, language, size, step % 3 == 0 ? Viewer::away : Viewer::home);
                EXPECT_LE(static_cast<int>(lines.size()), size.rows) << way.name << " step " << step;
                for (const std::string& line : lines) {
                    ASSERT_LE(width(line), size.columns) << way.name << " step " << step << ": " << line;
                    ASSERT_EQ(line.find("«"), language == Language::french ? line.find("« ") : std::string::npos)
                        << way.name << ": " << line;
                }
            }
        }
    }
}

// A game without a board of its own is shown by its fields.
TEST(Screen, PlainBoardNamesEveryField) {
    const Words& words = Words::of(Language::english, "sports-dice-football");
    const Canvas canvas{80, Pen(Ink::plain), words, {"Ann", "Bob"}, {}};
    const Json view{{"game", "x"},     {"score", {{"home", 1}, {"away", 2}}},
                    {"down", 3},       {"offense", "away"},
                    {"chip", nullptr}, {"dice", {"TD", "10"}},
                    {"ball", 25}};
    std::string drawn;
    for (const std::string& line : drawn_board("no-such-game", Look(view), canvas)) {
        EXPECT_LE(width(line), 80);
        drawn += line + "\n";
    }
    EXPECT_NE(drawn.find(words.text("field.down.name") + ": 3"), std::string::npos) << drawn;
    EXPECT_NE(drawn.find("Bob"), std::string::npos) << drawn;
    EXPECT_NE(drawn.find(words.token("", "TD")), std::string::npos) << drawn;
    EXPECT_EQ(drawn.find(words.text("field.score.name") + ":"), std::string::npos) << "it stands above the board";
}

// Views of the games as the protocol gives them.
const std::map<std::string, std::string> kViews{
    {"pocket-gridiron",
     R"({"offense":"home","drives":{"home":5,"away":6},"quarter":2,"down":3,"sacks":1,"bonus":1,"scrambles":1,"phase":"series",
        "injured":{"home":["wr"],"away":[]},"teams":null,"carrier":"te","value":6,"rolled":3})"},
    {"pocket-gridiron-conversion",
     R"({"offense":"away","drives":{"home":1,"away":1},"quarter":5,"down":4,"sacks":0,"bonus":0,"scrambles":0,
        "phase":"conversion","injured":{"home":[],"away":[]},"teams":null,"carrier":null,"value":null,"rolled":null})"},
    {"gridiron-glory",
     R"({"offense":"away","quarter":3,"space":2,"try":2,"pile":9,"unseen":{"home":{"2":1,"10":2,"A":0},"away":{"2":2,"10":0,"A":1}},
        "first_offense":"home","dice":[]})"},
    {"pocket-rugby",
     R"({"offense":"home","half":2,"first_attack":"away","cards":{"home":0,"away":1},"yellow_total":{"home":0,"away":1},"quick_tap":2,
        "injured":{"home":["wing"],"away":[]},"weather":"rain","teams":{"home":"none","away":"none"},"carrier":"centre","value":7,"tackle":3,"range":null})"},
    {"red-boar-gridiron",
     R"({"offense":"away","quarter":4,"clock":90,"ball":60,"down":3,"line":65,"phase":"scrimmage","mode":"cards",
        "hand":{"DIVE":2,"LONG":1,"SCREEN":3},"discards":{"home":{},"away":{}},"played":{"home":{"BLITZ":1},"away":{"DIVE":1}},"deck_left":{"home":11,"away":11}})"},
    {"sports-dice-football", R"({"offense":"home","ball":35,"down":2,"line":50,"chip":"away","dice":[],"plays":null})"},
};

// Run with TOUCHLINE_UPDATE_GOLDEN=1 to write them anew; then read them.
TEST(Screen, GoldenBoards) {
    for (const auto& [name, view] : kViews)
        for (Language language : kLanguages)
            for (int columns : {40, 80}) {
                const std::string game = name.starts_with("pocket-gridiron") ? "pocket-gridiron" : name;
                const Words& words = Words::of(language, game);
                const Canvas canvas{columns,
                                    Pen(Ink::plain),
                                    words,
                                    {words.side(Seat::home), words.side(Seat::away)},
                                    kind_named(game)->default_sheet()};
                std::string drawn;
                for (std::string line : drawn_board(game, Look(Json::parse(view)), canvas)) {
                    EXPECT_LE(width(line), columns) << name << ": " << line;
                    while (line.ends_with(' ')) line.pop_back();
                    drawn += line + "\n";
                }
                const std::string path = std::string(TOUCHLINE_SOURCE) + "/tests/terminal/golden/" + name + "-" +
                                         std::string(code(language)) + "-" + std::to_string(columns) + ".txt";
                if (std::getenv("TOUCHLINE_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << drawn;
                EXPECT_EQ(drawn, content_of(path)) << path;
            }
}

TEST(Screen, AHandIsDrawnForItsOwnerAlone) {
    OrRefusal<std::unique_ptr<Table>> table = open_table("red-boar-gridiron", {{"mode", "cards"}});
    ASSERT_TRUE(table);
    SeededDice dice(3);
    const std::unique_ptr<Player> player = bots::Players().make("coach", 1);
    for (int step = 0; step < 40 && (*table)->turn().event != "call"; ++step) go_on(**table, dice, *player);
    ASSERT_EQ((*table)->turn().event, "call");
    const std::string label = "Your hand";
    const auto shows_hand = [&](Viewer viewer) {
        return joined_lines(screen(**table, Language::english, {100, 40}, viewer)).find(label) != std::string::npos;
    };
    EXPECT_TRUE(shows_hand(Viewer::home));
    EXPECT_TRUE(shows_hand(Viewer::away));
    EXPECT_FALSE(shows_hand(Viewer::everyone));
}

TEST(Screen, OddsNeverClaimCertaintyTheyDoNotHave) {
    const Words& words = Words::of(Language::english);
    EXPECT_EQ(percent(0.99999, words), "99.9\u00a0%");
    EXPECT_EQ(percent(1, words), "100.0\u00a0%");
    EXPECT_EQ(percent(0.0001, words), "0.1\u00a0%");
    EXPECT_EQ(percent(0.5, Words::of(Language::french)), "50,0\u00a0%");
}

// Every turn of whole games can be explained, and the rule it names is on the rules page of both languages.
TEST(Explain, EveryTurnHasItsRule) {
    bots::Players makers;
    for (const Played& way : ways_to_play())
        for (Language language : kLanguages) {
            OrRefusal<std::unique_ptr<Table>> table = open_table(way.game, way.options);
            ASSERT_TRUE(table);
            const Words& words = Words::of(language, way.game);
            SeededDice dice(21);
            const std::unique_ptr<Player> player = makers.make("random", 3);
            for (int step = 0; step < 150 && !(*table)->over(); ++step) {
                const TurnText turn = (*table)->turn();
                const std::string rule(words.find("event." + std::string(turn.event) + ".rule"));
                EXPECT_FALSE(rule.empty()) << way.name << " " << turn.event;
                EXPECT_FALSE(rule_text(rules_page((*table)->kind(), language), rule).empty())
                    << way.name << " " << turn.event << ": " << rule;
                EXPECT_GT(explanation(**table, turn, words, 80, Pen(Ink::plain)).size(), 5u);
                go_on(**table, dice, *player);
            }
        }
}

std::string explained(const Table& table, const TurnText& turn, const Words& words) {
    std::string page;
    for (const std::string& line : explanation(table, turn, words, 10000, Pen(Ink::plain))) page += line + "\n";
    return page;
}

// "penalty/kick" goes before "kick" at a penalty, "endzone/OUT" before "OUT" on the black die.
TEST(Explain, WhatBelongsToAnEventGoesFirst) {
    for (const Kind* kind : kinds())
        for (Language language : kLanguages) {
            const Words& words = Words::of(language, kind->id());
            const OrRefusal<std::unique_ptr<Table>> table = open_table(kind->id(), Json::object());
            for (const auto& [key, texts] : words.all()) {
                const std::size_t slash = key.find('/');
                if (!key.starts_with("action.") || slash == std::string::npos || !key.ends_with(".name")) continue;
                const std::string event = key.substr(7, slash - 7);
                const std::string action = key.substr(slash + 1, key.size() - slash - 6);
                TurnText turn{.kind = TurnKind::choice};
                turn.event = event;
                turn.actions = {action};
                const std::string page = explained(**table, turn, words);
                EXPECT_NE(page.find(texts.front()), std::string::npos) << key << "\n" << page;
                EXPECT_NE(page.find(words.find("action." + event + "/" + action + ".help")), std::string::npos) << key;
            }
        }
    const OrRefusal<std::unique_ptr<Table>> table = open_table("pocket-gridiron", Json::object());
    for (const char* token : {"home", "WR", "SLANT", "1", "2"}) ASSERT_TRUE((*table)->roll({token})) << token;
    const Words& words = Words::of(Language::english, "pocket-gridiron");
    const std::string page = explained(**table, (*table)->turn(), words);
    EXPECT_NE(page.find("Out of bounds"), std::string::npos) << page;
    EXPECT_EQ(page.find("Out route"), std::string::npos) << page;
}

TEST(Screens, OfASideWithoutADriveLeftSaysZero) {
    for (const auto& [language, told] : {std::pair{Language::english, "Drives left, Belmont: 0"},
                                         std::pair{Language::french, "Séries restantes, Belmont\u00a0: 0"}}) {
        auto table = std::move(*kind_named("pocket-gridiron")->open(Json::object(), std::nullopt));
        ASSERT_TRUE(table->set({{"offense", "away"}, {"drives", {{"home", 0}, {"away", 1}}}}));
        std::string all;
        for (const std::string& line : screen(*table, language, {80, 24})) all += line + "\n";
        EXPECT_NE(all.find(told), std::string::npos) << all;
    }
}

} // namespace
} // namespace touchline::terminal
