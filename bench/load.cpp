// Many tables at once over real WebSockets: two clients a table play any legal action at a person's pace, and the time
// from a request to the update that it caused is measured at the client. The server is the program itself, a process of
// its own. With `fair` every client takes part in the dice: a roll takes one more round trip. With `servers` there are
// three that share a PostgreSQL of their own, and the two of a table come by different ones.
//   bench_load [TABLES=2000] [SECONDS=20] [PAUSE_MS=1000] [fair] [servers]
#include "../tests/server/client.hpp"
#include "core/random.hpp"
#include "fair/chain.hpp"
#include "store/own_postgres.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <csignal>
#include <ctime>
#include <deque>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <queue>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>

namespace {

using namespace touchline;
using namespace touchline::test;
using Clock = std::chrono::steady_clock;

// A server as a process; its tables in a folder that is removed at the end, or in a database.
class Program {
public:
    explicit Program(const std::string& database = {})
        : folder_(std::filesystem::temp_directory_path() / fmt::format("touchline-load-{}", ::getpid())) {
        const std::string binary =
            (std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "touchline").string();
        int ends[2];
        if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
        pid_ = ::fork();
        if (pid_ == 0) {
            ::dup2(ends[1], STDOUT_FILENO);
            ::execl(binary.c_str(), "touchline", "serve", "--port", "0", database.empty() ? "--data" : "--store",
                    database.empty() ? folder_.c_str() : database.c_str(), "--lang", "en", "--log", "warn",
                    "--tables-at-once", "1e9", "--requests-per-second", "1e9", "--messages-per-second", "1e9",
                    "--connections-per-address", "100000", static_cast<char*>(nullptr));
            ::_exit(127);
        }
        ::close(ends[1]);
        std::string said;
        for (char c = 0; ::read(ends[0], &c, 1) == 1 && c != '\n';) said += c;
        const std::size_t at = said.find("127.0.0.1:");
        if (at == std::string::npos) throw std::runtime_error("the server does not start: is build/touchline built?");
        port_ = static_cast<unsigned short>(std::stoi(said.substr(at + 10)));
    }
    ~Program() {
        ::kill(pid_, SIGTERM);
        ::waitpid(pid_, nullptr, 0);
        std::filesystem::remove_all(folder_);
    }
    [[nodiscard]] unsigned short port() const { return port_; }
    [[nodiscard]] double resident_kb() const {
        std::ifstream status(fmt::format("/proc/{}/status", pid_));
        for (std::string line; std::getline(status, line);)
            if (line.starts_with("VmRSS:")) return std::stod(line.substr(6));
        return 0;
    }
    [[nodiscard]] double cpu_seconds() const {
        std::ifstream stat(fmt::format("/proc/{}/stat", pid_));
        std::string word;
        double ticks = 0;
        for (int i = 1; i <= 15 && stat >> word; ++i)
            if (i >= 14) ticks += std::stod(word);
        return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
    }

private:
    std::filesystem::path folder_;
    pid_t pid_ = -1;
    unsigned short port_ = 0;
};

// All of them: what they hold and use together.
class Programs {
public:
    Programs(int count, const std::string& database) {
        for (int i = 0; i < count; ++i) programs_.push_back(std::make_unique<Program>(database));
    }
    // By which a client comes, one after the other.
    [[nodiscard]] unsigned short port(std::size_t client) const { return programs_[client % programs_.size()]->port(); }
    [[nodiscard]] double resident_kb() const { return sum(&Program::resident_kb); }
    [[nodiscard]] double cpu_seconds() const { return sum(&Program::cpu_seconds); }

private:
    [[nodiscard]] double sum(double (Program::*figure)() const) const {
        double all = 0;
        for (const auto& program : programs_) all += (*program.*figure)();
        return all;
    }
    std::vector<std::unique_ptr<Program>> programs_;
};

struct Seats {
    std::string id;
    std::string home;
    std::string away;
};

// One socket: what it has read, what it awaits.
struct Player {
    int fd = -1;
    std::string seat;
    std::string read;
    std::int64_t turn_no = -1;
    std::string turn; // as it came
    bool waiting = false;
    Clock::time_point asked{};
    std::int64_t asked_turn = 0;
    int requests = 0;
    std::unique_ptr<fair::Chain> chain{}; // of one who takes part in the dice
    fair::ChainReader reader{};
    u32 given = 0;
};

// The object that follows a key.
std::string_view object_of(std::string_view text, std::string_view key) {
    const std::size_t begin = text.find(key);
    if (begin == std::string_view::npos) throw std::runtime_error(fmt::format("no {} in {}", key, text));
    const std::string_view object = text.substr(begin + key.size());
    int depth = 0;
    for (std::size_t i = 0; i < object.size(); ++i) {
        if (object[i] == '{') ++depth;
        if (object[i] == '}' && --depth == 0) return object.substr(0, i + 1);
    }
    throw std::runtime_error(fmt::format("half an object {} in {}", key, text));
}

// The number that follows the last such key.
std::int64_t number_after(std::string_view text, std::string_view key) {
    const std::size_t begin = text.rfind(key);
    std::int64_t number = 0;
    if (begin == std::string_view::npos ||
        std::from_chars(text.data() + begin + key.size(), text.data() + text.size(), number).ec != std::errc())
        throw std::runtime_error(fmt::format("no {} in {}", key, text));
    return number;
}

std::vector<Seats> open_tables(const Programs& programs, int count) {
    constexpr int kThreads = 16;
    const std::vector<std::string> games = [&] {
        std::vector<std::string> ids;
        const Json listed = get(programs.port(0), "/api/games").json();
        for (const Json& game : listed["games"]) ids.push_back(game["id"]);
        return ids;
    }();
    std::vector<Seats> tables(static_cast<std::size_t>(count));
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t)
        threads.emplace_back([&, t] {
            for (std::size_t i = static_cast<std::size_t>(t); i < tables.size(); i += kThreads) {
                const unsigned short port = programs.port(i);
                const Json table = post(port, "/api/tables", {{"game", games[i % games.size()]}}).json();
                const std::string id = table["table"]["id"];
                tables[i] = {id, table["token"],
                             post(port, "/api/tables/" + id + "/join", {{"invite", table["invite"]}}).json()["token"]};
            }
        });
    for (std::thread& thread : threads) thread.join();
    return tables;
}

