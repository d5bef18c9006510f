// A server without a network, for one person on one thread: what a browser runs in a worker. The same tables, messages
// and answers as server.hpp; whoever owns it passes texts in and out and lets it work.
#pragma once

#include "play/evaluator.hpp"
#include "server/lab_maker.hpp"
#include "server/puzzle_maker.hpp"
#include "server/review_maker.hpp"
#include "store/store.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace touchline::server {

// What the ids of its tables begin with, so that the page knows them from those of a server.
inline constexpr std::string_view kLocalIds = "local-";

class LocalServer {
public:
    // All outlive the server.
    LocalServer(store::Store& store, Evaluator& evaluator, PlayerMaker& players, ReviewMaker reviews,
                PuzzleMaker puzzles = {}, LabMaker lab = {});
    ~LocalServer();
    LocalServer(const LocalServer&) = delete;
    LocalServer& operator=(const LocalServer&) = delete;

    struct Asked {
        bool post = false;
        std::string path;
        std::string query; // after '?'
        std::string body;
        std::string language; // Accept-Language
    };
    // The status, the media type and the text. Called once, maybe later.
    using Respond = std::function<void(int status, std::string_view type, std::string_view text)>;
    void request(Asked asked, Respond respond);

    // A socket at a table: what the server says goes to `receive`; an empty text closes it.
    using Receive = std::function<void(std::string_view text)>;
    [[nodiscard]] int connect(std::string table, Receive receive);
    void say(int socket, std::string_view text);
    void disconnect(int socket);

    // Does what waits, at most one long piece of work, and says after how long there is more to do. Long work can be
    // left waiting: what the computer plays, what a position is worth, reviews, puzzles and figures.
    enum class LongWork { waits, runs };
    std::chrono::milliseconds run(LongWork work = LongWork::runs);

private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

} // namespace touchline::server
