// The store in a PostgreSQL database that several servers share. Nothing lasts longer than a transaction (no prepared
// statement, no setting, no lock of a session), so that a pooler may stand in between.
#include "store/shared.hpp"

#include <fmt/format.h>

#ifdef TOUCHLINE_WITHOUT_POSTGRES

namespace touchline::store {

std::unique_ptr<SharedStore> open_postgres(const std::string&) { throw StoreError(Message{"store.no-postgres"}); }

} // namespace touchline::store

#else

#include "store/postgres_schema.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace touchline::store {

namespace {

using nlohmann::json;

// What the database says, in one line.
std::string one_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    while (text.ends_with(' ')) text.pop_back();
    return text;
}

// Nobody waits for ever for a database that is gone without a word: the address gets those limits that it does not set.
std::string with_timeouts(std::string url) {
    const std::size_t begin = url.find("//") + 2;
    const std::size_t user = url.find_first_of("@/", begin); // a password may hold a '?'
    const std::size_t query = url.find('?', user != std::string::npos && url[user] == '@' ? user : begin);
    char mark = query == std::string::npos ? '?' : '&';
    for (const std::string_view setting :
         {"connect_timeout=5", "tcp_user_timeout=8000", "keepalives_idle=5", "keepalives_interval=2"}) {
        if (url.find(setting.substr(0, setting.find('=') + 1)) != std::string::npos) continue;
        url += std::exchange(mark, '&');
        url += setting;
    }
    return url;
}

// Connections that are not in use at the moment. One that failed is thrown away; where it is broken the others are too,
// as a database that was started again has ended them all.
class Connections {
public:
    explicit Connections(std::string url) : url_(std::move(url)) {}

    // Runs `work` in a transaction. Its exceptions are the database's own.
    template <class Work>
    auto run(const Work& work) -> decltype(work(std::declval<pqxx::work&>())) {
        std::unique_ptr<pqxx::connection> connection = taken();
        try {
            pqxx::work transaction(*connection);
            if constexpr (std::is_void_v<decltype(work(transaction))>) {
                work(transaction);
                transaction.commit();
                give_back(std::move(connection));
            } else {
                auto result = work(transaction);
                transaction.commit();
                give_back(std::move(connection));
                return result;
            }
        } catch (...) {
            if (connection && !connection->is_open()) forget_idle();
            throw;
        }
    }

private:
    std::unique_ptr<pqxx::connection> taken() {
        {
            const std::lock_guard lock(mutex_);
            if (!idle_.empty()) {
                std::unique_ptr<pqxx::connection> connection = std::move(idle_.back());
                idle_.pop_back();
                return connection;
            }
        }
        return std::make_unique<pqxx::connection>(url_);
    }
    void give_back(std::unique_ptr<pqxx::connection> connection) {
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(connection));
    }
    void forget_idle() {
        std::vector<std::unique_ptr<pqxx::connection>> idle; // closed outside the lock
        const std::lock_guard lock(mutex_);
        idle.swap(idle_);
    }

    std::string url_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<pqxx::connection>> idle_;
};

// One that follows another change of the same table goes into the next round.
std::vector<std::vector<const Change*>> in_rounds(std::span<const Change> changes) {
    std::vector<std::vector<const Change*>> rounds;
    std::set<std::string_view> ids;
    for (const Change& change : changes) {
        if (!ids.insert(change.id).second) {
            rounds.emplace_back();
            ids = {change.id};
        }
        if (rounds.empty()) rounds.emplace_back();
        rounds.back().push_back(&change);
    }
    return rounds;
}

json row_of(const Change& change) {
    json row{{"id", change.id},         {"state", change.state},       {"at", change.at},
             {"listed", change.listed}, {"over", change.over},         {"turn", change.turn_no},
             {"epoch", change.epoch},   {"revision", change.revision}, {"kept", change.kept_steps}};
    if (change.setup) row["setup"] = *change.setup;
    if (change.sheet) row["sheet"] = change.sheet->hash;
    return row;
}

StoredTable table_of(pqxx::work& work, const pqxx::row& row, const std::string& id) {
    StoredTable stored{.setup = row["setup"].c_str(),
                       .state = row["state"].c_str(),
                       .created = row["created"].as<Millis>(),
                       .last = row["last"].as<Millis>(),
                       .steps = {},
                       .revision = row["revision"].as<std::int64_t>()};
    stored.epoch = row["epoch"].as<std::int64_t>();
    stored.listed = row["listed"].as<bool>();
    stored.over = row["over"].as<bool>();
    if (!row["hash"].is_null()) stored.sheet = Sheet{row["hash"].c_str(), row["text"].c_str()};
    for (const pqxx::row& step : work.exec_params("SELECT n, turn, text FROM step WHERE room = $1 ORDER BY n", id)) {
        stored.broken = step[0].as<std::size_t>() != stored.steps.size();
        if (stored.broken) break;
        stored.steps.push_back({step[1].as<std::int64_t>(), step[2].c_str()});
    }
    return stored;
}