class Load {
public:
    enum class Dice { of_the_server, fair };

    Load(const Programs& programs, int pause_ms, Dice dice)
        : programs_(programs), pause_ms_(pause_ms), dice_(dice), epoll_(::epoll_create1(0)) {}

    void connect(const std::vector<Seats>& tables) {
        players_.resize(2 * tables.size());
        for (std::size_t i = 0; i < players_.size(); ++i) {
            const Seats& seats = tables[i / 2];
            WebSocket ws(programs_.port(i / 2 + i % 2), "/ws/" + seats.id);
            players_[i].seat = i % 2 == 0 ? "home" : "away";
            Json hello{{"cmd", "hello"}, {"token", i % 2 == 0 ? seats.home : seats.away}};
            if (dice_ == Dice::fair) {
                constexpr u32 kLinks = 512; // more than anybody rolls here
                players_[i].chain = std::make_unique<fair::Chain>(fair::random_link(), kLinks);
                hello["chains"][players_[i].seat] = fair::hex(players_[i].chain->commitment());
            }
            ws.say(hello);
            players_[i].fd = ws.socket().release();
            players_[i].read = std::move(ws.socket().buffer());
            ::fcntl(players_[i].fd, F_SETFL, O_NONBLOCK);
            epoll_event event{.events = EPOLLIN, .data = {.u64 = i}};
            ::epoll_ctl(epoll_, EPOLL_CTL_ADD, players_[i].fd, &event);
        }
    }

    // Until everybody is welcome and has heard that the other is there.
    void settle() {
        while (std::ranges::any_of(players_, [](const Player& player) { return player.turn.empty(); })) turn_over();
        for (const Clock::time_point end = Clock::now() + std::chrono::seconds(3); Clock::now() < end;) turn_over();
    }

    void begin() {
        playing_ = true;
        for (std::size_t i = 0; i < players_.size(); ++i) plan(i);
    }

    // What was measured before is forgotten.
    void play(int seconds) {
        latencies_.clear();
        for (const Clock::time_point end = Clock::now() + std::chrono::seconds(seconds); Clock::now() < end;)
            turn_over();
    }

