// The server: listens, serves the page and the API, runs the tables. One object, started and stopped by its owner.
#pragma once

#include "core/message.hpp"
#include "play/evaluator.hpp"
#include "server/lab_maker.hpp"
#include "server/limits.hpp"
#include "server/puzzle_maker.hpp"
#include "server/review_maker.hpp"
#include "store/shared.hpp"

#include <memory>
#include <string>
#include <vector>

namespace touchline::server {

// It cannot start: one sentence for the person who runs it.
struct ServerError : Failure {
    using Failure::Failure;
};

struct Settings {
    std::string host = "127.0.0.1";
    unsigned short port = 8642;       // 0: any that is free
    std::vector<std::string> names{}; // under which it is reached, beside those of the loopback
    std::size_t threads = 2;          // for the network
    Limits limits{};
    store::SteadyClock steady{}; // by which players' time is counted: the machine's, but for tests
    // Where several servers share the store: the store once more, and how they reach and know each other.
    store::SharedStore* shared = nullptr;
    std::string address{}; // HOST:PORT of this one; where it is left out, where it listens
    std::string secret{};  // of them all; where it is left out, the store's
};

class Server {
public:
    // All outlive the server; evaluator and players are asked from several threads.
    Server(Settings settings, store::Store& store, Evaluator& evaluator, PlayerMaker& players, ReviewMaker reviews = {},
           PuzzleMaker puzzles = {}, LabMaker lab = {});
    ~Server(); // stop()
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    // Throws ServerError where the address cannot be had. Returns at once.
    void start();
    [[nodiscard]] unsigned short port() const;
    // Says goodbye, finishes writing, ends. Blocks until done; a second call does nothing.
    void stop();

private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

} // namespace touchline::server
