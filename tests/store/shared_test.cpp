// A store that servers share: one of them runs a table, the next one only when that one's lease is over or it has left,
// and what a former owner still writes is refused.
#include "store/own_postgres.hpp"
#include "store/store_folder.hpp"

#include <arpa/inet.h>

#include <future>

namespace touchline::store {
namespace {

class Shared : public testing::Test {
protected:
    void SetUp() override {
        url_ = test::OwnPostgres::get().fresh_database();
        one_ = open_postgres(url_);
        two_ = open_postgres(url_);
        one_->enlist("host:1");
        two_->enlist("host:2");
    }
    static Change first(const std::string& id) {
        return {.id = id, .setup = "head of " + id, .state = "begun", .at = 1000, .new_steps = {{1, "a"}, {2, "b"}}};
    }
    static Change further(const StoredTable& table, const std::string& id) {
        return {.id = id,
                .state = "later",
                .epoch = table.epoch,
                .revision = table.revision,
                .kept_steps = table.steps.size(),
                .new_steps = {{3, "c"}}};
    }
    static void write(Store& store, const Change& change) { store.write({&change, 1}); }
    std::int64_t sql(const std::string& text) const { return test::OwnPostgres::sql(url_, text); }
    void end_lease(const std::string& address) const {
        sql("UPDATE server SET lease_until = now() - interval '1 second' WHERE address = '" + address + "'");
    }

