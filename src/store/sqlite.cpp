// The store in one SQLite file: a connection that writes, one that reads, write-ahead log between them.
#include "store/sqlite_schema.hpp"
#include "store/store.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <mutex>

namespace touchline::store {

namespace {

// A table that changes often is noted as touched so often: tables age by days, and each note moves it in an index.
constexpr Millis kTouchedEach = 60'000;

Millis machine_steady() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

// While it lives, a connection that finds the file locked does not wait.
class Impatience {
public:
    explicit Impatience(SQLite::Database& database) : database_(database) { database_.setBusyTimeout(0); }
    ~Impatience() { database_.setBusyTimeout(kBusyMillis); }
    Impatience(const Impatience&) = delete;
    Impatience& operator=(const Impatience&) = delete;

private:
    SQLite::Database& database_;
};

class Sqlite final : public Store {
public:
    Sqlite(const std::string& path, SteadyClock steady)
        : steady_(steady ? std::move(steady) : machine_steady), writer_(opened_file(path)),
          reader_(path, SQLite::OPEN_READONLY, kBusyMillis), opened_at_(steady_()), open_before_(open_time_stored()) {}

    ~Sqlite() override {
        try {
            store_open_time();
        } catch (const SQLite::Exception&) { // then this time is not counted, and tables stay a little longer
        }
    }
    Sqlite(const Sqlite&) = delete;
    Sqlite& operator=(const Sqlite&) = delete;

    void write(std::span<const Change> changes) override {
        const std::lock_guard lock(writing_);
        guarded_write([&] {
            SQLite::Transaction transaction(writer_, SQLite::TransactionBehavior::IMMEDIATE);
            const Millis touched = open_time();
            for (const Change& change : changes) write_one(change, touched);
            transaction.commit();
        });
    }

    std::optional<StoredTable> read(std::string_view id) override {
        return guarded_read([&]() -> std::optional<StoredTable> {
            SQLite::Transaction transaction(reader_); // table and steps of the same moment
            const std::string key(id);
            SQLite::Statement table(
                reader_,
                "SELECT head, now, created, last, revision, sheets.hash, sheets.text, listed, over FROM tables "
                "LEFT JOIN sheets ON sheets.hash = tables.sheet WHERE id = ?");
            table.bindNoCopy(1, key);
            if (!table.executeStep()) return std::nullopt;
            StoredTable stored{.setup = table.getColumn(0).getString(),
                               .state = table.getColumn(1).getString(),
                               .created = table.getColumn(2).getInt64(),
                               .last = table.getColumn(3).getInt64(),
                               .steps = {},
                               .revision = table.getColumn(4).getInt64()};
            if (!table.getColumn(5).isNull())
                stored.sheet = Sheet{table.getColumn(5).getString(), table.getColumn(6).getString()};
            stored.listed = table.getColumn(7).getInt() != 0;
            stored.over = table.getColumn(8).getInt() != 0;
            SQLite::Statement steps(reader_, "SELECT n, turn_no, text FROM steps WHERE id = ? ORDER BY n");
            steps.bindNoCopy(1, key);
            while (!stored.broken && steps.executeStep()) {
                // Older programs could leave a gap: a step after it belongs to an unknown position.
                stored.broken = steps.getColumn(0).getInt64() != static_cast<std::int64_t>(stored.steps.size());
                if (!stored.broken)
                    stored.steps.push_back({steps.getColumn(1).getInt64(), steps.getColumn(2).getString()});
            }
            return stored;
        });
    }

    std::vector<std::string> listed(std::size_t most) override {
        return guarded_read([&] {
            SQLite::Statement query(
                reader_, "SELECT id FROM tables WHERE listed = 1 AND over = 0 ORDER BY created DESC LIMIT ?");
            query.bind(1, static_cast<std::int64_t>(most));
            return names_found(query);
        });
    }

    std::vector<std::string> ids(std::string_view after, std::size_t most) override {
        return guarded_read([&] {
            SQLite::Statement query(reader_, "SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT ?");
            query.bind(1, std::string(after));
            query.bind(2, static_cast<std::int64_t>(most));
            return names_found(query);
        });
    }

    std::vector<std::string> remove_idle(Millis idle, std::size_t most, const InUse& in_use) override {
        const std::lock_guard lock(writing_);
        std::vector<std::string> ids;
        guarded_write([&] {
            SQLite::Transaction transaction(writer_, SQLite::TransactionBehavior::IMMEDIATE);
            store_open_time();
            ids = idle_tables(open_time() - idle, most, in_use);
            for (const std::string& id : ids) remove(id);
            transaction.commit();
        });
        return ids;
    }

