// Tables in memory: for a server whose tables somebody else keeps, such as a browser.
#pragma once

#include "store/store.hpp"

#include <map>
#include <mutex>

namespace touchline::store {

class MemoryStore final : public Store {
public:
    // Who is told of every table that was written, whole. Called with the store locked.
    using Written = std::function<void(const std::string& id, const StoredTable& table)>;

    explicit MemoryStore(Written written = {}) : written_(std::move(written)) {}

    // A table from where it was kept.
    void put(const std::string& id, StoredTable table);
    void remove(std::string_view id);

    void write(std::span<const Change> changes) override;
    [[nodiscard]] std::optional<StoredTable> read(std::string_view id) override;
    [[nodiscard]] std::vector<std::string> ids(std::string_view after, std::size_t most) override;
    [[nodiscard]] std::vector<std::string> listed(std::size_t most) override;
    // Whoever keeps the tables says what goes.
    std::vector<std::string> remove_idle(Millis, std::size_t, const InUse&) override { return {}; }
    void shrink() override {}
    [[nodiscard]] std::size_t size() override;

private:
    void check(const Change& change) const;
    void apply(const Change& change);

    Written written_;
    std::mutex mutex_;
    std::map<std::string, StoredTable, std::less<>> tables_;
};

} // namespace touchline::store
