// Ctrl-C as a flag that a long job looks at; the second one ends the program at once.
#pragma once

#include <atomic>
#include <csignal>

namespace touchline::cli {

class Interrupt {
public:
    Interrupt() {
        raised() = false;
        std::signal(SIGINT, handle);
        std::signal(SIGTERM, handle);
    }
    ~Interrupt() {
        std::signal(SIGINT, SIG_DFL);
        std::signal(SIGTERM, SIG_DFL);
    }
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    [[nodiscard]] std::atomic<bool>& flag() const { return raised(); }

private:
    static std::atomic<bool>& raised() {
        static std::atomic<bool> kRaised{false};
        return kRaised;
    }
    static void handle(int signal) {
        if (raised().exchange(true)) std::signal(signal, SIG_DFL), std::raise(signal);
    }
};

} // namespace touchline::cli