    void shrink() override {
        const std::lock_guard lock(writing_);
        guarded_write([&] {
            // Does not wait: if somebody is reading at this moment, the next time will do.
            const Impatience impatience(writer_);
            writer_.exec("PRAGMA wal_checkpoint(TRUNCATE)");
        });
    }

    std::size_t size() override {
        return guarded_read(
            [&] { return static_cast<std::size_t>(reader_.execAndGet("SELECT COUNT(*) FROM tables").getInt64()); });
    }

private:
    [[nodiscard]] static std::vector<std::string> names_found(SQLite::Statement& query) {
        std::vector<std::string> names;
        while (query.executeStep()) names.push_back(query.getColumn(0).getString());
        return names;
    }

    template <class Read>
    auto guarded_read(const Read& read) -> decltype(read()) {
        const std::lock_guard lock(reading_);
        try {
            return read();
        } catch (const SQLite::Exception& error) {
            throw StoreError(Message{"store.unread", {{"why", error.what()}}});
        }
    }

    template <class Write>
    void guarded_write(const Write& write) {
        try {
            write();
        } catch (const SQLite::Exception& error) {
            const int code = error.getErrorCode();
            const Message sentence{"store.unwritten", {{"why", error.what()}}};
            if (code == SQLITE_CONSTRAINT || code == SQLITE_CORRUPT || code == SQLITE_TOOBIG) throw BadChange(sentence);
            throw StoreError(sentence);
        }
    }

    // How long the store has been open in total. Tables age by this and not by the wall clock, which may be set to any
    // day: nobody could have played while the store was closed.
    [[nodiscard]] Millis open_time() const { return open_before_ + (steady_() - opened_at_); }

    [[nodiscard]] Millis open_time_stored() {
        const Millis noted = writer_.execAndGet("SELECT millis FROM open_time").getInt64();
        const Millis touched = writer_.execAndGet("SELECT COALESCE(MAX(touched), 0) FROM tables").getInt64();
        return std::max(noted, touched); // a program that was killed has stored less
    }

    void store_open_time() {
        SQLite::Statement note(writer_, "UPDATE open_time SET millis = ?");
        note.bind(1, open_time());
        note.exec();
    }

    // tryReset() reports the statement's last failure once more; that was handled when it happened.
    static void rewind(SQLite::Statement& statement) { (void)statement.tryReset(); }

    void write_one(const Change& change, Millis touched) {
        if (change.setup)
            insert(change, touched);
        else
            update(change, touched);
        for (std::size_t i = 0; i < change.new_steps.size(); ++i) {
            rewind(step_);
            step_.bindNoCopy(1, change.id);
            step_.bind(2, static_cast<std::int64_t>(change.kept_steps + i));
            step_.bind(3, change.new_steps[i].turn_no);
            step_.bindNoCopy(4, change.new_steps[i].text);
            step_.exec();
        }
    }

    void insert(const Change& change, Millis touched) {
        if (change.sheet) {
            rewind(sheet_);
            sheet_.bindNoCopy(1, change.sheet->hash);
            sheet_.bindNoCopy(2, change.sheet->text);
            sheet_.exec();
        }
        rewind(insert_);
        insert_.bindNoCopy(1, change.id);
        insert_.bindNoCopy(2, *change.setup);
        insert_.bindNoCopy(3, change.state);
        insert_.bind(4, change.at);
        insert_.bind(5, change.at);
        insert_.bind(6, change.listed ? 1 : 0);
        insert_.bind(7, change.over ? 1 : 0);
        insert_.bind(8, touched);
        if (change.sheet)
            insert_.bindNoCopy(9, change.sheet->hash);
        else
            insert_.bind(9); // null
        insert_.exec();
        remove_steps(change.id, change.kept_steps);
    }

    void update(const Change& change, Millis touched) {
        if (!change.same_steps) cut_steps(change);
        if (!updated(update_, change, touched - kTouchedEach) && !updated(touch_, change, touched))
            throw BadChange(Message{"store.change-missing"});
    }

    void cut_steps(const Change& change) {
        const auto kept = static_cast<std::int64_t>(change.kept_steps);
        if (last_step(change.id) + 1 == kept) return;
        if (kept > 0 && !has_step(change.id, kept - 1)) throw BadChange(Message{"store.step-missing"});
        remove_steps(change.id, change.kept_steps);
    }

