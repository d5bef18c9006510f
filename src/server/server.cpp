// Puts the parts of the server together, runs its threads and timers, and shuts everything down in order.
#include "server/server.hpp"

#include "play/message_text.hpp"
#include "server/cluster.hpp"
#include "server/guests.hpp"
#include "server/metrics.hpp"
#include "server/network_executor.hpp"
#include "server/puzzle_desk.hpp"
#include "server/review_desk.hpp"
#include "server/sessions.hpp"
#include "server/store_writer.hpp"
#include "server/workbench.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <thread>

namespace touchline::server {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr milliseconds kSweepRound{5000};
constexpr milliseconds kGoodbyeStep{10};

} // namespace

// Members are destroyed in reverse order: rooms before what they use.
struct Server::Inside {
    Inside(Settings wanted, store::Store& store, Evaluator& evaluator, PlayerMaker& players, ReviewMaker maker,
           PuzzleMaker puzzle_maker, LabMaker lab)
        : settings(std::move(wanted)), served(settings.steady),
          writer(store, metrics), services{executor, settings.limits, writer,  metrics,  bot_work, odds_work, desk_work,
                                           guests,   evaluator,       players, registry, served,   lease},
          registry(services, store), reviews(std::move(maker), settings.limits), puzzles(std::move(puzzle_maker)),
          workbench(std::move(lab), settings.limits), api(services, registry, reviews, puzzles, workbench),
          gate(services, registry, api, page, known_names(settings)), strand(asio::make_strand(io)), acceptor(strand),
          sweeping(strand), beating(strand) {
        if (settings.shared == nullptr) return;
        cluster = std::make_unique<Cluster>(Cluster::Settings{settings.shared, settings.address, settings.secret}, io,
                                            lease, registry, *guests, metrics);
        services.others = cluster.get();
        writer.on_failure([this] { lease.store_away(true); });
    }

    // A server that listens beyond the loopback and was given no name accepts any.
    static std::vector<std::string> known_names(const Settings& own) {
        boost::system::error_code error;
        const asio::ip::address address = asio::ip::make_address(own.host, error);
        const bool loopback = error ? own.host == "localhost" : address.is_loopback();
        return own.names.empty() && !loopback ? std::vector<std::string>{"*"} : own.names;
    }

    void bind();
    // Where the others find this one if nobody says.
    [[nodiscard]] std::string own_address() const;
    // Sends everybody away: to the other servers, which have the tables by then, or until this one is back.
    void say_bye();
    void close_acceptor();
    asio::awaitable<void> sweep();
    asio::awaitable<void> beat();

    Settings settings;
    Metrics metrics;
    ServedClock served;
    Lease lease;
    StoreWriter writer;
    asio::io_context io{static_cast<int>(settings.threads)};
    // The threads run until stop(): tables are handed over when nobody is connected any more, too.
    asio::executor_work_guard<asio::io_context::executor_type> working = asio::make_work_guard(io);
    NetworkExecutor executor{io};
    const std::shared_ptr<Guests> guests = std::make_shared<Guests>(settings.limits, metrics);
    WorkPool bot_work{kBotWork};
    WorkPool odds_work{kOddsWork};
    WorkPool desk_work{kDeskWork};
    Services services;
    TableRegistry registry;
    ReviewDesk reviews;
    PuzzleDesk puzzles;
    Workbench workbench;
    Api api;
    Page page;
    Gate gate;
    std::unique_ptr<Cluster> cluster;                     // where other servers share the store
    asio::strand<asio::io_context::executor_type> strand; // of those below
    tcp::acceptor acceptor;
    asio::steady_timer sweeping;
    asio::steady_timer beating;
    std::vector<std::thread> threads;
    bool stopped = false;
};

void Server::Inside::bind() {
    boost::system::error_code error;
    tcp::resolver resolver(io);
    const auto found = resolver.resolve(settings.host, std::to_string(settings.port),
                                        tcp::resolver::passive | tcp::resolver::numeric_service, error);
    if (error || found.empty()) throw ServerError(Message{"serve.host", {{"host", settings.host}}});
    const tcp::endpoint endpoint = found.begin()->endpoint();
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error == asio::error::address_in_use)
        throw ServerError(Message{"serve.port-taken", {{"port", settings.port}, {"host", settings.host}}});
    if (error)
        throw ServerError(Message{"serve.port-unusable",
                                  {{"port", settings.port}, {"host", settings.host}, {"why", error.message()}}});
}

