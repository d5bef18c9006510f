// Tables on disk: texts, ids and times. Knows no rules, no seats and no network, so that a second store can take its
// place.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace touchline::store {

// The store cannot be opened or written. Its text is one sentence for the person who runs the server.
struct StoreError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Milliseconds since 1970 in UTC.
using Millis = std::int64_t;

// One roll or choice: the line of the record, and the turn number that it led to.
struct Step {
    std::int64_t turn_no = 0;
    std::string text;
    friend bool operator==(const Step&, const Step&) = default;
};

// One change of one table. It is written whole or not at all.
struct Change {
    std::string id;
    std::optional<std::string> head{}; // what never changes; given with the first change, which makes the table
    std::string now{};                 // what holds after the change
    Millis at = 0;
    bool listed = false;
    bool over = false;
    std::size_t kept_steps = 0;    // steps from this one on are gone,
    std::vector<Step> new_steps{}; // and these follow
};

struct StoredTable {
    std::string head;
    std::string now;
    Millis created = 0;
    Millis last = 0;
    std::vector<Step> steps;
};

// Safe to use from several threads.
class Store {
public:
    virtual ~Store() = default;
    // All changes in their order, in one transaction; on disk when it returns. Throws StoreError; then none is written.
    virtual void write(std::span<const Change> changes) = 0;
    [[nodiscard]] virtual std::optional<StoredTable> read(std::string_view id) = 0;
    // The newest tables that are listed and not over, at most `most`.
    [[nodiscard]] virtual std::vector<std::string> listed(std::size_t most) = 0;
    // Removes the tables that nobody touched since; their number.
    virtual std::size_t remove_idle(Millis since) = 0;
    // How many tables there are.
    [[nodiscard]] virtual std::size_t size() = 0;
};

// The SQLite file, made where it is missing. Throws StoreError where it cannot be used.
[[nodiscard]] std::unique_ptr<Store> open_sqlite(const std::string& path);

} // namespace touchline::store
