// The menu and the list of saved games, key by key.
#include "terminal/menu.hpp"

#include "bots/players.hpp"
#include "play/random_play.hpp"
#include "terminal/scripted_console.hpp"

#include <fmt/chrono.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <set>

#include <unistd.h>

namespace touchline::terminal {
namespace {

namespace fs = std::filesystem;

class MenuTest : public testing::Test {
protected:
    void SetUp() override {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    void save(std::string_view game, u64 seed, std::size_t steps) {
        OrRefusal<std::unique_ptr<Table>> table = open_table(game, Json::object());
        ASSERT_TRUE(table);
        SeededDice dice(seed);
        ASSERT_TRUE(random_play(**table, dice, steps));
        std::optional<SaveFile> file = SaveFile::create(folder_, game);
        ASSERT_TRUE(file);
        ASSERT_TRUE(file->write(**table));
    }
    std::vector<Saved> saved() {
        std::vector<std::string> spoilt;
        return saved_games(folder_, "", spoilt);
    }

    std::string folder_ = (fs::temp_directory_path() / fmt::format("touchline-menu-{}", ::getpid())).string();
};

TEST_F(MenuTest, ASavedGameHasItsDateAndItsPeriod) {
    save("pocket-gridiron", 1, 40);
    save("pocket-rugby", 1, 10);
    save("sports-dice-football", 1, 30);
    std::vector<Saved> games = saved();
    ScriptedConsole console("q");
    EXPECT_EQ(offer_saved(games, {}, console, Language::english).end, MenuEnd::left);
    ASSERT_EQ(console.screens.size(), 1U);
    const std::string today = fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr)));
    EXPECT_TRUE(console.showed(today)) << console.screens[0];
    EXPECT_TRUE(console.showed("quarter")) << console.screens[0];
    EXPECT_TRUE(console.showed("1st half")) << console.screens[0];
    EXPECT_TRUE(console.showed("drive ")) << console.screens[0];
    ScriptedConsole french("q");
    EXPECT_EQ(offer_saved(games, {}, french, Language::french).end, MenuEnd::left);
    EXPECT_TRUE(french.showed("1re mi-temps")) << french.screens[0];
}

TEST_F(MenuTest, ASavedGameSaysWhichOvertimeItIsIn) {
    for (const int quarter : {5, 6, 7}) {
        OrRefusal<std::unique_ptr<Table>> table = open_table("red-boar-gridiron", {{"overtime", "college"}});
        ASSERT_TRUE(table);
        ASSERT_TRUE((*table)->set({{"quarter", quarter}}));
        ASSERT_TRUE(SaveFile::create(folder_, "red-boar-gridiron")->write(**table));
    }
    std::vector<Saved> games = saved();
    ScriptedConsole console("q");
    EXPECT_EQ(offer_saved(games, {}, console, Language::english).end, MenuEnd::left);
    for (const std::string_view each : {"· overtime", "· 2nd overtime", "· 3rd overtime or later"})
        EXPECT_TRUE(console.showed(each)) << console.screens[0];
    ScriptedConsole french("q");
    EXPECT_EQ(offer_saved(games, {}, french, Language::french).end, MenuEnd::left);
    for (const std::string_view each : {"· prolongation", "· 2e prolongation", "· 3e prolongation ou au-delà"})
        EXPECT_TRUE(french.showed(each)) << french.screens[0];
}

TEST_F(MenuTest, EverySavedGameCanBeReached) {
    for (u64 i = 0; i < 32; ++i) save("sports-dice-football", i, 5);
    std::vector<Saved> games = saved();
    ASSERT_EQ(games.size(), 32U);
    std::set<std::size_t> reached;
    for (std::size_t pages = 0; pages < 32; ++pages)
        for (char figure = '1'; figure <= '9'; ++figure) {
            ScriptedConsole console(std::string(pages, '>') + figure);
            const ResumeAnswer answer = offer_saved(games, {}, console, Language::english);
            if (answer.chosen) reached.insert(*answer.chosen);
            for (const std::string& screen : console.screens) EXPECT_LE(std::ranges::count(screen, '\n'), 24) << screen;
        }
    EXPECT_EQ(reached.size(), 32U);
    ScriptedConsole console("><q");
    (void)offer_saved(games, {}, console, Language::english);
    EXPECT_TRUE(console.showed("of 32")) << console.screens[0];
    EXPECT_EQ(console.screens[0], console.screens[2]);
}

