// Several people a side: names in a row, and whose hand it is by what the rules tell.
#include "play/people.hpp"

#include "play/kind.hpp"
#include "play/random_play.hpp"
#include "play/record.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace touchline {
namespace {

TEST(People, AreNamedInARow) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(members_of("Ann,Bo ,  Cy"), (Names{"Ann", "Bo", "Cy"}));
    EXPECT_EQ(members_of("Ann"), Names{"Ann"});
    EXPECT_EQ(members_of(" , "), Names{""});
    EXPECT_EQ(members_of("a,b,c,d,e,f,g,h,i").size(), kMostMembers);
    EXPECT_EQ(side_called({"Ann", "", "Cy"}), "Ann, Cy");
    EXPECT_EQ(shown_side("Ann,Bo"), "Ann, Bo");
    EXPECT_EQ(member_name("Bo, the great"), "Bo the great");
    const std::string longest(kMostMembers * 45, 'x');
    EXPECT_EQ(shown_side(longest).size(), 40u) << "one name is as long as a name may be";
}

TEST(People, TakeTurnsFromTheFirstPossessionOn) {
    EXPECT_EQ(hand_of(0, 3), 0u);
    EXPECT_EQ(hand_of(1, 3), 0u);
    EXPECT_EQ(hand_of(2, 3), 1u);
    EXPECT_EQ(hand_of(4, 3), 0u);
    EXPECT_EQ(hand_of(9, 1), 0u);
}

TEST(People, OfARecordKeepTheirNames) {
    const std::unique_ptr<Table> table = std::move(*open_table("sports-dice-football", Json::object()));
    const std::string row = "Annabelle the First, Bartholomew the Second, Cyril the Third";
    table->tags = {{"Home", row}, {"Away", "Dan"}, {std::string(kAloneTag), "yes"}};
    const OrRefusal<std::unique_ptr<Table>> read = read_record(record_text(*table));
    ASSERT_TRUE(read);
    EXPECT_EQ((*read)->tags, table->tags);
    EXPECT_TRUE(played_alone(**read));
}

// Whichever game: both sides begin possessions, and what was counted on the way is what is counted at the end.
TEST(People, PassTheirHandOnInEveryGame) {
    for (const Kind* kind : kinds()) {
        SCOPED_TRACE(kind->id());
        const std::unique_ptr<Table> table = std::move(*kind->open(Json::object(), std::nullopt));
        SeededDice dice(3);
        Possessions counted;
        while (!table->over()) {
            ASSERT_TRUE(random_step(*table, dice));
            (void)counted.of(*table);
        }
        const BySeat<std::size_t> begun = counted.of(*table);
        EXPECT_EQ(begun, Possessions().of(*table));
        EXPECT_GT(begun.home, 1u);
        EXPECT_GT(begun.away, 1u);
        // Taken back, they are counted down again.
        const std::size_t half = table->steps() / 2;
        while (table->steps() > half) ASSERT_TRUE(table->undo());
        counted.cut(half);
        EXPECT_EQ(counted.of(*table), Possessions().of(*table));
        EXPECT_LT(counted.of(*table).home + counted.of(*table).away, begun.home + begun.away);
    }
}

} // namespace
} // namespace touchline
