// A server in the test's own process, on a free port, with its tables in a folder of its own.
#pragma once

#include "analysis/advisor.hpp"
#include "bots/players.hpp"
#include "server/client.hpp"
#include "server/server.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>
#include <sodium.h>
#include <spdlog/spdlog.h>

#include <filesystem>

namespace touchline::test {

// Removed with everything in it at the end.
class Folder {
public:
    Folder()
        : path_(std::filesystem::temp_directory_path() /
                ("touchline-test-" + std::to_string(::getpid()) + "-" + std::to_string(++count()))) {
        std::filesystem::create_directories(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }
    [[nodiscard]] std::string path() const { return path_.string(); }

private:
    static int& count() {
        static int made = 0;
        return made;
    }
    std::filesystem::path path_;
};

inline server::Limits generous() {
    server::Limits limits;
    limits.messages_at_once = limits.messages_per_second = 1e9;
    limits.requests_at_once = limits.requests_per_second = 1e9;
    limits.tables_at_once = limits.tables_per_minute = 1e9;
    limits.bytes_at_once = limits.bytes_per_minute = 1e12;
    limits.hellos_at_once = limits.hellos_per_second = 1e9;
    return limits;
}

class RunningServer {
public:
    // `steady`: the time that players are charged for and tables grow old by, where the test tells it.
    explicit RunningServer(server::Limits limits = generous(), server::ReviewMaker reviews = {},
                           store::SteadyClock steady = {}, Evaluator* evaluator = nullptr, server::LabMaker lab = {})
        : limits_(limits), reviews_(std::move(reviews)), lab_(std::move(lab)), steady_(std::move(steady)),
          evaluator_(evaluator != nullptr ? evaluator : &rollouts_) {
        if (sodium_init() < 0) throw std::runtime_error("no random numbers");
        spdlog::set_level(spdlog::level::off);
        start();
    }
    // Ends it in order and starts another one on the same tables.
    void restart() {
        server_.reset();
        store_.reset();
        start();
    }
    void stop() { server_->stop(); }
    [[nodiscard]] unsigned short port() const { return port_; }
    [[nodiscard]] store::Store& store() { return *store_; }
    // Of the store, for a test that does to it what another program might.
    [[nodiscard]] std::string file() const { return folder_.file("tables.sqlite"); }
    // The server may be writing still what it has answered: waits for it.
    void sql(const std::string& text) const { SQLite::Database(file(), SQLite::OPEN_READWRITE, kPatience).exec(text); }
    static constexpr int kPatience = 60'000; // milliseconds

private:
    void start() {
        store_ = store::open_sqlite(folder_.file("tables.sqlite"), steady_);
        server_ =
            std::make_unique<server::Server>(server::Settings{.port = 0, .limits = limits_, .steady = steady_}, *store_,
                                             *evaluator_, players_, reviews_, server::PuzzleMaker{}, lab_);
        server_->start();
        port_ = server_->port();
    }

    server::Limits limits_;
    server::ReviewMaker reviews_;
    server::LabMaker lab_;
    store::SteadyClock steady_;
    Folder folder_;
    analysis::RolloutEvaluator rollouts_;
    Evaluator* evaluator_;
    bots::Players players_;
    std::unique_ptr<store::Store> store_;
    std::unique_ptr<server::Server> server_;
    unsigned short port_ = 0;
};

inline Json two_people(const std::string& game, Json options = Json::object()) {
    return {{"game", game},
            {"options", std::move(options)},
            {"seats", {{"home", {{"who", "me"}, {"name", "Ann"}}}, {"away", {{"who", "friend"}}}}}};
}

inline Json against_computer(const std::string& game, const std::string& bot = "random") {
    return {{"game", game},
            {"odds", false},
            {"seats", {{"home", {{"who", "me"}}}, {"away", {{"who", "computer"}, {"bot", bot}}}}}};
}

inline Json one_screen(const std::string& game, Json options = Json::object()) {
    return {{"game", game},
            {"odds", false},
            {"options", std::move(options)},
            {"seats", {{"home", {{"who", "me"}}}, {"away", {{"who", "me"}}}}}};
}

struct Opened {
    std::string id;
    std::string token;
    std::string friend_token;
    Json json;
};

// Opens a table; a friend joins where one is asked for.
inline Opened opened(unsigned short port, const Json& wishes) {
    const HttpAnswer answer = post(port, "/api/tables", wishes);
    if (answer.status != 201) throw std::runtime_error("not opened: " + answer.body);
    Opened table;
    table.json = answer.json();
    table.id = table.json["table"]["id"];
    table.token = table.json["token"];
    if (table.json["invite"].is_string())
        table.friend_token =
            post(port, "/api/tables/" + table.id + "/join", {{"invite", table.json["invite"]}, {"name", "Ben"}})
                .json()["token"];
    return table;
}

} // namespace touchline::test
