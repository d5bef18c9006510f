// What one guest could do to all others, and cannot: bodies that take long to parse, queues that one client fills,
// endless connections.
#include "server/gate.hpp"
#include "server/guests.hpp"
#include "server/kept_log.hpp"
#include "server/running_server.hpp"
#include "server/work_pool.hpp"

#include <boost/asio/ip/address.hpp>

#include <future>

namespace touchline::test {
namespace {

std::string times(int count, std::string_view text) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
}

TEST(Doors, ASheetWithAnEndlessKeyIsRefusedBeforeItIsParsed) {
    RunningServer server;
    const auto message = [&](const std::string& sheet) -> std::string {
        const HttpAnswer answer =
            post(server.port(), "/api/tables", {{"game", "sports-dice-football"}, {"sheet", sheet}});
        EXPECT_EQ(answer.status, 400);
        EXPECT_EQ(answer.json()["error"]["code"], "bad-sheet");
        return answer.json()["error"]["message"];
    };
    EXPECT_NE(message("[" + times(20000, "a.") + "b]").find("at most 16 dots"), std::string::npos);
    EXPECT_NE(message("x = 1\n" + times(100, "a . \"b\" . ") + "c = 2").find("line 2"), std::string::npos);
    EXPECT_NE(message("x = " + times(2000, "[")).find("at most 16 deep"), std::string::npos);
    EXPECT_NE(message("#" + std::string(100000, 'x')).find("at most 65536"), std::string::npos);
}

TEST(Doors, ABodyWithManyKeysIsRefusedBeforeItIsParsed) {
    RunningServer server;
    std::string body = "{\"game\":\"sports-dice-football\"";
    for (int i = 0; i < 20000; ++i) body += ",\"k" + std::to_string(i) + "\":0";
    const HttpAnswer answer = http(server.port(), "POST", "/api/tables", body + "}");
    EXPECT_EQ(answer.status, 400);
    EXPECT_EQ(answer.json()["error"]["code"], "bad-json");
    EXPECT_NE(answer.body.find("more than 400 keys"), std::string::npos) << answer.body;
    // A text full of colons is no object full of keys.
    EXPECT_EQ(post(server.port(), "/api/tables", {{"game", times(1000, ":")}}).json()["error"]["code"], "unknown-game");
}

TEST(Doors, ANameThatBeginsLikeALoopbackAddressIsNotOne) {
    RunningServer server;
    const auto status = [&](const std::string& host) {
        return http(server.port(), "GET", "/healthz", {}, {{"Host", host}}).status;
    };
    for (const char* host : {"127.evil.example", "127.0.0.1.evil.example", "evil.localhost.example", "127.0.0.1evil",
                             "localhost.evil", "[::2]", ""})
        EXPECT_EQ(status(host), 403) << host;
    for (const char* host :
         {"127.0.0.1", "127.0.0.1:80", "127.1.2.3", "localhost:1", "LOCALHOST", "my.localhost", "[::1]"})
        EXPECT_EQ(status(host), 200) << host;
}

// A second request hidden in the body of the first would be answered too.
TEST(Doors, ARequestThatCanBeReadInTwoWaysEndsTheConnection) {
    RunningServer server;
    const std::string hidden = "GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n";
    for (const std::string& head : {std::string("Host: localhost\r\nTransfer-Encoding: xchunked\r\n"),
                                    std::string("Host: localhost\r\nTransfer-Encoding: chunked, identity\r\n"),
                                    std::string("Host: localhost\r\nHost: localhost\r\n")}) {
        Socket socket(server.port());
        socket.write("POST /api/lobby HTTP/1.1\r\n" + head + "\r\n" + hidden);
        EXPECT_EQ(read_answer(socket).status, 400) << head;
        EXPECT_FALSE(socket.fill(socket.buffer().size() + 1)) << socket.buffer();
    }
}

TEST(Doors, OneAddressHasSoManyConnectionsAndNoMore) {
    server::Limits limits = generous();
    limits.streams_per_address = 3;
    RunningServer server(limits);
    std::vector<Socket> held;
    for (int i = 0; i < 3; ++i) {
        held.emplace_back(server.port());
        held.back().write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
        EXPECT_EQ(read_answer(held.back()).status, 200);
    }
    Socket fourth(server.port());
    const HttpAnswer refused = read_answer(fourth);
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.json()["error"]["retry_after"], 10);
    EXPECT_EQ(http(server.port(), "GET", "/healthz", {}, {}, 2).status, 200); // another address
}

