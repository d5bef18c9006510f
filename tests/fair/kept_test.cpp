// Records that are kept: the verifiers in C++, Python and the page all read them. TOUCHLINE_UPDATE_GOLDEN=1 writes them
// anew.
#include "fair/game.hpp"
#include "fair/verify.hpp"
#include "paths.hpp"
#include "said.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace touchline::fair {
namespace {

void expect_kept(const std::string& name, const std::string& record) {
    const std::string path = TOUCHLINE_SOURCE "/tests/fair/records/" + name + ".record";
    if (std::getenv("TOUCHLINE_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << record;
    std::ostringstream kept;
    kept << std::ifstream(path).rdbuf();
    EXPECT_EQ(kept.str(), record) << name;
    const auto verdict = verify(record);
    EXPECT_TRUE(verdict) << name << (verdict ? "" : said(verdict.error().message));
}

TEST(KeptRecords, TwoPeople) {
    Game game("pocket-gridiron", {{"drives", 1}});
    game.sit(Seat::home, 1);
    game.sit(Seat::away, 2);
    game.play();
    expect_kept("two-people", game.record());
}

TEST(KeptRecords, HiddenCardsAndASeatThatCommitsLate) {
    Game game("red-boar-gridiron", {{"mode", "cards"}});
    game.play(12);
    game.sit(Seat::away, 2);
    game.play(60);
    expect_kept("hidden-cards", game.record());
}

TEST(KeptRecords, FromARecordWithASecondBrowserAndASeatLeftOut) {
    Game game("sports-dice-football");
    SeededDice seeded(5);
    ASSERT_TRUE(random_play(*game.table, seeded, 9));
    u64 rolls = 0;
    for (std::size_t i = 0; i < game.table->steps(); ++i) rolls += game.table->step(i).kind == TurnKind::chance ? 1 : 0;
    game.dice = ServerDice(std::string(kTable), secrets_of(Link{6}, rolls + 1, Draws::open));
    game.sit(Seat::home, 1);
    game.play(20);
    game.sit(Seat::home, 3);
    game.play(30);
    game.browsers.home.reset();
    game.play(40);
    expect_kept("from-a-record", game.record());
}

} // namespace
} // namespace touchline::fair
