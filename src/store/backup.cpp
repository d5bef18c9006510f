// SQLite's online backup: the whole file in one read transaction, which in the write-ahead log's mode holds up nobody.
#include "store/backup.hpp"

#include "store/folder_lock.hpp"
#include "store/sqlite_schema.hpp"
#include "store/store.hpp"

#include <SQLiteCpp/Backup.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

namespace touchline::store {

namespace {

namespace fs = std::filesystem;

constexpr int kWholeFile = -1;
constexpr std::chrono::milliseconds kBusyPause{50};

// The folder of the copy. What failed leaves nothing behind: the files go, and the folder if it was made for them.
class CopyFolder {
public:
    explicit CopyFolder(const std::string& path) : path_(path), made_(!fs::exists(path)) {
        make_private_folder(path);
        if (!fs::is_empty(path)) throw StoreError(Message{"store.copy-there", {{"folder", path}}});
        const int file = ::open(unfinished().c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
        if (file < 0) throw StoreError(Message{"store.copy-there", {{"folder", path}}});
        ::close(file);
    }
    ~CopyFolder() {
        if (done_) return;
        std::error_code ignored;
        for (const char* beside : {"", "-journal", "-wal", "-shm"}) fs::remove(unfinished() + beside, ignored);
        if (made_) fs::remove(path_, ignored);
    }
    CopyFolder(const CopyFolder&) = delete;
    CopyFolder& operator=(const CopyFolder&) = delete;

    [[nodiscard]] std::string unfinished() const { return path_ + "/copy-unfinished"; }
    [[nodiscard]] std::string finished() const { return fmt::format("{}/{}", path_, kTablesFile); }
    void finish() {
        fs::rename(unfinished(), finished());
        done_ = true;
        if (const int folder = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); folder >= 0) {
            (void)::fsync(folder); // the name too survives a loss of power
            ::close(folder);
        }
    }

private:
    std::string path_;
    bool made_;
    bool done_ = false;
};

void copy_whole(SQLite::Database& into, SQLite::Database& source) {
    SQLite::Backup backup(into, source);
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(kBusyMillis);
    while (true) {
        const int result = backup.executeStep(kWholeFile);
        if (result == SQLITE_DONE) return;
        // Somebody recovers the write-ahead log at this moment.
        if (std::chrono::steady_clock::now() > until) throw SQLite::Exception("it is locked", result);
        std::this_thread::sleep_for(kBusyPause);
    }
}

// A second connection would find the copy in the journal mode of a store that is served, so the first one checks it.
std::size_t checked_tables(SQLite::Database& copy, const std::string& source) {
    const std::string verdict = copy.execAndGet("PRAGMA quick_check(1)").getString();
    if (verdict != "ok") throw StoreError(Message{"store.damaged", {{"file", source}, {"why", verdict}}});
    return static_cast<std::size_t>(copy.execAndGet("SELECT COUNT(*) FROM tables").getInt64());
}

} // namespace

Copied back_up(const std::string& from, const std::string& to) {
    const std::string source_file = fmt::format("{}/{}", from, kTablesFile);
    if (!fs::exists(source_file))
        throw StoreError(Message{"store.no-store", {{"folder", from}, {"file", kTablesFile}}});
    try {
        SQLite::Database source(source_file, SQLite::OPEN_READONLY, kBusyMillis);
        CopyFolder folder(to);
        Copied copied;
        {
            SQLite::Database copy(folder.unfinished(), SQLite::OPEN_READWRITE, kBusyMillis);
            copy_whole(copy, source);
            copied.tables = checked_tables(copy, source_file);
        }
        copied.bytes = fs::file_size(folder.unfinished());
        folder.finish();
        return copied;
    } catch (const SQLite::Exception& error) {
        throw StoreError(Message{"store.uncopied", {{"file", source_file}, {"folder", to}, {"why", error.what()}}});
    } catch (const fs::filesystem_error& error) {
        throw StoreError(
            Message{"store.uncopied", {{"file", source_file}, {"folder", to}, {"why", error.code().message()}}});
    }
}

} // namespace touchline::store
