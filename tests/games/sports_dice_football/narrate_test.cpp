// Sports Dice Football, play by play: the sentences that a step brings, in their order.
#include "core/embedded.hpp"
#include "dice_table.hpp"
#include "play/words.hpp"

#include <regex>
#include <set>

namespace touchline {
namespace {

// Keys of the last step, between blanks; the headline of the play has a star.
std::string said(AtTable& table) {
    std::string keys;
    for (const Saying& saying : table.table().sayings(table.table().steps() - 1, Viewer::everyone))
        keys += (keys.empty() ? "" : " ") + std::string(saying.headline ? "*" : "") + saying.key;
    return keys;
}

std::string said_after(std::string_view fields, std::string_view tokens, std::string_view choice = {}) {
    AtTable table = game();
    table.set(fields);
    if (!choice.empty()) table.chooses(choice);
    table.rolls(tokens);
    return said(table);
}

TEST(SportsDiceNarration, TheTossAndItsChoice) {
    AtTable table = game();
    table.rolls("away");
    EXPECT_EQ(said(table), "*toss-won");
    table.chooses("defense");
    EXPECT_EQ(said(table), "takes-defense drive-begins");
    table.undoes().chooses("offense");
    EXPECT_EQ(said(table), "takes-offense drive-begins");
}

TEST(SportsDiceNarration, PlaysOfTheOffence) {
    EXPECT_EQ(said_after("{}", "10 10 10 10 20 TD | NG NG NG S S P6"), "*gain roll-won-offense next-down");
    EXPECT_EQ(said_after(R"({"ball":35})", "20 20 20 20 10 TD | NG NG NG S S P6"),
              "*gain-long-downfield roll-won-offense first-down");
    EXPECT_EQ(said_after(R"({"ball":70})", "10 10 10 10 20 TD | NG NG NG S S P6"),
              "*gain-downfield roll-won-offense next-down");
    EXPECT_EQ(said_after("{}", "20 20 20 20 20 20 | NG NG NG S S P6"),
              "*gain-long six-alike roll-won-offense next-down");
    EXPECT_EQ(said_after("{}", "FG FG FG FG 10 TD | NG NG NG S S P6"), "*to-midfield roll-won-offense");
    EXPECT_EQ(said_after(R"({"ball":75})", "FG FG FG FG 10 TD | NG NG NG S S P6"),
              "*field-goal-symbol roll-won-offense score drive-begins");
    EXPECT_EQ(said_after("{}", "TD TD TD TD 10 FG | NG NG NG S S P6"),
              "*touchdown roll-won-offense score drive-begins");
    EXPECT_EQ(said_after("{}", "10 10 10 10 10 10 | NG NG NG S S P6"), "*six-tens score drive-begins");
}

TEST(SportsDiceNarration, PlaysOfTheDefence) {
    EXPECT_EQ(said_after(R"({"down":3})", "10 10 20 20 TD FG | NG NG NG S S P6"),
              "*no-gain roll-won-defense fourth-down");
    EXPECT_EQ(said_after("{}", "10 10 20 20 TD FG | S S S NG NG P6"), "*sack roll-won-defense next-down");
    EXPECT_EQ(said_after(R"({"ball":5})", "10 10 20 20 TD FG | S S S NG NG P6"),
              "*safety roll-won-defense score drive-begins");
    EXPECT_EQ(said_after("{}", "10 10 20 20 TD FG | T T T NG NG P6"), "*turnover roll-won-defense");
    EXPECT_EQ(said_after("{}", "10 10 20 20 TD FG | P6 P6 P6 NG NG T"),
              "*pick-six roll-won-defense score drive-begins");
    EXPECT_EQ(said_after("{}", "10 10 20 20 TD FG | NG NG NG NG NG NG"), "*six-no-gains score drive-begins");
}

TEST(SportsDiceNarration, FourthDowns) {
    EXPECT_EQ(said_after(R"({"down":4})", "10 10 10 10 20 TD | NG NG NG S S P6", "go"),
              "*gain roll-won-offense turnover-on-downs");
    EXPECT_EQ(said_after(R"({"down":4})", "10 10 10 10 20 TD | NG NG NG S S P6", "punt"), "*punt");
    EXPECT_EQ(said_after(R"({"down":4})", "10 FG FG TD TD TD | NG NG NG S S P6", "punt"), "*punt-short");
    EXPECT_EQ(said_after(R"({"down":4,"ball":90})", "10 FG FG TD TD TD | NG NG NG S S P6", "punt"), "*punt-touchback");
    EXPECT_EQ(said_after(R"({"down":4})", "10 10 10 10 10 10 | NG NG NG S S P6", "punt"),
              "*punt-fake score drive-begins");
    EXPECT_EQ(said_after(R"({"down":4})", "10 10 10 10 10 20 | NG NG NG NG NG NG", "punt"),
              "*punt-returned score drive-begins");
    EXPECT_EQ(said_after(R"({"down":4,"ball":90})", "20 FG FG TD TD TD | NG NG NG S S P6", "field-goal"),
              "*field-goal-good score drive-begins");
    EXPECT_EQ(said_after(R"({"down":4,"ball":50})", "20 FG FG TD TD TD | NG NG NG S S P6", "field-goal"),
              "*field-goal-missed");
    EXPECT_EQ(said_after(R"({"down":4})", "10 10 10 10 10 10 | NG NG NG S S P6", "field-goal"),
              "*field-goal-fake score drive-begins");
    EXPECT_EQ(said_after(R"({"down":4})", "10 10 10 10 10 20 | NG NG NG NG NG NG", "field-goal"),
              "*field-goal-returned score drive-begins");
    EXPECT_EQ(said_after(R"({"down":4})", "10 10 10 10 10 10 | NG NG NG NG NG NG", "field-goal"), "*six-both");
    AtTable table = game();
    table.set(R"({"down":4})").chooses("go");
    EXPECT_EQ(said(table), "goes-for-it");
}

TEST(SportsDiceNarration, PicksAndTheChip) {
    AtTable table = game();
    table.set(R"({"ball":60})").rolls("FG FG FG TD TD TD | S S S NG NG NG");
    EXPECT_EQ(said(table), "*roll-level");
    table.chooses("FG");
    EXPECT_EQ(said(table), "pick");
    table.chooses("S");
    EXPECT_EQ(said(table), "pick");
    table.chooses("use");
    EXPECT_EQ(said(table), "*sack chip-used next-down");
    table.undoes().chooses("keep");
    EXPECT_EQ(said(table), "chip-kept");
    table.chooses("advance");
    EXPECT_EQ(said(table), "*advance next-down");
    table.undoes().chooses("kick");
    EXPECT_EQ(said(table), "*field-goal-symbol score drive-begins");
    EXPECT_EQ(said_after("{}", "10 10 10 20 20 20 | NG NG S S T P6"), "");
    EXPECT_EQ(said_after("{}", "10 10 10 10 10 10 | NG NG NG NG NG NG"), "*six-both");
}

TEST(SportsDiceNarration, TheEndIsNearAndThenThere) {
    EXPECT_EQ(said_after(R"({"score":{"home":11}})", "TD TD TD TD 10 FG | NG NG NG S S P6"),
              "*touchdown roll-won-offense score near-the-end drive-begins");
    EXPECT_EQ(said_after(R"({"score":{"home":18}})", "TD TD TD TD 10 FG | NG NG NG S S P6"),
              "*touchdown roll-won-offense win");
}

// Every sentence of the catalogue is said somewhere above or in a few hundred games, with just the parameters it takes.
TEST(SportsDiceNarration, EverySentenceHasItsParametersAndItsMoment) {
    const auto& texts = Words::of(Language::english, "sports-dice-football").all();
    std::set<std::string> unsaid;
    for (const auto& [key, variants] : texts)
        if (key.starts_with("say.")) unsaid.insert(key.substr(4));
    for (const char* rare : {"six-both", "six-tens", "six-no-gains", "punt-fake", "punt-returned", "field-goal-fake",
                             "field-goal-returned"})
        unsaid.erase(rare); // told above
    static const std::regex kBraces(R"(\{(\w+)\})");
    for (u64 seed = 1; seed <= 300; ++seed) {
        AtTable table = game();
        SeededDice dice(seed);
        while (!table.table().over()) {
            const TurnText turn = table.table().turn();
            if (turn.kind == TurnKind::chance)
                ASSERT_TRUE(table.table().roll(dice));
            else
                ASSERT_TRUE(
                    table.table().choose(turn.seat, turn.actions[dice.below(static_cast<u32>(turn.actions.size()))]));
        }
        for (std::size_t i = 0; i < table.table().steps(); ++i)
            for (const Saying& saying : table.table().sayings(i, Viewer::everyone)) {
                unsaid.erase(saying.key);
                std::set<std::string> given;
                for (const SayingParam& param : saying.params) given.insert(param.name);
                std::set<std::string> taken;
                const auto found = texts.find("say." + saying.key);
                ASSERT_NE(found, texts.end()) << saying.key;
                for (const std::string& text : found->second)
                    for (auto each = std::sregex_iterator(text.begin(), text.end(), kBraces);
                         each != std::sregex_iterator(); ++each)
                        taken.insert((*each)[1]);
                ASSERT_EQ(given, taken) << saying.key;
            }
    }
    for (const std::string& key : unsaid) ADD_FAILURE() << "nobody ever says '" << key << "'";
}

} // namespace
} // namespace touchline