constexpr const char* kRead = "SELECT setup, state, created, last, revision, epoch, listed, over, hash, text FROM room "
                              "LEFT JOIN sheet ON sheet.hash = room.sheet WHERE id = $1";

// Another transaction holds the row, and does not let go of it.
struct RowHeld : StoreError {
    using StoreError::StoreError;
};
constexpr std::string_view kLockTimeout = "55P03";

class Postgres final : public SharedStore {
public:
    explicit Postgres(const std::string& url) : connections_(with_timeouts(url)) {
        pqxx::connection connection(with_timeouts(url));
        bring_up_to_date(connection);
    }

    void write(std::span<const Change> changes) override {
        if (changes.empty()) return;
        guarded("store.unwritten", [&](pqxx::work& work) {
            for (const std::vector<const Change*>& round : in_rounds(changes)) write_round(work, round);
        });
    }

    std::optional<StoredTable> read(std::string_view id) override {
        const std::string key(id);
        return guarded("store.unread", [&](pqxx::work& work) -> std::optional<StoredTable> {
            work.exec("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"); // table and steps of the same moment
            const pqxx::result found = work.exec_params(kRead, key);
            if (found.empty()) return std::nullopt;
            return table_of(work, found[0], key);
        });
    }

    Found claim(std::string_view id) override {
        try {
            return claimed(std::string(id));
        } catch (const RowHeld&) {
            return {.elsewhere = std::string()}; // the next time will tell
        }
    }

    std::vector<std::string> ids(std::string_view after, std::size_t most) override {
        return names_found("SELECT id FROM room WHERE id > $1 ORDER BY id LIMIT $2", std::string(after), most);
    }

    std::vector<std::string> listed(std::size_t most) override {
        return names_found("SELECT id FROM room WHERE listed AND NOT over ORDER BY created DESC LIMIT $1", most);
    }

    // By the database's clock. Each server removes its own and those that nobody runs.
    std::vector<std::string> remove_idle(Millis idle, std::size_t most, const InUse& in_use) override {
        return guarded("store.unwritten", [&](pqxx::work& work) {
            const pqxx::result found =
                work.exec_params("SELECT id FROM room WHERE touched <= now() - $1 * interval '1 millisecond' "
                                 "AND (owner IS NULL OR owner = $2 OR NOT EXISTS "
                                 "(SELECT 1 FROM server WHERE server.id = room.owner AND lease_until > now())) "
                                 "ORDER BY touched LIMIT $3 FOR UPDATE SKIP LOCKED",
                                 idle, own_id(), most);
            std::vector<std::string> gone;
            for (const pqxx::row& row : found)
                if (std::string id = row[0].c_str(); !in_use(id)) gone.push_back(std::move(id));
            const std::string list = json(gone).dump();
            for (const char* text :
                 {"DELETE FROM step WHERE room IN (SELECT json_array_elements_text($1::json))",
                  "DELETE FROM listing WHERE room IN (SELECT json_array_elements_text($1::json))",
                  "WITH gone AS (DELETE FROM room WHERE id IN (SELECT json_array_elements_text($1::json)) RETURNING "
                  "id, sheet) "
                  "DELETE FROM sheet WHERE hash IN (SELECT sheet FROM gone) AND NOT EXISTS "
                  "(SELECT 1 FROM room WHERE room.sheet = sheet.hash AND room.id NOT IN (SELECT id FROM gone))"})
                work.exec_params(text, list);
            return gone;
        });
    }

    void shrink() override {} // PostgreSQL's own business

    std::size_t size() override {
        return guarded("store.unread",
                       [](pqxx::work& work) { return work.exec("SELECT COUNT(*) FROM room")[0][0].as<std::size_t>(); });
    }

    void enlist(const std::string& address) override {
        const std::string id = guarded("store.unwritten", [&](pqxx::work& work) -> std::string {
            work.exec_params("DELETE FROM server WHERE address = $1 OR lease_until < now() - interval '1 day'",
                             address);
            work.exec("DELETE FROM presence WHERE server NOT IN (SELECT id FROM server)");
            work.exec("DELETE FROM listing WHERE server NOT IN (SELECT id FROM server)");
            return work
                .exec_params("INSERT INTO server (id, address, lease_until) "
                             "VALUES (gen_random_uuid()::text, $1, now() + $2 * interval '1 second') RETURNING id",
                             address, kLease.count())[0][0]
                .c_str();
        });
        const std::lock_guard lock(mutex_);
        id_ = id;
        address_ = address;
    }