TEST_F(MenuTest, AGameIsThrownAwayOnlyOnceThatIsConfirmed) {
    save("sports-dice-football", 1, 5);
    save("sports-dice-football", 2, 5);
    std::vector<Saved> games = saved();
    const std::string second = games[1].path;
    for (const char* keys : {"xq", "x2n", "x2\rq", "xnnq"}) {
        ScriptedConsole console(keys);
        (void)offer_saved(games, {}, console, Language::english);
        EXPECT_EQ(saved().size(), 2U) << keys;
    }
    ScriptedConsole console("x2yq");
    (void)offer_saved(games, {}, console, Language::english);
    EXPECT_TRUE(console.showed("Which one")) << console.screens[1];
    EXPECT_TRUE(console.showed("for good?")) << console.screens[2];
    EXPECT_FALSE(fs::exists(second));
    ASSERT_EQ(games.size(), 1U);
    ScriptedConsole last("xo"); // a single game is deleted without asking which one; French says yes with o
    EXPECT_EQ(offer_saved(games, {}, last, Language::french).end, MenuEnd::start);
    EXPECT_TRUE(saved().empty());
}

TEST_F(MenuTest, OpponentsAreDescribedAndChosenFromAList) {
    bots::Players makers;
    for (Language language : kLanguages)
        for (const Size size : {Size{80, 24}, Size{120, 40}, Size{60, 20}}) {
            terminal::Setup setup;
            setup.kind = kind_named("sports-dice-football");
            setup.language = language;
            ScriptedConsole console("22\r", size); // away, the second of the list, start
            EXPECT_EQ(run_menu(setup, console, makers), MenuEnd::start);
            EXPECT_NE(*setup.players.away, kPerson);
            const Words& words = Words::of(language, "sports-dice-football");
            for (const std::string& bot : makers.names())
                EXPECT_TRUE(console.showed(words.text("bot." + bot + ".name"))) << bot;
            const std::string help = words.text("bot." + *setup.players.away + ".help").substr(0, 20);
            EXPECT_TRUE(size.rows < 24 || console.showed(help)) << console.screens[1];
            for (const std::string& screen : console.screens)
                EXPECT_LE(std::ranges::count(screen, '\n'), size.rows) << screen;
        }
}

TEST_F(MenuTest, KeysNumbersAndPlayersAreSaidAsTheyAre) {
    bots::Players makers;
    terminal::Setup setup;
    setup.kind = kind_named("pocket-gridiron");
    ScriptedConsole console("!q");
    EXPECT_EQ(run_menu(setup, console, makers), MenuEnd::left);
    EXPECT_TRUE(console.showed("1–9, a")) << console.screens.back();
    EXPECT_FALSE(console.showed("1–10")) << console.screens.back();
    EXPECT_TRUE(console.showed("as the mode has it")) << console.screens.back();
    EXPECT_TRUE(console.showed("Stand-in (coach)")) << console.screens.back();
    terminal::Setup other_game;
    other_game.kind = kind_named("sports-dice-football");
    ScriptedConsole list("2q\r", Size{100, 40});
    EXPECT_EQ(run_menu(other_game, list, makers), MenuEnd::start);
    EXPECT_TRUE(list.showed("Max (rookie)")) << list.screens.back();
}

TEST_F(MenuTest, TheOpponentOfTheSettingsSitsDown) {
    bots::Players makers;
    for (const char* keys : {"\r", "33\r"}) { // at once, and again after playing alone
        terminal::Setup setup;
        setup.kind = kind_named("sports-dice-football");
        setup.opponent = "rookie";
        ScriptedConsole console(keys);
        EXPECT_EQ(run_menu(setup, console, makers), MenuEnd::start);
        EXPECT_EQ(*setup.players.home, kPerson);
        EXPECT_EQ(*setup.players.away, "rookie");
    }
}

TEST_F(MenuTest, OneKeySetsBothSidesForOnePerson) {
    bots::Players makers;
    terminal::Setup setup;
    setup.kind = kind_named("sports-dice-football");
    ScriptedConsole console("3\r");
    EXPECT_EQ(run_menu(setup, console, makers), MenuEnd::start);
    EXPECT_TRUE(setup.alone);
    EXPECT_EQ(*setup.players.home, kPerson);
    EXPECT_EQ(*setup.players.away, kPerson);
    EXPECT_TRUE(console.showed("yes, both sides are yours"));
    terminal::Setup against;
    against.kind = setup.kind;
    ScriptedConsole changed("322\r"); // alone, then an opponent for away
    EXPECT_EQ(run_menu(against, changed, makers), MenuEnd::start);
    EXPECT_FALSE(against.alone);
    EXPECT_NE(*against.players.away, kPerson);
}

TEST_F(MenuTest, OnePersonAloneHasOneName) {
    bots::Players makers;
    terminal::Setup setup;
    setup.kind = kind_named("sports-dice-football");
    setup.names.home = "Ann, Bo";
    ScriptedConsole console("3\rq", Size{120, 40});
    EXPECT_EQ(run_menu(setup, console, makers), MenuEnd::left);
    EXPECT_TRUE(console.showed("type one name, not 'Ann, Bo'")) << console.screens.back();
}

} // namespace
} // namespace touchline::terminal
