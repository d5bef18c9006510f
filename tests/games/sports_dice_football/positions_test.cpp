// Sports Dice Football: positions from outside, sheets, and the odds of the dice.
#include "dice_table.hpp"
#include "games/sports_dice_football/rules.hpp"
#include "play/table_for.hpp"

#include <map>

namespace touchline {
namespace {

using sports_dice_football::Rules;

constexpr std::string_view kGame = "sports-dice-football";
std::string bad_sheet(std::string_view old_text, std::string_view new_text) {
    return refusal_of(kGame, "{}", sheet_with(kGame, old_text, new_text));
}

TEST(SportsDicePositions, FieldsLeftOutAreTheStartOfADrive) {
    game()
        .set("{}")
        .waits_for("roll", "home")
        .shows(
            R"({"score":{"home":0,"away":0},"offense":"home","ball":25,"down":1,"line":50,"chip":"away","dice":[],"plays":null})");
    game().set(R"({"ball":50})").shows(R"({"line":100})");
    game().set(R"({"offense":"away"})").shows(R"({"chip":"home"})").waits_for("roll", "away");
    game().set(R"({"score":{"away":5}})").shows(R"({"score":{"home":0,"away":5}})");
    game()
        .set(R"({"game":"sports-dice-football","dice":[],"plays":null,"down":4})")
        .asks("fourth-down", "home", "go punt field-goal");
}

TEST(SportsDicePositions, EachBadFieldIsAReason) {
    auto table = game();
    table.rolls("home");
    for (const char* bad : {R"({"offense":null})",
                            R"({"offense":"visitors"})",
                            R"({"chip":null})",
                            R"({"chip":"none"})",
                            R"({"ball":0})",
                            R"({"ball":100})",
                            R"({"ball":27})",
                            R"({"ball":"25"})",
                            R"({"ball":25.5})",
                            R"({"ball":null})",
                            R"({"down":0})",
                            R"({"down":5})",
                            R"({"down":true})",
                            R"({"line":60})",
                            R"({"line":50,"ball":50})",
                            R"({"line":null})",
                            R"({"score":{"home":21}})",
                            R"({"score":{"home":-1}})",
                            R"({"score":{"home":1.5}})",
                            R"({"score":{"guest":1}})",
                            R"({"score":7})",
                            R"({"score":null})",
                            R"({"dice":["10"]})",
                            R"({"dice":null})",
                            R"({"plays":{"offense":"10","defense":null}})",
                            R"({"weather":"rain"})",
                            R"({"game":"pocket-rugby"})",
                            R"({"ball":18446744073709551615})"})
        table.refuses_set(bad);
    game(R"({"target":7})").refuses_set(R"({"score":{"away":7}})", "from 0 to 6");
}

TEST(SportsDicePositions, EveryReasonIsGivenAtOnce) {
    auto table = game();
    table.refuses_set(R"({"ball":3,"down":9,"luck":1})", "'ball' is 3");
    table.refuses_set(R"({"ball":3,"down":9,"luck":1})", "'down' is 9");
    table.refuses_set(R"({"ball":3,"down":9,"luck":1})", "; ");
    table.refuses_set(R"({"ball":3,"down":9,"luck":1})", "no field 'luck'");
}

TEST(SportsDicePositions, WithoutTheChipNoneIsHeld) {
    auto table = game(R"({"chip":false})");
    table.refuses_set(R"({"chip":"home"})", "without the chip");
    table.set(R"({"chip":null})").shows(R"({"chip":null})");
}

TEST(SportsDicePositions, R8AgainTakesNoLineAt100ShortOfThe50) {
    game().set(R"({"ball":45,"line":100})").shows(R"({"line":100})");
    game(R"({"new_downs":"again"})").refuses_set(R"({"ball":45,"line":100})", "'line'");
    game(R"({"new_downs":"again"})").set(R"({"ball":45,"line":50})").shows(R"({"line":50})");
}

// Bytes that pass can be played on; bytes of positions that were played pass.
TEST(SportsDicePositions, OnlySoundBytesAreTaken) {
    auto table = game();
    table.set(R"({"ball":60,"down":2})").rolls("10 10 10 20 20 20 | NG NG NG S S S").chooses("20");
    const std::string sound = table.table().state_bytes();
    EXPECT_TRUE(table.table().set_bytes(sound));
    int taken = 0;
    for (std::size_t at_byte = 0; at_byte < sound.size(); ++at_byte)
        for (int value = 0; value < 256; ++value) {
            std::string bytes = sound;
            bytes[at_byte] = static_cast<char>(value);
            if (!table.table().set_bytes(bytes)) continue;
            ++taken;
            SeededDice dice(7);
            while (!table.table().over()) {
                const TurnText turn = table.table().turn();
                if (turn.kind == TurnKind::chance)
                    ASSERT_TRUE(table.table().roll(dice));
                else
                    ASSERT_TRUE(table.table().choose(turn.seat,
                                                     turn.actions[dice.below(static_cast<u32>(turn.actions.size()))]));
            }
        }
    EXPECT_GT(taken, 20);
    EXPECT_FALSE(table.table().set_bytes("short"));
}

TEST(SportsDiceSheet, BadSheetsAreRefusedWithEveryReason) {
    EXPECT_NE(bad_sheet(R"("20", "FG", "TD"])", R"("20", "FG", "TD", "TD"])").find("7 entries"), std::string::npos);
    EXPECT_NE(bad_sheet(R"("20", "FG", "TD"])", R"("20", "FG", "XX"])").find("'XX'"), std::string::npos);
    EXPECT_NE(bad_sheet(R"(["10", "10", "10", "20", "FG", "TD"])", R"(["20", "20", "20", "20", "FG", "TD"])")
                  .find("has no '10'"),
              std::string::npos);
    EXPECT_NE(bad_sheet(R"(["NG", "NG", "S")", R"(["S", "S", "S")").find("has no 'NG'"), std::string::npos);
    const std::string mixed =
        bad_sheet(R"(["10", "10", "10", "20", "FG", "TD"])", R"(["10", "NG", "P6", "20", "FG", "S"])");
    for (const char* face : {"NG", "P6", "S"}) // D5: every face of the other side
        EXPECT_NE(
            mixed.find("'dice.offense.faces' has '" + std::string(face) + "', but a face is one of 10, 20, FG, TD"),
            std::string::npos)
            << mixed;
    EXPECT_NE(
        bad_sheet(R"(["NG", "NG", "S")", R"(["NG", "TD", "S")").find("has 'TD', but a face is one of NG, S, T, P6"),
        std::string::npos);
    EXPECT_NE(bad_sheet("sack_loss = 10", "sack_loss = 12").find("steps of 5"), std::string::npos);
    EXPECT_NE(bad_sheet("start = 25", "start = 100").find("5 to 95"), std::string::npos);
    EXPECT_NE(bad_sheet("touchdown = 7", "touchdown = 0").find("1 to 99"), std::string::npos);
    EXPECT_NE(bad_sheet("safety = 2", "").find("'score.safety' is missing"), std::string::npos);
    EXPECT_NE(bad_sheet("safety = 2", "safety = 2\nextra_point = 1").find("extra_point"), std::string::npos);
    EXPECT_NE(bad_sheet("sack_loss = 10", "sack_loss = -5").find("bad-sheet"), std::string::npos);
}

TEST(SportsDiceSheet, EveryFigureCounts) {
    const auto with = [](std::string_view old_text, std::string_view new_text) {
        AtTable table = at(kGame, "{}", sheet_with(kGame, old_text, new_text));
        return table;
    };
    const std::string_view touchdown = "TD TD 10 TD TD FG | NG NG T T NG P6";
    const std::string_view sack = "10 10 10 20 FG TD | S S NG S S P6";
    const std::string_view symbol = "FG FG 10 FG TD FG | NG NG T T NG P6";
    with("start = 25", "start = 30")
        .set("{}")
        .shows(R"({"ball":30})")
        .rolls(touchdown)
        .shows(R"({"ball":30,"offense":"away"})");
    with("start = 25", "start = 60").rolls("home").chooses("offense").shows(R"({"ball":60,"line":100})");
    with("first_line = 50", "first_line = 40")
        .set(R"({"ball":35})")
        .shows(R"({"line":40})")
        .rolls("10 10 10 10 20 TD | NG NG NG S S P6")
        .shows(R"({"ball":45,"down":1,"line":100})");
    with("first_line = 50", "first_line = 40")
        .set(R"({"ball":30})")
        .rolls(symbol)
        .shows(R"({"ball":40,"down":1,"line":100})");
    with("sack_loss = 10", "sack_loss = 15").set("{}").rolls(sack).shows(R"({"ball":10})");
    with("fg_advance = 25", "fg_advance = 5")
        .set(R"({"ball":90})")
        .rolls(symbol)
        .chooses("advance")
        .shows(R"({"ball":95,"down":2})");
    with("end_zone_depth = 10", "end_zone_depth = 0")
        .set(R"({"ball":70,"down":4})")
        .chooses("field-goal")
        .rolls("10 20 TD TD TD FG | NG NG S S T P6")
        .shows(R"({"score":{"home":3}})");
    with("touchdown = 7", "touchdown = 6").set("{}").rolls(touchdown).shows(R"({"score":{"home":6}})");
    with("field_goal = 3", "field_goal = 4").set(R"({"ball":75})").rolls(symbol).shows(R"({"score":{"home":4}})");
    with("safety = 2", "safety = 1").set(R"({"ball":5})").rolls(sack).shows(R"({"score":{"away":1}})");
    with("target = 21", "target = 7").set("{}").rolls(touchdown).is_won_by("home");
}

TEST(SportsDiceSheet, OtherFacesInAnotherOrderAndNumberPlay) {
    AtTable table = at(kGame, "{}",
                       sheet_with(kGame, R"(faces = ["10", "10", "10", "20", "FG", "TD"])",
                                  R"(faces = ["TD", "20", "10", "10", "10", "10"])"));
    table.set("{}").rolls("10 10 20 20 TD TD | NG NG S S T P6").asks("offense-play", "home", "TD 20 10");
    table.set("{}").refuses_roll("FG 10 20 20 TD TD | NG NG S S T P6", "bad-tokens", "TD, 20, 10");
    std::string four = sheet_with(kGame, "count = 6", "count = 4");
    AtTable short_handed = at(kGame, "{}", four);
    short_handed.set("{}").rolls("10 10 10 10 | S S S S S S").shows(R"({"score":{"home":7}})");
    short_handed.set("{}").rolls("10 10 20 TD | S S S NG T P6").shows(R"({"ball":15})");
}

TEST(SportsDiceSheet, TheOptionTargetGoesBeforeTheSheets) {
    at(kGame, R"({"target":14})", sheet_with(kGame, "target = 21", "target = 7"))
        .set(R"({"score":{"home":10}})")
        .shows(R"({"score":{"home":10}})");
}

const Rules& rules_of(AtTable& table) { return dynamic_cast<const TableFor<Rules>&>(table.table()).rules(); }

// 84 hands a side; six 10 have the weight 3^6 of 6^6, six NG 2^6.
TEST(SportsDiceDice, ChancesMergeOrdersAndAddUpToAllThrows) {
    auto table = game();
    table.set("{}");
    const Rules& rules = rules_of(table);
    const auto& state = dynamic_cast<const TableFor<Rules>&>(table.table()).position();
    int outcomes = 0;
    Weight total = 0;
    Weight tens = 0;
    Weight no_gains = 0;
    rules.chances(state, [&](Outcome outcome, Weight weight) {
        ++outcomes;
        total += weight;
        if (rules.offense_dice().automatic(Rules::offense_roll(outcome))) tens += weight;
        if (rules.defense_dice().automatic(Rules::defense_roll(outcome))) no_gains += weight;
        EXPECT_EQ(rules.canonical(state, outcome), outcome);
    });
    EXPECT_EQ(outcomes, 84 * 84);
    EXPECT_EQ(total, Weight{46656} * 46656);
    EXPECT_EQ(tens, Weight{729} * 46656);
    EXPECT_EQ(no_gains, Weight{64} * 46656);
}

// All 6^6 throws of each side counted by hand: how often the offence wins, the defence wins, the roll is level.
TEST(SportsDiceDice, WhoWinsARollAsCountedOverAllThrows) {
    auto table = game();
    const Rules& rules = rules_of(table);
    const auto strengths = [](const std::vector<int>& faces, int automatic) {
        std::map<int, double> counts;
        for (int number = 0; number < 46656; ++number) {
            std::array<int, 4> shown{};
            for (int i = 0, left = number; i < 6; ++i, left /= 6)
                ++shown[static_cast<std::size_t>(faces[static_cast<std::size_t>(left % 6)])];
            const int most = std::max({shown[0], shown[1], shown[2], shown[3]});
            counts[shown[static_cast<std::size_t>(automatic)] == 6 ? 7 : most] += 1.0 / 46656;
        }
        return counts;
    };
    const auto attack = strengths({0, 0, 0, 1, 2, 3}, 0);
    const auto block = strengths({0, 0, 1, 1, 2, 3}, 0);
    std::array<double, 3> expected{};
    for (const auto& [own, share] : attack)
        for (const auto& [their, chance] : block) expected[own > their ? 0 : own < their ? 1 : 2] += share * chance;
    std::array<double, 3> found{};
    for (const auto& own : rules.offense_dice().chances())
        for (const auto& their : rules.defense_dice().chances())
            found[static_cast<std::size_t>(
                rules.verdict(rules.offense_dice().hand(own.roll), rules.defense_dice().hand(their.roll)))] +=
                static_cast<double>(own.weight * their.weight) / 46656 / 46656;
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], 1e-12);
    EXPECT_NEAR(found[0] + found[1] + found[2], 1, 1e-12);
}

