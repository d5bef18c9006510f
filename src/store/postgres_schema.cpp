// The SQL of each format, and the upgrade of an older database in one transaction.
#ifndef TOUCHLINE_WITHOUT_POSTGRES
#include "store/postgres_schema.hpp"

#include "store/store.hpp"

namespace touchline::store {

namespace {

constexpr int kPostgresFormat = 1;

// A number of our own, held to the end of the transaction: two servers that start at once must not both make tables.
constexpr const char* kWaitForTurn = "SELECT pg_advisory_xact_lock(7466372)";

constexpr const char* kSettings = "CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)";

// `allowance` and `presence` are of the moment: they need not outlive the database's crash.
constexpr const char* kFirstTables = R"(
CREATE TABLE server (id TEXT PRIMARY KEY, address TEXT NOT NULL, lease_until TIMESTAMPTZ NOT NULL);
CREATE TABLE sheet (hash TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE room (
    id TEXT PRIMARY KEY, owner TEXT, epoch BIGINT NOT NULL DEFAULT 1, turn BIGINT NOT NULL, revision BIGINT NOT NULL DEFAULT 1,
    setup TEXT NOT NULL, state TEXT NOT NULL, created BIGINT NOT NULL, last BIGINT NOT NULL, listed BOOLEAN NOT NULL,
    over BOOLEAN NOT NULL, touched TIMESTAMPTZ NOT NULL, sheet TEXT REFERENCES sheet (hash));
CREATE INDEX room_open ON room (created) WHERE listed AND NOT over;
CREATE INDEX room_touched ON room (touched);
CREATE INDEX room_owner ON room (owner);
CREATE INDEX room_sheet ON room (sheet) WHERE sheet IS NOT NULL;
CREATE TABLE step (room TEXT NOT NULL, n INTEGER NOT NULL, turn BIGINT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (room, n));
CREATE UNLOGGED TABLE listing (
    room TEXT PRIMARY KEY, server TEXT NOT NULL, created BIGINT NOT NULL, open BOOLEAN NOT NULL, text TEXT NOT NULL);
CREATE UNLOGGED TABLE allowance (
    address TEXT NOT NULL, what INTEGER NOT NULL, amount DOUBLE PRECISION NOT NULL, at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (address, what));
CREATE UNLOGGED TABLE presence (
    server TEXT NOT NULL, address TEXT NOT NULL, sockets INTEGER NOT NULL, PRIMARY KEY (address, server));
INSERT INTO setting (name, value) VALUES ('secret', gen_random_uuid()::text || gen_random_uuid()::text);
)";

} // namespace

void bring_up_to_date(pqxx::connection& connection) {
    pqxx::work work(connection);
    work.exec(kWaitForTurn);
    work.exec(kSettings);
    const pqxx::result found = work.exec("SELECT value::integer FROM setting WHERE name = 'format'");
    const int format = found.empty() ? 0 : found[0][0].as<int>();
    if (format > kPostgresFormat)
        throw StoreError(
            Message{"store.newer", {{"file", connection.dbname()}, {"format", format}, {"own", kPostgresFormat}}});
    if (format < 1) work.exec(kFirstTables);
    work.exec_params("INSERT INTO setting (name, value) VALUES ('format', $1) "
                     "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                     std::to_string(kPostgresFormat));
    work.commit();
}

} // namespace touchline::store
#endif
