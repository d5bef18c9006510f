// The program itself, killed in the middle of games: what was shown is there again, and nothing else.
#include "server/playing.hpp"

#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>

namespace touchline::test {
namespace {

// `touchline serve` as a process of its own.
class Program {
public:
    Program(const std::string& folder, unsigned short port) {
        int ends[2];
        if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
        pid_ = ::fork();
        if (pid_ == 0) {
            ::dup2(ends[1], STDOUT_FILENO);
            ::close(ends[0]);
            const std::string number = std::to_string(port);
            ::execl(TOUCHLINE_BINARY, "touchline", "serve", "--port", number.c_str(), "--data", folder.c_str(),
                    "--lang", "en", "--log", "off", "--messages-per-second", "100000", static_cast<char*>(nullptr));
            ::_exit(127);
        }
        ::close(ends[1]);
        std::string said;
        for (char c = 0; ::read(ends[0], &c, 1) == 1 && c != '\n';) said += c;
        out_ = ends[0]; // stays open: a program whose reader is gone has failed
        const std::size_t at = said.find("127.0.0.1:");
        if (at == std::string::npos) throw std::runtime_error("the program did not start: " + said);
        port_ = static_cast<unsigned short>(std::stoi(said.substr(at + 10)));
    }
    ~Program() {
        end(SIGKILL);
        ::close(out_);
    }
    // Its exit code, or minus the signal that ended it.
    int end(int signal) {
        if (pid_ <= 0) return 0;
        ::kill(pid_, signal);
        int status = 0;
        ::waitpid(std::exchange(pid_, -1), &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }
    [[nodiscard]] unsigned short port() const { return port_; }

private:
    pid_t pid_ = -1;
    int out_ = -1;
    unsigned short port_ = 0;
};

TEST(KilledServer, GoesOnExactlyWhereItWas) {
    const Folder folder;
    auto program = std::make_unique<Program>(folder.path(), 0);
    const Opened table = opened(program->port(), two_people("sports-dice-football"));
    Random random(21);
    Json shown;
    for (int round = 0; round < 5; ++round) {
        SCOPED_TRACE(round);
        {
            Guest home(program->port(), table.id, table.token);
            Guest away(program->port(), table.id, table.friend_token);
            for (const char* key : {"turn_no", "turn", "state"})
                if (round > 0) {
                    EXPECT_EQ(home.position[key], shown[key]) << key;
                }
            (void)play_on(home, away, random, 4);
            if (over(home)) break;
            home.until_turn(away.position["turn_no"]);
            shown = home.position;
        }
        EXPECT_EQ(program->end(SIGKILL), -SIGKILL);
        program = std::make_unique<Program>(folder.path(), 0);
    }
    EXPECT_EQ(program->end(SIGTERM), 0);
}

TEST(KilledServer, AnswersTheRequestThatItCarriedOutWithoutDoingItAgain) {
    const Folder folder;
    auto program = std::make_unique<Program>(folder.path(), 0);
    const Opened table = opened(program->port(), two_people("sports-dice-football"));
    Json first;
    Json shown;
    {
        Guest home(program->port(), table.id, table.token);
        first = home.ask("roll", {{"turn_no", 0}, {"request_id", "the-roll"}});
        shown = home.position;
    }
    program->end(SIGKILL);
    program = std::make_unique<Program>(folder.path(), 0);
    Guest home(program->port(), table.id, table.token);
    EXPECT_EQ(home.ask("roll", {{"turn_no", 0}, {"request_id", "the-roll"}}), first);
    EXPECT_EQ(home.position["state"], shown["state"]);
    EXPECT_EQ(home.position["turn_no"], 1);
}

TEST(KilledServer, DoesNotStartWhereItCannot) {
    const Folder folder;
    Program first(folder.path(), 0);
    const auto fails = [&](const std::string& arguments) {
        const std::string command = std::string(TOUCHLINE_BINARY) + " serve --log off " + arguments + " 2>&1";
        std::FILE* pipe = ::popen(command.c_str(), "r");
        std::string said;
        for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) said += static_cast<char>(c);
        const int status = ::pclose(pipe);
        EXPECT_EQ(WEXITSTATUS(status), 1) << said;
        EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
        return said;
    };
    const Folder other;
    EXPECT_NE(fails("--data " + other.path() + " --port " + std::to_string(first.port())).find("in use"),
              std::string::npos);
    EXPECT_NE(fails("--port 0 --data /proc/nowhere").find("cannot be made"), std::string::npos);
    const Folder broken;
    if (std::FILE* file = std::fopen(broken.file("tables.sqlite").c_str(), "w")) {
        std::fputs(std::string(8192, '?').c_str(), file);
        std::fclose(file);
    }
    EXPECT_NE(fails("--port 0 --data " + broken.path()).find("damaged"), std::string::npos);
}

} // namespace
} // namespace touchline::test
