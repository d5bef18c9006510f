// A folder for the store of one test, a store with a clock that the test sets, and the file as SQLite sees it.
#pragma once

#include "store/store.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace touchline::store {

class StoreFolder : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() / ("touchline-store-folder-" + std::to_string(::getpid()));
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    [[nodiscard]] std::string path() const { return (folder_ / "tables.sqlite").string(); }
    [[nodiscard]] std::unique_ptr<Store> opened() {
        return open_sqlite(path(), [this] { return steady_; });
    }

    static void write(Store& store, const Change& change) { store.write({&change, 1}); }
    static Change first(const std::string& id) {
        return {.id = id, .setup = "head of " + id, .state = "begun", .at = 1000, .new_steps = {{1, "a"}, {2, "b"}}};
    }

    // What another program does with the file; the first figure that it gets.
    std::int64_t sql(const std::string& text) {
        sqlite3* database = nullptr;
        EXPECT_EQ(sqlite3_open(path().c_str(), &database), SQLITE_OK);
        std::int64_t figure = 0;
        char* error = nullptr;
        sqlite3_exec(
            database, text.c_str(),
            [](void* into, int, char** values, char**) {
                *static_cast<std::int64_t*>(into) = values[0] == nullptr ? -1 : std::atoll(values[0]);
                return 0;
            },
            &figure, &error);
        EXPECT_EQ(error, nullptr) << error;
        sqlite3_free(error);
        sqlite3_close(database);
        return figure;
    }

    Millis steady_ = 0;
    std::filesystem::path folder_;
};

inline constexpr Millis kDay = 24 * 3600 * 1000;

inline bool nobody(const std::string&) { return false; }

} // namespace touchline::store
