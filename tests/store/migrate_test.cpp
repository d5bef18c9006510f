// All tables go from one store to the other and back as they were; what cannot be done is refused, and nothing is lost.
#include "store/folder_lock.hpp"
#include "store/migrate.hpp"
#include "store/own_postgres.hpp"
#include "store/store_folder.hpp"

namespace touchline::store {
namespace {

class Migration : public StoreFolder {
protected:
    void SetUp() override {
        StoreFolder::SetUp();
        url_ = test::OwnPostgres::get().fresh_database();
        const auto store = opened();
        for (const char* id : {"a", "b", "c"}) {
            Change change = first(id);
            change.listed = std::string(id) != "c";
            if (std::string(id) != "a") change.sheet = Sheet{"hash", "the sheet"};
            write(*store, change);
        }
        write(*store, {.id = "b",
                       .state = "later",
                       .at = 2000,
                       .over = true,
                       .revision = 1,
                       .kept_steps = 1,
                       .new_steps = {{7, "x"}, {8, "y"}}});
    }
    static void expect_same(Store& one, Store& two) {
        EXPECT_EQ(one.ids("", 100), two.ids("", 100));
        for (const std::string& id : one.ids("", 100)) {
            const StoredTable left = *one.read(id);
            const StoredTable right = *two.read(id);
            EXPECT_EQ(left.setup, right.setup) << id;
            EXPECT_EQ(left.state, right.state) << id;
            EXPECT_EQ(left.created, right.created) << id;
            EXPECT_EQ(left.last, right.last) << id;
            EXPECT_EQ(left.steps, right.steps) << id;
            EXPECT_EQ(left.listed, right.listed) << id;
            EXPECT_EQ(left.over, right.over) << id;
            EXPECT_EQ(left.sheet.value_or(Sheet{}).text, right.sheet.value_or(Sheet{}).text) << id;
        }
    }
    // The key of the sentence with which it is refused.
    static std::string refused(const std::string& from, const std::string& to) {
        try {
            (void)migrate(from, to);
        } catch (const StoreError& error) {
            return std::string(error.message.key);
        }
        return {};
    }

    std::string url_;
};

TEST_F(Migration, CopiesEverythingThereAndBack) {
    EXPECT_EQ(migrate(folder_, url_).tables, 3u);
    expect_same(*opened(), *open_postgres(url_));
    const std::string back = (folder_ / "back").string();
    EXPECT_EQ(migrate(url_, back).tables, 3u);
    expect_same(*opened(), *open_sqlite(back + "/tables.sqlite"));
}

TEST_F(Migration, GoesOnWhereItWasStopped) {
    (void)migrate(folder_, url_);
    test::OwnPostgres::sql(url_, "DELETE FROM step WHERE room = 'b'; DELETE FROM room WHERE id = 'b'");
    const Migrated again = migrate(folder_, url_);
    EXPECT_EQ(again.tables, 1u);
    EXPECT_EQ(again.there, 2u);
    expect_same(*opened(), *open_postgres(url_));
}

TEST_F(Migration, LeavesTablesToBeClaimed) {
    (void)migrate(folder_, url_);
    const auto server = open_postgres(url_);
    server->enlist("host:1");
    EXPECT_TRUE(server->claim("a").table);
}

TEST_F(Migration, RefusesATableThatDiffersAndStoresInUse) {
    (void)migrate(folder_, url_);
    test::OwnPostgres::sql(url_, "UPDATE room SET state = 'other' WHERE id = 'b'");
    EXPECT_EQ(refused(folder_, url_), "store.differs");
    EXPECT_EQ(open_postgres(url_)->read("b")->state, "other");
    const auto server = open_postgres(url_);
    server->enlist("host:1");
    EXPECT_EQ(refused(folder_, url_), "store.in-use");
    server->retire();
    const FolderLock lock(folder_);
    EXPECT_EQ(refused(url_, folder_), "store.folder-taken");
    EXPECT_EQ(refused((folder_ / "nothing").string(), url_), "store.migrate-form");
}

} // namespace
} // namespace touchline::store
