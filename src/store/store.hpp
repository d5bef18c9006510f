// Tables on disk: texts, ids and times. Knows no rules, no seats and no network, so that a second store can take its
// place.
#pragma once

#include "core/message.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace touchline::store {

// The store cannot be opened, read or written. Its text is one sentence for the person who runs the server.
struct StoreError : Failure {
    using Failure::Failure;
};

// One change does not fit what is stored, or its table is damaged: trying again does not help, and the changes of other
// tables can be written without it.
struct BadChange : StoreError {
    using StoreError::StoreError;
};

// Milliseconds since 1970 in UTC.
using Millis = std::int64_t;

// One roll or choice: the line of the record, and the turn number that it led to.
struct Step {
    std::int64_t turn_no = 0;
    std::string text;
    friend bool operator==(const Step&, const Step&) = default;
};

// A sheet of somebody's own. It is kept once for all tables that are played with it.
struct Sheet {
    std::string hash; // long enough that no two texts have the same
    std::string text;
};

// One change of one table. It is written whole or not at all, and only in its turn: a change that follows one that
// could not be written does not fit.
struct Change {
    std::string id;
    std::optional<std::string> setup{}; // what never changes; given with the first change, which makes the table
    std::optional<Sheet> sheet{};       // with the setup, at a table with a sheet of its own
    std::string state{};                // what holds after the change
    Millis at = 0;
    bool listed = false;
    bool over = false;
    std::int64_t turn_no = 0;      // that it leads to
    std::int64_t epoch = 1;        // how often the table has been claimed: what an earlier owner writes is refused
    std::int64_t revision = 0;     // changes of this table that are stored before it
    std::size_t kept_steps = 0;    // steps that are stored and stay; those from this one on are gone,
    std::vector<Step> new_steps{}; // and these follow
    bool same_steps = false;       // all that are stored stay, and none follow
};

struct StoredTable {
    std::string setup;
    std::string state;
    Millis created = 0;
    Millis last = 0;
    std::vector<Step> steps;      // without a gap: where one is missing, those before it
    std::int64_t revision = 1;    // changes written so far
    std::optional<Sheet> sheet{}; // where the table has one of its own
    bool broken = false;          // steps are stored behind one that is missing
    std::int64_t epoch = 1;       // how often it has been claimed
    bool listed = false;
    bool over = false;
};

// A table that was asked for: here to be run, or run by another server; neither where there is no such table.
struct Found {
    std::optional<StoredTable> table{};
    std::optional<std::string> elsewhere{}; // the address of the server that runs it
};

// Safe to use from several threads.
class Store {
public:
    using InUse = std::function<bool(const std::string& id)>;

    virtual ~Store() = default;
    // All changes in their order, in one transaction; on disk when it returns. Throws StoreError, and BadChange where a
    // change is to blame; then none is written.
    virtual void write(std::span<const Change> changes) = 0;
    [[nodiscard]] virtual std::optional<StoredTable> read(std::string_view id) = 0;
    // Reads a table in order to run it. A store of one server gives every table.
    [[nodiscard]] virtual Found claim(std::string_view id) { return {.table = read(id)}; }
    // Every table, a few at a time in the order of their ids: those behind `after`.
    [[nodiscard]] virtual std::vector<std::string> ids(std::string_view after, std::size_t most) = 0;
    // The newest tables that are listed and not over, at most `most`.
    [[nodiscard]] virtual std::vector<std::string> listed(std::size_t most) = 0;
    // Removes tables that no change has touched for `idle` milliseconds in which the store was open, but for those in
    // use; at most `most` of them, so that writers do not wait long. The ids of those that are gone.
    virtual std::vector<std::string> remove_idle(Millis idle, std::size_t most, const InUse& in_use) = 0;
    // Returns the disk space that large changes took temporarily.
    virtual void shrink() = 0;
    // How many tables there are.
    [[nodiscard]] virtual std::size_t size() = 0;
};

// Milliseconds of a clock that never goes back.
using SteadyClock = std::function<Millis()>;

// The SQLite file, made where it is missing; nobody but its owner may read it. Throws StoreError where it cannot be
// used. Without a clock: the machine's.
[[nodiscard]] std::unique_ptr<Store> open_sqlite(const std::string& path, SteadyClock steady = {});

} // namespace touchline::store