    std::string url_;
    std::unique_ptr<SharedStore> one_;
    std::unique_ptr<SharedStore> two_;
};

TEST_F(Shared, GivesATableToOneServerAndNamesItToTheOthers) {
    write(*one_, first("t"));
    EXPECT_EQ(two_->claim("t").elsewhere, "host:1");
    EXPECT_FALSE(two_->claim("t").table);
    const Found own = one_->claim("t"); // one's own again: what was read before is fenced off
    ASSERT_TRUE(own.table);
    EXPECT_EQ(own.table->epoch, 2);
    EXPECT_FALSE(two_->claim("none").elsewhere);
}

TEST_F(Shared, GivesItToTheNextWhenTheLeaseIsOver) {
    write(*one_, first("t"));
    end_lease("host:1");
    const Found found = two_->claim("t");
    ASSERT_TRUE(found.table);
    EXPECT_EQ(found.table->epoch, 2);
    EXPECT_EQ(found.table->steps.size(), 2u);
    write(*two_, further(*found.table, "t"));
    EXPECT_EQ(two_->read("t")->steps.size(), 3u);
}

TEST_F(Shared, RefusesWhatAFormerOwnerWrites) {
    write(*one_, first("t"));
    const StoredTable before = *one_->read("t");
    end_lease("host:1");
    ASSERT_TRUE(two_->claim("t").table);
    EXPECT_THROW(write(*one_, further(before, "t")), BadChange);
    EXPECT_EQ(two_->read("t")->steps.size(), 2u);
    // Also when it has claimed it once more since: the writer of before is another.
    end_lease("host:2");
    EXPECT_FALSE(one_->renew());
    ASSERT_TRUE(one_->claim("t").table);
    EXPECT_THROW(write(*one_, further(before, "t")), BadChange);
    EXPECT_NO_THROW(write(*one_, further(*one_->read("t"), "t")));
}

TEST_F(Shared, LetsNobodyClaimWhoseOwnLeaseIsOver) {
    write(*one_, first("t"));
    end_lease("host:1");
    end_lease("host:2");
    EXPECT_FALSE(two_->claim("t").table);
    EXPECT_FALSE(two_->renew()) << "it had lapsed";
    EXPECT_TRUE(two_->renew());
    EXPECT_TRUE(two_->claim("t").table);
}

TEST_F(Shared, KeepsTablesThatNobodyAskedForThroughALapse) {
    write(*one_, first("mine"));
    write(*one_, first("taken"));
    end_lease("host:1");
    ASSERT_TRUE(two_->claim("taken").table);
    EXPECT_FALSE(one_->renew());
    const std::vector<Running> running{{"mine", 1}, {"taken", 1}};
    EXPECT_EQ(one_->lost(running), (std::vector<std::string>{"taken"}));
    EXPECT_NO_THROW(write(*one_, further(*one_->read("mine"), "mine")));
}

TEST_F(Shared, WaitsForNoLeaseOfAServerThatLeftOrWasStartedAgain) {
    write(*one_, first("a"));
    write(*two_, first("b"));
    one_->retire();
    EXPECT_TRUE(two_->claim("a").table);
    const auto again = open_postgres(url_);
    again->enlist("host:2"); // where the second one was
    EXPECT_TRUE(again->claim("b").table);
    EXPECT_EQ(again->servers(), 1u);
}

TEST_F(Shared, HandsTheTablesOverThatAreNamedAndNoOthers) {
    for (const char* id : {"a", "b", "c"}) write(*one_, first(id));
    write(*two_, first("not mine"));
    one_->release(std::vector<std::string>{"a", "c", "not mine"});
    EXPECT_EQ(one_->claim("not mine").elsewhere, "host:2");
    EXPECT_TRUE(two_->claim("a").table);
    EXPECT_EQ(two_->claim("b").elsewhere, "host:1");
    EXPECT_NO_THROW(write(*one_, further(*one_->read("b"), "b")));
    EXPECT_THROW(write(*one_, further(*one_->read("c"), "c")), BadChange);
}

TEST_F(Shared, ExpiresNoTableThatAnotherServerRuns) {
    write(*one_, first("t"));
    EXPECT_TRUE(two_->remove_idle(0, 10, nobody).empty());
    end_lease("host:1");
    EXPECT_EQ(two_->remove_idle(0, 10, nobody).size(), 1u);
}

TEST_F(Shared, ShowsTheTablesOfAllLiveServers) {
    const Listed open{"a", 1, true, "{open}"};
    const Listed running{"b", 2, false, "{running}"};
    EXPECT_TRUE(one_->list(std::vector{open, running}, 10).empty()) << "one's own are known";
    std::vector<Listed> seen = two_->list({}, 10);
    ASSERT_EQ(seen.size(), 2u);
    EXPECT_EQ(seen[0].text, "{open}");
    EXPECT_TRUE(seen[0].open);
    EXPECT_EQ(seen[1].text, "{running}");
    (void)one_->list(std::vector{Listed{"a", 1, true, ""}}, 10);
    EXPECT_EQ(two_->list({}, 10).size(), 1u);
    end_lease("host:1");
    EXPECT_TRUE(two_->list({}, 10).empty());
}

TEST_F(Shared, CountsWhatAnAddressTakesAtAllServers) {
    const Taken three{"1.2.3.4", 1, 3, 10, 0};
    EXPECT_EQ(one_->share(std::vector{three})[0].amount, 7);
    EXPECT_EQ(two_->share(std::vector{three})[0].amount, 4);
    EXPECT_EQ(two_->share(std::vector{Taken{"1.2.3.4", 2, 1, 10, 0}})[0].amount, 9) << "another allowance";
    sql("UPDATE allowance SET at = at - interval '2 seconds'");
    const double refilled = one_->share(std::vector{Taken{"1.2.3.4", 1, 0, 10, 1}})[0].amount;
    EXPECT_GE(refilled, 6);
    EXPECT_LE(refilled, 10);
    const Left sockets{"1.2.3.4", 0, 5};
    EXPECT_TRUE(one_->share_sockets(std::vector{sockets}).empty());
    EXPECT_EQ(two_->share_sockets(std::vector{Left{"1.2.3.4", 0, 2}})[0].amount, 5);
    (void)one_->share_sockets(std::vector{Left{"1.2.3.4", 0, 0}});
    EXPECT_TRUE(two_->share_sockets(std::vector{Left{"1.2.3.4", 0, 2}}).empty());
}

TEST_F(Shared, HasOneSecretForAll) {
    EXPECT_EQ(one_->secret(), two_->secret());
    EXPECT_GE(one_->secret().size(), 64u);
}

TEST_F(Shared, RefusesAFormatOfTheFuture) {
    sql("UPDATE setting SET value = '99' WHERE name = 'format' RETURNING 0");
    try {
        (void)open_postgres(url_);
        FAIL() << "opened";
    } catch (const StoreError& error) {
        EXPECT_EQ(error.message.key, "store.newer");
    }
}

TEST_F(Shared, TellsInOneSentenceThatTheDatabaseIsAwayAndGoesOnWhenItIsBack) {
    write(*one_, first("t"));
    test::OwnPostgres::get().crash();
    EXPECT_THROW((void)one_->read("t"), StoreError);
    try {
        write(*one_, first("u"));
        FAIL() << "written to a database that is away";
    } catch (const BadChange&) {
        FAIL() << "taken for the change's own fault";
    } catch (const StoreError&) {
    }
    EXPECT_THROW((void)open_postgres(url_), StoreError);
    test::OwnPostgres::get().start();
    EXPECT_EQ(one_->read("t")->steps.size(), 2u);
    EXPECT_NO_THROW(write(*one_, first("u")));
}

TEST_F(Shared, KnowsThatACrashHasTakenWhatWasTold) {
    EXPECT_TRUE(one_->forgotten());
    EXPECT_FALSE(one_->forgotten());
    EXPECT_TRUE(two_->forgotten()) << "each server for itself";
    test::OwnPostgres::get().crash();
    test::OwnPostgres::get().start();
    EXPECT_THROW((void)one_->forgotten(), StoreError); // by a connection of before
    EXPECT_TRUE(one_->forgotten());
    EXPECT_FALSE(one_->forgotten());
}

TEST(Database, ThatNeverAnswersIsGivenUp) {
    const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ASSERT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&address), size), 0);
    ASSERT_EQ(::listen(listener, 1), 0);
    ASSERT_EQ(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size), 0);
    const std::string url = "postgresql://touchline@127.0.0.1:" + std::to_string(ntohs(address.sin_port)) + "/none";
    auto opened = std::async(std::launch::async, [&] { EXPECT_THROW((void)open_postgres(url), StoreError); });
    EXPECT_EQ(opened.wait_for(std::chrono::minutes(1)), std::future_status::ready);
    ::close(listener); // ends the wait of who has no limit
}

// All connections are of before: one failure is enough to know.
TEST_F(Shared, FailsOnceWhereTheDatabaseHasEndedAllConnections) {
    write(*one_, first("a"));
    (void)one_->remove_idle(0, 1, [&](const std::string&) { return one_->size() > 0; }); // two at a time
    sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() "
        "AND pid <> pg_backend_pid()");
    EXPECT_THROW((void)one_->size(), StoreError);
    EXPECT_EQ(one_->size(), 1u);
}

} // namespace
} // namespace touchline::store