    bool renew() override {
        const pqxx::result found = guarded("store.unwritten", [&](pqxx::work& work) {
            return work.exec_params(
                "UPDATE server SET lease_until = now() + $2 * interval '1 second' FROM "
                "(SELECT id, lease_until > now() AS alive FROM server WHERE id = $1 FOR UPDATE) AS before "
                "WHERE server.id = before.id RETURNING before.alive",
                own_id(), kLease.count());
        });
        if (!found.empty()) return found[0][0].as<bool>();
        enlist(address());
        return false;
    }

    std::vector<std::string> lost(std::span<const Running> tables) override {
        json rows = json::array();
        for (const Running& table : tables) rows.push_back({{"id", table.id}, {"epoch", table.epoch}});
        return names_found("SELECT t.id FROM json_to_recordset($1::json) AS t(id text, epoch bigint) WHERE NOT EXISTS "
                           "(SELECT 1 FROM room WHERE room.id = t.id AND room.epoch = t.epoch AND room.owner = $2)",
                           rows.dump(), own_id());
    }

    void release(std::span<const std::string> tables) override {
        guarded("store.unwritten", [&](pqxx::work& work) {
            work.exec_params("UPDATE room SET owner = NULL WHERE owner = $1 "
                             "AND id IN (SELECT json_array_elements_text($2::json))",
                             own_id(), json(tables).dump());
        });
    }

    void retire() override {
        guarded("store.unwritten", [&](pqxx::work& work) {
            work.exec_params("UPDATE room SET owner = NULL WHERE owner = $1", own_id());
            work.exec_params("DELETE FROM listing WHERE server = $1", own_id());
            work.exec_params("DELETE FROM presence WHERE server = $1", own_id());
            work.exec_params("DELETE FROM server WHERE id = $1", own_id());
        });
    }

    std::size_t servers() override {
        return guarded("store.unread", [](pqxx::work& work) {
            return work.exec("SELECT COUNT(*) FROM server WHERE lease_until > now()")[0][0].as<std::size_t>();
        });
    }

    std::string secret() override {
        return guarded("store.unread", [](pqxx::work& work) -> std::string {
            return work.exec("SELECT value FROM setting WHERE name = 'secret'")[0][0].c_str();
        });
    }

    // A row of no address is lost with all that an unlogged table holds.
    bool forgotten() override {
        return guarded("store.unwritten", [&](pqxx::work& work) {
            return !work.exec_params("INSERT INTO presence (server, address, sockets) VALUES ($1, '', 0) "
                                     "ON CONFLICT DO NOTHING RETURNING 1",
                                     own_id())
                        .empty();
        });
    }

    std::vector<Listed> list(std::span<const Listed> changed, std::size_t most) override {
        json shown = json::array();
        json gone = json::array();
        for (const Listed& each : changed)
            if (each.text.empty())
                gone.push_back(each.id);
            else
                shown.push_back(
                    {{"room", each.id}, {"created", each.created}, {"open", each.open}, {"text", each.text}});
        return guarded("store.unwritten", [&](pqxx::work& work) {
            if (!gone.empty())
                work.exec_params(
                    "DELETE FROM listing WHERE server = $2 AND room IN (SELECT json_array_elements_text($1::json))",
                    gone.dump(), own_id());
            if (!shown.empty())
                work.exec_params(
                    "INSERT INTO listing (room, server, created, open, text) SELECT room, $2, created, open, text "
                    "FROM json_to_recordset($1::json) AS t(room text, created bigint, open boolean, text text) "
                    "ORDER BY room ON CONFLICT (room) DO UPDATE SET server = excluded.server, "
                    "open = excluded.open, text = excluded.text",
                    shown.dump(), own_id());
            std::vector<Listed> others;
            for (const bool open : {true, false})
                for (const pqxx::row& row : work.exec_params(
                         "SELECT room, created, text FROM listing JOIN server ON server.id = listing.server "
                         "WHERE server.id <> $1 AND lease_until > now() AND open = $2 ORDER BY created DESC LIMIT $3",
                         own_id(), open, most))
                    others.push_back({row[0].c_str(), row[1].as<Millis>(), open, row[2].c_str()});
            return others;
        });
    }

