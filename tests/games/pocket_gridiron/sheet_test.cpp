// Other components: they just work, or are refused with line, finding and what is allowed.
#include "games/at_table.hpp"

namespace touchline {
namespace {

constexpr std::string_view kGame = "pocket-gridiron";

std::string with(std::string_view old_text, std::string_view new_text) { return sheet_with(kGame, old_text, new_text); }
std::string refusal(std::string_view old_text, std::string_view new_text) {
    return refusal_of(kGame, "{}", with(old_text, new_text));
}

TEST(PocketGridironSheet, OtherFiguresArePlayed) {
    at(kGame, "{}", with("sneak_value = 4", "sneak_value = 7")).set("{}").falls({"SNEAK"}).shows(R"({"value":7})");
    at(kGame, "{}", with("downs = 4", "downs = 3"))
        .set(R"({"down":3})")
        .asks("fourth-down", "home", "play field-goal")
        .set(R"({"phase":"conversion"})")
        .shows(R"({"down":3})");
    at(kGame, "{}", with("downs = 4", "downs = 1")).set("{}").asks("fourth-down", "home", "play field-goal");
    at(kGame, "{}", with("sacks_for_safety = 3", "sacks_for_safety = 1"))
        .set("{}")
        .falls({"SCRAMBLE", "3"})
        .shows(R"({"score":{"away":2}})");
    at(kGame, "{}", with("scrambles_for_sack = 3", "scrambles_for_sack = 1"))
        .set("{}")
        .falls({"SCRAMBLE"})
        .shows(R"({"sacks":1,"down":2})");
    at(kGame, "{}", with("field_goal_at_least = 5", "field_goal_at_least = 2"))
        .set(R"({"down":4})")
        .chooses("field-goal")
        .falls({"2"})
        .shows(R"({"score":{"home":3}})");
    at(kGame, "{}", with("drives_per_team_basic = 8", "drives_per_team_basic = 5")).shows(R"({"drives":{"home":5}})");
    at(kGame, "{}", with("field_goal = 3", "field_goal = 4"))
        .set(R"({"down":4})")
        .chooses("field-goal")
        .falls({"6"})
        .shows(R"({"score":{"home":4}})");
    at(kGame, "{}", with("safety = 2", "safety = 5"))
        .set(R"({"sacks":2})")
        .falls({"SCRAMBLE", "3"})
        .shows(R"({"score":{"away":5}})");
}

TEST(PocketGridironSheet, OtherFacesAndMarksArePlayed) {
    AtTable two_sets = at(kGame, "{}", with(R"("SNEAK", "SET"])", R"("SET", "SET"])"));
    two_sets.set("{}").refuses_roll("SNEAK", "bad-tokens", "SET").falls({"SET"}).shows(R"({"bonus":1})");
    at(kGame, "{}", with("face = \"FLAT\"\nvalue = 4", "face = \"BOMB\"\nvalue = 9"))
        .set("{}")
        .falls({"TE", "BOMB"})
        .shows(R"({"value":9})");
    at(kGame, "{}", with(R"(marks = ["pat-block"])", R"(marks = ["sack", "pat-block"])"))
        .set("{}")
        .falls({"SCRAMBLE", "1"})
        .shows(R"({"sacks":1})");
    at(kGame, "{}", with("numbers = [1, 2,", "numbers = [5, 5,"))
        .set(R"({"down":4})")
        .chooses("field-goal")
        .refuses_roll("1", "bad-tokens")
        .falls({"5"})
        .shows(R"({"score":{"home":3}})");
}

TEST(PocketGridironSheet, MistakesAreRefusedWithTheirLine) {
    EXPECT_NE(refusal(R"("SNEAK", "SET"])", R"("SNEAK", "SET", "SET"])").find("7 entries"), std::string::npos);
    EXPECT_NE(refusal(R"("SNEAK", "SET"])", R"("SNEAK", "PUNT"])").find("PUNT"), std::string::npos);
    EXPECT_NE(refusal("face = \"HITCH\"\nvalue = 5", "face = \"HITCH\"\nvalue = -1").find("line 12"),
              std::string::npos);
    EXPECT_NE(refusal("face = \"HITCH\"\nvalue = 5", "face = \"HITCH\"").find("value' is missing"), std::string::npos);
    EXPECT_NE(refusal("face = \"INCOMP\"", "face = \"INCOMP\"\nvalue = 2").find("no route"), std::string::npos);
    EXPECT_NE(refusal("face = \"SLANT\"", "face = \"HITCH\"").find("two different faces"), std::string::npos);
    EXPECT_NE(refusal(R"(marks = ["recover"])", R"(marks = ["recovers"])").find("recovers"), std::string::npos);
    EXPECT_NE(refusal("value = 0\nmarks = [\"flag\"]", "value = 3\nmarks = [\"flag\"]").find("counts 0"),
              std::string::npos);
    EXPECT_NE(refusal("\"HOLDING DEF\"", "\"HOLDING\"").find("OFF or DEF"), std::string::npos);
    EXPECT_NE(refusal(R"(["OUT", "VIDEO")", R"(["IN", "VIDEO")").find("IN"), std::string::npos);
    EXPECT_NE(refusal(R"(route = "SWEEP")", R"(route = "SWIPE")").find("no position die has such a route"),
              std::string::npos);
    EXPECT_NE(refusal(R"(route = "SEAM")", R"(route = "SWEEP")").find("second time"), std::string::npos);
    EXPECT_NE(refusal(R"(id = "comets")", R"(id = "ironmen")").find("second time"), std::string::npos);
    EXPECT_NE(refusal("downs = 4", "downs = 0").find("downs"), std::string::npos);
    EXPECT_NE(refusal("downs = 4", "downs = \"four\"").find("downs"), std::string::npos);
    EXPECT_NE(refusal("safety = 2", "safety = 2\nsafeties = 3").find("not a figure"), std::string::npos);
    EXPECT_NE(refusal_of(kGame, "{}", "game = \"pocket-gridiron\"\nversion = 1\n").find("dice"), std::string::npos);
    EXPECT_NE(refusal_of(kGame, "{}", "this is [no").find("bad-sheet"), std::string::npos);
}

TEST(PocketGridironSheet, EndlessGamesAreRefused) {
    EXPECT_NE(
        refusal(R"(["WR", "TE", "RB", "SCRAMBLE", "SNEAK", "SET"])", R"(["SET", "SET", "SET", "SET", "SET", "SET"])")
            .find("nothing but SET"),
        std::string::npos);
    EXPECT_NE(refusal(R"(["OUT", "VIDEO", "TD", "TD", "TD", "TD>"])",
                      R"(["VIDEO", "VIDEO", "VIDEO", "VIDEO", "VIDEO", "VIDEO"])")
                  .find("nothing but VIDEO"),
              std::string::npos);
}

TEST(PocketGridironSheet, ASheetWithAnotherCardPlaysInProMode) {
    at(kGame, R"({"mode":"pro"})", with(R"({ route = "SWEEP", bonus = 2 })", R"({ route = "DIVE", bonus = 4 })"))
        .set("{}")
        .falls({"RB", "DIVE"})
        .shows(R"({"value":7})");
}

} // namespace
} // namespace touchline
