// Copies tables a few at a time, and reads each again to see that it came over whole.
#include "store/migrate.hpp"

#include "store/backup.hpp"
#include "store/folder_lock.hpp"
#include "store/shared.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace touchline::store {

namespace {

constexpr std::size_t kAtOnce = 64;

struct Opened {
    std::unique_ptr<FolderLock> lock{};
    std::unique_ptr<Store> store{};
};

Opened opened(const std::string& name) {
    if (names_postgres(name)) {
        std::unique_ptr<SharedStore> shared = open_postgres(name);
        if (const std::size_t servers = shared->servers(); servers > 0)
            throw StoreError(Message{"store.in-use", {{"servers", servers}}});
        return {.store = std::move(shared)};
    }
    auto lock = std::make_unique<FolderLock>(name);
    return {std::move(lock), open_sqlite(fmt::format("{}/{}", name, kTablesFile))};
}

// One that makes the table as it was when it was opened, one that brings it to where it is.
std::vector<Change> changes_of(const std::string& id, const StoredTable& table) {
    Change made{.id = id,
                .setup = table.setup,
                .sheet = table.sheet,
                .state = table.state,
                .at = table.created,
                .listed = table.listed,
                .over = table.over,
                .turn_no = table.steps.empty() ? 0 : table.steps.back().turn_no,
                .new_steps = table.steps};
    Change touched = made;
    touched.setup.reset();
    touched.sheet.reset();
    touched.at = table.last;
    touched.revision = 1;
    touched.kept_steps = table.steps.size();
    touched.new_steps.clear();
    return {std::move(made), std::move(touched)};
}

bool same(const StoredTable& a, const StoredTable& b) {
    const auto text = [](const StoredTable& table) { return table.sheet ? table.sheet->text : std::string(); };
    return a.setup == b.setup && a.state == b.state && a.created == b.created && a.last == b.last &&
           a.steps == b.steps && text(a) == text(b) && a.listed == b.listed && a.over == b.over;
}

} // namespace

Migrated migrate(const std::string& from, const std::string& to) {
    if (!names_postgres(from) && !std::filesystem::exists(fmt::format("{}/{}", from, kTablesFile)))
        throw StoreError(Message{"store.migrate-form", {{"name", from}, {"example", kDatabaseExample}}});
    if (!names_postgres(to)) make_private_folder(to);
    const Opened source = opened(from);
    const Opened target = opened(to);
    Migrated migrated;
    std::string last;
    while (true) {
        const std::vector<std::string> ids = source.store->ids(last, kAtOnce);
        if (ids.empty()) return migrated;
        for (const std::string& id : ids) {
            const std::optional<StoredTable> table = source.store->read(id);
            if (!table) continue;
            std::optional<StoredTable> there = target.store->read(id);
            ++(there ? migrated.there : migrated.tables);
            if (!there) {
                target.store->write(changes_of(id, *table));
                there = target.store->read(id);
            }
            if (!there || !same(*table, *there))
                throw StoreError(Message{"store.differs", {{"from", from}, {"to", to}}});
        }
        last = ids.back();
    }
}

} // namespace touchline::store