TEST(Doors, AnAddressOfTheNewKindIsCountedByItsNetwork) {
    const auto counted = [](const char* text) { return server::counted_as(boost::asio::ip::make_address(text)); };
    EXPECT_EQ(counted("2001:db8:1:2:aaaa::1"), counted("2001:db8:1:2:bbbb:cccc:dddd:2"));
    EXPECT_NE(counted("2001:db8:1:2::1"), counted("2001:db8:1:3::1"));
    EXPECT_EQ(counted("::ffff:127.0.0.5"), "127.0.0.5");
    EXPECT_NE(counted("127.0.0.5"), counted("127.0.0.6"));
}

TEST(Doors, RematchesCountAsTables) {
    server::Limits limits = generous();
    limits.tables_at_once = 2;
    limits.tables_per_minute = 0.001;
    RunningServer server(limits);
    Opened table = opened(server.port(), against_computer("sports-dice-football"));
    Guest first(server.port(), table.id, table.token);
    EXPECT_TRUE(first.act("resign")["ok"]);
    EXPECT_TRUE(first.ask("offer", {{"what", "rematch"}})["ok"]);
    while (first.table["next"].is_null()) (void)first.next();
    const Json next = first.ask("next");
    Guest second(server.port(), next["id"], next["token"]);
    Json resigned;
    do resigned = second.act("resign");
    while (!resigned["ok"] && resigned["error"]["code"] == "stale-turn"); // the computer has the first turn
    EXPECT_TRUE(resigned["ok"]) << resigned;
    const Json refused = second.ask("offer", {{"what", "rematch"}});
    EXPECT_EQ(refused["error"]["code"], "too-many-tables") << refused;
    EXPECT_GE(refused["error"]["retry_after"].get<int>(), 1);
}

TEST(Doors, WhatAnAddressHasTheServerKeepIsCountedInBytes) {
    server::Limits limits = generous();
    limits.bytes_at_once = 10000;
    limits.bytes_per_minute = 1;
    RunningServer server(limits);
    const std::string sheet = get(server.port(), "/api/games/sports-dice-football/sheet.toml").body;
    const Json wishes{{"game", "sports-dice-football"}, {"sheet", sheet + "#" + std::string(6000, 'x')}};
    EXPECT_EQ(post(server.port(), "/api/tables", wishes).status, 201);
    const HttpAnswer refused = post(server.port(), "/api/tables", wishes);
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.json()["error"]["code"], "too-many-tables");
    EXPECT_TRUE(refused.headers.contains("retry-after"));
}

TEST(Doors, HellosAreLimitedByAddress) {
    server::Limits limits = generous();
    limits.hellos_at_once = 3;
    limits.hellos_per_second = 0.001;
    RunningServer server(limits);
    const Opened table = opened(server.port(), two_people("sports-dice-football"));
    Guest home(server.port(), table.id, table.token);
    for (int i = 0; i < 2; ++i) {
        home.ws().say({{"cmd", "hello"}, {"token", table.token}, {"request_id", "again"}});
        (void)home.until("welcome");
    }
    home.ws().say({{"cmd", "hello"}, {"token", table.token}, {"request_id", "once more"}});
    const Json refused = home.reply_to("once more");
    EXPECT_EQ(refused["error"]["code"], "too-fast");
    EXPECT_TRUE(home.act("roll")["ok"]); // the seat is kept
    Guest elsewhere(server.port(), table.id, table.friend_token, Json::object(), 2);
    EXPECT_EQ(elsewhere.welcome["role"], "away");
}