TEST(SportsDiceDice, SampledRollsComeAsOftenAsTheirWeights) {
    auto table = game();
    table.set("{}");
    const Rules& rules = rules_of(table);
    const auto& state = dynamic_cast<const TableFor<Rules>&>(table.table()).position();
    Random random(5);
    constexpr int kRolls = 400000;
    std::map<sports_dice_football::Roll, int> seen;
    for (int i = 0; i < kRolls; ++i) ++seen[Rules::defense_roll(rules.canonical(state, rules.sample(state, random)))];
    double chi_squared = 0;
    int cells = 0;
    for (const auto& chance : rules.defense_dice().chances()) {
        const double expected = kRolls * static_cast<double>(chance.weight) / 46656;
        if (expected < 20) continue;
        ++cells;
        chi_squared += (seen[chance.roll] - expected) * (seen[chance.roll] - expected) / expected;
    }
    EXPECT_LT(chi_squared, cells + 4 * std::sqrt(2.0 * cells)) << cells << " cells, seed 5";
}

// Says whether it was asked.
struct AskedSource {
    bool asked = false;
    u64 next() { return asked = true; }
    u32 below(u32) {
        asked = true;
        return 0;
    }
};

// All 2^32 words: those of one throw lie side by side, and only the first of them may be drawn again.
TEST(SportsDiceDice, EveryThrowComesOutOfEquallyManyWords) {
    constexpr u64 kWords = u64{1} << 32;
    constexpr u64 kThrows = 46656;
    const auto first_word = [](u64 number) { return (number * kWords + kThrows - 1) / kThrows; };
    auto table = game();
    const Rules& rules = rules_of(table);
    for (const auto* dice : {&rules.offense_dice(), &rules.defense_dice()}) {
        std::map<sports_dice_football::Roll, u64> words;
        for (u64 number = 0; number < kThrows; ++number) {
            AskedSource first;
            (void)dice->drawn(static_cast<u32>(first_word(number)), first);
            AskedSource last;
            const auto roll = dice->drawn(static_cast<u32>(first_word(number + 1) - 1), last);
            ASSERT_FALSE(last.asked);
            words[dice->sorted(roll)] += first_word(number + 1) - first_word(number) - (first.asked ? 1 : 0);
        }
        for (const auto& chance : dice->chances())
            EXPECT_EQ(words[chance.roll], chance.weight * (kWords / kThrows)) << chance.roll;
    }
}

} // namespace
} // namespace touchline
