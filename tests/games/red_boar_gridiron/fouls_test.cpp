// Step 7: a foul during the play, accepted or declined, and its rulings.
#include "boar.hpp"

namespace touchline {

namespace {

// A play from `state` with these flags, row and die.
AtTable played(std::string_view state, std::string_view flags, std::string_view row, std::string_view die = "",
               std::string_view options = "{}") {
    AtTable table = boar(options);
    table.set(state).chooses("play").rolls(flags).rolls(row);
    if (!die.empty()) table.rolls(die);
    return table;
}

constexpr std::string_view kByOffense = "6 6 3 4";
constexpr std::string_view kByDefense = "3 4 6 6";

// Keys of the last step, between blanks; the headline has a star.
std::string said_last(AtTable& table) {
    std::string keys;
    for (const Saying& saying : table.table().sayings(table.table().steps() - 1, Viewer::everyone))
        keys += (keys.empty() ? "" : " ") + std::string(saying.headline ? "*" : "") + saying.key;
    return keys;
}

std::string said_once_accepted(AtTable table) {
    table.chooses("accept");
    return said_last(table);
}

} // namespace

// The headline has the outcome: the dice neither say it twice nor give it away.
TEST(RedBoarNarration, APassIsNotToldBeforeItIsDecided) {
    const auto told = [](std::string_view state, std::string_view row) {
        AtTable table = boar(kClean);
        table.set(state).chooses("play").rolls(row);
        return said_last(table);
    };
    EXPECT_EQ(told(R"({"ball":40,"down":1,"line":50})", "3 4"), "*incomplete pass-rolled next-down-at");
    EXPECT_EQ(told(R"({"ball":40,"down":1,"line":50})", "1 2"), "touchdown-pass");
}

TEST(RedBoarNarration, YardsInTheOtherHalfGoDownfield) {
    const auto told = [](std::string_view state) {
        AtTable table = boar(kClean);
        table.set(state).chooses("play").rolls("4 4").rolls("5");
        return said_last(table);
    };
    EXPECT_TRUE(told(R"({"ball":20,"down":2,"line":30})").starts_with("*gain "));
    EXPECT_TRUE(told(R"({"ball":60,"down":2,"line":80})").starts_with("*gain-downfield "));
}

// What the penalty wipes out is told.
TEST(RedBoarFouls, Step7AnAcceptedFoulCallsThePlayBack) {
    const auto told = [](std::string_view state, std::string_view flags, std::string_view row,
                         std::string_view die = "") { return said_once_accepted(played(state, flags, row, die)); };
    EXPECT_EQ(told(R"({"ball":95})", kByOffense, "1 3", "3").substr(0, 29), "*foul-accepted touchdown-back");
    EXPECT_EQ(told(R"({"ball":40,"down":2,"line":50})", kByOffense, "4 4", "5"), "*foul-accepted gain-back next-down");
    EXPECT_EQ(told(R"({"ball":40,"down":2,"line":50})", kByDefense, "1 1", "3").substr(0, 28),
              "*foul-accepted turnover-back");
    EXPECT_EQ(told(R"({"ball":40,"down":3,"line":50})", kByDefense, "3 3", "3").find("back"), std::string::npos)
        << "a run that is added to keeps its yards";
}

TEST(RedBoarFouls, Step7TenYardsAgainstTheOffenceFromTheLineOfScrimmage) {
    played(R"({"ball":40,"down":2,"line":50})", kByOffense, "4 4", "5")
        .asks("penalty", "away", "accept decline")
        .shows(R"({"ball":40,"down":2,"clock":900})")
        .chooses("accept")
        .asks("call", "home", "play punt")
        .shows(R"({"ball":30,"down":2,"line":50,"clock":870})");
    played(R"({"ball":40,"down":2,"line":50})", kByOffense, "4 4", "5")
        .chooses("decline")
        .shows(R"({"ball":50,"down":1,"line":60,"clock":870})");
    // R3: half the way at most.
    played(R"({"ball":15,"down":2,"line":25})", kByOffense, "4 4", "5")
        .chooses("accept")
        .shows(R"({"ball":10,"down":2})");
}

TEST(RedBoarFouls, Step7TenYardsOnTheOwnFiveAreASafety) {
    played(R"({"ball":5,"down":2,"line":15})", kByOffense, "4 4", "5")
        .asks("penalty", "away", "accept decline")
        .chooses("accept")
        .waits_for("punt", "home")
        .shows(R"({"score":{"away":2},"phase":"free-kick","clock":870})");
}

TEST(RedBoarFouls, Step7R16AScoreAgainstTheOffenderStands) {
    played(R"({"ball":10})", kByOffense, "2 3", "3").waits_for("punt", "home").shows(R"({"score":{"away":2}})");
    played(R"({"ball":95})", kByDefense, "1 3", "3")
        .asks("after-touchdown", "home", "kick conversion")
        .shows(R"({"score":{"home":6}})");
    played(R"({"ball":95})", kByOffense, "1 3", "3")
        .asks("penalty", "away", "accept decline")
        .chooses("accept")
        .shows(R"({"ball":85,"score":{"home":0}})");
}

TEST(RedBoarFouls, Step7ARunCountsFromTheBetterSpot) {
    played(R"({"ball":40,"down":3,"line":50})", kByDefense, "3 3", "3")
        .asks("penalty", "home", "accept decline")
        .chooses("accept")
        .shows(R"({"ball":55,"down":1,"line":65,"clock":870})");
    played(R"({"ball":40,"down":3,"line":50})", kByDefense, "4 5", "1")
        .chooses("accept")
        .shows(R"({"ball":50,"down":1,"line":60})");
    played(R"({"ball":80,"down":3,"line":90})", kByDefense, "3 3", "5")
        .chooses("accept")
        .shows(R"({"ball":95,"down":1,"line":100})"); // half of ten
    // R10: after a fumble from the line of scrimmage, and the ball is kept.
    played(R"({"ball":40,"down":3,"line":50})", kByDefense, "1 1", "6")
        .chooses("accept")
        .shows(R"({"offense":"home","ball":50,"down":1})");
    played(R"({"ball":40,"down":3,"line":50})", kByDefense, "1 1", "6")
        .chooses("decline")
        .shows(R"({"offense":"away","ball":55})");
}

TEST(RedBoarFouls, Step7APassIsItsBaseOrFifteen) {
    played(R"({"ball":40})", kByDefense, "4 4", "3").chooses("accept").shows(R"({"ball":55,"down":1,"line":65})");
    played(R"({"ball":40})", kByDefense, "5 6", "1").chooses("accept").shows(R"({"ball":65})");
    played(R"({"ball":40,"down":2})", kByDefense, "3 4")
        .chooses("accept")
        .shows(R"({"ball":55,"clock":890})");                                                   // R11: incomplete
    played(R"({"ball":40})", kByDefense, "2 3", "3").chooses("accept").shows(R"({"ball":55})"); // R11: sack
    played(R"({"ball":40})", kByDefense, "6 6", "3")
        .chooses("accept")
        .shows(R"({"offense":"home","ball":55})"); // R11: interception
    played(R"({"ball":20})", kByDefense, "1 2", "1")
        .asks("call", "home", "play punt field-goal")
        .shows(R"({"ball":95})"); // R12: both the same, no choice
    played(R"({"ball":80})", kByDefense, "4 6", "3").chooses("accept").shows(R"({"ball":90})"); // half of twenty
    played(R"({"ball":80,"line":95})", kByDefense, "5 6", "3").asks("after-touchdown", "home", "kick conversion");
    played(R"({"ball":85})", kByDefense, "5 6").chooses("accept").shows(R"({"ball":90,"clock":890})"); // R11: barred
}

TEST(RedBoarFouls, R13InterferenceInFullIsNotCutToHalfTheWay) {
    const std::string_view full = R"({"interference":"full"})";
    played(R"({"ball":70})", kByDefense, "5 6", "1").chooses("accept").shows(R"({"ball":85})");
    played(R"({"ball":70})", kByDefense, "5 6", "1", full).chooses("accept").shows(R"({"ball":95})");
    played(R"({"ball":80,"line":100})", kByDefense, "4 6", "1", full).chooses("accept").shows(R"({"ball":95})");
    played(R"({"ball":80})", kByDefense, "4 4", "1", full)
        .chooses("accept")
        .shows(R"({"ball":90})"); // the flat 15 is cut
}

TEST(RedBoarFouls, Step7WhereBothAnswersAreTheSameNobodyIsAsked) {
    // A dive from 90 to 95 makes the line; the foul's yards are nothing from there.
    played(R"({"ball":90,"down":2,"line":95})", kByDefense, "3 3", "3")
        .asks("call", "home", "play punt field-goal")
        .shows(R"({"ball":95,"down":1,"line":100,"clock":870})");
}

TEST(RedBoarFouls, R5KicksAreFouledOnlyByTheOption) {
    boar().set(R"({"ball":60})").chooses("punt").waits_for("punt", "home");
    const std::string_view before = R"({"kick_fouls":"before"})";
    boar(before)
        .set(R"({"ball":60})")
        .chooses("punt")
        .waits_for("flags", "home")
        .rolls("6 6 6 6")
        .waits_for("punt", "home");
    boar(before)
        .set(R"({"ball":60})")
        .chooses("field-goal")
        .rolls("1 1 3 4")
        .asks("call", "home", "play punt field-goal")
        .shows(R"({"ball":55,"down":1})");
    boar(before)
        .set(R"({"ball":60,"line":65,"down":3})")
        .chooses("punt")
        .rolls("3 4 1 1")
        .shows(R"({"ball":65,"down":1,"line":75})");
    boar(R"({"kick_fouls":"before","penalties":false})")
        .set(R"({"ball":60})")
        .chooses("punt")
        .waits_for("punt", "home");
}

} // namespace touchline
