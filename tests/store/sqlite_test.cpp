// The SQLite store: what is written comes back, changes are all or nothing, bad files and folders are refused.
#include "store/store.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace touchline::store {
namespace {

class SqliteStore : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() / ("touchline-store-" + std::to_string(::getpid()));
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    [[nodiscard]] std::string path() const { return (folder_ / "tables.sqlite").string(); }

    static void write(Store& store, const Change& change) { store.write({&change, 1}); }
    static Change first(const std::string& id, Millis at = 1000) {
        return {.id = id, .setup = "head of " + id, .state = "begun", .at = at, .new_steps = {{1, "a"}, {2, "b"}}};
    }

    std::filesystem::path folder_;
};

TEST_F(SqliteStore, GivesBackWhatWasWritten) {
    const auto store = open_sqlite(path());
    write(*store, first("one"));
    const auto stored = store->read("one");
    ASSERT_TRUE(stored);
    EXPECT_EQ(stored->setup, "head of one");
    EXPECT_EQ(stored->state, "begun");
    EXPECT_EQ(stored->created, 1000);
    EXPECT_EQ(stored->steps, (std::vector<Step>{{1, "a"}, {2, "b"}}));
    EXPECT_FALSE(store->read("two"));
}

TEST_F(SqliteStore, AddsStepsAndTakesThemBack) {
    const auto store = open_sqlite(path());
    write(*store, first("one"));
    write(*store, {.id = "one", .state = "later", .at = 2000, .revision = 1, .kept_steps = 2, .new_steps = {{3, "c"}}});
    EXPECT_EQ(store->read("one")->steps, (std::vector<Step>{{1, "a"}, {2, "b"}, {3, "c"}}));
    write(*store,
          {.id = "one", .state = "taken back", .at = 3000, .revision = 2, .kept_steps = 1, .new_steps = {{5, "d"}}});
    const auto stored = store->read("one");
    EXPECT_EQ(stored->steps, (std::vector<Step>{{1, "a"}, {5, "d"}}));
    EXPECT_EQ(stored->state, "taken back");
    EXPECT_EQ(stored->created, 1000);
    EXPECT_EQ(stored->last, 3000);
}

TEST_F(SqliteStore, KeepsEverythingWhenItIsOpenedAgain) {
    write(*open_sqlite(path()), first("one"));
    EXPECT_EQ(open_sqlite(path())->read("one")->steps.size(), 2u);
}

TEST_F(SqliteStore, WritesSeveralChangesTogetherOrNone) {
    const auto store = open_sqlite(path());
    write(*store, first("one"));
    const std::vector<Change> changes{first("two"), first("one")}; // a table cannot be made twice
    EXPECT_THROW(store->write(changes), StoreError);
    EXPECT_FALSE(store->read("two"));
    EXPECT_EQ(store->size(), 1u);
}

TEST_F(SqliteStore, ListsTheNewestThatAreListedAndNotOver) {
    const auto store = open_sqlite(path());
    for (const auto& [id, at, listed] :
         {std::tuple("old", 1, true), {"new", 3, true}, {"private", 2, false}, {"over", 4, true}}) {
        Change change = first(id, at);
        change.listed = listed;
        change.over = std::string(id) == "over";
        write(*store, change);
    }
    EXPECT_EQ(store->listed(10), (std::vector<std::string>{"new", "old"}));
    EXPECT_EQ(store->listed(1), (std::vector<std::string>{"new"}));
}

TEST_F(SqliteStore, RefusesAFileThatIsNoDatabaseWithOneSentence) {
    std::ofstream(path()) << std::string(4096, 'x');
    try {
        (void)open_sqlite(path());
        FAIL() << "a broken file was opened";
    } catch (const StoreError& error) {
        EXPECT_EQ(error.message.key, "store.damaged");
    }
}

TEST_F(SqliteStore, RefusesAFolderThatIsNotThere) {
    EXPECT_THROW((void)open_sqlite(path() + "/no/such/folder/t.sqlite"), StoreError);
}

TEST_F(SqliteStore, RefusesAFormatOfTheFuture) {
    {
        const auto store = open_sqlite(path());
        write(*store, first("one"));
    }
    // The format's number lies in bytes 60 to 63 of the file's header.
    std::filesystem::remove(path() + "-wal");
    std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(63);
    file.put(9);
    file.close();
    EXPECT_THROW((void)open_sqlite(path()), StoreError);
}

} // namespace
} // namespace touchline::store