    std::vector<Left> share(std::span<const Taken> taken) override {
        json rows = json::array();
        for (const Taken& each : taken)
            rows.push_back({{"address", each.address},
                            {"what", each.what},
                            {"amount", each.amount},
                            {"most", each.most},
                            {"rate", each.per_second}});
        // Several servers may take more than is left before they hear of each other: then it is below nothing.
        return left_found(
            "WITH t AS (SELECT * FROM json_to_recordset($1::json) AS t(address text, what integer, amount float8, "
            "most float8, rate float8) ORDER BY address, what) "
            "INSERT INTO allowance (address, what, amount, at) SELECT address, what, most - amount, now() FROM t "
            "ON CONFLICT (address, what) DO UPDATE SET at = now(), amount = (SELECT least(t.most, allowance.amount + "
            "t.rate * extract(epoch FROM now() - allowance.at)::float8) - t.amount FROM t "
            "WHERE t.address = excluded.address AND t.what = excluded.what) RETURNING address, what, amount",
            rows.dump());
    }

    std::vector<Left> share_sockets(std::span<const Left> here) override {
        json rows = json::array();
        for (const Left& each : here)
            rows.push_back({{"address", each.address}, {"sockets", static_cast<int>(each.amount)}});
        const std::string text = rows.dump();
        (void)guarded("store.unwritten", [&](pqxx::work& work) {
            work.exec_params("DELETE FROM presence WHERE server = $2 AND address IN "
                             "(SELECT address FROM json_to_recordset($1::json) AS t(address text, sockets integer) "
                             "WHERE sockets = 0)",
                             text, own_id());
            return work.exec_params("INSERT INTO presence (server, address, sockets) SELECT $2, address, sockets "
                                    "FROM json_to_recordset($1::json) AS t(address text, sockets integer) WHERE "
                                    "sockets > 0 ORDER BY address "
                                    "ON CONFLICT (address, server) DO UPDATE SET sockets = excluded.sockets",
                                    text, own_id());
        });
        return left_found(
            "SELECT presence.address, 0, SUM(sockets) FROM presence JOIN server ON server.id = presence.server "
            "WHERE lease_until > now() AND server.id <> $2 AND presence.address IN "
            "(SELECT address FROM json_to_recordset($1::json) AS t(address text, sockets integer)) GROUP BY "
            "presence.address",
            text, own_id());
    }

private:
    // Puts what the database says into the store's own errors; `what` is the sentence.
    template <class Work>
    auto guarded(std::string_view what, const Work& work) -> decltype(work(std::declval<pqxx::work&>())) {
        const auto said = [&](const std::exception& error) { return Message{what, {{"why", one_line(error.what())}}}; };
        try {
            return connections_.run(work);
        } catch (const pqxx::integrity_constraint_violation& error) {
            throw BadChange(said(error));
        } catch (const pqxx::data_exception& error) {
            throw BadChange(said(error));
        } catch (const pqxx::sql_error& error) {
            if (error.sqlstate() == kLockTimeout) throw RowHeld(said(error));
            throw StoreError(said(error));
        } catch (const pqxx::failure& error) {
            throw StoreError(said(error));
        }
    }

    Found claimed(const std::string& key) {
        return guarded("store.unread", [&](pqxx::work& work) -> Found {
            // A server that was stopped in the middle of a write holds the row: nobody waits for it here.
            work.exec("SET LOCAL lock_timeout = '1s'");
            // Whoever runs it writes only with this row: from now on nobody else does.
            const pqxx::result taken = work.exec_params(
                "UPDATE room SET owner = $2, epoch = epoch + 1 WHERE id = $1 "
                "AND (owner IS NULL OR owner = $2 OR NOT EXISTS "
                "(SELECT 1 FROM server WHERE server.id = room.owner AND lease_until > now())) "
                "AND EXISTS (SELECT 1 FROM server WHERE server.id = $2 AND lease_until > now()) RETURNING 1",
                key, own_id());
            if (!taken.empty()) return {.table = table_of(work, work.exec_params(kRead, key)[0], key)};
            const pqxx::result owner = work.exec_params(
                "SELECT server.address FROM room LEFT JOIN server ON server.id = room.owner WHERE room.id = $1", key);
            if (owner.empty()) return {};
            // Its lease has just ended, or one's own has: the next time will tell.
            return {.elsewhere = owner[0][0].is_null() ? std::string() : owner[0][0].c_str()};
        });
    }

    template <class... Arguments>
    std::vector<std::string> names_found(const char* query, const Arguments&... arguments) {
        return guarded("store.unread", [&](pqxx::work& work) {
            std::vector<std::string> names;
            for (const pqxx::row& row : work.exec_params(query, arguments...)) names.emplace_back(row[0].c_str());
            return names;
        });
    }

