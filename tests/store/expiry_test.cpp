// What leaves the store, and when: tables by the time that the store was open, sheets with their last table.
#include "store/store_folder.hpp"

namespace touchline::store {
namespace {

using Expiry = StoreFolder;
using Ids = std::vector<std::string>;

TEST_F(Expiry, RemovesTablesThatNobodyTouched) {
    const auto store = opened();
    write(*store, first("old"));
    write(*store, first("touched"));
    steady_ += 50 * kDay;
    write(*store, first("new"));
    write(*store, {.id = "touched", .state = "later", .revision = 1, .kept_steps = 2});
    EXPECT_EQ(store->remove_idle(60 * kDay, 10, nobody), Ids{});
    steady_ += 10 * kDay;
    EXPECT_EQ(store->remove_idle(60 * kDay, 10, nobody), Ids{"old"});
    EXPECT_FALSE(store->read("old"));
    EXPECT_EQ(store->read("new")->steps.size(), 2u);
    EXPECT_EQ(sql("SELECT COUNT(*) FROM steps WHERE id = 'old'"), 0);
}

TEST_F(Expiry, DoesNotTrustTheClockOnTheWall) {
    const auto store = opened();
    steady_ += 100 * kDay;
    Change change = first("one");
    change.at = 0; // 1970, as if the clock had been wrong then or were now
    write(*store, change);
    steady_ += kDay;
    EXPECT_EQ(store->remove_idle(60 * kDay, 10, nobody), Ids{});
}

TEST_F(Expiry, CountsTheTimeOfAllRunsTogether) {
    {
        const auto store = opened();
        write(*store, first("one"));
        steady_ += 40 * kDay;
    }
    steady_ = 7; // another boot of the machine
    const auto store = opened();
    steady_ += 19 * kDay;
    EXPECT_EQ(store->remove_idle(60 * kDay, 10, nobody), Ids{});
    steady_ += kDay;
    EXPECT_EQ(store->remove_idle(60 * kDay, 10, nobody), Ids{"one"});
}

TEST_F(Expiry, LeavesTablesThatAreInUse) {
    const auto store = opened();
    for (const char* id : {"a", "b", "c"}) write(*store, first(id));
    steady_ += kDay;
    const auto in_use = [](const std::string& id) { return id == "a" || id == "b"; };
    EXPECT_EQ(store->remove_idle(kDay, 1, in_use), Ids{"c"});
    EXPECT_EQ(store->remove_idle(kDay, 1, in_use), Ids{});
    EXPECT_EQ(store->size(), 2u);
}

TEST_F(Expiry, RemovesAFewAtATimeAndGivesTheRoomBack) {
    const auto store = opened();
    Change change = first("");
    change.new_steps.assign(200, {1, std::string(1000, 'x')});
    for (int i = 0; i < 30; ++i) {
        change.id = "table " + std::to_string(i);
        write(*store, change);
    }
    for (std::size_t left = 30; left > 0; left -= 10) EXPECT_EQ(store->remove_idle(0, 10, nobody).size(), 10u);
    EXPECT_EQ(store->size(), 0u);
    store->shrink();
    EXPECT_EQ(std::filesystem::file_size(path() + "-wal"), 0u);
}

TEST_F(Expiry, KeepsASheetOnceAndAsLongAsATableHasIt) {
    const auto store = opened();
    for (const char* id : {"a", "b"}) {
        Change change = first(id);
        change.sheet = Sheet{"hash", "the sheet"};
        write(*store, change);
        steady_ += kDay;
    }
    write(*store, first("plain"));
    EXPECT_EQ(sql("SELECT COUNT(*) FROM sheets"), 1);
    EXPECT_EQ(store->read("a")->sheet->text, "the sheet");
    EXPECT_FALSE(store->read("plain")->sheet);
    EXPECT_EQ(store->remove_idle(2 * kDay, 10, nobody), Ids{"a"});
    EXPECT_EQ(store->read("b")->sheet->text, "the sheet");
    EXPECT_EQ(store->remove_idle(kDay, 10, nobody), Ids{"b"});
    EXPECT_EQ(sql("SELECT COUNT(*) FROM sheets"), 0);
}

} // namespace
} // namespace touchline::store
