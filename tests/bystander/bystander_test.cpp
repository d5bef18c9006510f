// The bystander's promise: whatever ten guests do to the server, each in turn and all together, the rolls at another
// table are answered in time, and the memory stays small. The program itself, real sockets, one address a guest.
#include "server/playing.hpp"
#include "server/program.hpp"

#include <sys/resource.h>

#include <chrono>
#include <thread>

namespace touchline::test {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kEach = 1000ms;       // a guest alone
constexpr auto kTogether = 5000ms;   // all of them
constexpr double kWorstMillis = 250; // the 99th percentile
constexpr long kMostMegabytes = 500;

std::string times(int count, std::string_view text) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
}

// What the guests play with: a long game that is over, its record, a sheet.
struct Props {
    unsigned short port = 0;
    std::string sheet;       // of sports-dice-football
    std::string rugby_sheet; // a large game
    std::string record;      // of a finished game
    Opened long_game;        // a table with many steps
};

// One round of misbehaving, from an address of its own. Refusals are what it hopes for.
using Attack = std::function<void(const Props&, int from, int round)>;

void send(const Props& props, int from, const std::string& path, const Json& body) {
    (void)http(props.port, "POST", path, body.dump(), {}, from);
}

void bomb_of_toml(const Props& props, int from, int) {
    send(props, from, "/api/tables", {{"game", "sports-dice-football"}, {"sheet", "[" + times(20000, "a.") + "b]"}});
}

void many_keys(const Props& props, int from, int) {
    std::string body = "{\"game\":\"sports-dice-football\"";
    for (int i = 0; i < 20000; ++i) body += ",\"k" + std::to_string(i) + "\":0";
    (void)http(props.port, "POST", "/api/tables", body + "}", {}, from);
}

void odds_of_own_sheets(const Props& props, int from, int round) {
    const Json wishes{{"game", round % 2 == 0 ? "pocket-rugby" : "sports-dice-football"},
                      {"sheet", (round % 2 == 0 ? props.rugby_sheet : props.sheet) + "\n# " + std::to_string(round)},
                      {"odds", true},
                      {"seats", {{"home", {{"who", "me"}}}, {"away", {{"who", "me"}}}}}};
    const HttpAnswer answer = http(props.port, "POST", "/api/tables", wishes.dump(), {}, from);
    if (answer.status != 201) return;
    Guest guest(props.port, answer.json()["table"]["id"], answer.json()["token"], Json::object(), from);
    for (int i = 0; i < 5; ++i) (void)guest.act("roll");
}

void odds_of_records(const Props& props, int from, int round) {
    send(props, from, "/api/odds", {{"record", props.record}, {"at", round % 20}});
}

void steps_of_records(const Props& props, int from, int) {
    send(props, from, "/api/steps", {{"record", props.record}});
}

void reviews(const Props& props, int from, int round) {
    send(props, from, "/api/review", {{"record", props.record + "\n; " + std::to_string(round)}});
    send(props, from, "/api/review", {{"record", "[Home \"" + std::to_string(round) + "\"]\n" + props.record}});
}

void hellos(const Props& props, int from, int) {
    std::vector<std::unique_ptr<WebSocket>> sockets;
    for (int i = 0; i < 32; ++i) {
        sockets.push_back(std::make_unique<WebSocket>(props.port, "/ws/" + props.long_game.id,
                                                      std::map<std::string, std::string>{}, from));
        if (sockets.back()->handshake().status != 101) return;
        sockets.back()->say({{"cmd", "hello"}, {"request_id", "h"}, {"lang", i % 2 == 0 ? "en" : "fr"}});
    }
}

void rematches(const Props& props, int from, int round) {
    Json wishes = against_computer("sports-dice-football");
    wishes["sheet"] = props.sheet + "\n#" + std::string(50000, static_cast<char>('a' + round % 26));
    const HttpAnswer answer = http(props.port, "POST", "/api/tables", wishes.dump(), {}, from);
    if (answer.status != 201) return;
    Guest guest(props.port, answer.json()["table"]["id"], answer.json()["token"], Json::object(), from);
    (void)guest.act("resign");
    (void)guest.ask("offer", {{"what", "rematch"}});
}

void connections(const Props& props, int from, int) {
    std::vector<Socket> held;
    for (int i = 0; i < 1500; ++i) held.emplace_back(props.port, from);
    for (std::size_t i = 0; i < held.size(); i += 10)
        (void)::send(held[i].descriptor(), "GET / HTTP/1.1\r\nHos", 19, MSG_NOSIGNAL);
}

void spectators(const Props& props, int from, int) {
    std::vector<std::unique_ptr<Guest>> watching;
    for (int i = 0; i < 40; ++i)
        watching.push_back(std::make_unique<Guest>(props.port, props.long_game.id, "", Json::object(), from));
}