    [[nodiscard]] std::vector<double>& latencies() { return latencies_; }
    [[nodiscard]] int refusals() const { return refusals_; }
    // Updates that did not come: every change of the position has one, and its own turn number.
    [[nodiscard]] std::int64_t missed() const { return missed_; }

private:
    // Hears what has come and says what is due.
    void turn_over() {
        epoll_event events[256];
        const int ready = ::epoll_wait(epoll_, events, 256, due_.empty() ? 10 : wait_ms());
        for (int e = 0; e < ready; ++e) receive(events[e].data.u64);
        const Clock::time_point now = Clock::now();
        while (!due_.empty() && due_.top().first <= now) {
            const std::size_t i = due_.top().second;
            due_.pop();
            act(i);
        }
    }

    [[nodiscard]] int wait_ms() const {
        return static_cast<int>(std::clamp<std::int64_t>(
            std::chrono::duration_cast<std::chrono::milliseconds>(due_.top().first - Clock::now()).count(), 0, 10));
    }

    void receive(std::size_t i) {
        Player& player = players_[i];
        char block[65536];
        ssize_t got = 0;
        do {
            got = ::recv(player.fd, block, sizeof block, 0);
            if (got > 0) player.read.append(block, static_cast<std::size_t>(got));
        } while (got == static_cast<ssize_t>(sizeof block)); // else that was all: what comes later is told anew
        const Clock::time_point now = Clock::now();
        std::size_t at = 0;
        while (at + 2 <= player.read.size()) {
            std::size_t size = static_cast<unsigned char>(player.read[at + 1]);
            std::size_t head = 2;
            if (size >= 126) {
                head += size == 126 ? 2 : 8;
                if (at + head > player.read.size()) break;
                size = 0;
                for (std::size_t b = 2; b < head; ++b)
                    size = size << 8 | static_cast<unsigned char>(player.read[at + b]);
            }
            if (at + head + size > player.read.size()) break;
            hear(i, std::string_view(player.read).substr(at + head, size), now);
            at += head + size;
        }
        player.read.erase(0, at);
    }

    // Of a message only what a player acts on is read: whoever measures shares the processor with what is measured.
    void hear(std::size_t i, std::string_view text, Clock::time_point now) {
        Player& player = players_[i];
        if (player.chain && text.starts_with(R"({"type":"ask")")) return give_link(player, text);
        if (!text.starts_with(R"({"type":"update")") && !text.starts_with(R"({"type":"welcome")")) {
            if (text.find(R"("ok":false)") != std::string_view::npos) ++refusals_, player.waiting = false;
            return;
        }
        const std::string_view turn = object_of(text, R"(,"turn":)");
        const std::int64_t turn_no =
            number_after(text.substr(0, static_cast<std::size_t>(turn.data() - text.data())), R"("turn_no":)");
        if (!player.turn.empty()) missed_ += turn_no - player.turn_no - 1;
        player.turn_no = turn_no;
        player.turn = turn;
        if (player.waiting && player.turn_no > player.asked_turn) {
            latencies_.push_back(std::chrono::duration<double, std::milli>(now - player.asked).count());
            player.waiting = false;
        }
        if (playing_) plan(i);
    }

    void give_link(Player& player, std::string_view ask) {
        const std::string quoted = fmt::format("\"{}\":", player.seat);
        if (object_of(ask, R"("of":)").find(quoted) == std::string_view::npos) return;
        say(player,
            fmt::format(R"({{"cmd":"link","n":{},"links":{{{}"{}"}},"request_id":"l"}})", number_after(ask, R"("n":)"),
                        quoted, fair::hex(player.reader.link(*player.chain, ++player.given))));
    }

