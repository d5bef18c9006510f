// Copies of a store that is being written: whole, of one moment, and never over something else.
#include "store/backup.hpp"

#include "store/store_folder.hpp"

#include <atomic>
#include <fstream>
#include <thread>

namespace touchline::store {
namespace {

namespace fs = std::filesystem;

class Backup : public StoreFolder {
protected:
    [[nodiscard]] std::string copy() const { return (folder_ / "copy").string(); }
    [[nodiscard]] static std::unique_ptr<Store> opened_in(const std::string& folder) {
        return open_sqlite(folder + "/tables.sqlite");
    }
    std::string failure_of(const std::string& from, const std::string& to) {
        try {
            (void)back_up(from, to);
            return "copied";
        } catch (const StoreError& error) {
            return std::string(error.message.key);
        }
    }
};

TEST_F(Backup, HasWhatWasWrittenAndIsAStoreAgain) {
    const auto store = opened();
    write(*store, first("one"));
    const Copied copied = back_up(folder_.string(), copy());
    EXPECT_EQ(copied.tables, 1u);
    EXPECT_EQ(copied.bytes, fs::file_size(copy() + "/tables.sqlite"));
    write(*store, first("two")); // the store goes on, the copy does not
    const auto again = opened_in(copy());
    EXPECT_EQ(again->read("one")->steps, first("one").new_steps);
    EXPECT_FALSE(again->read("two"));
    write(*again, first("three"));
    EXPECT_EQ(again->size(), 2u);
    EXPECT_EQ(store->size(), 2u);
}

TEST_F(Backup, IsForItsOwnerAloneAndNothingLiesBesideIt) {
    write(*opened(), first("one"));
    (void)back_up(folder_.string(), copy());
    EXPECT_EQ(fs::status(copy()).permissions(), fs::perms::owner_all);
    const std::vector<fs::directory_entry> files(fs::directory_iterator(copy()), {});
    ASSERT_EQ(files.size(), 1u);
    EXPECT_EQ(files[0].path().filename(), "tables.sqlite");
    EXPECT_EQ(files[0].status().permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

// Each change adds one step to each of two tables: a copy that has different counts is of two moments.
TEST_F(Backup, IsOfOneMomentWhileOthersWrite) {
    const auto store = opened();
    std::vector<Change> both{first("one"), first("two")};
    for (Change& change : both) change.new_steps.clear();
    store->write(both);
    std::atomic<bool> enough = false;
    std::atomic<std::size_t> written = 0;
    std::thread writer([&] {
        for (std::size_t n = 0; !enough; ++n) {
            for (Change& change : both)
                change = {.id = change.id,
                          .state = std::string(500, 'x'),
                          .revision = static_cast<std::int64_t>(n + 1),
                          .kept_steps = n,
                          .new_steps = {{static_cast<std::int64_t>(n + 1), "step"}}};
            store->write(both);
            written = n + 1;
        }
    });
    for (int i = 0; i < 5; ++i) {
        const std::size_t before = written;
        const std::string to = copy() + std::to_string(i);
        (void)back_up(folder_.string(), to);
        const auto copied = opened_in(to);
        const std::size_t steps = copied->read("one")->steps.size();
        EXPECT_GE(steps, before);
        EXPECT_EQ(copied->read("two")->steps.size(), steps);
        EXPECT_FALSE(copied->read("one")->broken);
    }
    enough = true;
    writer.join();
}

TEST_F(Backup, GoesOverNothing) {
    write(*opened(), first("one"));
    fs::create_directories(copy());
    std::ofstream(copy() + "/letter.txt") << "x";
    EXPECT_EQ(failure_of(folder_.string(), copy()), "store.copy-there");
    EXPECT_TRUE(fs::exists(copy() + "/letter.txt"));
    EXPECT_EQ(failure_of(folder_.string(), copy() + "/letter.txt"), "store.folder-unmade");
    EXPECT_EQ(failure_of(folder_.string(), folder_.string()), "store.copy-there");
}

TEST_F(Backup, OfWhatIsNoStoreIsRefusedAndLeavesNothing) {
    EXPECT_EQ(failure_of(folder_.string(), copy()), "store.no-store");
    std::ofstream(path()) << std::string(8192, '?');
    EXPECT_EQ(failure_of(folder_.string(), copy()), "store.uncopied");
    EXPECT_FALSE(fs::exists(copy()));
}

TEST_F(Backup, OfADamagedStoreIsRefused) {
    {
        const auto store = opened();
        for (int i = 0; i < 300; ++i) write(*store, first("table " + std::to_string(i)));
    }
    {
        std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(static_cast<std::streamoff>(fs::file_size(path())) - 4096);
        file << std::string(4096, '?');
    }
    EXPECT_EQ(failure_of(folder_.string(), copy()), "store.damaged");
    EXPECT_FALSE(fs::exists(copy()));
}

} // namespace
} // namespace touchline::store
