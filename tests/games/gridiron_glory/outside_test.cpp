// Gridiron Glory positions and sheets from outside: what is taken, and every reason why something is not.
#include "glory.hpp"

namespace touchline {
namespace {

TEST(GridironGlorySet, FieldsLeftOutAreThoseOfAFreshDrive) {
    glory()
        .set("{}")
        .waits_for("flip", "home")
        .shows(R"({"score":{"home":0,"away":0},"offense":"home","first_offense":"home",
        "quarter":1,"space":1,"try":1,"pile":26,"unseen":{"home":{"2":2},"away":{"A":2}},"dice":[]})");
    glory().set(R"({"score":{"away":3},"game":"gridiron-glory","dice":[]})").shows(R"({"score":{"home":0,"away":3}})");
}

TEST(GridironGlorySet, ARankMapMeansNothingOfTheRanksItLeavesOut) {
    glory()
        .set(R"({"unseen":{"home":{"7":1,"A":1},"away":{"7":1,"2":1}}})")
        .shows(R"({"pile":2,"unseen":{"home":{"2":0,"7":1,"A":1},"away":{"2":1,"7":1,"A":0}}})");
}

TEST(GridironGlorySet, ASeatLeftOutOfUnseenHasAllItsCards) {
    glory().refuses_set(R"({"unseen":{"home":{"7":1}}})", "1 cards of home and 26 of away");
    glory().set(R"({"unseen":{}})").shows(R"({"pile":26})");
}

TEST(GridironGlorySet, APileSmallerThanTheUnseenMeansThatTheRestLiesBuried) {
    glory().set(R"({"pile":1})").shows(R"({"pile":1,"unseen":{"home":{"2":2}}})");
}

TEST(GridironGlorySet, BadStatesAreRefused) {
    for (std::string_view bad : {R"({"down":1})",
                                 R"({"space":0})",
                                 R"({"space":5})",
                                 R"({"try":0})",
                                 R"({"try":4})",
                                 R"({"quarter":0})",
                                 R"({"quarter":6})",
                                 R"({"pile":0})",
                                 R"({"pile":27})",
                                 R"({"pile":-1})",
                                 R"({"pile":1.5})",
                                 R"({"pile":"3"})",
                                 R"({"score":{"home":-1}})",
                                 R"({"score":7})",
                                 R"({"score":{"left":7}})",
                                 R"({"offense":null})",
                                 R"({"first_offense":null})",
                                 R"({"offense":"north"})",
                                 R"({"quarter":5,"score":{"home":3}})",
                                 R"({"dice":["REF"]})",
                                 R"({"dice":null})",
                                 R"({"dice":{}})",
                                 R"({"space":null})",
                                 R"({"unseen":{"home":{"1":1},"away":{"2":1}}})",
                                 R"({"unseen":{"home":{"2":3},"away":{"2":3}}})",
                                 R"({"unseen":{"home":{"2":1},"away":{"2":2}}})",
                                 R"({"unseen":{"home":{},"away":{}}})",
                                 R"({"unseen":[]})",
                                 R"({"unseen":{"home":{"2":2},"away":{"2":2}},"pile":3})",
                                 R"({"unseen":{"north":{}}})",
                                 R"({"unseen":{"home":2}})",
                                 R"({"score":{"home":null}})",
                                 R"({"game":"pocket-rugby"})"})
        glory().refuses_set(bad);
    glory(R"({"overtime":"tie"})").refuses_set(R"({"quarter":5})", "draw");
}

TEST(GridironGlorySet, EveryReasonIsGiven) { glory().refuses_set(R"({"space":9,"try":9,"what":1})", "; "); }

std::string changed(std::string_view old_text, std::string_view new_text) {
    return refusal_of("gridiron-glory", "{}", sheet_with("gridiron-glory", old_text, new_text));
}

TEST(GridironGlorySheet, OtherFiguresAreRefusedWhereTheGameWouldNotWork) {
    EXPECT_NE(changed(R"("REF", "REF", "REF")", R"("BALL", "BALL", "BALL")").find("no REF"), std::string::npos);
    EXPECT_NE(changed(R"("BALL", "BALL"])", R"("REF", "REF"])").find("no BALL"), std::string::npos);
    EXPECT_NE(changed(R"("WHISTLE")", R"("FLAG")").find("one of REF, WHISTLE, BALL"), std::string::npos);
    EXPECT_NE(changed(R"("WHISTLE", )", "").find("bad-sheet"), std::string::npos);
    EXPECT_NE(changed(R"(["S", "C"])", R"(["S"])").find("equally many"), std::string::npos);
    EXPECT_NE(
        changed(R"("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")", R"("2")").find("at least two"),
        std::string::npos);
    EXPECT_NE(changed(R"("3", "4")", R"("3", "3")").find("twice"), std::string::npos);
    EXPECT_NE(changed("spaces = 4", "spaces = 0").find("bad-sheet"), std::string::npos);
    EXPECT_NE(changed("tries = 3", "tries = 0").find("bad-sheet"), std::string::npos);
    EXPECT_NE(changed("touchdown = 7", "touchdown = 0").find("bad-sheet"), std::string::npos);
    EXPECT_NE(changed("buried_on_tie = 3", "buried_on_tie = -1").find("bad-sheet"), std::string::npos);
    EXPECT_NE(changed("count = 3", "count = 7").find("bad-sheet"), std::string::npos);
}

TEST(GridironGlorySheet, EveryFigureCounts) {
    std::string sheet = sheet_with("gridiron-glory", "spaces = 4", "spaces = 6");
    glory("{}", sheet).set(R"({"space":6})").rolls("3H 2S").waits_for("score", "home");
    glory("{}", sheet).set(R"({"space":2})").rolls("3H 3S").rolls("4H 5S").shows(R"({"offense":"away","space":5})");
    sheet = sheet_with("gridiron-glory", "tries = 3", "tries = 1");
    glory("{}", sheet).set("{}").rolls("2H 3S").shows(R"({"offense":"away","try":1})");
    sheet = sheet_with("gridiron-glory", "buried_on_tie = 3", "buried_on_tie = 0");
    glory("{}", sheet).set("{}").rolls("3H 3S").rolls("5H 4S").shows(R"({"pile":24,"space":2})");
    sheet = sheet_with("gridiron-glory", "field_goal = 3", "field_goal = 4");
    glory("{}", sheet).set(R"({"space":4})").rolls("3H 2S").rolls("REF BALL BALL").shows(R"({"score":{"home":4}})");
    sheet = sheet_with("gridiron-glory", "count = 3", "count = 1");
    glory("{}", sheet).rolls("BALL REF").shows(R"({"offense":"home"})");
    sheet = sheet_with("gridiron-glory", R"(["H", "D"])", R"(["X", "Y", "Z"])");
    EXPECT_NE(refusal_of("gridiron-glory", "{}", sheet), "");
    sheet.replace(sheet.find(R"(["S", "C"])"), 10, R"(["S", "C", "B"])");
    glory("{}", sheet).set("{}").shows(R"({"pile":39,"unseen":{"home":{"2":3}}})").rolls("2X 3B");
    sheet = sheet_with("gridiron-glory", R"(["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"])",
                       R"(["A", "2"])");
    glory("{}", sheet).set("{}").shows(R"({"pile":4})").rolls("2H AS").shows(R"({"space":2})");
}

TEST(GridironGlorySheet, ASheetOnWhichOvertimeNeverEndsIsRefused) {
    std::string sheet = sheet_with(
        "gridiron-glory", R"(["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"])", R"(["2", "3"])");
    sheet.replace(sheet.find(R"(["H", "D"])"), 10, R"(["H"])");
    sheet.replace(sheet.find(R"(["S", "C"])"), 10, R"(["S"])");
    EXPECT_EQ(refusal_of("gridiron-glory", "{}", sheet), "");
    sheet.replace(sheet.find("tries = 3"), 9, "tries = 1");
    EXPECT_NE(refusal_of("gridiron-glory", "{}", sheet).find("never end"), std::string::npos);
}

} // namespace
} // namespace touchline
