// Names of wide letters, emoji and marks: every screen is as straight as with plain names of as many columns.
#include "terminal/screen.hpp"

#include "bots/players.hpp"
#include "play/kind.hpp"
#include "terminal/explain.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace touchline::terminal {
namespace {

Lines screen(const Table& table, const SideNames& sides, Size size) {
    const Words& words = Words::of(Language::english, table.kind().id());
    Scene scene{table, Viewer::home, words, sides};
    scene.odds = Odds{.home = 0.53, .draw = 0.02, .away = 0.45, .exact = true};
    scene.prompt = {words.text("prompt.your-turn", {{"seat", sides.home}, {"event", words.event(table.turn().event)}})};
    return drawn_screen(scene, size, Pen(Ink::plain));
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

void play_on(Table& table, Dice& dice, Player& player) {
    const TurnText turn = table.turn();
    const Seat seat = turn.kind == TurnKind::secret ? turn.waiting.front() : turn.seat;
    ASSERT_TRUE(turn.kind == TurnKind::chance ? table.roll(dice) : table.choose(seat, player.choose(table, seat)));
}

TEST(WideNames, ScreensAreAsStraightAsWithPlainNamesOfTheSameWidth) {
    const SideNames plain{"Qxqx", "Zvz"};
    const std::vector<SideNames> wide{{"日本", "ばx"}, {"🏈🏆", "🐗x"}, {"e\u0301e\u0301e\u0301e\u0301", "ก\u0e34yx"}};
    bots::Players makers;
    for (const Kind* kind : kinds()) {
        OrRefusal<std::unique_ptr<Table>> table = kind->open(Json::object(), std::nullopt);
        ASSERT_TRUE(table);
        SeededDice dice(11);
        const std::unique_ptr<Player> player = makers.make("coach", 5);
        for (int step = 0; step < 60 && !(*table)->over(); ++step) {
            play_on(**table, dice, *player);
            for (const SideNames& sides : wide) {
                const Lines expected = screen(**table, plain, {80, 24});
                const Lines lines = screen(**table, sides, {80, 24});
                ASSERT_EQ(lines.size(), expected.size());
                for (std::size_t i = 0; i < lines.size(); ++i)
                    ASSERT_EQ(replaced(replaced(lines[i], sides.home, plain.home), sides.away, plain.away), expected[i])
                        << kind->id() << " step " << step;
            }
        }
    }
}

TEST(WideNames, LongNamesNeverLeaveTheScreen) {
    std::string wide;
    std::string marks;
    for (int i = 0; i < 20; ++i) {
        wide += i % 3 == 0 ? "日" : i % 3 == 1 ? "🏈" : "x";
        marks += "a\u0301\u0302";
    }
    bots::Players makers;
    for (const Kind* kind : kinds()) {
        OrRefusal<std::unique_ptr<Table>> table = kind->open(Json::object(), std::nullopt);
        ASSERT_TRUE(table);
        SeededDice dice(3);
        const std::unique_ptr<Player> player = makers.make("coach", 5);
        for (int step = 0; step < 30 && !(*table)->over(); ++step) {
            play_on(**table, dice, *player);
            for (int columns : {40, 61, 80})
                for (const std::string& line : screen(**table, {wide, marks}, {columns, 24}))
                    ASSERT_LE(width(line), columns) << kind->id() << " step " << step << ": " << line;
        }
    }
}

} // namespace
} // namespace touchline::terminal
