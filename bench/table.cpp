// `touchline table` as a program at the end of a pipe: requests a second over whole games, and how long it takes to
// start. The time is what the program itself used, user and system, so that a busy machine does not count against it.
#include "core/random.hpp"
#include "play/protocol.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace touchline {
namespace {

// Neither is asked anything here.
struct NoEvaluator final : Evaluator {
    Odds odds(const Table&, const Question&) override { return {}; }
    Advice advise(const Table&, Seat, const Question&) override { return {}; }
};
struct NoPlayers final : PlayerMaker {
    [[nodiscard]] std::vector<std::string> names() const override { return {}; }
    [[nodiscard]] std::optional<double> loss(std::string_view) const override { return std::nullopt; }
    std::unique_ptr<Player> make(std::string_view, u64) override { return nullptr; }
};

struct Requests {
    std::string text;
    int count = 0;

    void add(const Json& request) {
        text += request.dump() + "\n";
        ++count;
    }
};

// Random games from their seeds on: rolls and choices as they come, and every few of them a look at the position.
Requests whole_games(const std::string& game, int wanted) {
    NoEvaluator evaluator;
    NoPlayers players;
    TableProtocol protocol(evaluator, players);
    Random random(1);
    Requests requests;
    Json turn{{"kind", "over"}};
    const auto ask = [&](const Json& request) {
        requests.add(request);
        const Json answer = Json::parse(protocol.answer(request.dump()));
        if (!answer.at("ok").get<bool>()) throw std::logic_error("a request of the benchmark was refused");
        turn = answer.at("turn");
    };
    while (requests.count < wanted) {
        if (turn["kind"] == "over") ask({{"cmd", "new"}, {"game", game}, {"seed", requests.count}});
        if (turn["kind"] == "chance")
            ask({{"cmd", "roll"}});
        else if (turn["kind"] == "choice")
            ask({{"cmd", "choose"},
                 {"action", turn["actions"][random.below(static_cast<u32>(turn["actions"].size()))]}});
        if (random.below(4) == 0) ask({{"cmd", "state"}});
    }
    return requests;
}

struct Used {
    double seconds = 0;
    int answers = 0;
};

// Runs the program on these lines to its end.
Used run_table(const std::string& lines) {
    static const std::string kProgram =
        (std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "touchline").string();
    int in[2];
    int out[2];
    if (::pipe(in) != 0 || ::pipe(out) != 0) throw std::runtime_error("no pipe");
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::dup2(in[0], STDIN_FILENO);
        ::dup2(out[1], STDOUT_FILENO);
        for (int end : {in[0], in[1], out[0], out[1]}) ::close(end);
        ::execl(kProgram.c_str(), "touchline", "table", static_cast<char*>(nullptr));
        ::_exit(127);
    }
    ::close(in[0]);
    ::close(out[1]);
    std::jthread writer([&] {
        for (std::size_t at = 0; at < lines.size();) {
            const ssize_t put = ::write(in[1], lines.data() + at, lines.size() - at);
            if (put <= 0) break;
            at += static_cast<std::size_t>(put);
        }
        ::close(in[1]);
    });
    Used used;
    std::string block(1 << 16, '\0');
    for (ssize_t got = 0; (got = ::read(out[0], block.data(), block.size())) > 0;)
        used.answers += static_cast<int>(std::count(block.begin(), block.begin() + got, '\n'));
    ::close(out[0]);
    int status = 0;
    rusage spent{};
    ::wait4(pid, &status, 0, &spent);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        throw std::runtime_error("the program did not end well: is build/touchline built?");
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    used.seconds = seconds(spent.ru_utime) + seconds(spent.ru_stime);
    return used;
}

void requests(benchmark::State& run, const char* game) {
    const Requests asked = whole_games(game, 50'000);
    for (auto _ : run) {
        const Used used = run_table(asked.text);
        if (used.answers != asked.count) run.SkipWithError("not every request was answered");
        run.SetIterationTime(used.seconds);
    }
    run.counters["requests"] = benchmark::Counter(
        static_cast<double>(asked.count) * static_cast<double>(run.iterations()), benchmark::Counter::kIsRate);
}

void start_up(benchmark::State& run) {
    for (auto _ : run) run.SetIterationTime(run_table("{\"cmd\":\"quit\"}\n").seconds);
}

BENCHMARK(start_up)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(requests, sports_dice_football, "sports-dice-football")
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(requests, gridiron_glory, "gridiron-glory")->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(requests, pocket_gridiron, "pocket-gridiron")->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(requests, pocket_rugby, "pocket-rugby")->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(requests, red_boar_dice, "red-boar-gridiron")->UseManualTime()->Unit(benchmark::kMillisecond);

} // namespace
} // namespace touchline

BENCHMARK_MAIN();
