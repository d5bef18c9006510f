// Positions set by hand, and bytes that claim to be one.
#include "games/pocket_gridiron/rules.hpp"
#include "gridiron.hpp"
#include "play/table_for.hpp"

namespace touchline {
namespace {

TEST(PocketGridironSet, WhatIsLeftOutIsAsAtTheStartOfADrive) {
    game()
        .set("{}")
        .waits_for("qb", "home")
        .shows(
            R"({"score":{"home":0,"away":0},"offense":"home","drives":{"home":8,"away":8},"down":1,"sacks":0,"bonus":0,"scrambles":0,
            "phase":"series","injured":{"home":[],"away":[]},"returned":false,"carrier":null,"value":null,"rolled":null})");
    game().set(R"({"drives":{"away":3}})").shows(R"({"drives":{"home":8,"away":3}})");
}

TEST(PocketGridironSet, WithBonusOrScramblesTheQuarterbackRollsOnTheLastDownToo) {
    game().set(R"({"down":4,"bonus":1})").waits_for("qb", "home");
    game().set(R"({"down":4,"scrambles":2})").waits_for("qb", "home");
    game().set(R"({"down":4})").asks("fourth-down", "home", "play field-goal");
}

TEST(PocketGridironSet, OnlyTheFifthQuarterMeansSomething) {
    game().set(R"({"quarter":4})").shows(R"({"quarter":1})");
    game().refuses_set(R"({"quarter":5})", "no overtime");
    constexpr auto kOvertime = R"({"overtime":"extra-drives"})";
    game(kOvertime).set(R"({"quarter":5})").shows(R"({"quarter":5,"drives":{"home":1,"away":1}})");
    game(kOvertime).refuses_set(R"({"quarter":5,"drives":{"home":2}})", "drives.home");
}

TEST(PocketGridironSet, ModeAndTeamsAreTheTablesOwn) {
    game().set(R"({"mode":"basic","teams":null})");
    game().refuses_set(R"({"mode":"pro"})", "mode");
    game().refuses_set(R"({"teams":{"home":"ironmen"}})", "teams");
    constexpr auto kPro = R"({"mode":"pro"})";
    game(kPro)
        .set(R"({"mode":"pro","teams":{"home":"ironmen","away":"comets"}})")
        .set(R"({"teams":{"away":"comets"}})");
    game(kPro).refuses_set(R"({"teams":{"home":"comets"}})", "teams").refuses_set(R"({"teams":null})", "teams");
}

TEST(PocketGridironSet, EveryBadFieldIsRefused) {
    AtTable table = game();
    for (std::string_view bad : {R"({"ball":3})",
                                 R"({"quarter":0})",
                                 R"({"quarter":6})",
                                 R"({"offense":null})",
                                 R"({"offense":"north"})",
                                 R"({"bonus":100})",
                                 R"({"bonus":-1})",
                                 R"({"score":{"home":501}})",
                                 R"({"score":{"home":-1}})",
                                 R"({"score":3})",
                                 R"({"score":{"north":3}})",
                                 R"({"injured":{"home":["k"]}})",
                                 R"({"injured":{"home":["wr","wr"]}})",
                                 R"({"injured":{"home":"wr"}})",
                                 R"({"drives":{"home":0}})",
                                 R"({"drives":{"home":9}})",
                                 R"({"down":0})",
                                 R"({"down":5})",
                                 R"({"down":1.5})",
                                 R"({"down":null})",
                                 R"({"sacks":3})",
                                 R"({"scrambles":3})",
                                 R"({"phase":"kick"})",
                                 R"({"phase":null})",
                                 R"({"phase":"conversion","sacks":1})",
                                 R"({"phase":"conversion","down":3})",
                                 R"({"returned":true})",
                                 R"({"returned":true,"phase":"conversion"})",
                                 R"({"carrier":"wr"})",
                                 R"({"value":3})",
                                 R"({"rolled":3})",
                                 R"({"game":"pocket-rugby"})",
                                 R"({"score":null})",
                                 R"({"down":true})"})
        table.refuses_set(bad);
    game(R"({"injuries":false})")
        .refuses_set(R"({"injured":{"away":["rb"]}})", "without injuries")
        .set(R"({"injured":{"away":[]}})");
    game(R"({"mode":"pro"})").refuses_set(R"({"bonus":1})", "pro").refuses_set(R"({"returned":true})", "returned");
}

TEST(PocketGridironSet, EveryReasonIsGiven) { game().refuses_set(R"({"down":7,"sacks":4,"x":1})", "; "); }

TEST(PocketGridironSet, AReturnedTryNeedsNoDriveOfItsOwn) {
    game(R"({"mode":"pro"})")
        .set(R"({"phase":"conversion","returned":true,"drives":{"home":0,"away":1}})")
        .waits_for("qb", "home")
        .falls({"TE", "INCOMP"})
        .waits_for("qb", "away")
        .shows(R"({"drives":{"home":0,"away":1}})");
}

TEST(PocketGridironSet, TheTableBeforeTheTossStaysRefusedAsABadPosition) {
    game().refuses_set(R"({"offense":null})", "offense");
}

// Every position of played games is sound; one with a field changed is either sound (and can be played on) or refused.
TEST(PocketGridironBytes, SoundPositionsCanBePlayedToTheEnd) {
    for (
        std::string_view options :
        {"{}", R"({"mode":"pro","overtime":"extra-drives","declined_flag":"zero"})",
         R"({"mode":"pro","overtime":"extra-drives","foul_decline":"any","injury_count":"each","conversion_flag":"downs",
          "sack_roll":"may","flag_moment":"both-rolls","second_half":"other","other_flags":"called","return_roll":"may"})"}) {
        AtTable opened = game(options);
        auto& table = dynamic_cast<TableFor<pocket_gridiron::Rules>&>(opened.table());
        const auto& rules = table.rules();
        Random random(11);
        const auto step = [&](pocket_gridiron::State& s) {
            const Turn turn = rules.turn(s);
            if (turn.kind == TurnKind::choice) {
                const ActionList legal = rules.legal(s, turn.seat);
                rules.play(s, legal[random.below(static_cast<u32>(legal.size()))]);
            } else {
                rules.resolve(s, rules.sample(s, random));
            }
        };
        int sound = 0;
        int refused = 0;
        for (int games = 0; games < 40; ++games) {
            auto s = rules.start();
            while (rules.turn(s).kind != TurnKind::over) {
                step(s);
                ASSERT_EQ(rules.fault(s).key, "") << fields_of(rules, s).dump() << " step " << static_cast<int>(s.step);
                auto other = s;
                reinterpret_cast<u8*>(&other)[random.below(sizeof other)] = static_cast<u8>(random.below(24));
                if (!rules.fault(other).empty()) {
                    ++refused;
                    continue;
                }
                ++sound;
                for (int most = 0; most < 100000 && rules.turn(other).kind != TurnKind::over; ++most) step(other);
                ASSERT_EQ(rules.turn(other).kind, TurnKind::over);
            }
        }
        EXPECT_GT(sound, 1000);
        EXPECT_GT(refused, 1000);
    }
}

// Injuries beyond the first came to the end of a State.
TEST(PocketGridironBytes, APositionWrittenBeforeInjuriesAddedUpIsRead) {
    AtTable written = game();
    written.set(R"({"down":3,"injured":{"home":["wr"],"away":["qb","te"]}})");
    const std::string bytes = written.table().state_bytes();
    ASSERT_EQ(bytes.size(), 28U);
    AtTable opened = game();
    ASSERT_TRUE(opened.table().set_bytes(std::string_view(bytes).substr(0, 24)));
    EXPECT_EQ(opened.table().state_bytes(), bytes);
    EXPECT_FALSE(opened.table().set_bytes(std::string_view(bytes).substr(0, 26)));
    EXPECT_FALSE(opened.table().set_bytes(std::string_view(bytes).substr(0, 20)));
    EXPECT_FALSE(opened.table().set_bytes(bytes + "    "));
}

} // namespace
} // namespace touchline