std::string Server::Inside::own_address() const {
    const std::string host =
        settings.host.find(':') != std::string::npos ? fmt::format("[{}]", settings.host) : settings.host;
    boost::system::error_code error;
    return fmt::format("{}:{}", host, acceptor.local_endpoint(error).port());
}

void Server::Inside::close_acceptor() {
    asio::post(strand, [this] {
        boost::system::error_code ignored;
        acceptor.close(ignored);
    });
}

void Server::Inside::say_bye() {
    if (!cluster) {
        bot_work.stop(); // nothing new is begun
        registry.say_bye("restart", 1);
        return gate.strangers.say_bye(bye_text("restart", 1));
    }
    if (!registry.hand_over(*settings.shared)) spdlog::warn("event=hand_over_late");
    close_acceptor();
    cluster->retire();
    registry.say_bye("restart", 0);
    cluster->say_bye(bye_text("restart", 0));
    gate.strangers.say_bye(bye_text("restart", 0));
}

asio::awaitable<void> Server::Inside::sweep() {
    while (true) {
        sweeping.expires_after(std::min<milliseconds>(kSweepRound, settings.limits.room_lingers) /
                               TableRegistry::kSweepParts);
        const auto [failed] = co_await sweeping.async_wait(asio::as_tuple(asio::use_awaitable));
        if (failed) co_return;
        try {
            registry.sweep();
            reviews.sweep();
            workbench.sweep();
        } catch (const store::StoreError& error) {
            spdlog::error("event=sweep_failed reason={:?}", sentence_of(error));
        }
    }
}

asio::awaitable<void> Server::Inside::beat() {
    while (true) {
        served.beat();
        beating.expires_after(kHeartbeat);
        const auto [failed] = co_await beating.async_wait(asio::as_tuple(asio::use_awaitable));
        if (failed) co_return;
    }
}

Server::Server(Settings settings, store::Store& store, Evaluator& evaluator, PlayerMaker& players, ReviewMaker reviews,
               PuzzleMaker puzzles, LabMaker lab)
    : inside_(std::make_unique<Inside>(std::move(settings), store, evaluator, players, std::move(reviews),
                                       std::move(puzzles), std::move(lab))) {}

Server::~Server() { stop(); }

void Server::start() {
    Inside& in = *inside_;
    in.bind();
    if (in.cluster) {
        in.cluster->start(in.own_address());
        in.gate.peer_secret = in.cluster->secret();
    } else {
        in.registry.resume(); // tables of several servers are shown by whoever runs them
    }
    in.metrics.watch("store", [&in] { return in.writer.waiting(); });
    in.metrics.watch("computers", [&in] { return in.bot_work.waiting(); });
    in.metrics.watch("odds", [&in] { return in.odds_work.waiting(); });
    in.metrics.watch("desk", [&in] { return in.desk_work.waiting(); });
    asio::co_spawn(in.strand, listen(in.io, in.acceptor, in.gate), asio::detached);
    asio::co_spawn(in.strand, in.sweep(), asio::detached);
    asio::co_spawn(in.strand, in.beat(), asio::detached);
    for (std::size_t i = 0; i < in.settings.threads; ++i)
        in.threads.emplace_back([&in] {
            while (true) {
                try {
                    in.io.run();
                    return;
                } catch (const std::exception& error) { // one handler's failure is not the server's
                    spdlog::error("event=handler_failed reason={:?}", sentence_of(error));
                }
            }
        });
    spdlog::info("event=started host={:?} port={}", in.settings.host, port());
}

unsigned short Server::port() const {
    boost::system::error_code error;
    return inside_->acceptor.local_endpoint(error).port();
}

void Server::stop() {
    Inside& in = *inside_;
    if (std::exchange(in.stopped, true)) return;
    in.gate.stopping = true;
    if (!in.threads.empty()) {
        // Other servers reach the tables that wait for their turn; nobody else is let in.
        if (!in.cluster) in.close_acceptor();
        in.say_bye();
        asio::post(in.strand, [&in] {
            in.sweeping.cancel();
            in.beating.cancel();
        });
        const auto until = std::chrono::steady_clock::now() + kGoodbye;
        while (in.guests->waiting() && std::chrono::steady_clock::now() < until)
            std::this_thread::sleep_for(kGoodbyeStep);
    }
    in.bot_work.stop();
    in.odds_work.stop();
    in.desk_work.stop();
    in.reviews.stop();
    in.puzzles.stop();
    in.workbench.stop();
    in.writer.finish();
    if (in.cluster) in.cluster->stop();
    in.io.stop();
    for (std::thread& thread : in.threads) thread.join();
    in.registry.close();
    spdlog::info("event=stopped");
}

} // namespace touchline::server
