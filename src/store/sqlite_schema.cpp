// The SQL of each format, and the upgrade of an older file in one transaction.
#include "store/sqlite_schema.hpp"

#include "store/store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

namespace touchline::store {

namespace {

constexpr int kFormat = 3;

// Format 1. New files are upgraded from it step by step as old ones are, so that there is only one path.
constexpr const char* kFirstSchema = R"(
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, head TEXT NOT NULL, now TEXT NOT NULL, created INTEGER NOT NULL, last INTEGER NOT NULL,
    listed INTEGER NOT NULL, over INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS steps (
    id TEXT NOT NULL, n INTEGER NOT NULL, turn_no INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (id, n)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS open_tables ON tables (created) WHERE listed = 1 AND over = 0;
CREATE INDEX IF NOT EXISTS idle_tables ON tables (last);
)";

// Format 2: changes are counted, so that none is written after one that is missing; sheets are kept once; `touched` is
// the time that the store had been open when the table was last changed, `open_time.millis` the time until now.
constexpr const char* kSecondSchema = R"(
ALTER TABLE tables ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
ALTER TABLE tables ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN sheet TEXT;
DROP INDEX idle_tables;
CREATE INDEX touched_tables ON tables (touched);
CREATE INDEX tables_by_sheet ON tables (sheet) WHERE sheet IS NOT NULL;
CREATE TABLE sheets (hash TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE open_time (millis INTEGER NOT NULL);
INSERT INTO open_time (millis) VALUES (0);
)";

// Format 3: setups and steps may hold the dice of a table that proves them. Nothing changes for SQL, but an older
// program would roll on without them.

void bring_up_to_date(SQLite::Database& database, const std::string& path) {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    const int format = database.execAndGet("PRAGMA user_version").getInt();
    if (format > kFormat)
        throw StoreError(Message{"store.newer", {{"file", path}, {"format", format}, {"own", kFormat}}});
    if (format < 1) database.exec(kFirstSchema);
    if (format < 2) database.exec(kSecondSchema);
    database.exec(fmt::format("PRAGMA user_version = {}", kFormat));
    transaction.commit();
}

// The file holds hidden cards, so only its owner may read it. SQLite gives the files that it makes beside it the same
// permissions. Somebody who does not own an older file cannot change its permissions; they stay as they are.
void keep_to_owner(const std::string& path) {
    namespace fs = std::filesystem;
    if (const int made = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR); made >= 0)
        ::close(made);
    for (const char* beside : {"", "-wal", "-shm"}) {
        std::error_code ignored;
        const std::string file = path + beside;
        if (fs::exists(file, ignored))
            fs::permissions(file, fs::perms::group_all | fs::perms::others_all, fs::perm_options::remove, ignored);
    }
}

} // namespace

SQLite::Database opened_file(const std::string& path) {
    keep_to_owner(path);
    SQLite::Database database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, kBusyMillis);
    // A commit is on disk when it returns: what was shown survives a loss of power, not only the end of the program.
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = FULL");
    bring_up_to_date(database, path);
    return database;
}

} // namespace touchline::store
