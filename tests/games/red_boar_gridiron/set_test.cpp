// `set` of Gridiron: what is taken, what is left out, what is refused and why. And its sheets.
#include "boar.hpp"
#include "play/position.hpp"

namespace touchline {

TEST(RedBoarSet, WhatIsLeftOut) {
    boar().set("{}").shows(
        R"({"score":{"home":0,"away":0},"offense":"home","quarter":1,"clock":900,"phase":"scrimmage","ball":25,"down":1,"line":35,"second_half_receiver":"away","overtime_first":null,"mode":"dice"})");
    boar()
        .set(R"({"quarter":5})")
        .shows(R"({"phase":"overtime","ball":75,"line":85,"clock":0,"overtime_first":"home"})");
    boar().set(R"({"ball":95})").shows(R"({"line":100})");
    boar().set(R"({"phase":"kickoff"})").waits_for("kickoff", "home").shows(R"({"ball":0,"down":0,"line":0})");
    boar().set(R"({"phase":"free-kick","offense":"away"})").waits_for("punt", "away").shows(R"({"ball":20})");
    boar().set(R"({"phase":"try","clock":0})").asks("after-touchdown", "home", "kick conversion");
    boar(R"({"overtime":"sudden-death"})")
        .set(R"({"quarter":5})")
        .shows(R"({"phase":"scrimmage","ball":25,"overtime_first":null})");
}

TEST(RedBoarSet, WhatIsRefused) {
    const auto refused = [](std::string_view fields, std::string_view part, std::string_view options = "{}") {
        boar(options).refuses_set(fields, part);
    };
    refused(R"({"ball":23})", "steps of 5");
    refused(R"({"ball":0})", "'ball'");
    refused(R"({"ball":100})", "'ball'");
    refused(R"({"ball":"25"})", "'ball'");
    refused(R"({"down":0})", "'down'");
    refused(R"({"down":5})", "'down'");
    refused(R"({"ball":40,"line":40})", "beyond the ball");
    refused(R"({"ball":5,"line":10})", "'line'");
    refused(R"({"line":105})", "'line'");
    refused(R"({"clock":0})", "'clock'");
    refused(R"({"clock":910})", "'clock'");
    refused(R"({"clock":-10})", "'clock'");
    refused(R"({"quarter":0})", "'quarter'");
    refused(R"({"quarter":6})", "'quarter'");
    refused(R"({"quarter":5})", "tie", R"({"overtime":"tie"})");
    refused(R"({"quarter":5,"phase":"scrimmage"})", "'phase'");
    refused(R"({"quarter":5,"phase":"overtime"})", "'phase'", R"({"overtime":"sudden-death"})");
    refused(R"({"phase":"overtime"})", "'phase'");
    refused(R"({"phase":"huddle"})", "'phase'");
    refused(R"({"quarter":5,"score":{"home":3}})", "level");
    refused(R"({"quarter":5,"clock":10})", "'clock'");
    refused(R"({"score":{"home":-1}})", "'score.home'");
    refused(R"({"score":{"north":1}})", "an object of home, away");
    refused(R"({"score":7})", "'score'");
    refused(R"({"mode":"cards"})", "'mode'");
    refused(R"({"phase":"try","ball":90})", "'ball'");
    refused(R"({"overtime_first":"home"})", "'overtime_first'");
    refused(R"({"offense":null})", "'offense'");
    refused(R"({"offense":"north"})", "'offense'");
    refused(R"({"second_half_receiver":null})", "'second_half_receiver'");
    refused(R"({"hands":{}})", "no field 'hands'");
    refused(R"({"yards":3})", "no field 'yards'");
    refused(R"({"phase":"kickoff","down":1})", "'down'");
    refused(R"({"ball":23,"down":7})", ";"); // every reason
    const std::string_view cards = R"({"mode":"cards"})";
    refused(R"({"hands":{"home":{"REV":4}}})", "REV", cards);
    refused(R"({"hands":{"home":{"REV":2}},"discards":{"home":{"REV":2}}})", "REV", cards);
    refused(R"({"hands":{"home":{"REV":3,"DIVE":3,"MED":1}}})", "7 cards", cards);
    refused(R"({"hands":{"home":{"BLITZ":1}}})", "BLITZ", cards);
    refused(R"({"hands":{"home":{"REV":-1}}})", "REV", cards);
}

TEST(RedBoarSet, TheSecondPossessionMayTrail) {
    boar()
        .set(R"({"quarter":5,"offense":"away","overtime_first":"home","score":{"home":7}})")
        .asks("call", "away", "play field-goal");
}

TEST(RedBoarSet, D6NoPositionBeforeATossCanBeSet) {
    const std::string_view reason = "'offense' is null, but it must be home or away";
    boar().refuses_set(R"({"offense":null,"phase":"kickoff","second_half_receiver":null})", reason);
    boar().refuses_set(R"({"offense":null,"quarter":5,"score":{"home":7,"away":7}})", reason);
    boar(R"({"overtime":"sudden-death"})").refuses_set(R"({"offense":null,"quarter":5,"phase":"kickoff"})", reason);
    boar().refuses_set(R"({"offense":null,"ball":23})", "steps of 5"); // and every other reason
}

TEST(RedBoarSet, D1AnySecondOfTheClock) {
    boar(kClean)
        .set(R"({"clock":7,"quarter":1,"ball":40})")
        .chooses("play")
        .rolls("3 4") // the seven takes 10 seconds
        .shows(R"({"quarter":2,"clock":900,"down":2})");
    boar().refuses_set(R"({"clock":7.5})", "'clock'");
}

TEST(RedBoarSet, D9ScoresUpTo9999) {
    AtTable most = boar(kClean);
    most.set(R"({"score":{"home":9999},"ball":95})").chooses("play").rolls("1 3").rolls("3");
    most.shows(R"({"score":{"home":10005}})");
    EXPECT_TRUE(open_position(position_text(most.table()))) << "play may go beyond";
    boar().refuses_set(R"({"score":{"home":10000}})", "0 to 9999");
}

TEST(RedBoarSet, CardsAreDrawnUpAndDiscardsCountAsPlayed) {
    AtTable table = boar(R"({"mode":"cards"})");
    table.set(R"({"ball":40,"discards":{"away":{"BLITZ":2}}})")
        .waits_for("draw-offense", "home")
        .shows(R"({"played":{"away":{"BLITZ":2}},"hands":{"home":{}}})");
}

// Texts of the time before R22 had its choice, whose step now stands behind all the others.
TEST(RedBoarBytes, PositionsWrittenBeforeTheTossHadAChoiceMeanTheSame) {
    const auto opened = [](std::string_view text) {
        OrRefusal<std::unique_ptr<Table>> table = open_position(text);
        EXPECT_TRUE(table) << text;
        if (!table) return std::unique_ptr<Table>();
        EXPECT_EQ(position_text(**table), text);
        return std::move(*table);
    };
    const auto waits = [&](std::string_view text, TurnKind kind, std::string_view event, Seat seat) {
        const auto table = opened(text);
        ASSERT_TRUE(table);
        const TurnText turn = table->turn();
        EXPECT_EQ(turn.kind, kind) << event;
        if (kind == TurnKind::over) return;
        EXPECT_EQ(turn.event, event);
        EXPECT_EQ(turn.seat, seat) << event;
    };
    waits("red-boar-gridiron~AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIQDAAEAAAAAAgIAAAAAAAAAAAAAAAAAAAAAAABujgvq",
          TurnKind::chance, "toss", Seat::home);
    waits("red-boar-gridiron~mode.cards~"
          "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIQDAAEAAAAAAgIAAAAAAAAAAAAAAAAAAAAAAABi03_S",
          TurnKind::chance, "toss", Seat::home);
    // Away on 3rd down at their 40; the kickoff of the second half; the coverage of a punt; the end.
    waits("red-boar-gridiron~AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABwADAFgCAQIoAy0BAAIFAAAAAAAAAAAAAAAAAAAAAADZ5Fq6",
          TurnKind::choice, "call", Seat::away);
    waits("red-boar-gridiron~AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABwADAIQDAAMAAAAAAQIBAAAAAAAAAAAAAAAAAAAAAABaVMEI",
          TurnKind::chance, "kickoff", Seat::home);
    waits("red-boar-gridiron~AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABwADADYBAAMeBCMBAQIQAAQAAAAAAAAAAAAAAAAAAAANOOQI",
          TurnKind::chance, "cover", Seat::home);
    waits("red-boar-gridiron~AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABwADAAAAAAQeBCMBAQISAAAAAAAAAAAAAAAAAAAAAADfiKQ7",
          TurnKind::over, "", Seat::home);
}

TEST(RedBoarSheet, OtherFiguresAreOtherGames) {
    const std::string far = sheet_with("red-boar-gridiron", "name = \"DIVE\"\nkind = \"run\"\npass = false\nyards = 5",
                                       "name = \"DIVE\"\nkind = \"run\"\npass = false\nyards = 20");
    at("red-boar-gridiron", kClean, far)
        .set(R"({"ball":40})")
        .chooses("play")
        .rolls("3 3")
        .rolls("3")
        .shows(R"({"ball":60})");
    const std::string touchdown = sheet_with("red-boar-gridiron", "touchdown = 6", "touchdown = 7");
    at("red-boar-gridiron", kClean, touchdown)
        .set(R"({"ball":95})")
        .chooses("play")
        .rolls("1 3")
        .rolls("3")
        .shows(R"({"score":{"home":7}})");
    const std::string from = sheet_with("red-boar-gridiron", "conversion_from = 5", "conversion_from = 10");
    at("red-boar-gridiron", kClean, from).set(R"({"phase":"try"})").shows(R"({"ball":90})");
    const std::string clock = sheet_with("red-boar-gridiron", "quarter_seconds = 900", "quarter_seconds = 600");
    at("red-boar-gridiron", "{}", clock).shows(R"({"clock":600})");
    at("red-boar-gridiron", R"({"quarter_seconds":300})", clock).shows(R"({"clock":300})");
}

// Row 2 is the fumble of the default sheet.
TEST(RedBoarSheet, D7ATurnoverIsTakenOverAfterTheYardsOfItsRow) {
    const std::string_view fumble = "kind = \"fumble\"\npass = false\nyards = 0";
    const std::string far = sheet_with("red-boar-gridiron", fumble, "kind = \"fumble\"\npass = false\nyards = 10");
    at("red-boar-gridiron", kClean, far)
        .set(R"({"ball":40})")
        .chooses("play")
        .rolls("1 1")
        .rolls("6")
        .shows(R"({"offense":"away","ball":45})"); // 40 + 10 + 5 from the other side
    at("red-boar-gridiron", R"({"penalties":false,"turnover_spot":"scrimmage"})", far)
        .set(R"({"ball":40})")
        .chooses("play")
        .rolls("1 1")
        .shows(R"({"offense":"away","ball":60})");
}

TEST(RedBoarSheet, D8AnOffencesFoulOnItsOwn5) {
    const auto fouled = [](std::string_view yards) {
        AtTable table = at("red-boar-gridiron", "{}", sheet_with("red-boar-gridiron", "offense_yards = 10", yards));
        table.set(R"({"ball":5,"down":2})").chooses("play").rolls("6 6 3 4").rolls("4 5").rolls("3"); // DRAW, 0 yards
        table.asks("penalty", "away", "accept decline").chooses("accept");
        return table;
    };
    fouled("offense_yards = 10").waits_for("punt", "home").shows(R"({"score":{"away":2},"ball":20})");
    fouled("offense_yards = 15").waits_for("punt", "home").shows(R"({"score":{"away":2}})");
    // Five yards would reach the goal line and no more: half the way is nothing (R3).
    fouled("offense_yards = 5").asks("call", "home", "play punt").shows(R"({"score":{"away":0},"ball":5,"down":2})");
}

TEST(RedBoarSheet, MistakesAreToldWithTheirLine) {
    const auto refused = [](std::string_view found, std::string_view instead, std::string_view part) {
        const std::string reason =
            refusal_of("red-boar-gridiron", "{}", sheet_with("red-boar-gridiron", found, instead));
        EXPECT_NE(reason.find("bad-sheet"), std::string::npos) << instead;
        EXPECT_NE(reason.find(part), std::string::npos) << reason;
    };
    refused("roll = 2", "roll = 3", "roll 3 is there twice");
    refused("roll = 2", "roll = 3", "roll 2 is missing");
    refused("kind = \"fumble\"", "kind = \"drop\"", "drop");
    refused("yards = 15", "yards = 12", "multiples of 5");
    refused("seconds = 30", "seconds = 0", "seconds");
    refused("minus5 = [1, 2]", "minus5 = [1, 5]", "stands twice");
    refused("2 = 10, 3 = 10", "3 = 10", "'kickoff.lines.2'");
    refused("15 = 3, 20 = 3", "17 = 3, 20 = 3", "no length");
    refused("during_play = 12", "during_play = 2", "before_play");
    refused("copies = 3", "copies = 0", "copies");
    refused("hand = 6", "hand = 19", "hand");
    refused("mod = \"1=T\"", "mod = \"7=T\"", "7=T");
    refused("mod = \"1=T\"", "mod = \"1=X\"", "1=X");
    refused("1=#(-10),2=I", "1=#(-10),1-2=I", "stands twice");
    refused("REV = { base = -10, mod = \"1=T\" }", "", "REV");
    refused("id = \"DRAW\"", "id = \"REV\"", "twice");
    refused("game = \"red-boar-gridiron\"", "game = \"red-boar-gridiron\"\ncolour = 3", "colour");
}

} // namespace touchline
