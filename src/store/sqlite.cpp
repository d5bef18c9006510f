// The store in one SQLite file: a connection that writes, one that reads, write-ahead log between them.
#include "store/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <mutex>

namespace touchline::store {

namespace {

constexpr int kFormat = 1;
constexpr int kBusyMillis = 5000;

constexpr const char* kSchema = R"(
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, head TEXT NOT NULL, now TEXT NOT NULL, created INTEGER NOT NULL, last INTEGER NOT NULL,
    listed INTEGER NOT NULL, over INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS steps (
    id TEXT NOT NULL, n INTEGER NOT NULL, turn_no INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (id, n)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS open_tables ON tables (created) WHERE listed = 1 AND over = 0;
CREATE INDEX IF NOT EXISTS idle_tables ON tables (last);
)";

class Sqlite final : public Store {
public:
    explicit Sqlite(const std::string& path)
        : writer_(opened(path)), reader_(path, SQLite::OPEN_READONLY, kBusyMillis) {}

    void write(std::span<const Change> changes) override {
        const std::lock_guard lock(writing_);
        try {
            SQLite::Transaction transaction(writer_, SQLite::TransactionBehavior::IMMEDIATE);
            for (const Change& change : changes) write_one(change);
            transaction.commit();
        } catch (const SQLite::Exception& error) {
            throw StoreError(fmt::format("the store cannot be written: {}", error.what()));
        }
    }

    std::optional<StoredTable> read(std::string_view id) override {
        const std::lock_guard lock(reading_);
        try {
            SQLite::Transaction transaction(reader_); // table and steps of the same moment
            const std::string key(id);
            SQLite::Statement table(reader_, "SELECT head, now, created, last FROM tables WHERE id = ?");
            table.bindNoCopy(1, key);
            if (!table.executeStep()) return std::nullopt;
            StoredTable stored{table.getColumn(0).getString(),
                               table.getColumn(1).getString(),
                               table.getColumn(2).getInt64(),
                               table.getColumn(3).getInt64(),
                               {}};
            SQLite::Statement steps(reader_, "SELECT turn_no, text FROM steps WHERE id = ? ORDER BY n");
            steps.bindNoCopy(1, key);
            while (steps.executeStep())
                stored.steps.push_back({steps.getColumn(0).getInt64(), steps.getColumn(1).getString()});
            return stored;
        } catch (const SQLite::Exception& error) {
            throw StoreError(fmt::format("the store cannot be read: {}", error.what()));
        }
    }

    std::vector<std::string> listed(std::size_t most) override {
        const std::lock_guard lock(reading_);
        SQLite::Statement query(reader_,
                                "SELECT id FROM tables WHERE listed = 1 AND over = 0 ORDER BY created DESC LIMIT ?");
        query.bind(1, static_cast<std::int64_t>(most));
        std::vector<std::string> ids;
        while (query.executeStep()) ids.push_back(query.getColumn(0).getString());
        return ids;
    }

    std::size_t remove_idle(Millis since) override {
        const std::lock_guard lock(writing_);
        try {
            SQLite::Transaction transaction(writer_, SQLite::TransactionBehavior::IMMEDIATE);
            SQLite::Statement steps(writer_, "DELETE FROM steps WHERE id IN (SELECT id FROM tables WHERE last < ?)");
            steps.bind(1, since);
            steps.exec();
            SQLite::Statement tables(writer_, "DELETE FROM tables WHERE last < ?");
            tables.bind(1, since);
            const int removed = tables.exec();
            transaction.commit();
            return static_cast<std::size_t>(removed);
        } catch (const SQLite::Exception& error) {
            throw StoreError(fmt::format("the store cannot be written: {}", error.what()));
        }
    }

    std::size_t size() override {
        const std::lock_guard lock(reading_);
        return static_cast<std::size_t>(reader_.execAndGet("SELECT COUNT(*) FROM tables").getInt64());
    }

private:
    static SQLite::Database opened(const std::string& path) {
        SQLite::Database database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, kBusyMillis);
        // A commit is on disk when it returns: what was shown outlives the loss of power, not only of the program.
        database.exec("PRAGMA journal_mode = WAL");
        database.exec("PRAGMA synchronous = FULL");
        const int format = database.execAndGet("PRAGMA user_version").getInt();
        if (format > kFormat)
            throw StoreError(fmt::format("the store '{}' has format {}, this program knows {}: use a newer program",
                                         path, format, kFormat));
        database.exec(kSchema);
        database.exec(fmt::format("PRAGMA user_version = {}", kFormat));
        return database;
    }

    void write_one(const Change& change) {
        if (change.head)
            insert(change);
        else
            update(change);
        if (!change.head) {
            remove_.reset();
            remove_.bindNoCopy(1, change.id);
            remove_.bind(2, static_cast<std::int64_t>(change.kept_steps));
            remove_.exec();
        }
        for (std::size_t i = 0; i < change.new_steps.size(); ++i) {
            step_.reset();
            step_.bindNoCopy(1, change.id);
            step_.bind(2, static_cast<std::int64_t>(change.kept_steps + i));
            step_.bind(3, change.new_steps[i].turn_no);
            step_.bindNoCopy(4, change.new_steps[i].text);
            step_.exec();
        }
    }

    void insert(const Change& change) {
        insert_.reset();
        insert_.bindNoCopy(1, change.id);
        insert_.bindNoCopy(2, *change.head);
        insert_.bindNoCopy(3, change.now);
        insert_.bind(4, change.at);
        insert_.bind(5, change.at);
        insert_.bind(6, change.listed ? 1 : 0);
        insert_.bind(7, change.over ? 1 : 0);
        insert_.exec();
    }

    void update(const Change& change) {
        update_.reset();
        update_.bindNoCopy(1, change.now);
        update_.bind(2, change.at);
        update_.bind(3, change.listed ? 1 : 0);
        update_.bind(4, change.over ? 1 : 0);
        update_.bindNoCopy(5, change.id);
        update_.exec();
    }

    std::mutex writing_;
    std::mutex reading_;
    SQLite::Database writer_;
    SQLite::Database reader_;
    SQLite::Statement insert_{
        writer_, "INSERT INTO tables (id, head, now, created, last, listed, over) VALUES (?, ?, ?, ?, ?, ?, ?)"};
    SQLite::Statement update_{writer_, "UPDATE tables SET now = ?, last = ?, listed = ?, over = ? WHERE id = ?"};
    SQLite::Statement remove_{writer_, "DELETE FROM steps WHERE id = ? AND n >= ?"};
    SQLite::Statement step_{writer_, "INSERT INTO steps (id, n, turn_no, text) VALUES (?, ?, ?, ?)"};
};

} // namespace

std::unique_ptr<Store> open_sqlite(const std::string& path) {
    try {
        return std::make_unique<Sqlite>(path);
    } catch (const SQLite::Exception& error) {
        const int code = error.getErrorCode();
        if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT)
            throw StoreError(
                fmt::format("the store '{}' is damaged or no SQLite file ({}): move it away or bring back a copy", path,
                            error.what()));
        throw StoreError(
            fmt::format("the store '{}' cannot be used ({}): check the folder and your rights", path, error.what()));
    }
}

} // namespace touchline::store