TEST(Doors, ThoseWhoWatchAreCountedAndDoNotFloodThoseWhoPlay) {
    server::Limits limits = generous();
    limits.spectators = 30;
    limits.presence_pause = std::chrono::hours(1);
    RunningServer server(limits);
    const Opened table = opened(server.port(), two_people("sports-dice-football"));
    Guest home(server.port(), table.id, table.token);
    (void)home.ask("ping");
    home.bytes.clear();
    std::vector<std::unique_ptr<Guest>> watching;
    for (int i = 0; i < 30; ++i) watching.push_back(std::make_unique<Guest>(server.port(), table.id));
    EXPECT_EQ(watching.back()->welcome["table"]["watching"], 30);
    EXPECT_TRUE(home.ask("ping")["ok"]);
    EXPECT_EQ(home.bytes.find("\"type\":\"table\""), std::string::npos) << home.bytes;
    WebSocket late(server.port(), "/ws/" + table.id);
    late.say({{"cmd", "hello"}, {"request_id", "h"}});
    EXPECT_EQ((*late.receive())["error"]["code"], "busy");
    EXPECT_EQ((*late.receive())["type"], "bye");
    Guest away(server.port(), table.id, table.friend_token); // a seat is never full
    EXPECT_EQ(away.welcome["role"], "away");
}

// The whole play-by-play is told from what was written before: the same as told anew, whatever was taken back.
TEST(Doors, TheKeptPlayByPlayIsWhatWouldBeToldAnew) {
    server::KeptLog log;
    std::vector<std::string> lines;
    int written = 0;
    const auto told = [&](Language language = Language::english, const BySeat<std::string>& sides = {}) {
        return log.up_to(lines.size(), Viewer::home, language, sides, [&](std::size_t step) {
            ++written;
            return lines[step];
        });
    };
    EXPECT_EQ(told(), "");
    lines = {"1", "", "3"};
    EXPECT_EQ(told(), "1,3");
    lines.push_back("4");
    EXPECT_EQ(told(), "1,3,4");
    EXPECT_EQ(written, 4);
    lines.resize(2);
    log.cut(2);
    lines.push_back("33");
    EXPECT_EQ(told(), "1,33");
    EXPECT_EQ(written, 5);
    EXPECT_EQ(told(Language::french), "1,33");
    EXPECT_EQ(told(Language::english, {"Ann", ""}), "1,33"); // another name: all of it is written anew
    EXPECT_EQ(written, 11);
    log.rest();
    EXPECT_EQ(told(Language::english, {"Ann", ""}), "1,33");
    EXPECT_EQ(written, 11);
    log.rest();
    log.rest();
    EXPECT_EQ(told(Language::english, {"Ann", ""}), "1,33");
    EXPECT_EQ(written, 14);
}

// A pool whose only thread waits until it is let go.
class HeldPool {
public:
    explicit HeldPool(server::WorkPool::Bounds bounds) : pool(bounds) {
        std::promise<void> begun;
        EXPECT_TRUE(pool.add("holder", [this, &begun] {
            begun.set_value();
            held_.get_future().wait();
        }));
        begun.get_future().wait();
    }
    void let_go() { held_.set_value(); }

    server::WorkPool pool;

private:
    std::promise<void> held_;
};

