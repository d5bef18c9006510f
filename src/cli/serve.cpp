// touchline serve: the table in the browser.
#include "analysis/advisor.hpp"
#include "bots/players.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/help.hpp"
#include "cli/log.hpp"
#include "cli/output.hpp"
#include "makers/makers.hpp"
#include "server/server.hpp"
#include "store/folder_lock.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <thread>

namespace touchline::cli {

namespace {

constexpr double kBotSeconds = 0.5; // a bot waits so long for its book before it plays as the coach
constexpr unsigned kLongestGrace = 24 * 3600;
constexpr double kReviewSeconds = 0.3;   // for each position
constexpr double kPuzzleSeconds = 0.5;   // for what it needs to be known
constexpr double kSecondsForAll = 25;    // in which all connections of an address may say hello
constexpr double kUsualBytes = 48 << 10; // of a table that is opened with a sheet or record of its own

constexpr std::size_t kTriedKept = 1; // analyses of the workbench: a solved one may hold hundreds of megabytes

struct ServeOptions {
    server::Settings settings;
    std::string data;
    std::string store;
    std::string secret_file;
    std::string language;
    std::string log = "info";
    unsigned claim_after = static_cast<unsigned>(server::Limits{}.claim_after / std::chrono::seconds(1));
};

// Where games are kept when nobody says where.
std::string own_folder() {
    if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data != '\0')
        return fmt::format("{}/touchline", data);
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
        return fmt::format("{}/.local/share/touchline", home);
    return "touchline-data";
}

// The store with the lock of its folder, which is let go of last.
struct ServedStore {
    std::unique_ptr<store::FolderLock> lock{};
    std::unique_ptr<store::Store> store{};
};

ServedStore served_folder(const std::string& folder) {
    store::make_private_folder(folder);
    auto lock = std::make_unique<store::FolderLock>(folder);
    return {std::move(lock), store::open_sqlite(fmt::format("{}/{}", folder, store::kTablesFile))};
}

// A line that all servers share: short ones can be guessed.
std::string secret_in(const std::string& file) {
    constexpr std::size_t kShortest = 16;
    std::string secret = read_file(file);
    while (!secret.empty() && (secret.back() == '\n' || secret.back() == '\r')) secret.pop_back();
    if (secret.size() < kShortest)
        throw server::ServerError(Message{"serve.short-secret", {{"file", file}, {"least", kShortest}}});
    return secret;
}

// A database that other servers may share.
ServedStore served_database(ServeOptions& options) {
    if (!store::names_postgres(options.store))
        throw store::StoreError(
            Message{"store.no-database", {{"name", options.store}, {"example", store::kDatabaseExample}}});
    const std::string& host = options.settings.host;
    if (options.settings.address.empty() && (host == "0.0.0.0" || host == "::"))
        throw server::ServerError(Message{
            "serve.no-address", {{"host", host}, {"example", fmt::format("10.0.0.1:{}", options.settings.port)}}});
    if (!options.secret_file.empty()) options.settings.secret = secret_in(options.secret_file);
    std::unique_ptr<store::SharedStore> shared = store::open_postgres(options.store);
    options.settings.shared = shared.get();
    return {.store = std::move(shared)};
}

// Every player needs a file descriptor: as many as the system gives without asking.
void raise_open_files() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
}

void log_to_standard_error(const std::string& level) {
    auto logger = spdlog::stderr_logger_mt("touchline");
    logger->set_formatter(log_formatter());
    logger->set_level(spdlog::level::from_str(level));
    logger->flush_on(spdlog::level::warn);
    spdlog::set_default_logger(std::move(logger));
}

std::string address_of(const std::string& host, unsigned short port) {
    const bool everywhere = host == "0.0.0.0" || host == "::";
    const std::string shown = everywhere                            ? "localhost"
                              : host.find(':') != std::string::npos ? fmt::format("[{}]", host)
                                                                    : host;
    return fmt::format("http://{}:{}/", shown, port);
}

