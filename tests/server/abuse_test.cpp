// Clients that send rubbish, too much, too fast. Every one is answered, and the table stays as it was.
#include "server/running_server.hpp"

namespace touchline::test {
namespace {

TEST(Abuse, RubbishIsAnsweredAndChangesNothing) {
    RunningServer server;
    const Opened table = opened(server.port(), two_people("sports-dice-football"));
    Guest home(server.port(), table.id, table.token);
    const auto code = [&](const std::string& text) {
        home.ws().say_text(text);
        const Json reply = home.until("reply");
        EXPECT_FALSE(reply["ok"]) << reply;
        EXPECT_FALSE(reply["error"]["message"].get<std::string>().empty());
        return reply["error"]["code"].get<std::string>();
    };
    for (const char* text : {"", "rubbish", "[]", "null", "42", "\"roll\"", "{\"cmd\":\"roll\""})
        EXPECT_EQ(code(text), "bad-json") << text;
    std::string deep(1000, '[');
    EXPECT_EQ(code("{\"cmd\":" + deep + std::string(1000, ']') + "}"), "bad-json");
    for (const char* text :
         {"{}", R"({"cmd":7})", R"({"cmd":"roll"})", R"({"cmd":"roll","request_id":7,"turn_no":0})",
          R"({"cmd":"roll","request_id":"a"})", R"({"cmd":"roll","request_id":"a","turn_no":"0"})",
          R"({"cmd":"choose","request_id":"a","turn_no":0})",
          R"({"cmd":"choose","request_id":"a","turn_no":0,"action":[]})",
          R"({"cmd":"offer","request_id":"a","what":"gold"})", R"({"cmd":"answer","request_id":"a","what":"draw"})",
          R"({"cmd":"claim","request_id":"a","turn_no":0,"as":"king"})", R"({"cmd":"hello","view":"all"})",
          R"({"cmd":"choose","request_id":"a","turn_no":0,"action":"go","seat":"north"})"})
        EXPECT_EQ(code(text), "bad-request") << text;
    EXPECT_EQ(code(R"({"cmd":"dance","request_id":"a"})"), "unknown-command");
    EXPECT_EQ(code(R"({"cmd":"roll","request_id":")" + std::string(41, 'x') + R"(","turn_no":0})"), "bad-request");
    EXPECT_EQ(code(R"({"cmd":"choose","request_id":"z","turn_no":0,"action":"go"})"), "wrong-turn");
    EXPECT_EQ(code(R"({"cmd":"roll","request_id":"y","turn_no":-5})"), "stale-turn");
    EXPECT_EQ(home.ask("ping")["turn_no"], 0);
}

TEST(Abuse, AFrameThatIsTooLargeIsRefusedAndWhoGoesOnIsShownTheDoor) {
    RunningServer server;
    const Opened table = opened(server.port(), two_people("sports-dice-football"));
    Guest home(server.port(), table.id, table.token);
    const std::string large(20000, 'x');
    home.ws().say_text(large);
    EXPECT_EQ(home.until("reply")["error"]["code"], "too-large");
    EXPECT_TRUE(home.ask("ping")["ok"]);
    for (int i = 0; i < server::kRefusalsBeforeBye; ++i) home.ws().say_text(large);
    EXPECT_EQ(home.until("bye")["reason"], "too-large");
    EXPECT_TRUE(Guest(server.port(), table.id, table.token).ask("ping")["ok"]);
}

TEST(Abuse, AFrameBeyondAllBoundsClosesTheConnection) {
    RunningServer server;
    const Opened table = opened(server.port(), two_people("sports-dice-football"));
    Guest home(server.port(), table.id, table.token);
    home.ws().say_text(std::string(400000, 'x'));
    while (home.ws().receive()) {
    }
    EXPECT_EQ(home.ws().close_code, 1009);
}

TEST(Abuse, TextThatIsNoUtf8ClosesTheConnection) {
    RunningServer server;
    const Opened table = opened(server.port(), two_people("sports-dice-football"));
    Guest home(server.port(), table.id, table.token);
    home.ws().say_text("{\"cmd\":\"\xff\xfe\"}");
    while (home.ws().receive()) {
    }
    EXPECT_EQ(home.ws().close_code, 1007);
}

TEST(Abuse, TooManyMessagesAreRefusedWithATimeToWaitThenBye) {
    server::Limits limits = generous();
    limits.messages_at_once = 5;
    limits.messages_per_second = 0.01;
    RunningServer server(limits);
    const Opened table = opened(server.port(), two_people("sports-dice-football"));
    Guest home(server.port(), table.id, table.token); // its hello is the first of five
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(home.ask("ping")["ok"]);
    const Json refused = home.ask("ping", {{"request_id", "fast"}});
    EXPECT_EQ(refused["error"]["code"], "too-fast");
    EXPECT_GE(refused["error"]["retry_after"].get<int>(), 1);
    for (int i = 0; i < server::kRefusalsBeforeBye; ++i) home.ws().say({{"cmd", "ping"}, {"request_id", "x"}});
    EXPECT_EQ(home.until("bye")["reason"], "too-fast");
}

TEST(Abuse, WhoSaysNothingIsSentAway) {
    server::Limits limits = generous();
    limits.hello_within = std::chrono::milliseconds(200);
    RunningServer server(limits);
    const Opened table = opened(server.port(), two_people("sports-dice-football"));
    WebSocket silent(server.port(), "/ws/" + table.id);
    EXPECT_EQ((*silent.receive())["reason"], "no-hello");
    EXPECT_FALSE(silent.receive());
}

TEST(Abuse, ARequestBeforeHelloIsRefused) {
    RunningServer server;
    const Opened table = opened(server.port(), two_people("sports-dice-football"));
    WebSocket ws(server.port(), "/ws/" + table.id);
    ws.say({{"cmd", "roll"}, {"request_id", "1"}, {"turn_no", 0}});
    EXPECT_EQ((*ws.receive())["error"]["code"], "no-hello");
}

TEST(Abuse, ATableThatIsNotThereIsSaidSo) {
    RunningServer server;
    for (const char* id : {"AAAAAAAAAAAAAAAAAAAAAA", "x", "..%2f..", ""}) {
        WebSocket ws(server.port(), std::string("/ws/") + id);
        ws.say({{"cmd", "hello"}, {"request_id", "h"}});
        const Json reply = *ws.receive();
        EXPECT_EQ(reply["error"]["code"], "unknown-table") << id;
        EXPECT_EQ(reply["request_id"], "h");
        EXPECT_TRUE((*ws.receive())["reconnect_after"].is_null());
        EXPECT_FALSE(ws.receive());
    }
}

TEST(Abuse, SocketsOfOtherOriginsAreRefused) {
    RunningServer server;
    const Opened table = opened(server.port(), two_people("sports-dice-football"));
    EXPECT_EQ(WebSocket(server.port(), "/ws/" + table.id, {{"Origin", "http://evil.example"}}).handshake().status, 403);
    EXPECT_EQ(
        WebSocket(server.port(), "/ws/" + table.id, {{"Origin", "http://127.0.0.1:" + std::to_string(server.port())}})
            .handshake()
            .status,
        101);
}

TEST(Abuse, TooManySocketsOfOneAddressAreRefused) {
    server::Limits limits = generous();
    limits.connections_per_address = 2;
    RunningServer server(limits);
    const Opened table = opened(server.port(), two_people("sports-dice-football"));
    Guest one(server.port(), table.id);
    Guest two(server.port(), table.id);
    const WebSocket third(server.port(), "/ws/" + table.id);
    EXPECT_EQ(third.handshake().status, 429);
    EXPECT_TRUE(third.handshake().headers.contains("retry-after"));
}

TEST(Abuse, BrokenFramesAndHalfHandshakesHarmNobody) {
    RunningServer server;
    const Opened table = opened(server.port(), two_people("sports-dice-football"));
    Guest home(server.port(), table.id, table.token);
    for (const std::string& bytes : {std::string("\x81\x05hello"), std::string("\xff\xff\xff\xff\xff\xff"),
                                     std::string("\x83\x80\0\0\0\0", 6), std::string("\x81\xfe")}) {
        WebSocket ws(server.port(), "/ws/" + table.id);
        ws.socket().write(bytes);
    }
    {
        Socket half(server.port());
        half.write("GET /ws/" + table.id + " HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgra");
    }
    EXPECT_TRUE(home.act("roll")["ok"]);
}

} // namespace
} // namespace touchline::test
