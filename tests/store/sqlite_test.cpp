// Files and folders that the SQLite store refuses. What every store promises is in both_test.cpp.
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
