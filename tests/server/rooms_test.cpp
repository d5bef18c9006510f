// What goes on around a table: its clocks, its review, leaving and coming back to the memory, those who do not read.
#include "server/playing.hpp"

#include <atomic>

namespace touchline::test {
namespace {

// Asks again while the answer is 202.
template <class Ask>
HttpAnswer when_done(const Ask& ask) {
    HttpAnswer answer = ask();
    while (answer.status == 202) answer = ask();
    return answer;
}

std::string finished_game(unsigned short port) {
    const Opened table = opened(port, one_screen("sports-dice-football"));
    Guest guest(port, table.id, table.token);
    EXPECT_TRUE(guest.act("resign", {{"seat", "home"}})["ok"]);
    return table.id;
}

TEST(Reviews, AreWorkedOutOnceAndOnlyWhenTheGameIsOver) {
    std::atomic<int> made = 0;
    RunningServer server(generous(), [&](const Table& table, Language language, const auto& progress, const auto&) {
        progress(0.5);
        ++made;
        return Json{{"ok", true}, {"steps", table.steps()}, {"lang", code(language)}};
    });
    const Opened running = opened(server.port(), one_screen("sports-dice-football"));
    const HttpAnswer early = get(server.port(), "/api/tables/" + running.id + "/review");
    EXPECT_EQ(early.status, 409) << early.body;
    EXPECT_EQ(early.json()["error"]["code"], "not-over");

    const std::string id = finished_game(server.port());
    const auto ask = [&](const char* lang) {
        return when_done([&] { return get(server.port(), "/api/tables/" + id + "/review?lang=" + lang); });
    };
    EXPECT_EQ(ask("fr").json(), (Json{{"ok", true}, {"steps", 0}, {"lang", "fr"}}));
    EXPECT_EQ(ask("fr").status, 200);
    EXPECT_EQ(made, 1);
    EXPECT_EQ(ask("en").json()["lang"], "en");
    EXPECT_EQ(made, 2);
}

TEST(Reviews, ThatFailAreTriedAnew) {
    std::atomic<int> tried = 0;
    RunningServer server(generous(), [&](const Table&, Language, const auto&, const auto&) {
        if (++tried == 1) throw std::runtime_error("no room");
        return Json{{"ok", true}};
    });
    const std::string id = finished_game(server.port());
    const auto ask = [&] { return when_done([&] { return get(server.port(), "/api/tables/" + id + "/review"); }); };
    const HttpAnswer failed = ask();
    EXPECT_EQ(failed.json()["error"]["code"], "busy") << failed.body;
    EXPECT_GT(failed.json()["error"]["retry_after"], 0);
    EXPECT_EQ(ask().json(), (Json{{"ok", true}}));
}

TEST(Clocks, RunOutAndTheGameIsLost) {
    server::Limits limits = generous();
    limits.shortest_clock = std::chrono::seconds(0);
    RunningServer server(limits);
    Json wishes = two_people("sports-dice-football");
    wishes["clock"] = {{"seconds", 0}, {"increment", 0}};
    const Opened table = opened(server.port(), wishes);
    Guest home(server.port(), table.id, table.token);
    while (!over(home)) (void)home.until("update");
    EXPECT_EQ(home.table["over"], (Json{{"winner", "away"}, {"reason", "time"}}));
    EXPECT_EQ(home.position["clocks"]["home"], 0);
    EXPECT_EQ(home.act("roll")["error"]["code"], "over");
}

TEST(Clocks, BeginWhenTheFriendSitsDownAndTellTheOneWhoWaits) {
    RunningServer server;
    Json wishes = two_people("sports-dice-football");
    wishes["clock"] = {{"seconds", 600}, {"increment", 5}};
    const Json table = post(server.port(), "/api/tables", wishes).json();
    const std::string id = table["table"]["id"];
    Guest home(server.port(), id, table["token"]);
    EXPECT_EQ(home.position["clocks"], (Json{{"home", 600000}, {"away", 600000}, {"running", nullptr}}));
    (void)post(server.port(), "/api/tables/" + id + "/join", {{"invite", table["invite"]}});
    Json told = home.until("table");
    while (told["table"]["seats"]["away"]["open"]) told = home.until("table");
    EXPECT_EQ(told["clocks"]["running"], "home");
}

// Whether the condition becomes true before the tests give up.
template <class Question>
bool soon(const Question& question) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(kPatienceMillis);
    while (!question())
        if (std::chrono::steady_clock::now() > until) return false;
    return true;
}

// A server whose time is told by the test. The time that players are charged for goes on by half a second at most
// until the server's own timers say that it serves.
class ToldTime {
public:
    explicit ToldTime(server::Limits limits = generous()) : server(limits, {}, [this] { return millis.load(); }) {}
    std::atomic<store::Millis> millis = 1'000'000;
    RunningServer server;
};

TEST(Clocks, DoNotRunWhileTheServerStandsStill) {
    ToldTime time;
    Json wishes = two_people("sports-dice-football");
    wishes["clock"] = {{"seconds", 12}, {"increment", 0}};
    const Opened table = opened(time.server.port(), wishes);
    Guest home(time.server.port(), table.id, table.token);
    time.millis += 15'000; // as if the process had been stopped
    const Json reply = home.act("roll");
    ASSERT_TRUE(reply["ok"]) << reply;
    EXPECT_GE(home.position["clocks"]["home"], 12'000 - server::kLatestHeartbeat.count());
    EXPECT_LT(home.position["clocks"]["home"], 12'000) << "it does run";
}

TEST(Claims, CountTheTimeThatSomebodyWaited) {
    server::Limits limits = generous();
    limits.claim_after = std::chrono::milliseconds(200);
    ToldTime time(limits);
    const unsigned short port = time.server.port();
    const Opened table = opened(port, two_people("sports-dice-football"));
    Guest spectator(port, table.id); // keeps the room in memory
    {
        Guest home(port, table.id, table.token);
        Guest away(port, table.id, table.friend_token);
        Random random(5);
        while (acting(away, {"away"}).empty()) ASSERT_EQ(play_on(home, away, random, 1), 1);
    }
    while (spectator.table["seats"]["home"]["present"] || spectator.table["seats"]["away"]["present"])
        (void)spectator.until("table");
    time.millis += 200; // nobody waited in it
    Guest home(port, table.id, table.token);
    EXPECT_EQ(home.table["claim_in"], 1);
    const Json early = home.act("claim", {{"as", "win"}});
    ASSERT_FALSE(early["ok"]) << early;
    EXPECT_EQ(early["error"]["code"], "too-early") << early;
    EXPECT_EQ(early["error"]["retry_after"], 1);
    time.millis += 200;
    const Json reply = home.act("claim", {{"as", "win"}});
    EXPECT_TRUE(reply["ok"]) << reply;
}

TEST(Expiry, LeavesTablesWithPlayersAtThem) {
    server::Limits limits = generous();
    limits.room_lingers = limits.expiry_rounds = std::chrono::milliseconds(1);
    limits.listing_lingers = std::chrono::hours(1);
    ToldTime time(limits);
    RunningServer& server = time.server;
    const Opened played = opened(server.port(), two_people("pocket-rugby"));
    Guest home(server.port(), played.id, played.token);
    Guest away(server.port(), played.id, played.friend_token);
    Json wishes = two_people("pocket-rugby");
    wishes["listed"] = true;
    const std::string left = post(server.port(), "/api/tables", wishes).json()["table"]["id"];
    EXPECT_EQ(get(server.port(), "/api/lobby").json()["open"].size(), 1u);
    time.millis += limits.idle_expiry.count(); // both are old now; at one of them sit players
    ASSERT_TRUE(soon([&] { return server.store().size() == 1; }));
    ASSERT_EQ(get(server.port(), "/api/tables/" + left).status, 404);
    ASSERT_TRUE(soon([&] { return get(server.port(), "/api/lobby").json()["open"].empty(); }));
    Random random(3);
    EXPECT_EQ(play_on(home, away, random, 6), 6);
    ASSERT_TRUE(server.store().read(played.id));
    EXPECT_EQ(server.store().size(), 1u);
}

TEST(Lobby, ShowsTablesWhileSomebodyIsThere) {
    server::Limits limits = generous();
    limits.listing_lingers = std::chrono::milliseconds(0);
    RunningServer server(limits);
    const unsigned short port = server.port();
    const auto listed = [&](const char* what) { return get(port, "/api/lobby").json()[what].size(); };
    Json wishes = two_people("pocket-rugby");
    wishes["listed"] = true;
    const Json table = post(port, "/api/tables", wishes).json();
    const std::string id = table["table"]["id"];
    EXPECT_EQ(listed("open"), 0u) << "its opener has not come yet";
    {
        Guest spectator(port, id);
        EXPECT_EQ(listed("open"), 0u) << "one who watches cannot be played against";
        const Guest opener(port, id, table["token"]);
        EXPECT_TRUE(soon([&] { return listed("open") == 1; }));
        while (!spectator.table["seats"]["home"]["present"]) (void)spectator.until("table");
    }
    ASSERT_TRUE(soon([&] { return listed("open") == 0; }));
    const Guest opener(port, id, table["token"]);
    EXPECT_TRUE(soon([&] { return listed("open") == 1; })) << "back again";
    ASSERT_TRUE(post(port, "/api/tables/" + id + "/join", {{"invite", table["invite"]}}).json()["ok"]);
    EXPECT_TRUE(soon([&] { return listed("open") == 0 && listed("running") == 1; }));
}

TEST(Lobby, GivesOneAddressAFewSeatsAtATime) {
    server::Limits limits = generous();
    limits.listed_seats_at_once = 2;
    limits.listed_seats_per_minute = 1;
    RunningServer server(limits);
    const auto join = [&](bool listed) {
        Json wishes = two_people("pocket-rugby");
        wishes["listed"] = listed;
        const Json table = post(server.port(), "/api/tables", wishes).json();
        const std::string path = "/api/tables/" + table["table"]["id"].get<std::string>() + "/join";
        return post(server.port(), path, {{"invite", table["invite"]}});
    };
    EXPECT_EQ(join(true).status, 200);
    EXPECT_EQ(join(true).status, 200);
    const HttpAnswer refused = join(true);
    EXPECT_EQ(refused.status, 429) << refused.body;
    EXPECT_EQ(refused.json()["error"]["code"], "too-fast");
    EXPECT_GT(refused.json()["error"]["retry_after"], 0);
    EXPECT_EQ(join(false).status, 200) << "a friend's own link is not counted";
}

TEST(OneScreen, HasItsRematchAtOnce) {
    RunningServer server;
    const Opened table = opened(server.port(), one_screen("sports-dice-football"));
    Guest guest(server.port(), table.id, table.token);
    ASSERT_TRUE(guest.act("resign", {{"seat", "away"}})["ok"]);
    ASSERT_TRUE(guest.ask("offer", {{"what", "rematch"}})["ok"]);
    while (guest.table["next"].is_null()) (void)guest.until("table");
    const Json next = guest.ask("next");
    EXPECT_EQ(next["seat"], "both") << next;
    EXPECT_EQ(Guest(server.port(), next["id"], next["token"]).welcome["role"], "both");
}

int rooms_in_memory(unsigned short port) {
    const std::string metrics = get(port, "/metrics").body;
    return std::stoi(metrics.substr(metrics.find("\ntouchline_rooms ") + 17));
}

TEST(Rooms, LeaveTheMemoryWhenNobodyIsInAndComeBackAsTheyWere) {
    server::Limits limits = generous();
    limits.room_lingers = std::chrono::milliseconds(1);
    RunningServer server(limits);
    const Opened table = opened(server.port(), two_people("pocket-rugby"));
    Json left;
    {
        Guest home(server.port(), table.id, table.token);
        Guest away(server.port(), table.id, table.friend_token);
        Random random(6);
        ASSERT_EQ(play_on(home, away, random, 20), 20);
        EXPECT_EQ(rooms_in_memory(server.port()), 1);
        left = home.position;
    }
    while (rooms_in_memory(server.port()) > 0) {
    }
    const Guest home(server.port(), table.id, table.token);
    for (const char* key : {"turn_no", "turn", "state"}) EXPECT_EQ(home.position[key], left[key]) << key;
}

TEST(Rooms, WhoseChangeCannotBeWrittenGoOnFromTheLastThatWas) {
    RunningServer server;
    const unsigned short port = server.port();
    const Opened broken = opened(port, two_people("sports-dice-football"));
    const Opened sound = opened(port, two_people("sports-dice-football"));
    Guest home(port, broken.id, broken.token);
    Guest bystander(port, sound.id, sound.token);
    server.sql("CREATE TRIGGER breaks BEFORE INSERT ON steps WHEN NEW.id = '" + broken.id +
               "' BEGIN SELECT RAISE(ABORT, 'no'); END");
    home.ws().say({{"cmd", "roll"}, {"turn_no", 0}, {"request_id", "lost"}});
    EXPECT_TRUE(bystander.act("roll")["ok"]);
    const Json bye = home.until("bye");
    EXPECT_EQ(bye["reason"], "restart");
    EXPECT_EQ(home.bytes.find("\"fell\""), std::string::npos) << "shown and not stored";
    server.sql("DROP TRIGGER breaks");
    Guest again(port, broken.id, broken.token);
    EXPECT_EQ(again.position["turn_no"], 0);
    EXPECT_TRUE(again.ask("roll", {{"turn_no", 0}, {"request_id", "lost"}})["ok"]);
    EXPECT_EQ(again.position["turn_no"], 1);
}

TEST(Rooms, WithAGapInTheStoreAreOpenedBeforeIt) {
    server::Limits limits = generous();
    limits.room_lingers = std::chrono::milliseconds(1);
    RunningServer server(limits);
    const Opened table = opened(server.port(), two_people("pocket-rugby"));
    std::int64_t shown = 0;
    {
        Guest home(server.port(), table.id, table.token);
        Guest away(server.port(), table.id, table.friend_token);
        Random random(6);
        ASSERT_EQ(play_on(home, away, random, 20), 20);
        shown = home.position["turn_no"].get<std::int64_t>();
    }
    ASSERT_TRUE(soon([&] { return rooms_in_memory(server.port()) == 0; }));
    server.sql("DELETE FROM steps WHERE n = 5");
    Guest home(server.port(), table.id, table.token);
    Guest away(server.port(), table.id, table.friend_token);
    EXPECT_EQ(home.position["turn_no"], shown + 1);
    EXPECT_LE(home.welcome["log"].back()["turn_no"].get<int>(), 5);
    Random random(7);
    EXPECT_EQ(play_on(home, away, random, 5), 5);
    server.restart();
    Guest again(server.port(), table.id, table.token);
    EXPECT_EQ(again.position["state"], home.position["state"]);
    EXPECT_EQ(again.position["turn_no"], home.position["turn_no"]);
}

TEST(Rooms, DoNotWaitForThoseWhoDoNotRead) {
    server::Limits limits = generous();
    limits.longest_queue = 4;
    RunningServer server(limits);
    const Opened table = opened(server.port(), two_people("pocket-rugby"));
    Guest home(server.port(), table.id, table.token);
    WebSocket deaf(server.port(), "/ws/" + table.id);
    // Each hello is answered with the whole table; once the buffers of both ends are full, the answers pile up.
    const std::string hello = frame(Json{{"cmd", "hello"}}.dump());
    bool closed = false;
    while (!closed) {
        closed = ::send(deaf.socket().descriptor(), hello.data(), hello.size(), MSG_NOSIGNAL) <= 0;
        ASSERT_TRUE(home.ask("ping")["ok"]);
    }
    EXPECT_TRUE(home.act("roll")["ok"]);
}

} // namespace
} // namespace touchline::test
