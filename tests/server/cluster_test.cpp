// Two servers on one database: everything works at either of them, whoever runs the table; a table moves when its
// server leaves or is gone, and a former owner is not heard.
#include "server/playing.hpp"
#include "store/own_postgres.hpp"

#include <thread>

namespace touchline::test {
namespace {

using namespace std::chrono_literals;

// One of the two, in this process.
class OneOfSeveral {
public:
    explicit OneOfSeveral(const std::string& url, const std::string& secret = {}, server::Limits limits = generous())
        : store_(store::open_postgres(url)),
          server_(std::make_unique<server::Server>(
              server::Settings{.port = 0, .limits = limits, .shared = store_.get(), .secret = secret}, *store_,
              evaluator_, players_)) {
        server_->start();
        port_ = server_->port();
    }
    void stop() { server_->stop(); }
    [[nodiscard]] unsigned short port() const { return port_; }

private:
    analysis::RolloutEvaluator evaluator_;
    bots::Players players_;
    std::unique_ptr<store::SharedStore> store_;
    std::unique_ptr<server::Server> server_;
    unsigned short port_ = 0;
};

class SeveralServers : public testing::Test {
protected:
    static void SetUpTestSuite() {
        if (sodium_init() < 0) throw std::runtime_error("no random numbers");
        spdlog::set_level(spdlog::level::off);
    }
    void SetUp() override { url_ = OwnPostgres::get().fresh_database(); }
    std::int64_t sql(const std::string& text) const { return OwnPostgres::sql(url_, text); }

    // Asks until the answer is as wanted: what others know comes a moment later.
    template <class Ask, class Wanted>
    static bool eventually(const Ask& ask, const Wanted& wanted) {
        for (int tries = 0; tries < 600; ++tries, std::this_thread::sleep_for(50ms))
            if (wanted(ask())) return true;
        return false;
    }

