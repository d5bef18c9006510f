// The program itself, as a process that a test can kill.
#pragma once

#include "paths.hpp"

#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace touchline::test {

// `touchline serve` as a process of its own.
class Program {
public:
    explicit Program(const std::string& folder, const std::vector<std::string>& more = {}) {
        int ends[2];
        if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
        pid_ = ::fork();
        if (pid_ == 0) {
            ::dup2(ends[1], STDOUT_FILENO);
            ::close(ends[0]);
            std::vector<const char*> arguments{"touchline",    "serve",  "--port", "0",     "--data",
                                               folder.c_str(), "--lang", "en",     "--log", "off"};
            for (const std::string& each : more) arguments.push_back(each.c_str());
            arguments.push_back(nullptr);
            ::execv(TOUCHLINE_BINARY, const_cast<char* const*>(arguments.data()));
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
    // The most memory it has had so far, in megabytes.
    [[nodiscard]] long most_megabytes() const {
        std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
        for (std::string line; std::getline(status, line);)
            if (line.starts_with("VmHWM:")) return std::stol(line.substr(6)) / 1024;
        return -1;
    }

private:
    pid_t pid_ = -1;
    int out_ = -1;
    unsigned short port_ = 0;
};

} // namespace touchline::test
