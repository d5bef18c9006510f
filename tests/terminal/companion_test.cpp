// Dice as people type them.
#include "terminal/companion.hpp"

#include "terminal/explain.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchline::terminal {
namespace {

using testing::ElementsAre;

Places football() {
    Places places(6, {"10", "20", "FG", "TD"});
    places.resize(12, {"NG", "S", "T", "P6"});
    return places;
}
Places dice(std::size_t count) { return Places(count, {"1", "2", "3", "4", "5", "6"}); }
Places one(std::vector<std::string_view> faces) { return {std::move(faces)}; }
std::string unnamed(std::string_view) { return {}; }

std::vector<std::string> read(std::string_view typed, const Places& places, const FaceName& name = unnamed) {
    const auto faces = read_faces(typed, places, name);
    return faces ? *faces : std::vector<std::string>{"misread: " + faces.error().input};
}

TEST(Companion, SixAgainstSixInSmallLettersAndAnySeparators) {
    EXPECT_THAT(read("10 10 10 20 fg td | ng, ng s;s t p6", football()),
                ElementsAre("10", "10", "10", "20", "FG", "TD", "NG", "NG", "S", "S", "T", "P6"));
}

TEST(Companion, DiceThatCannotBeConfusedComeInAnyOrder) {
    EXPECT_THAT(read("ng ng s s t p6 10 10 10 20 fg td", football()),
                ElementsAre("10", "10", "10", "20", "FG", "TD", "NG", "NG", "S", "S", "T", "P6"));
    EXPECT_THAT(read("10 ng 20 s td p6 10 ng 10 ng 10 ng", football()),
                ElementsAre("10", "20", "TD", "10", "10", "10", "NG", "S", "P6", "NG", "NG", "NG"));
}

TEST(Companion, AnotherOrderIsRefusedWhereDiceCouldBeConfused) {
    const Places alike{{"1", "2"}, {"1", "2", "3"}};
    EXPECT_THAT(read("2 3", alike), ElementsAre("2", "3"));
    EXPECT_FALSE(read_faces("3 2", alike, unnamed));                                   // the 2 could be on either
    EXPECT_FALSE(read_faces("10 10 10 10 10 10 10 ng s t ng s", football(), unnamed)); // seven against five
}

TEST(Companion, ABeginningIsEnoughWhereOneFaceHasIt) {
    EXPECT_THAT(read("1 1 2 f t t n n s s t p", football()),
                ElementsAre("10", "10", "20", "FG", "TD", "TD", "NG", "NG", "S", "S", "T", "P6"));
    EXPECT_THAT(read("scr", one({"WR", "SCRAMBLE", "SNEAK", "SET"})), ElementsAre("SCRAMBLE"));
}

TEST(Companion, AWholeFaceGoesBeforeALongerOneThatBeginsSo) {
    EXPECT_THAT(read("td", one({"OUT", "TD", "TD>"})), ElementsAre("TD"));
    EXPECT_THAT(read("TD>", one({"OUT", "TD", "TD>"})), ElementsAre("TD>"));
}

TEST(Companion, FacesOfSeveralWords) {
    EXPECT_THAT(read("hit up 4", one({"HIT UP 4", "HIT UP 5", "PASS"})), ElementsAre("HIT UP 4"));
    EXPECT_THAT(read("stop&go", one({"HITCH", "STOP & GO"})), ElementsAre("STOP & GO"));
    EXPECT_THAT(read("short-run blitz", Places(2, {"BLITZ", "SHORT-RUN", "SHORT-PASS"})),
                ElementsAre("SHORT-RUN", "BLITZ"));
}

TEST(Companion, FiguresNeedNothingBetweenThem) {
    EXPECT_THAT(read("35", dice(2)), ElementsAre("3", "5"));
    EXPECT_THAT(read("1166", dice(4)), ElementsAre("1", "1", "6", "6"));
    EXPECT_THAT(read("3*4", dice(4)), ElementsAre("3", "3", "3", "3"));
}

TEST(Companion, FacesByTheirNumberInTheList) { EXPECT_THAT(read("2", one({"WR", "TE", "RB"})), ElementsAre("TE")); }

TEST(Companion, FacesByTheirNameInThePeoplesLanguage) {
    const FaceName french = [](std::string_view face) {
        return std::string(face == "TRY" ? "Essai" : face == "NO TRY" ? "Refusé" : "");
    };
    EXPECT_THAT(read("essai", one({"NO TRY", "VIDEO REF", "TRY"}), french), ElementsAre("TRY"));
    EXPECT_THAT(read("refuse", one({"NO TRY", "VIDEO REF", "TRY"}), french), ElementsAre("NO TRY"));
}

TEST(Companion, AnUnknownFaceIsNamedWithThoseThereAre) {
    const auto faces = read_faces("10 xx", Places(2, {"10", "20"}), unnamed);
    ASSERT_FALSE(faces);
    EXPECT_EQ(faces.error().kind, Misread::Kind::unknown);
    EXPECT_EQ(faces.error().input, "XX");
    EXPECT_THAT(faces.error().faces, ElementsAre("10", "20"));
}

TEST(Companion, ABeginningOfSeveralFacesAsksForMore) {
    const auto faces = read_faces("s", one({"SCRAMBLE", "SNEAK", "SET"}), unnamed);
    ASSERT_FALSE(faces);
    EXPECT_EQ(faces.error().kind, Misread::Kind::ambiguous);
    EXPECT_THAT(faces.error().faces, ElementsAre("SCRAMBLE", "SNEAK", "SET"));
}

TEST(Companion, TooFewAndTooManyAreCounted) {
    const auto few = read_faces("1 2", dice(4), unnamed);
    ASSERT_FALSE(few);
    EXPECT_EQ(few.error().kind, Misread::Kind::count);
    EXPECT_EQ(few.error().found, 2);
    const auto many = read_faces("1 2 3", dice(2), unnamed);
    ASSERT_FALSE(many);
    EXPECT_EQ(many.error().kind, Misread::Kind::count);
    EXPECT_EQ(many.error().found, 3);
}

TEST(Companion, NonsenseOfAnyLengthIsRefused) {
    EXPECT_FALSE(read_faces("", dice(1), unnamed));
    EXPECT_FALSE(read_faces("\xff\xfe ***", dice(1), unnamed));
    EXPECT_FALSE(read_faces(std::string(5000, '1'), dice(12), unnamed));
    EXPECT_FALSE(read_faces("1*99", dice(2), unnamed));
}

TEST(Companion, ALetterIsACommandOnlyWhereNoFaceBeginsSo) {
    EXPECT_TRUE(may_be_face("s", one({"NG", "S"}), unnamed));
    EXPECT_FALSE(may_be_face("u", one({"NG", "S"}), unnamed));
}

} // namespace
} // namespace touchline::terminal