    std::string url_;
};

TEST_F(SeveralServers, ServeATableAtEitherOfThem) {
    OneOfSeveral one(url_);
    OneOfSeveral two(url_);
    const Opened table = opened(one.port(), two_people("pocket-rugby"));
    Guest home(one.port(), table.id, table.token);
    Guest away(two.port(), table.id, table.friend_token); // passed on
    EXPECT_EQ(away.welcome["role"], "away");
    Random random(7);
    EXPECT_EQ(play_on(home, away, random, 12), 12);
    const std::string record = get(one.port(), "/api/tables/" + table.id + "/record").body;
    EXPECT_EQ(get(two.port(), "/api/tables/" + table.id + "/record").body, record);
    EXPECT_EQ(get(two.port(), "/api/tables/" + table.id).json()["table"]["id"], table.id);
    EXPECT_EQ(get(two.port(), "/api/tables/no-such-table-anywhere").status, 404);
    EXPECT_NE(get(two.port(), "/t/" + table.id).body.find("og:title"), std::string::npos);
    // A refusal keeps its status, its words and its code.
    const HttpAnswer taken =
        post(two.port(), "/api/tables/" + table.id + "/join?lang=fr", {{"invite", table.json["invite"]}});
    EXPECT_EQ(taken.status, 409);
    EXPECT_EQ(taken.json()["error"]["code"], "seat-taken");
    EXPECT_EQ(taken.body,
              post(one.port(), "/api/tables/" + table.id + "/join?lang=fr", {{"invite", table.json["invite"]}}).body);
}

TEST_F(SeveralServers, GiveARematchWhereverItIsAskedFor) {
    OneOfSeveral one(url_);
    OneOfSeveral two(url_);
    const Opened table = opened(one.port(), two_people("sports-dice-football"));
    Guest home(one.port(), table.id, table.token);
    Guest away(two.port(), table.id, table.friend_token);
    ASSERT_TRUE(away.act("resign")["ok"]);
    home.until_turn(1);
    ASSERT_TRUE(home.ask("offer", {{"what", "rematch"}})["ok"]);
    ASSERT_TRUE(away.ask("answer", {{"what", "rematch"}, {"agree", true}})["ok"]);
    while (away.table["next"].is_null()) (void)away.until("table");
    const Json next = away.ask("next");
    ASSERT_TRUE(next["ok"]) << next;
    EXPECT_EQ(Guest(two.port(), next["id"], next["token"]).welcome["role"], "home");
}

TEST_F(SeveralServers, MintTheTokenOfARematchThatAnotherOneRuns) {
    OneOfSeveral one(url_);
    OneOfSeveral two(url_);
    const Opened table = opened(one.port(), two_people("sports-dice-football"));
    const Opened other = opened(two.port(), two_people("sports-dice-football"));
    Guest home(one.port(), table.id, table.token);
    ASSERT_TRUE(home.act("resign")["ok"]);
    // As if the rematch had moved to the second server.
    sql("UPDATE room SET owner = NULL, state = jsonb_set(state::jsonb, '{next}', '\"" + other.id +
        "\"')::text WHERE id = '" + table.id + "'");
    OneOfSeveral three(url_);
    Guest again(three.port(), table.id, table.token);
    const Json next = again.ask("next");
    ASSERT_TRUE(next["ok"]) << next;
    EXPECT_EQ(Guest(three.port(), other.id, next["token"]).welcome["role"], "away");
}

TEST_F(SeveralServers, MoveTheTablesOfOneThatLeavesAndTheirClients) {
    OneOfSeveral one(url_);
    OneOfSeveral two(url_);
    const Opened table = opened(one.port(), two_people("pocket-rugby"));
    Guest home(one.port(), table.id, table.token);
    Guest away(two.port(), table.id, table.friend_token);
    Random random(3);
    ASSERT_EQ(play_on(home, away, random, 6), 6);
    const std::int64_t turn = away.position["turn_no"];
    std::thread leaving([&] { one.stop(); });
    for (Guest* guest : {&home, &away}) {
        const Json bye = guest->until("bye");
        EXPECT_EQ(bye["reason"], "restart");
        EXPECT_EQ(bye["reconnect_after"], 0) << "another one has the table";
    }
    Guest back(two.port(), table.id, table.token);
    Guest too(two.port(), table.id, table.friend_token);
    leaving.join();
    EXPECT_EQ(back.position["turn_no"], turn);
    EXPECT_EQ(play_on(back, too, random, 6), 6);
    EXPECT_EQ(sql("SELECT count(*) FROM server"), 1);
    EXPECT_EQ(sql("SELECT epoch FROM room"), 2);
}

// More than are handed over at once.
TEST_F(SeveralServers, MoveManyTablesWhileThoseThatWaitPlayOn) {
    OneOfSeveral one(url_);
    OneOfSeveral two(url_);
    struct Held {
        Opened table;
        std::unique_ptr<Guest> guest;
        std::int64_t turn = 0;
    };
    std::vector<Held> tables;
    Random random(8);
    for (int i = 0; i < 40; ++i) {
        Held held{.table = opened(one.port(), one_screen("sports-dice-football")), .guest = {}};
        held.guest = std::make_unique<Guest>(i % 2 == 0 ? one.port() : two.port(), held.table.id, held.table.token);
        ASSERT_TRUE(act_somehow(*held.guest, "home", random)["ok"]);
        held.turn = held.guest->position["turn_no"];
        tables.push_back(std::move(held));
    }
    (void)get(one.port(), "/api/tables/" + opened(one.port(), one_screen("pocket-rugby")).id); // where nobody is
    std::thread leaving([&] { one.stop(); });
    for (Held& held : tables) {
        const Json bye = held.guest->until("bye");
        EXPECT_EQ(bye["reason"], "restart");
        EXPECT_EQ(bye["reconnect_after"], 0);
        held.guest = std::make_unique<Guest>(two.port(), held.table.id, held.table.token);
        EXPECT_EQ(held.guest->position["turn_no"], held.turn);
        EXPECT_TRUE(act_somehow(*held.guest, "home", random)["ok"]);
    }
    leaving.join();
    EXPECT_EQ(sql("SELECT count(*) FROM room WHERE epoch = 2"), 40);
    EXPECT_EQ(sql("SELECT count(*) FROM room WHERE owner IS NULL"), 1);
}

TEST_F(SeveralServers, ReachTablesThatWaitToBeHandedOverWithoutALinkOfBefore) {
    OneOfSeveral one(url_);
    OneOfSeveral two(url_);
    std::vector<std::string> tables;
    for (int i = 0; i < 12; ++i) tables.push_back(opened(one.port(), one_screen("sports-dice-football")).id);
    pqxx::connection connection(url_);
    pqxx::work holding(connection); // the first of them cannot be released
    holding.exec("SELECT 1 FROM room FOR UPDATE");
    std::thread leaving([&] { one.stop(); });
    EXPECT_TRUE(eventually([&] { return sql("SELECT count(*) FROM pg_locks WHERE NOT granted"); },
                           [](std::int64_t waiting) { return waiting == 1; }));
    int reached = 0;
    for (const std::string& id : tables) reached += get(two.port(), "/api/tables/" + id).status == 200 ? 1 : 0;
    EXPECT_GE(reached, 1);
    EXPECT_LT(reached, 12) << "all were handed over at once";
    EXPECT_THROW((void)get(one.port(), "/healthz"), std::runtime_error) << "nobody else is let in";
    holding.commit();
    leaving.join();
}

TEST_F(SeveralServers, LeaveAFormerOwnerUnheard) {
    OneOfSeveral one(url_);
    OneOfSeveral two(url_);
    const Opened table = opened(one.port(), one_screen("sports-dice-football"));
    Guest here(one.port(), table.id, table.token);
    Random random(5);
    ASSERT_TRUE(act_somehow(here, "home", random)["ok"]);
    // As if the first one had been silent for the length of a lease: the second one takes the table.
    sql("UPDATE server SET lease_until = now() - interval '1 second' WHERE address LIKE '%:" +
        std::to_string(one.port()) + "'");
    Guest there(two.port(), table.id, table.token);
    const std::int64_t turn = there.position["turn_no"];
    const Json request{{"turn_no", turn}, {"request_id", "stale"}, {"cmd", "roll"}};
    const bool rolls = here.position["turn"]["kind"] == "chance";
    here.ws().say(rolls ? request
                        : Json{{"turn_no", turn},
                               {"request_id", "stale"},
                               {"cmd", "choose"},
                               {"action", here.position["turn"]["actions"][0]}});
    EXPECT_EQ(here.until("bye")["reason"], "restart") << "and no reply before it";
    EXPECT_EQ(here.bytes.find("\"request_id\":\"stale\""), std::string::npos);
    EXPECT_EQ(get(two.port(), "/api/tables/" + table.id).json()["table"]["id"], table.id);
    ASSERT_TRUE(act_somehow(there, "home", random)["ok"]) << "the table goes on where it is";
}

// The renewal begins while the lease holds, and is in the database when another server has the table already.
TEST_F(SeveralServers, LeaveAFormerOwnerUnheardWhoseRenewalComesTooLate) {
    OneOfSeveral one(url_);
    OneOfSeveral two(url_);
    const Opened table = opened(one.port(), one_screen("sports-dice-football"));
    std::int64_t turn = 0;
    {
        pqxx::connection connection(url_);
        pqxx::work holding(connection);
        holding.exec("SELECT 1 FROM server WHERE address LIKE '%:" + std::to_string(one.port()) + "' FOR UPDATE");
        ASSERT_TRUE(eventually([&] { return sql("SELECT count(*) FROM server WHERE lease_until < now()"); },
                               [](std::int64_t over) { return over == 1; }));
        Guest there(two.port(), table.id, table.token);
        Random random(5);
        ASSERT_TRUE(act_somehow(there, "home", random)["ok"]);
        turn = there.position["turn_no"];
        ASSERT_GT(turn, 0);
    }
    // Whatever it says from now on is what the new owner says.
    ASSERT_TRUE(eventually([&] { return sql("SELECT count(*) FROM server WHERE lease_until > now()"); },
                           [](std::int64_t live) { return live == 2; }));
    const auto told = [&]() -> std::int64_t {
        try {
            return Guest(one.port(), table.id, table.token).position["turn_no"];
        } catch (const std::runtime_error&) {
            return -1; // sent away until it knows
        }
    };
    EXPECT_TRUE(eventually(told, [&](std::int64_t shown) {
        EXPECT_NE(shown, 0);
        return shown == turn;
    }));
}

TEST_F(SeveralServers, ShowOneLobby) {
    OneOfSeveral one(url_);
    OneOfSeveral two(url_);
    Json wishes = two_people("sports-dice-football");
    wishes["listed"] = true;
    const HttpAnswer opened_one = post(one.port(), "/api/tables", wishes);
    ASSERT_EQ(opened_one.status, 201) << opened_one.body;
    const Json table = opened_one.json();
    const Guest host(one.port(), table["table"]["id"], table["token"]);
    const auto lobby = [&] { return get(two.port(), "/api/lobby").json(); };
    ASSERT_TRUE(eventually(lobby, [](const Json& json) { return json["open"].size() == 1; }));
    const Json shown = lobby()["open"][0];
    EXPECT_EQ(shown["id"], table["table"]["id"]);
    // Taken at the other one, it is open no more at either.
    ASSERT_EQ(post(two.port(), "/api/tables/" + shown["id"].get<std::string>() + "/join", {{"invite", shown["invite"]}})
                  .status,
              200);
    EXPECT_TRUE(
        eventually(lobby, [](const Json& json) { return json["open"].empty() && json["running"].size() == 1; }));
}

// What is of the moment is not in the database any more when it comes back.
TEST_F(SeveralServers, ShowTheirLobbyAgainWhenTheDatabaseHasCrashed) {
    OneOfSeveral one(url_);
    OneOfSeveral two(url_);
    Json wishes = two_people("sports-dice-football");
    wishes["listed"] = true;
    const Json table = post(one.port(), "/api/tables", wishes).json();
    const Guest host(one.port(), table["table"]["id"], table["token"]);
    const auto seen = [&] { return get(two.port(), "/api/lobby").json()["open"].size(); };
    const auto sockets = [&] {
        try {
            return sql("SELECT count(*) FROM presence WHERE sockets = 1");
        } catch (const pqxx::failure&) {
            return std::int64_t{-1};
        }
    };
    ASSERT_TRUE(eventually(seen, [](std::size_t open) { return open == 1; }));
    ASSERT_TRUE(eventually(sockets, [](std::int64_t rows) { return rows == 1; }));
    OwnPostgres::get().crash();
    OwnPostgres::get().start();
    EXPECT_TRUE(eventually(sockets, [](std::int64_t rows) { return rows == 1; }));
    EXPECT_TRUE(
        eventually([&] { return sql("SELECT count(*) FROM listing"); }, [](std::int64_t rows) { return rows == 1; }));
    EXPECT_TRUE(eventually(seen, [](std::size_t open) { return open == 1; }));
}

TEST_F(SeveralServers, TellOfATakenTableAgainWhereItCouldNotBeWritten) {
    OneOfSeveral one(url_);
    sql("CREATE SEQUENCE tries"); // counts what fails too
    sql("CREATE FUNCTION fails() RETURNS trigger AS "
        "'BEGIN PERFORM nextval(''tries''); RAISE EXCEPTION ''no''; END' LANGUAGE plpgsql");
    sql("CREATE TRIGGER fails BEFORE INSERT ON allowance EXECUTE FUNCTION fails()");
    ASSERT_EQ(post(one.port(), "/api/tables", one_screen("gridiron-glory")).status, 201);
    ASSERT_TRUE(eventually([&] { return sql("SELECT last_value FROM tries WHERE is_called"); },
                           [](std::int64_t tries) { return tries > 0; }));
    sql("DROP TRIGGER fails ON allowance");
    EXPECT_TRUE(eventually([&] { return sql("SELECT count(*) FROM allowance WHERE what = 1"); },
                           [](std::int64_t rows) { return rows == 1; }));
}

TEST_F(SeveralServers, CountTablesOfAnAddressTogether) {
    server::Limits limits = generous();
    limits.tables_at_once = 6;
    limits.tables_per_minute = 0.001;
    OneOfSeveral one(url_, {}, limits);
    OneOfSeveral two(url_, {}, limits);
    for (int i = 0; i < 4; ++i) ASSERT_EQ(post(one.port(), "/api/tables", one_screen("gridiron-glory")).status, 201);
    ASSERT_TRUE(eventually([&] { return sql("SELECT count(*) FROM allowance WHERE what = 1 AND amount < 3"); },
                           [](std::int64_t rows) { return rows == 1; }));
    // The first at the second server is taken before it hears of the others'; then only what is left.
    int taken = 0;
    EXPECT_TRUE(eventually(
        [&] {
            const int status = post(two.port(), "/api/tables", one_screen("gridiron-glory")).status;
            taken += status == 201 ? 1 : 0;
            std::this_thread::sleep_for(1200ms);
            return status;
        },
        [](int status) { return status == 429; }));
    EXPECT_LE(taken, 2);
}

TEST_F(SeveralServers, KnowEachOtherBySecret) {
    OneOfSeveral one(url_, "a secret of some length");
    OneOfSeveral stranger(url_, "another one, just as long");
    const Opened table = opened(one.port(), one_screen("gridiron-glory"));
    const HttpAnswer answer = get(stranger.port(), "/api/tables/" + table.id);
    EXPECT_EQ(answer.status, 503) << answer.body;
    EXPECT_EQ(answer.json()["error"]["code"], "busy");
    EXPECT_EQ(answer.headers.at("retry-after"), "1");
    // Whoever dials without the secret hears nothing.
    WebSocket dialled(one.port(), "/peer");
    ASSERT_TRUE(dialled.hear_text());
    dialled.say_text("number 00");
    EXPECT_FALSE(dialled.hear_text());
}

TEST_F(SeveralServers, GoOnWhereTheDatabaseSaysWhatNobodyExpects) {
    OneOfSeveral one(url_);
    OneOfSeveral two(url_);
    const Opened table = opened(one.port(), one_screen("sports-dice-football"));
    sql("INSERT INTO listing VALUES ('x', (SELECT min(id) FROM server), 1, true, '{}'), "
        "('y', (SELECT max(id) FROM server), 1, true, '{}')");
    sql("ALTER TABLE listing ALTER created DROP NOT NULL");
    sql("UPDATE listing SET created = NULL");
    sql("ALTER TABLE server ALTER lease_until DROP NOT NULL");
    sql("UPDATE server SET lease_until = NULL");
    // Renewed all the same: then it lives, and knows its tables.
    ASSERT_TRUE(eventually([&] { return sql("SELECT count(*) FROM server WHERE lease_until > now()"); },
                           [](std::int64_t live) { return live == 2; }));
    const auto told = [&] { return get(one.port(), "/api/tables/" + table.id).status; };
    EXPECT_TRUE(eventually(told, [](int status) { return status == 200; }));
    sql("DELETE FROM listing");
    Json wishes = two_people("sports-dice-football");
    wishes["listed"] = true;
    const Json listed = post(one.port(), "/api/tables", wishes).json();
    const Guest host(one.port(), listed["table"]["id"], listed["token"]);
    EXPECT_TRUE(eventually([&] { return get(two.port(), "/api/lobby").json()["open"].size(); },
                           [](std::size_t open) { return open == 1; }));
}

TEST_F(SeveralServers, SayThatTheDatabaseIsAwayAndGoOnWhenItIsBack) {
    OneOfSeveral one(url_);
    const Opened table = opened(one.port(), one_screen("sports-dice-football"));
    Guest guest(one.port(), table.id, table.token);
    Random random(9);
    const Json& turn = guest.position["turn"];
    const std::string cmd = turn["kind"] == "chance" ? "roll" : "choose";
    Json step{{"request_id", "a step"}, {"turn_no", guest.position["turn_no"]}};
    if (cmd == "choose") step["action"] = turn["actions"][0];
    const Json done = guest.ask(cmd, step);
    ASSERT_TRUE(done["ok"]) << done;
    OwnPostgres::get().crash();
    EXPECT_EQ(post(one.port(), "/api/tables", one_screen("sports-dice-football")).status, 503)
        << "nothing is shown unwritten";
    const Json refused = act_somehow(guest, "home", random);
    EXPECT_EQ(refused["error"]["code"], "store-failed") << refused;
    EXPECT_TRUE(refused["error"].contains("retry_after"));
    EXPECT_EQ(guest.ask(cmd, step), done) << "what was carried out is not refused when it is asked again";
    OwnPostgres::get().start();
    // Who is sent away because the lease has run out comes back.
    const auto go_on = [&]() -> Json {
        try {
            Guest back(one.port(), table.id, table.token);
            return act_somehow(back, "home", random);
        } catch (const std::runtime_error&) {
            return {{"ok", false}};
        }
    };
    EXPECT_TRUE(eventually(go_on, [](const Json& reply) { return reply["ok"] == true; }));
}

} // namespace
} // namespace touchline::test