const std::vector<std::pair<const char*, Attack>> kAttacks{{"bombs of TOML", bomb_of_toml},
                                                           {"many keys", many_keys},
                                                           {"odds of own sheets", odds_of_own_sheets},
                                                           {"odds of records", odds_of_records},
                                                           {"steps", steps_of_records},
                                                           {"reviews", reviews},
                                                           {"hellos at a long game", hellos},
                                                           {"rematches", rematches},
                                                           {"connections", connections},
                                                           {"spectators", spectators}};

// Misbehaves until it is told to stop, whatever it is answered.
class Attacker {
public:
    Attacker(const Props& props, const Attack& attack, int from)
        : thread_([this, &props, &attack, from] {
              for (int round = 0; !stopped_; ++round) {
                  try {
                      attack(props, from, round);
                  } catch (const std::exception&) {
                      std::this_thread::sleep_for(5ms); // it was disconnected
                  }
              }
          }) {}
    ~Attacker() {
        stopped_ = true;
        thread_.join();
    }

private:
    std::atomic<bool> stopped_ = false;
    std::thread thread_;
};

// Rolls at a table of its own, one after the other, and notes how long each took.
class Bystander {
public:
    explicit Bystander(unsigned short port) : port_(port) { sit_down(); }

    // The 99th percentile of a while of rolling, in milliseconds.
    double worst_of(Clock::duration while_) {
        std::vector<double> took;
        const Clock::time_point until = Clock::now() + while_;
        while (Clock::now() < until) {
            if (over(*guest_)) sit_down();
            const Clock::time_point begun = Clock::now();
            const Json reply = act_somehow(*guest_, acting(*guest_, {"home", "away"}).front(), random_);
            took.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begun).count());
            EXPECT_TRUE(reply["ok"]) << reply;
            std::this_thread::sleep_for(5ms); // a person who hurries
        }
        std::ranges::sort(took);
        return took[took.size() * 99 / 100];
    }

private:
    void sit_down() {
        const Opened table = opened(port_, one_screen("sports-dice-football"));
        guest_ = std::make_unique<Guest>(port_, table.id, table.token);
    }

    unsigned short port_;
    Random random_{7};
    std::unique_ptr<Guest> guest_;
};

Props props_of(unsigned short port) {
    Props props{port,
                get(port, "/api/games/sports-dice-football/sheet.toml").body,
                get(port, "/api/games/pocket-rugby/sheet.toml").body,
                "",
                {}};
    Random random(3);
    const auto played = [&](const std::string& game) {
        Opened table = opened(port, one_screen(game));
        Guest guest(port, table.id, table.token);
        while (!over(guest)) (void)act_somehow(guest, acting(guest, {"home", "away"}).front(), random);
        return table;
    };
    props.long_game = played("pocket-rugby");
    props.record = get(port, "/api/tables/" + played("pocket-gridiron").id + "/record").body;
    return props;
}

// The guests need more descriptors than a shell gives by default.
void raise_open_files() {
    rlimit limit{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = limit.rlim_max;
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
}

TEST(Bystander, IsAnsweredInTimeWhateverTenGuestsDo) {
    raise_open_files();
    const Folder folder;
    const Folder cache; // books are solved anew: the worst that can be asked for
    ::setenv("TOUCHLINE_CACHE", cache.path().c_str(), 1);
    // Guests may send faster than by default: the test itself plays whole games first.
    Program program(folder.path(), {"--messages-per-second", "10000"});
    const Props props = props_of(program.port());
    Bystander bystander(program.port());
    const auto promise_holds = [&](const char* what, Clock::duration while_) {
        const double worst = bystander.worst_of(while_);
        EXPECT_LT(worst, kWorstMillis) << what;
        EXPECT_LT(program.most_megabytes(), kMostMegabytes) << what;
        std::printf("%-22s p99 %6.1f ms, at most %ld MB\n", what, worst, program.most_megabytes());
    };
    promise_holds("nobody", kEach);
    for (std::size_t i = 0; i < kAttacks.size(); ++i) {
        const Attacker attacker(props, kAttacks[i].second, static_cast<int>(10 + i));
        promise_holds(kAttacks[i].first, kEach);
    }
    std::vector<std::unique_ptr<Attacker>> all;
    for (std::size_t i = 0; i < kAttacks.size(); ++i)
        all.push_back(std::make_unique<Attacker>(props, kAttacks[i].second, static_cast<int>(30 + i)));
    promise_holds("all of them", kTogether);
    all.clear();
    EXPECT_EQ(program.end(SIGTERM), 0);
}

} // namespace
} // namespace touchline::test