    template <class... Arguments>
    std::vector<Left> left_found(const char* query, const Arguments&... arguments) {
        return guarded("store.unwritten", [&](pqxx::work& work) {
            std::vector<Left> left;
            for (const pqxx::row& row : work.exec_params(query, arguments...))
                left.push_back({row[0].c_str(), row[1].as<int>(), row[2].as<double>()});
            return left;
        });
    }

    void write_round(pqxx::work& work, const std::vector<const Change*>& round) {
        json fresh = json::array();
        json further = json::array();
        json steps = json::array();
        std::map<std::string, std::string> sheets;
        for (const Change* change : round) {
            (change->setup ? fresh : further).push_back(row_of(*change));
            if (change->sheet) sheets.emplace(change->sheet->hash, change->sheet->text);
            for (std::size_t i = 0; i < change->new_steps.size(); ++i)
                steps.push_back({{"room", change->id},
                                 {"n", change->kept_steps + i},
                                 {"turn", change->new_steps[i].turn_no},
                                 {"text", change->new_steps[i].text}});
        }
        for (const auto& [hash, text] : sheets) // in their order: two servers may bring the same
            work.exec_params("INSERT INTO sheet (hash, text) VALUES ($1, $2) ON CONFLICT DO NOTHING", hash, text);
        if (!fresh.empty()) insert(work, fresh);
        if (!further.empty()) update(work, further);
        if (!steps.empty())
            work.exec_params(
                "INSERT INTO step (room, n, turn, text) SELECT room, n, turn, text FROM json_to_recordset($1::json) "
                "AS t(room text, n integer, turn bigint, text text)",
                steps.dump());
    }

    void insert(pqxx::work& work, const json& rows) {
        work.exec_params(
            "INSERT INTO room (id, owner, turn, setup, state, created, last, listed, over, touched, sheet) "
            "SELECT id, $2, turn, setup, state, at, at, listed, over, now(), sheet FROM json_to_recordset($1::json) "
            "AS t(id text, turn bigint, setup text, state text, at bigint, listed boolean, over boolean, sheet text)",
            rows.dump(), own_id());
    }

    // The fence: whoever does not own the table, or owned it in an earlier epoch, writes nothing.
    void update(pqxx::work& work, const json& rows) {
        const std::string text = rows.dump();
        // Without LIMIT the planner takes them for a hundred, and reads every table's steps to find those of one.
        const std::size_t count = rows.size();
        const pqxx::result updated = work.exec_params(
            "UPDATE room SET state = t.state, last = t.at, listed = t.listed, over = t.over, turn = t.turn, "
            "revision = room.revision + 1, touched = now() FROM (SELECT * FROM json_to_recordset($1::json) AS "
            "t(id text, state text, at bigint, listed boolean, over boolean, turn bigint, epoch bigint, "
            "revision bigint, kept integer) LIMIT $3) AS t "
            "WHERE room.id = t.id AND room.revision = t.revision AND room.epoch = t.epoch AND room.owner = $2 "
            "AND (t.kept = 0 OR EXISTS (SELECT 1 FROM step WHERE step.room = t.id AND step.n = t.kept - 1)) RETURNING "
            "1",
            text, own_id(), count);
        if (updated.size() != count) throw BadChange(Message{"store.change-missing"});
        work.exec_params("DELETE FROM step USING (SELECT * FROM json_to_recordset($1::json) AS t(id text, kept "
                         "integer) LIMIT $2) AS t WHERE step.room = t.id AND step.n >= t.kept",
                         text, count);
    }

    [[nodiscard]] std::string own_id() const {
        const std::lock_guard lock(mutex_);
        return id_;
    }
    [[nodiscard]] std::string address() const {
        const std::lock_guard lock(mutex_);
        return address_;
    }

    Connections connections_;
    mutable std::mutex mutex_;
    std::string id_; // of this server; empty for one that only reads and writes, such as a migration
    std::string address_;
};

} // namespace

std::unique_ptr<SharedStore> open_postgres(const std::string& url) {
    try {
        return std::make_unique<Postgres>(url);
    } catch (const pqxx::failure& error) {
        throw StoreError(Message{"store.database-unusable", {{"why", one_line(error.what())}}});
    }
}

} // namespace touchline::store

#endif

namespace touchline::store {

bool names_postgres(std::string_view name) {
    return name.starts_with("postgresql://") || name.starts_with("postgres://");
}

} // namespace touchline::store