    // `touched`: of update_, that is noted at least; of touch_, that is noted now.
    [[nodiscard]] static bool updated(SQLite::Statement& statement, const Change& change, Millis touched) {
        rewind(statement);
        statement.bindNoCopy(1, change.state);
        statement.bind(2, change.at);
        statement.bind(3, change.listed ? 1 : 0);
        statement.bind(4, change.over ? 1 : 0);
        statement.bind(5, touched);
        statement.bindNoCopy(6, change.id);
        statement.bind(7, change.revision);
        return statement.exec() == 1;
    }

    [[nodiscard]] bool has_step(const std::string& id, std::int64_t n) {
        rewind(has_step_);
        has_step_.bindNoCopy(1, id);
        has_step_.bind(2, n);
        const bool found = has_step_.executeStep();
        rewind(has_step_);
        return found;
    }

    // -1 where there is none.
    [[nodiscard]] std::int64_t last_step(const std::string& id) {
        rewind(last_step_);
        last_step_.bindNoCopy(1, id);
        const std::int64_t last = last_step_.executeStep() ? last_step_.getColumn(0).getInt64() : -1;
        rewind(last_step_);
        return last;
    }

    void remove_steps(const std::string& id, std::size_t from) {
        rewind(remove_);
        remove_.bindNoCopy(1, id);
        remove_.bind(2, static_cast<std::int64_t>(from));
        remove_.exec();
    }

    [[nodiscard]] std::vector<std::string> idle_tables(Millis since, std::size_t most, const InUse& in_use) {
        std::vector<std::string> ids;
        SQLite::Statement idle(writer_, "SELECT id FROM tables WHERE touched <= ? ORDER BY touched");
        idle.bind(1, since);
        while (ids.size() < most && idle.executeStep())
            if (std::string id = idle.getColumn(0).getString(); !in_use(id)) ids.push_back(std::move(id));
        return ids;
    }

    // The table, and its sheet where no other table has it.
    void remove(const std::string& id) {
        remove_steps(id, 0);
        SQLite::Statement table(writer_, "DELETE FROM tables WHERE id = ? RETURNING sheet");
        table.bindNoCopy(1, id);
        std::string sheet;
        while (table.executeStep())
            if (!table.getColumn(0).isNull()) sheet = table.getColumn(0).getString();
        if (sheet.empty()) return;
        SQLite::Statement unused(writer_, "DELETE FROM sheets WHERE hash = ? AND NOT EXISTS "
                                          "(SELECT 1 FROM tables WHERE tables.sheet = sheets.hash)");
        unused.bindNoCopy(1, sheet);
        unused.exec();
    }

    std::mutex writing_;
    std::mutex reading_;
    SteadyClock steady_;
    SQLite::Database writer_;
    SQLite::Database reader_;
    Millis opened_at_;
    Millis open_before_;
    SQLite::Statement insert_{writer_,
                              "INSERT INTO tables (id, head, now, created, last, listed, over, touched, sheet) "
                              "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"};
    SQLite::Statement update_{writer_, "UPDATE tables SET now = ?1, last = ?2, listed = ?3, over = ?4, "
                                       "revision = revision + 1 WHERE id = ?6 AND revision = ?7 AND touched > ?5"};
    SQLite::Statement touch_{writer_, "UPDATE tables SET now = ?1, last = ?2, listed = ?3, over = ?4, touched = ?5, "
                                      "revision = revision + 1 WHERE id = ?6 AND revision = ?7"};
    SQLite::Statement has_step_{writer_, "SELECT 1 FROM steps WHERE id = ? AND n = ?"};
    SQLite::Statement last_step_{writer_, "SELECT n FROM steps WHERE id = ? ORDER BY n DESC LIMIT 1"};
    SQLite::Statement remove_{writer_, "DELETE FROM steps WHERE id = ? AND n >= ?"};
    SQLite::Statement step_{writer_, "INSERT INTO steps (id, n, turn_no, text) VALUES (?, ?, ?, ?)"};
    SQLite::Statement sheet_{writer_, "INSERT OR IGNORE INTO sheets (hash, text) VALUES (?, ?)"};
};

} // namespace

std::unique_ptr<Store> open_sqlite(const std::string& path, SteadyClock steady) {
    try {
        return std::make_unique<Sqlite>(path, std::move(steady));
    } catch (const SQLite::Exception& error) {
        const int code = error.getErrorCode();
        if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT)
            throw StoreError(Message{"store.damaged", {{"file", path}, {"why", error.what()}}});
        throw StoreError(Message{"store.unusable", {{"file", path}, {"why", error.what()}}});
    }
}

} // namespace touchline::store
