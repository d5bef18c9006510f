// The store's files: who may read them, who may serve from them, and those of an older program.
#include "store/folder_lock.hpp"
#include "store/store_folder.hpp"

#include <fstream>

namespace touchline::store {
namespace {

namespace fs = std::filesystem;
using Files = StoreFolder;

constexpr fs::perms kOwnersFile = fs::perms::owner_read | fs::perms::owner_write;

TEST_F(Files, AreForTheirOwnerAlone) {
    const auto store = opened();
    write(*store, first("one"));
    for (const char* beside : {"", "-wal", "-shm"})
        EXPECT_EQ(fs::status(path() + beside).permissions(), kOwnersFile) << beside;
}

TEST_F(Files, OfAnOlderProgramAreClosedToOthers) {
    const auto store = opened();
    write(*store, first("one")); // the files beside it are there
    for (const char* beside : {"", "-wal", "-shm"})
        fs::permissions(path() + beside, kOwnersFile | fs::perms::group_read | fs::perms::others_read);
    const auto again = opened();
    for (const char* beside : {"", "-wal", "-shm"})
        EXPECT_EQ(fs::status(path() + beside).permissions(), kOwnersFile) << beside;
}

TEST_F(Files, LieInAFolderForTheirOwnerAlone) {
    const std::string fresh = (folder_ / "new" / "data").string();
    make_private_folder(fresh);
    EXPECT_EQ(fs::status(fresh).permissions(), fs::perms::owner_all);
    // One of before, with nothing but a store in it.
    const auto open_to_all = fs::perms::owner_all | fs::perms::group_read | fs::perms::others_read;
    std::ofstream(fresh + "/tables.sqlite-wal") << "x";
    fs::permissions(fresh, open_to_all);
    make_private_folder(fresh);
    EXPECT_EQ(fs::status(fresh).permissions(), fs::perms::owner_all);
    // A folder where other things lie keeps its rights.
    std::ofstream(fresh + "/letter.txt") << "x";
    fs::permissions(fresh, open_to_all);
    make_private_folder(fresh);
    EXPECT_EQ(fs::status(fresh).permissions(), open_to_all);
    EXPECT_THROW(make_private_folder(fresh + "/letter.txt"), StoreError);
}

TEST_F(Files, AreServedByOneAtATime) {
    {
        const FolderLock lock(folder_.string());
        try {
            const FolderLock second(folder_.string());
            FAIL() << "two hold the lock";
        } catch (const StoreError& error) {
            EXPECT_EQ(error.message.key, "store.folder-taken");
        }
    }
    const FolderLock again(folder_.string());
    EXPECT_EQ(fs::status(folder_ / "lock").permissions(), kOwnersFile);
}

TEST_F(Files, OfFormatOneAreTakenOver) {
    sql(R"(
        PRAGMA journal_mode = WAL;
        CREATE TABLE tables (id TEXT PRIMARY KEY, head TEXT NOT NULL, now TEXT NOT NULL, created INTEGER NOT NULL,
            last INTEGER NOT NULL, listed INTEGER NOT NULL, over INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE steps (id TEXT NOT NULL, n INTEGER NOT NULL, turn_no INTEGER NOT NULL, text TEXT NOT NULL,
            PRIMARY KEY (id, n)) WITHOUT ROWID;
        CREATE INDEX open_tables ON tables (created) WHERE listed = 1 AND over = 0;
        CREATE INDEX idle_tables ON tables (last);
        INSERT INTO tables VALUES ('old', 'its head', 'its now', 10, 20, 1, 0);
        INSERT INTO steps VALUES ('old', 0, 1, 'a'), ('old', 1, 2, 'b');
        PRAGMA user_version = 1;
    )");
    {
        const auto store = opened();
        const auto stored = store->read("old");
        ASSERT_TRUE(stored);
        EXPECT_EQ(stored->setup, "its head");
        EXPECT_EQ(stored->steps, (std::vector<Step>{{1, "a"}, {2, "b"}}));
        EXPECT_FALSE(stored->sheet);
        EXPECT_EQ(store->listed(1), std::vector<std::string>{"old"});
        write(*store,
              {.id = "old", .state = "on", .revision = stored->revision, .kept_steps = 2, .new_steps = {{3, "c"}}});
        // It is as old as the take-over: nobody knows how long it was idle before.
        steady_ += 59 * kDay;
        EXPECT_TRUE(store->remove_idle(60 * kDay, 10, nobody).empty());
    }
    EXPECT_EQ(sql("PRAGMA user_version"), 3);
    EXPECT_EQ(opened()->read("old")->steps.size(), 3u);
}

} // namespace
} // namespace touchline::store
