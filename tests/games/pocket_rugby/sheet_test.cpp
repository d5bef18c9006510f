// Sheets: other faces just work, and what cannot be played is refused with every reason.
#include "games/pocket_rugby/rugby_table.hpp"

#include <string>

namespace touchline {
namespace {

std::string default_sheet() { return std::string(kind_named("pocket-rugby")->default_sheet()); }

// The default sheet with one piece of text replaced.
std::string with(std::string_view from, std::string_view to, std::string text = default_sheet()) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos) text.replace(at, from.size(), to);
    return text;
}

std::size_t faults(const std::string& toml) { return kind_named("pocket-rugby")->check_sheet(toml).size(); }

TEST(Sheet, TheDefaultHasNoFaults) { EXPECT_EQ(faults(default_sheet()), 0u); }

TEST(Sheet, AScrumHalfWithErrorsAndPenaltiesJustWorks) {
    const std::string toml = with(R"(["F", "F", "C", "W", "W", "B"])",
                                  R"(["F", "SCRUM", "LINEOUT", "W", "PENALTY WON", "PENALTY AGAINST"])");
    RugbyTable table("pocket-rugby", Json::object(), toml);
    table.set({{"quick_tap", 3}})
        .roll("SCRUM")
        .waits_for("scrum", "away")
        .shows({{"quick_tap", 0}, {"offense", "home"}});
    table.set(Json::object()).roll("LINEOUT").waits_for("lineout", "away");
    table.set({{"quick_tap", 3}}).roll("PENALTY WON").waits_for("card", "home").shows({{"quick_tap", 0}});
    table.roll("YELLOW").shows({{"cards", {{"home", 0}, {"away", 1}}}});
    table.set({{"quick_tap", 3}})
        .roll("PENALTY AGAINST")
        .waits_for("card", "away")
        .shows({{"offense", "away"}, {"quick_tap", 0}});
}

TEST(Sheet, OtherFiguresCount) {
    std::string toml = with("half_time = 20", "half_time = 12");
    toml = with("full_time = 40", "full_time = 24", toml);
    toml = with("quick_tap_runs = 3", "quick_tap_runs = 5", toml);
    toml = with("try = 5", "try = 6", toml);
    toml = with("penalty_goal = 3", "penalty_goal = 4", toml);
    RugbyTable table("pocket-rugby", Json::object(), toml);
    table.set({{"carrier", "wing"}, {"quick_tap", 5}, {"score", {{"home", 18}}}}).shows({{"half", 2}});
    table.roll("INTO THE CORNER").roll("1").roll("1").roll("TRY").won_by(Result::home);
    table.set({{"carrier", "forward"}})
        .roll("SCRUM")
        .roll("PENALTY WON")
        .roll("NO CARD")
        .choose("quick-tap")
        .shows({{"quick_tap", 5}});
    table.set({{"carrier", "forward"}})
        .roll("SCRUM")
        .roll("PENALTY WON")
        .roll("NO CARD")
        .choose("kick")
        .roll("20")
        .roll("20");
    table.shows({{"score", {{"home", 0}, {"away", 4}}}});
}

TEST(Sheet, ABonusWithAPositionCountsOnThatDieOnly) {
    const std::string toml =
        with(R"({ face = "HIT UP 4", bonus = 1 })", R"({ face = "HIT UP 4", position = "back", bonus = 3 })");
    RugbyTable table("pocket-rugby", {{"home_team", "south-africa"}, {"away_team", "england"}}, toml);
    table.set({{"carrier", "back"}}).roll("HIT UP 4").shows({{"value", 7}});
    table.set({{"carrier", "centre"}}).roll("HIT UP 4").shows({{"value", 4}});
}

TEST(Sheet, MistakesAreRefused) {
    EXPECT_GE(faults(""), 1u);
    EXPECT_GE(faults(default_sheet().substr(0, 700)), 1u);
    EXPECT_GE(faults(with(R"(["F", "F", "C", "W", "W", "B"])", R"(["F", "F", "C", "W", "W", "B", "B"])")), 1u);
    EXPECT_GE(faults(with(R"(["F", "F", "C", "W", "W", "B"])", R"(["F", "F", "C", "W", "W", "X"])")), 1u);
    EXPECT_GE(faults(with(R"(kind = "run")", R"(kind = "jog")")), 1u);
    EXPECT_GE(faults(with("value = 4", "value = -4")), 1u);
    EXPECT_GE(faults(with("value = 4", "value = \"4\"")), 1u);
    EXPECT_GE(faults(with("kind = \"pass\"", "kind = \"pass\"\nvalue = 3")), 1u);
    EXPECT_GE(faults(with("[dice.white]", "[dice.grey]")), 2u);
    EXPECT_GE(faults(with("half_time = 20", "half_time = 40")), 1u);
    EXPECT_GE(faults(with(R"(face = "SIDE STEP", bonus = 1)", R"(face = "BACK FLIP", bonus = 1)")), 1u);
    EXPECT_GE(faults(with(R"(id = "england")", R"(id = "australia")")), 1u);
    EXPECT_GE(faults(with(R"(late_weather = "hot")", R"(late_weather = "rain")")), 1u);
    EXPECT_GE(faults(with("decoy = 4", "decoy = 0")), 1u);
    EXPECT_GE(faults(with(R"(weather = ["fine")", R"(weather = ["snow")")), 1u);
    EXPECT_GE(faults(with("try = 5", "trie = 5")), 2u); // one missing, one unknown
}

TEST(Sheet, AFaceOfOneNameMustMeanOneThing) {
    EXPECT_EQ(
        faults(with("face = \"HIT UP 5\"\nkind = \"run\"\nvalue = 5", "face = \"HIT UP 4\"\nkind = \"run\"\nvalue = 4",
                    with(R"(face = "HIT UP 5", bonus = 1)", R"(face = "HIT UP 4", bonus = 1)",
                         with(R"(face = "HIT UP 5", bonus = 1)", R"(face = "HIT UP 4", bonus = 1)")))),
        0u);
    EXPECT_GE(faults(with("face = \"HIT UP 5\"", "face = \"HIT UP 4\"")), 1u);
    EXPECT_GE(faults(with(R"(faces = ["1", "2", "3", "4", "5", "BIG HIT"])",
                          R"(faces = ["1", "2", "3", "4", "4", "BIG HIT"])")),
              1u);
}

TEST(Sheet, AMatchThatCouldNeverEndIsRefused) {
    EXPECT_GE(faults(with(R"("VIDEO REF", "TRY", "TRY", "TRY"])", R"("VIDEO REF", "NO TRY", "NO TRY", "NO TRY"])")),
              1u);
    EXPECT_GE(faults(with(R"(["GREEN", "GREEN", "RED", "RESET", "PENALTY WON", "PENALTY AGAINST"])",
                          R"(["RESET", "RESET", "RESET", "RESET", "RESET", "RESET"])")),
              1u);
    EXPECT_GE(faults(with("values = [1, 2, 3, 4, 5, 5]", "values = [9, 9, 9, 9, 9, 9]")), 1u);
}

} // namespace
} // namespace touchline