    void say(const Player& player, std::string_view request) {
        const std::string bytes = frame(request);
        if (::send(player.fd, bytes.data(), bytes.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(bytes.size()))
            ++refusals_;
    }

    [[nodiscard]] bool to_act(const Player& player) const {
        const std::string_view turn = player.turn;
        if (player.waiting || turn.empty() || turn.find(R"("kind":"over")") != std::string_view::npos) return false;
        const std::string quoted = fmt::format("\"{}\"", player.seat);
        if (turn.find(R"("kind":"secret")") == std::string_view::npos)
            return turn.find(R"("seat":)" + quoted) != std::string_view::npos;
        const std::string_view seats = turn.substr(turn.find(R"("seats":[)"));
        return seats.substr(0, seats.find(']')).find(quoted) != std::string_view::npos;
    }

    // Everybody thinks for a while. The times are exponential: they alone keep the requests a second even from the
    // start.
    void plan(std::size_t i) {
        if (!to_act(players_[i])) return;
        constexpr u32 kParts = 1U << 24U;
        const double share = (random_.below(kParts) + 0.5) / kParts;
        const std::chrono::duration<double, std::milli> pause(-std::log(share) * pause_ms_);
        due_.emplace(Clock::now() + std::chrono::duration_cast<Clock::duration>(pause), i);
    }

    void act(std::size_t i) {
        Player& player = players_[i];
        if (!to_act(player)) return;
        std::string request = fmt::format(R"("request_id":"{}","turn_no":{}}})", ++player.requests, player.turn_no);
        if (player.turn.find(R"("kind":"chance")") != std::string::npos) {
            request = R"({"cmd":"roll",)" + request;
        } else {
            const Json actions = Json::parse(player.turn)["actions"];
            const Json& action = actions[random_.below(static_cast<u32>(actions.size()))];
            request = fmt::format(R"({{"cmd":"choose","action":{},{})", action.dump(), request);
        }
        player.waiting = true;
        player.asked_turn = player.turn_no;
        player.asked = Clock::now();
        say(player, request);
    }

    const Programs& programs_;
    int pause_ms_;
    Dice dice_;
    int epoll_;
    std::vector<Player> players_;
    using Due = std::pair<Clock::time_point, std::size_t>;
    std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
    Random random_{1};
    bool playing_ = false;
    std::vector<double> latencies_;
    int refusals_ = 0;
    std::int64_t missed_ = 0;
};

constexpr int kFirstSeconds = 10; // that everybody begins at once is not the load meant here

int number(int argc, char** argv, int place, int fallback) {
    return argc > place && std::isdigit(static_cast<unsigned char>(argv[place][0])) ? std::atoi(argv[place]) : fallback;
}

} // namespace

int main(int argc, char** argv) {
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
    const int tables = number(argc, argv, 1, 2000);
    const int seconds = number(argc, argv, 2, 20);
    const int pause_ms = number(argc, argv, 3, 1000);
    const auto wanted = [&](std::string_view word) {
        return std::any_of(argv + 1, argv + argc, [&](const char* each) { return word == each; });
    };
    if (const rlim_t needed = static_cast<rlim_t>(2 * tables + 100); limit.rlim_cur < needed) {
        fmt::print(stderr, "bench_load: {} tables need {} open files, and {} are allowed here (ulimit -Hn)\n", tables,
                   needed, limit.rlim_cur);
        return 1;
    }
    const bool several = wanted("servers");
    const Programs program(several ? 3 : 1,
                           several ? OwnPostgres::get(OwnPostgres::Disk::durable).fresh_database() : std::string());
    for (std::size_t i = 0; i < 3; ++i) (void)get(program.port(i), "/api/games"); // rules and words are read
    (void)open_tables(program, 50);
    const double empty = program.resident_kb();
    const Clock::time_point begun = Clock::now();
    const std::vector<Seats> seats = open_tables(program, tables);
    const double opening = std::chrono::duration<double>(Clock::now() - begun).count();
    const double idle = program.resident_kb();
    Load load(program, pause_ms, wanted("fair") ? Load::Dice::fair : Load::Dice::of_the_server);
    load.connect(seats);
    load.settle();
    const double connected = program.resident_kb();
    load.begin();
    load.play(kFirstSeconds);
    const double cpu = program.cpu_seconds();
    const std::clock_t own = std::clock();
    load.play(seconds);
    const double used = program.cpu_seconds() - cpu;
    const double own_used = static_cast<double>(std::clock() - own) / CLOCKS_PER_SEC;
    std::vector<double>& times = load.latencies();
    std::ranges::sort(times);
    const auto at = [&](double share) {
        return times.empty() ? 0.0 : times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
    };
    fmt::print("tables {}  sockets {}  opened and joined in {:.1f} s\n", tables, 2 * tables, opening);
    fmt::print(
        "memory: {:.1f} kB for each idle table, {:.1f} kB with two sockets, {:.1f} kB after play; {:.0f} kB in all\n",
        (idle - empty) / tables, (connected - empty) / tables, (program.resident_kb() - empty) / tables,
        program.resident_kb());
    fmt::print("requests {}  ({:.0f}/s)  refused {}  updates missed {}  server used {:.2f} cores, the load {:.2f}\n",
               times.size(), static_cast<double>(times.size()) / seconds, load.refusals(), load.missed(),
               used / seconds, own_used / seconds);
    fmt::print("request to update: median {:.1f} ms  p90 {:.1f}  p99 {:.1f}  max {:.1f}\n", at(0.5), at(0.9), at(0.99),
               at(1));
    return 0;
}