int serve(ServeOptions options) {
    // A higher rate a second also allows as much at once.
    server::Limits& limits = options.settings.limits;
    limits.requests_at_once = std::max(limits.requests_at_once, limits.requests_per_second);
    limits.claim_after = std::chrono::seconds(options.claim_after);
    limits.messages_at_once = std::max(limits.messages_at_once, limits.messages_per_second);
    // Behind a proxy all visitors are one address: where it may have more connections or tables, it may also do what
    // these need.
    const auto connections = static_cast<double>(limits.connections_per_address);
    limits.streams_per_address = std::max(limits.streams_per_address, 2 * limits.connections_per_address);
    limits.hellos_at_once = std::max(limits.hellos_at_once, connections);
    limits.hellos_per_second = std::max(limits.hellos_per_second, connections / kSecondsForAll);
    limits.bytes_at_once = std::max(limits.bytes_at_once, limits.tables_at_once * kUsualBytes);
    limits.bytes_per_minute = std::max(limits.bytes_per_minute, limits.tables_per_minute * kUsualBytes);
    limits.listed_seats_at_once = std::max(limits.listed_seats_at_once, limits.listed_seats_per_minute);
    const Words& words = Words::of(language_from(options.language));
    log_to_standard_error(options.log);
    raise_open_files();
    const ServedStore served = options.store.empty() ? served_folder(options.data.empty() ? own_folder() : options.data)
                                                     : served_database(options);
    // This thread waits for the signals that end the server; the server's threads inherit a mask that blocks them.
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    analysis::Library library;
    library.on_failure([](std::string_view game, std::string_view with, std::string_view reason) {
        spdlog::error("event=solver_failed game={} options={:?} reason={:?}", game, with, reason);
    });
    analysis::Advisor evaluator(library, {}, 1);
    bots::Players players(library, {.seconds = kBotSeconds, .threads = 1});
    options.settings.threads = std::max(2u, std::thread::hardware_concurrency());
    // Apart from the tables': whoever tries sheets must not push those out that are played with.
    analysis::Library tried(kTriedKept, kTriedKept);
    server::Server server(options.settings, *served.store, evaluator, players,
                          makers::review_maker(evaluator, kReviewSeconds),
                          makers::puzzle_maker(library, kPuzzleSeconds),
                          makers::lab_maker(tried, {.threads = std::thread::hardware_concurrency()}));
    server.start();
    print("{}\n", words.text("serve.ready", {{"address", address_of(options.settings.host, server.port())}}));
    (void)std::fflush(stdout);
    int signal = 0;
    sigwait(&signals, &signal);
    print("{}\n", words.text("serve.stopping"));
    (void)std::fflush(stdout);
    server.stop();
    return kDone;
}

} // namespace

void add_serve(CLI::App& app, Job& job) {
    auto options = std::make_shared<ServeOptions>();
    CLI::App* command = app.add_subcommand("serve", "Serve the table in the browser");
    command->add_option("--host", options->settings.host, "Address to listen on; 0.0.0.0 for all")
        ->type_name("ADDRESS")
        ->capture_default_str();
    command->add_option("--port", options->settings.port, "Port; 0 for any that is free")->capture_default_str();
    command->add_option("--data", options->data, "Folder for the tables (default: your data folder)")
        ->type_name("FOLDER");
    command
        ->add_option("--store", options->store,
                     "PostgreSQL database for the tables instead of a folder; several servers may share it")
        ->type_name("URL");
    command
        ->add_option("--address", options->settings.address,
                     "With --store: HOST:PORT by which the other servers reach this one (default: where it listens)")
        ->type_name("ADDRESS");
    command
        ->add_option("--secret-file", options->secret_file,
                     "With --store: file with the secret by which the servers know each other (default: one in the "
                     "database)")
        ->type_name("FILE");
    command->add_option("--lang", options->language, "en or fr")->type_name("LANGUAGE");
    command
        ->add_option("--name", options->settings.names,
                     "Name under which the server is reached, e.g. behind a proxy; may be repeated")
        ->type_name("NAME");
    command->add_option("--log", options->log, "What is logged: debug, info, warn, error, off")
        ->type_name("LEVEL")
        ->capture_default_str();
    command
        ->add_option("--tables-per-minute", options->settings.limits.tables_per_minute,
                     "Tables that one address may open a minute")
        ->capture_default_str();
    command
        ->add_option("--tables-at-once", options->settings.limits.tables_at_once,
                     "Tables that one address may open at once")
        ->capture_default_str();
    command
        ->add_option("--listed-seats-per-minute", options->settings.limits.listed_seats_per_minute,
                     "Seats of the lobby that one address may take a minute")
        ->check(CLI::Range(1.0, 1e6))
        ->capture_default_str();
    command
        ->add_option("--messages-per-second", options->settings.limits.messages_per_second,
                     "Messages that one socket may send a second")
        ->capture_default_str();
    command
        ->add_option("--requests-per-second", options->settings.limits.requests_per_second,
                     "HTTP requests that one address may send a second")
        ->capture_default_str();
    command
        ->add_option("--connections-per-address", options->settings.limits.connections_per_address,
                     "Sockets that one address may have")
        ->capture_default_str();
    command
        ->add_option("--claim-after", options->claim_after,
                     "Seconds after which the seat of someone who left may be claimed")
        ->check(CLI::Range(0u, kLongestGrace))
        ->capture_default_str();
    examples(*command, {"touchline serve", "touchline serve --host 0.0.0.0 --port 8080",
                        "touchline serve --data /srv/touchline --name games.example.org"});
    command->callback([&job, options] { job = [options] { return serve(*options); }; });
}

} // namespace touchline::cli
