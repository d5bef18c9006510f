// Fields declared once: written, read with every reason, checked as bytes, named as types.
#include "games/fields.hpp"
#include "said.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace touchline {
namespace {

constexpr std::array<std::string_view, 3> kColours{"red", "green", "blue"};
constexpr u8 kNobody = 2;

struct Toy {
    std::array<u8, 2> score{};
    u8 ball = 25;
    u8 holder = kNobody;
    u8 colour = 0;
    u8 marks = 0;
    u8 done = 0;
};

// A game's declaration, by itself.
struct ToyRules {
    bool with_marks = true;

    template <class Fields>
    void declare(Fields& field, Toy& toy) const {
        field("score", numbers(toy.score, Range{0, 20}, Range{0, 40}));
        field("ball", number(toy.ball, {5, 95, 5}));
        field("holder", seat_or_null(toy.holder, kNobody));
        field("keeper", seat_or_null(toy.holder, kNobody, Null::taken));
        field("colour", word(toy.colour, kColours));
        field("mode", own("plain"));
        field("done", flag(toy.done));
        field.when(with_marks, [&] { field("marks", per_seat([&](Seat) { return words(toy.marks, kColours); })); });
        field("dice", PlayField{"[]", "string[]", [](JsonText& out) { out.list(std::vector<std::string_view>{}); }});
    }
};

struct Read {
    Toy toy;
    std::vector<std::string> reasons;
};

Read read(std::string_view json, const ToyRules& rules = {}) {
    const Json given = Json::parse(json);
    Toy toy;
    FieldReader in(given, "toy");
    rules.declare(in, toy);
    const auto result = in.result(toy);
    Read read{toy, {}};
    if (!result)
        for (const Message& reason : result.error()) read.reasons.push_back(said(reason));
    return read;
}

using testing::ElementsAre;

TEST(Fields, AreWrittenInTheOrderOfTheirDeclaration) {
    std::string text;
    JsonText out(text);
    out.open_object();
    write_declared(out, ToyRules{}, Toy{{3, 7}, 25, 1, 2, 5, 1});
    out.close_object();
    EXPECT_EQ(text, R"({"score":{"home":3,"away":7},"ball":25,"holder":"away","keeper":"away","colour":"blue",)"
                    R"("mode":"plain","done":true,"marks":{"home":["red","blue"],"away":["red","blue"]},"dice":[]})");
}

TEST(Fields, LeftOutStayAsTheyAreAndAPerSeatObjectMayNameOneSeat) {
    const Read all = read(R"({"game":"toy","score":{"away":7},"colour":"green"})");
    EXPECT_TRUE(all.reasons.empty());
    EXPECT_EQ(all.toy.score, (std::array<u8, 2>{0, 7}));
    EXPECT_EQ(all.toy.ball, 25);
    EXPECT_EQ(all.toy.colour, 1);
}

TEST(Fields, EveryReasonIsKept) {
    EXPECT_THAT(
        read(R"({"score":{"home":21,"north":1},"ball":7,"colour":"pink","luck":1})").reasons,
        ElementsAre("'score.home' is 21, but it must be a whole number from 0 to 20",
                    R"('score' is {"home":21,"north":1}, but it must be an object of home, away)",
                    "'ball' is 7, but it must be a whole number from 5 to 95 in steps of 5",
                    R"('colour' is "pink", but it must be one of red, green, blue)",
                    "there is no field 'luck' here, only game, score, ball, holder, keeper, colour, mode, done, marks, "
                    "dice"));
}

TEST(Fields, OfTheWrongKindAreRefused) {
    for (const char* bad : {R"({"ball":"25"})", R"({"ball":25.0})", R"({"ball":null})", R"({"ball":true})",
                            R"({"ball":18446744073709551615})", R"({"ball":-5})", R"({"score":3})", R"({"done":1})",
                            R"({"mode":"other"})", R"({"game":"chess"})", R"({"marks":{"home":["red","red"]}})",
                            R"({"marks":{"home":"red"}})", R"({"dice":["10"]})", R"({"dice":null})"})
        EXPECT_EQ(read(bad).reasons.size(), 1u) << bad;
}

TEST(Fields, TakeNullOnlyWhereTheySaySo) {
    EXPECT_THAT(read(R"({"holder":null})").reasons, ElementsAre("'holder' is null, but it must be home or away"));
    EXPECT_TRUE(read(R"({"keeper":null})").reasons.empty());
}

TEST(Fields, ThatATableDoesNotHaveAreUnknown) {
    EXPECT_EQ(read(R"({"marks":{}})", ToyRules{.with_marks = false}).reasons.size(), 1u);
}

TEST(Fields, KnowWhatWasGivenAndWhatFailed) {
    const Json given = Json::parse(R"({"score":{"home":5,"away":99},"ball":30})");
    Toy toy;
    FieldReader in(given, "toy");
    ToyRules{}.declare(in, toy);
    EXPECT_TRUE(in.has("ball"));
    EXPECT_TRUE(in.has("score.home"));
    EXPECT_FALSE(in.has("score.away"));
    EXPECT_TRUE(in.failed("score"));
    EXPECT_FALSE(in.has("colour"));
}

TEST(Fields, OfBytesMayGoAsFarAsPlayLeads) {
    const auto reasons = [](const Toy& bytes) {
        Toy toy = bytes;
        FieldCheck check;
        ToyRules{}.declare(check, toy);
        return check.reasons.size();
    };
    EXPECT_EQ(reasons(Toy{{40, 0}}), 0u);
    EXPECT_EQ(reasons(Toy{{41, 0}}), 1u);
    EXPECT_EQ(reasons(Toy{.ball = 26}), 1u);
    EXPECT_EQ(reasons(Toy{.holder = 3}), 2u);
    EXPECT_EQ(reasons(Toy{.colour = 3}), 1u);
    EXPECT_EQ(reasons(Toy{.marks = 8}), 1u);
    EXPECT_EQ(reasons(Toy{.done = 2}), 1u);
}

TEST(Fields, HaveTypesThoseThatMayBeMissingToo) {
    std::string text;
    for (const FieldType& field : declared_types(ToyRules{.with_marks = false}, Toy{}))
        text += field.name + (field.optional ? "?: " : ": ") + field.type + "; ";
    EXPECT_EQ(text, "score: BySeat<number>; ball: number; holder: Seat | null; keeper: Seat | null; "
                    "colour: 'red' | 'green' | 'blue'; mode: string; done: boolean; "
                    "marks?: BySeat<('red' | 'green' | 'blue')[]>; dice: string[]; ");
}

} // namespace
} // namespace touchline
