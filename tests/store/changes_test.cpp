// A SQLite file that has a gap is read up to it, and what fails is told apart. What every store promises is in
// both_test.cpp.
#include "store/store_folder.hpp"

namespace touchline::store {
namespace {

using Changes = StoreFolder;

TEST_F(Changes, BehindAGapAreNotReadAndTheNextOneClosesIt) {
    const auto store = opened();
    Change change = first("one");
    change.new_steps = {{1, "a"}, {2, "b"}, {3, "c"}, {4, "d"}};
    write(*store, change);
    sql("DELETE FROM steps WHERE n = 2");
    auto stored = store->read("one");
    ASSERT_TRUE(stored);
    EXPECT_TRUE(stored->broken);
    EXPECT_EQ(stored->steps, (std::vector<Step>{{1, "a"}, {2, "b"}}));
    write(*store, {.id = "one", .state = "on", .revision = 1, .kept_steps = 2, .new_steps = {{5, "e"}}});
    stored = store->read("one");
    EXPECT_FALSE(stored->broken);
    EXPECT_EQ(stored->steps, (std::vector<Step>{{1, "a"}, {2, "b"}, {5, "e"}}));
}

TEST_F(Changes, ToAStoreThatFailsAreNotToBlame) {
    const auto store = opened();
    write(*store, first("one"));
    sql("DROP TABLE steps");
    try {
        write(*store, {.id = "one", .state = "later", .revision = 1, .kept_steps = 0, .new_steps = {{1, "a"}}});
        FAIL() << "written to a store without steps";
    } catch (const BadChange& error) {
        FAIL() << "taken for the change's own fault: " << error.what();
    } catch (const StoreError&) {
    }
}

TEST_F(Changes, AreWrittenAfterOneThatFailed) {
    const auto store = opened();
    write(*store, first("one"));
    EXPECT_THROW(write(*store, first("one")), BadChange); // it is there already
    EXPECT_NO_THROW(write(*store, first("two")));
    sql("CREATE TRIGGER breaks BEFORE INSERT ON steps WHEN NEW.text = 'bad' BEGIN SELECT RAISE(ABORT, 'no'); END");
    Change bad = first("three");
    bad.new_steps = {{1, "bad"}};
    EXPECT_THROW(write(*store, bad), BadChange);
    EXPECT_NO_THROW(write(*store, first("four")));
    EXPECT_EQ(store->size(), 3u);
}

TEST_F(Changes, AreReadOrRefusedWithTheStoresOwnError) {
    const auto store = opened();
    sql("DROP TABLE tables");
    EXPECT_THROW((void)store->size(), StoreError);
    EXPECT_THROW((void)store->listed(1), StoreError);
    EXPECT_THROW((void)store->read("one"), StoreError);
}

} // namespace
} // namespace touchline::store