TEST(Doors, WorkIsSharedAmongThoseWhoAsk) {
    HeldPool held({.threads = 1, .waiting = 100, .waiting_an_asker = 5});
    std::vector<std::string> order;
    std::promise<void> done;
    for (int i = 0; i < 5; ++i) EXPECT_TRUE(held.pool.add("greedy", [&] { order.push_back("greedy"); }));
    EXPECT_FALSE(held.pool.add("greedy", [] {})); // its share of the queue is full
    EXPECT_TRUE(held.pool.add("modest", [&] { order.push_back("modest"); }));
    EXPECT_TRUE(held.pool.add("last", [] { throw std::runtime_error("a job that fails"); }));
    EXPECT_TRUE(held.pool.add("last", [] {}));
    EXPECT_TRUE(held.pool.add("last", [] {}));
    EXPECT_TRUE(held.pool.add("last", [] {}));
    EXPECT_TRUE(held.pool.add("last", [&] { done.set_value(); }));
    held.let_go();
    done.get_future().wait(); // the pool outlives the job that failed
    EXPECT_EQ(order, (std::vector<std::string>{"greedy", "modest", "greedy", "greedy", "greedy", "greedy"}));
}

TEST(Doors, WithSeveralThreadsOneStaysFreeForTheOthers) {
    HeldPool held({.threads = 2, .waiting = 100, .waiting_an_asker = 100});
    std::promise<void> heard;
    EXPECT_TRUE(held.pool.add("holder", [] {}));
    EXPECT_TRUE(held.pool.add("modest", [&] { heard.set_value(); }));
    heard.get_future().wait();          // while the holder holds the other thread
    EXPECT_EQ(held.pool.waiting(), 1u); // the holder's second job
    held.let_go();
}

// Knows nothing until it is let go.
class SlowEvaluator final : public Evaluator {
public:
    Odds odds(const Table&, const Question&) override {
        ++asked;
        opened_.wait();
        return {0.5, 0, 0.5, false, 0.1};
    }
    Advice advise(const Table& table, Seat, const Question& question) override {
        (void)odds(table, question);
        return {};
    }
    void let_go() { open_.set_value(); }
    std::atomic<int> asked = 0;

private:
    std::promise<void> open_;
    std::shared_future<void> opened_ = open_.get_future().share();
};

TEST(Doors, OddsThatTakeForeverHoldUpNoComputerAndNoSteps) {
    SlowEvaluator evaluator;
    RunningServer server(generous(), {}, {}, &evaluator);
    Json wishes = against_computer("sports-dice-football");
    wishes["odds"] = true;
    const Opened table = opened(server.port(), wishes);
    Guest home(server.port(), table.id, table.token);
    for (int i = 0; i < 40 && home.position["turn"]["kind"] != "over"; ++i) {
        if (home.position["turn"]["seat"] != "home") {
            (void)home.until("update"); // the computer's
        } else if (home.position["turn"]["kind"] == "chance") {
            EXPECT_TRUE(home.act("roll")["ok"]);
        } else {
            EXPECT_TRUE(home.act("choose", {{"action", home.position["turn"]["actions"][0]}})["ok"]);
        }
    }
    EXPECT_EQ(get(server.port(), "/api/tables/" + table.id + "/steps").status, 200);
    EXPECT_LE(evaluator.asked, 1); // positions that are gone are not asked about
    evaluator.let_go();
}

TEST(Doors, AReviewThatNobodyAsksForAnyMoreIsGivenUp) {
    server::Limits limits = generous();
    limits.review_forgotten = std::chrono::milliseconds(0);
    limits.room_lingers = std::chrono::milliseconds(10); // sweeps often
    std::atomic<bool> begun = false;
    std::atomic<bool> given_up = false;
    RunningServer server(
        limits, [&](const Table&, Language, const std::function<void(double)>&, const std::atomic<bool>& stopped) {
            begun = true;
            while (!stopped) std::this_thread::yield();
            given_up = true;
            given_up.notify_all();
            return Json::object();
        });
    const Opened table = opened(server.port(), one_screen("sports-dice-football"));
    EXPECT_TRUE(Guest(server.port(), table.id, table.token).act("resign", {{"seat", "home"}})["ok"]);
    const std::string review = "/api/tables/" + table.id + "/review";
    EXPECT_EQ(get(server.port(), review).status, 202);
    // One that is forgotten before a thread has begun with it is never begun: it is asked for until one has.
    while (!begun) (void)get(server.port(), review);
    given_up.wait(false);
}

} // namespace
} // namespace touchline::test
