// What every store promises, asked of both: what is written comes back, changes come in their order and are all or
// nothing.
#include "store/own_postgres.hpp"
#include "store/store_folder.hpp"

namespace touchline::store {
namespace {

enum class Where { sqlite, postgres };

std::string called(const testing::TestParamInfo<Where>& info) {
    return info.param == Where::sqlite ? "Sqlite" : "Postgres";
}

class BothStores : public StoreFolder, public testing::WithParamInterface<Where> {
protected:
    void SetUp() override {
        StoreFolder::SetUp();
        if (GetParam() == Where::postgres) url_ = test::OwnPostgres::get().fresh_database();
    }
    [[nodiscard]] std::unique_ptr<Store> open() {
        if (url_.empty()) return opened();
        return open_postgres(url_);
    }
    static Change second(const std::string& id) {
        return {.id = id, .state = "later", .at = 2000, .revision = 1, .kept_steps = 2, .new_steps = {{3, "c"}}};
    }

    std::string url_;
};

INSTANTIATE_TEST_SUITE_P(, BothStores, testing::Values(Where::sqlite, Where::postgres), called);

TEST_P(BothStores, GiveBackWhatWasWritten) {
    const auto store = open();
    Change change = first("one");
    change.state = "a 'quoted' \"text\" with \\ and é\n";
    change.sheet = Sheet{"hash", "the sheet"};
    change.listed = true;
    write(*store, change);
    const auto stored = store->read("one");
    ASSERT_TRUE(stored);
    EXPECT_EQ(stored->setup, "head of one");
    EXPECT_EQ(stored->state, change.state);
    EXPECT_EQ(stored->created, 1000);
    EXPECT_EQ(stored->last, 1000);
    EXPECT_EQ(stored->revision, 1);
    EXPECT_EQ(stored->sheet->hash, "hash");
    EXPECT_EQ(stored->sheet->text, "the sheet");
    EXPECT_TRUE(stored->listed);
    EXPECT_FALSE(stored->over);
    EXPECT_EQ(stored->steps, (std::vector<Step>{{1, "a"}, {2, "b"}}));
    EXPECT_FALSE(store->read("two"));
    EXPECT_FALSE(store->claim("two").table);
    EXPECT_FALSE(store->claim("two").elsewhere);
}

TEST_P(BothStores, AddStepsAndTakeThemBack) {
    const auto store = open();
    write(*store, first("one"));
    write(*store, second("one"));
    EXPECT_EQ(store->read("one")->steps, (std::vector<Step>{{1, "a"}, {2, "b"}, {3, "c"}}));
    write(*store,
          {.id = "one", .state = "taken back", .at = 3000, .revision = 2, .kept_steps = 1, .new_steps = {{5, "d"}}});
    const auto stored = store->read("one");
    EXPECT_EQ(stored->steps, (std::vector<Step>{{1, "a"}, {5, "d"}}));
    EXPECT_EQ(stored->state, "taken back");
    EXPECT_EQ(stored->created, 1000);
    EXPECT_EQ(stored->last, 3000);
}

TEST_P(BothStores, KeepTheStepsOfATableWhereNoneChanged) {
    const auto store = open();
    write(*store, first("one"));
    write(*store, {.id = "one", .state = "later", .at = 2000, .revision = 1, .kept_steps = 2, .same_steps = true});
    EXPECT_EQ(store->read("one")->state, "later");
    EXPECT_EQ(store->read("one")->steps, (std::vector<Step>{{1, "a"}, {2, "b"}}));
    Change next = second("one");
    next.revision = 2;
    write(*store, next);
    EXPECT_EQ(store->read("one")->steps, (std::vector<Step>{{1, "a"}, {2, "b"}, {3, "c"}}));
}

TEST_P(BothStores, KeepEverythingWhenOpenedAgain) {
    write(*open(), first("one"));
    EXPECT_EQ(open()->read("one")->steps.size(), 2u);
}

TEST_P(BothStores, WriteSeveralChangesOfATableTogether) {
    const auto store = open();
    const std::vector<Change> changes{first("one"),
                                      first("two"),
                                      second("one"),
                                      second("two"),
                                      {.id = "one", .state = "back", .revision = 2, .kept_steps = 1}};
    store->write(changes);
    EXPECT_EQ(store->read("one")->steps, (std::vector<Step>{{1, "a"}}));
    EXPECT_EQ(store->read("one")->revision, 3);
    EXPECT_EQ(store->read("two")->steps.size(), 3u);
}

TEST_P(BothStores, WriteAllOrNone) {
    const auto store = open();
    write(*store, first("one"));
    const std::vector<Change> changes{first("two"), first("one")}; // a table cannot be made twice
    EXPECT_THROW(store->write(changes), BadChange);
    EXPECT_FALSE(store->read("two"));
    EXPECT_EQ(store->size(), 1u);
    EXPECT_NO_THROW(write(*store, first("three"))) << "after one that failed";
}

TEST_P(BothStores, RefuseAChangeAfterOneThatIsMissing) {
    const auto store = open();
    write(*store, first("one"));
    // Step 2 with revision 1 was never written.
    const Change later{.id = "one", .state = "later", .revision = 2, .kept_steps = 3, .new_steps = {{4, "d"}}};
    EXPECT_THROW(write(*store, later), BadChange);
    // Also where no step is missing: what the lost change said must not be skipped.
    EXPECT_THROW(write(*store, {.id = "one", .state = "later", .revision = 2, .kept_steps = 2}), BadChange);
    // Nor may a step be.
    EXPECT_THROW(
        write(*store, {.id = "one", .state = "later", .revision = 1, .kept_steps = 3, .new_steps = {{4, "d"}}}),
        BadChange);
    EXPECT_THROW(write(*store, {.id = "gone", .state = "later"}), BadChange);
    EXPECT_EQ(store->read("one")->state, "begun");
    EXPECT_EQ(store->read("one")->steps.size(), 2u);
    EXPECT_EQ(store->read("one")->revision, 1);
}

TEST_P(BothStores, ListTheNewestThatAreListedAndNotOver) {
    const auto store = open();
    for (const auto& [id, at, listed] :
         {std::tuple("old", 1, true), {"new", 3, true}, {"private", 2, false}, {"over", 4, true}}) {
        Change change = first(id);
        change.at = at;
        change.listed = listed;
        change.over = std::string(id) == "over";
        write(*store, change);
    }
    EXPECT_EQ(store->listed(10), (std::vector<std::string>{"new", "old"}));
    EXPECT_EQ(store->listed(1), (std::vector<std::string>{"new"}));
}

TEST_P(BothStores, TellAllIdsAFewAtATime) {
    const auto store = open();
    for (const char* id : {"c", "a", "d", "b"}) write(*store, first(id));
    EXPECT_EQ(store->ids("", 3), (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_EQ(store->ids("c", 3), (std::vector<std::string>{"d"}));
}

TEST_P(BothStores, RemoveIdleTablesThatAreNotInUseWithTheirSheets) {
    const auto store = open();
    for (const char* id : {"a", "b", "c"}) {
        Change change = first(id);
        change.sheet = Sheet{"hash", "the sheet"};
        write(*store, change);
    }
    EXPECT_TRUE(store->remove_idle(kDay, 10, nobody).empty());
    const auto in_use = [](const std::string& id) { return id == "b"; };
    EXPECT_EQ(store->remove_idle(0, 10, in_use).size(), 2u);
    EXPECT_EQ(store->read("b")->sheet->text, "the sheet");
    EXPECT_EQ(store->remove_idle(0, 10, nobody), (std::vector<std::string>{"b"}));
    EXPECT_EQ(store->size(), 0u);
    write(*store, first("b")); // nothing is left of the one before
    EXPECT_FALSE(store->read("b")->sheet);
}

} // namespace
} // namespace touchline::store
