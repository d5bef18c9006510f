// A server that is asked to end: it answers what is under way, tells everybody to come back, and does not wait for
// those who do not listen.
#include "server/fair_guest.hpp"

#include <sqlite3.h>

#include <chrono>
#include <future>
#include <memory>
#include <thread>

namespace touchline::test {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

// Well below what it waits for those who do not listen, well above what a busy machine needs to tell those who do.
constexpr auto kAtOnce = server::kGoodbye - 500ms;

Clock::duration stopping(RunningServer& server) {
    const Clock::time_point began = Clock::now();
    server.stop();
    return Clock::now() - began;
}

TEST(Drain, TellsThoseWhoHaveNotSaidHelloToo) {
    RunningServer server;
    const Opened table = opened(server.port(), two_people("pocket-rugby"));
    auto stranger = std::make_unique<WebSocket>(server.port(), "/ws/" + table.id);
    std::future<std::optional<Json>> heard = std::async(std::launch::async, [&] {
        std::optional<Json> bye = stranger->receive();
        stranger.reset();
        return bye;
    });
    EXPECT_LT(stopping(server), kAtOnce);
    const std::optional<Json> bye = heard.get();
    ASSERT_TRUE(bye);
    EXPECT_EQ((*bye)["type"], "bye");
    EXPECT_EQ((*bye)["reason"], "restart");
    EXPECT_EQ((*bye)["reconnect_after"], 1);
}

// The answer comes when the table is written, which a locked store delays.
TEST(Drain, AnswersTheRequestThatIsUnderWay) {
    RunningServer server;
    sqlite3* other = nullptr;
    ASSERT_EQ(sqlite3_open(server.file().c_str(), &other), SQLITE_OK);
    sqlite3_busy_timeout(other, RunningServer::kPatience);
    ASSERT_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
    std::future<HttpAnswer> answer =
        std::async(std::launch::async, [&] { return post(server.port(), "/api/tables", two_people("pocket-rugby")); });
    while (get(server.port(), "/metrics").body.find("touchline_rooms 1\n") == std::string::npos)
        std::this_thread::sleep_for(5ms);
    std::future<void> stopped = std::async(std::launch::async, [&] { server.stop(); });
    while (true) { // until it stops
        try {
            if (get(server.port(), "/healthz").status == 503) break;
        } catch (const std::runtime_error&) {
            break; // it takes no more connections
        }
        std::this_thread::sleep_for(5ms);
    }
    ASSERT_EQ(sqlite3_exec(other, "ROLLBACK", nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(other);
    EXPECT_EQ(answer.get().status, 201);
    stopped.get();
    server.restart();
    EXPECT_EQ(server.store().size(), 1u);
}

TEST(Drain, DoesNotWaitLongForThoseWhoDoNotListen) {
    RunningServer server;
    const Opened table = opened(server.port(), two_people("pocket-rugby"));
    Guest deaf(server.port(), table.id, table.token); // never reads the close, so it never answers it
    EXPECT_LT(stopping(server), server::kGoodbye + 3s);
}

// A roll waits two seconds for a seat that does not answer. The wish is stored: the next server rolls.
TEST(Drain, DoesNotWaitForARollThatWaitsForLinks) {
    RunningServer server;
    const Opened table = opened(server.port(), one_screen("pocket-rugby"));
    auto home = FairGuest::back(server.port(), table.id, table.token, Seat::home, 1);
    home->silent = true;
    home->guest.ws().say({{"cmd", "roll"}, {"turn_no", 0}, {"request_id", "w"}});
    (void)home->guest.until("ask");
    std::future<void> left = std::async(std::launch::async, [&] {
        (void)home->guest.until("bye");
        home.reset();
    });
    EXPECT_LT(stopping(server), kAtOnce);
    left.get();
    server.restart();
    const auto again = FairGuest::back(server.port(), table.id, table.token, Seat::home, 1);
    EXPECT_EQ(again->guest.until("update")["turn_no"], 1);
}

// The request was read before the goodbye: it is answered before it.
TEST(Drain, AnswersEveryRequestItTookBeforeTheGoodbye) {
    RunningServer server;
    const Opened table = opened(server.port(), one_screen("sports-dice-football"));
    Guest home(server.port(), table.id, table.token);
    constexpr int kAsked = 50;
    for (int i = 0; i < kAsked; ++i) home.ws().say({{"cmd", "ping"}, {"request_id", std::to_string(i)}});
    (void)home.reply_to("0"); // they have arrived, all in one packet or close behind each other
    std::future<void> stopped = std::async(std::launch::async, [&] { server.stop(); });
    int answered = 1;
    while (const std::optional<Json> message = home.ws().receive()) {
        if ((*message)["type"] == "bye") break;
        if ((*message)["type"] != "reply") continue;
        EXPECT_EQ((*message)["request_id"], std::to_string(answered++));
    }
    EXPECT_FALSE(home.ws().receive());
    stopped.get();
}

} // namespace
} // namespace touchline::test
