// One thread, one queue: rooms, writing and long work take turns whenever the owner lets the server run.
#include "server/local_server.hpp"

#include "server/guests.hpp"
#include "server/json_text.hpp"
#include "server/metrics.hpp"
#include "server/puzzle_desk.hpp"
#include "server/review_desk.hpp"
#include "server/store_writer.hpp"
#include "server/workbench.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <deque>
#include <map>

namespace touchline::server {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view kAddress = "local";
constexpr milliseconds kSweepRound{5000};
constexpr milliseconds kIdle{1000}; // nothing to do: look again then

// Nobody has to be kept from anything at one's own table.
Limits unlimited() {
    constexpr double kPlenty = 1e9;
    Limits limits;
    limits.messages_per_second = limits.messages_at_once = kPlenty;
    limits.requests_per_second = limits.requests_at_once = kPlenty;
    limits.tables_per_minute = limits.tables_at_once = kPlenty;
    limits.bytes_per_minute = limits.bytes_at_once = kPlenty;
    limits.hellos_per_second = limits.hellos_at_once = kPlenty;
    limits.chain_links = 0; // one browser would hold all chains
    return limits;
}

constexpr WorkPool::Bounds without_threads(WorkPool::Bounds bounds) {
    bounds.threads = 0;
    return bounds;
}

} // namespace

namespace local {

// Everything runs in the order in which it was posted, whatever strand it is for.
class LocalExecutor final : public Executor {
public:
    [[nodiscard]] std::unique_ptr<Strand> strand() override { return std::make_unique<LocalStrand>(*this); }

    bool run_posted() {
        const bool any = !posted_.empty();
        while (!posted_.empty()) {
            const std::function<void()> work = std::move(posted_.front());
            posted_.pop_front();
            work();
        }
        return any;
    }
    void ring_due(Clock::time_point now) {
        while (!timers_.empty() && timers_.begin()->first <= now) {
            const auto ring = std::move(timers_.begin()->second.ring);
            timers_.erase(timers_.begin());
            ring();
        }
    }
    [[nodiscard]] std::optional<Clock::time_point> next_ring() const {
        return timers_.empty() ? std::nullopt : std::optional(timers_.begin()->first);
    }

private:
    struct Set {
        const void* timer;
        std::function<void()> ring;
    };

    class LocalTimer final : public Timer {
    public:
        explicit LocalTimer(LocalExecutor& executor) : executor_(executor) {}
        ~LocalTimer() override { silence(); }
        void ring_after(milliseconds wait, std::function<void()> ring) override {
            silence();
            executor_.timers_.emplace(Clock::now() + wait, Set{this, std::move(ring)});
        }
        void cancel() override { silence(); }

    private:
        void silence() {
            std::erase_if(executor_.timers_, [this](const auto& each) { return each.second.timer == this; });
        }
        LocalExecutor& executor_;
    };

    class LocalStrand final : public Strand {
    public:
        explicit LocalStrand(LocalExecutor& executor) : executor_(executor) {}
        void post(std::function<void()> work) override { executor_.posted_.push_back(std::move(work)); }
        [[nodiscard]] std::unique_ptr<Timer> timer() override { return std::make_unique<LocalTimer>(executor_); }

    private:
        LocalExecutor& executor_;
    };

    std::deque<std::function<void()>> posted_;
    std::multimap<Clock::time_point, Set> timers_;
};

class LocalConnection final : public Connection {
public:
    explicit LocalConnection(LocalServer::Receive receive) : receive_(std::move(receive)) {}
    void send(Text text) override {
        if (receive_) receive_(*text);
    }
    void finish(Text bye) override {
        send(std::move(bye));
        if (receive_) std::exchange(receive_, nullptr)({});
    }
    [[nodiscard]] const std::string& address() const override { return address_; }
    void close() { receive_ = nullptr; }

private:
    LocalServer::Receive receive_;
    std::string address_{kAddress};
};

struct Socket {
    std::string table;
    std::shared_ptr<LocalConnection> connection;
    std::shared_ptr<Room> room{};
    Language language{};
};

} // namespace local

// Members are destroyed in reverse order: rooms before what they use.
struct LocalServer::Inside {
    Inside(store::Store& store, Evaluator& evaluator, PlayerMaker& players, ReviewMaker maker, PuzzleMaker puzzle_maker,
           LabMaker lab)
        : writer(store, metrics, StoreWriter::Threads::none), services{executor,  limits,    writer,    metrics,
                                                                       bot_work,  odds_work, desk_work, guests,
                                                                       evaluator, players,   registry,  served,
                                                                       lease,     nullptr,   kLocalIds},
          registry(services, store), reviews(std::move(maker), limits, without_threads(kReviewWork)),
          puzzles(std::move(puzzle_maker), without_threads(kPuzzleWork)),
          workbench(std::move(lab), limits, without_threads(kFiguresWork)),
          api(services, registry, reviews, puzzles, workbench) {}
    ~Inside() {
        bot_work.stop();
        odds_work.stop();
        desk_work.stop();
        reviews.stop();
        puzzles.stop();
        workbench.stop();
        // What waits is written, and nothing is left that holds a room when the services go.
        while (executor.run_posted() || writer.run_waiting()) {
        }
        sockets.clear();
        registry.close();
    }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

    void beat() {
        served.beat();
        beating->ring_after(kHeartbeat, [this] { beat(); });
    }
    void sweep() {
        registry.sweep();
        sweeping->ring_after(kSweepRound / TableRegistry::kSweepParts, [this] { sweep(); });
    }
    void take(local::Socket& socket, std::string_view text);
    void refuse(const local::Socket& socket, const std::string& request_id, const Refusal& refused) {
        Json reply{{"type", "reply"}, {"request_id", request_id.empty() ? Json() : Json(request_id)}};
        reply.update(refused_json(refused, socket.language));
        socket.connection->send(text_of(reply));
    }

    Limits limits = unlimited();
    Metrics metrics;
    ServedClock served;
    Lease lease;
    local::LocalExecutor executor;
    StoreWriter writer;
    const std::shared_ptr<Guests> guests = std::make_shared<Guests>(limits, metrics);
    WorkPool bot_work{without_threads(kBotWork)};
    WorkPool odds_work{without_threads(kOddsWork)};
    WorkPool desk_work{without_threads(kDeskWork)};
    Services services;
    TableRegistry registry;
    ReviewDesk reviews;
    PuzzleDesk puzzles;
    Workbench workbench;
    Api api;
    const std::unique_ptr<Strand> strand = executor.strand();
    const std::unique_ptr<Timer> beating = strand->timer();
    const std::unique_ptr<Timer> sweeping = strand->timer();
    std::map<int, local::Socket> sockets;
    int last_socket = 0;
};

LocalServer::LocalServer(store::Store& store, Evaluator& evaluator, PlayerMaker& players, ReviewMaker reviews,
                         PuzzleMaker puzzles, LabMaker lab)
    : inside_(
          std::make_unique<Inside>(store, evaluator, players, std::move(reviews), std::move(puzzles), std::move(lab))) {
    inside_->registry.resume();
    inside_->beat();
    inside_->sweep();
}

LocalServer::~LocalServer() = default;

void LocalServer::request(Asked asked, Respond respond) {
    ApiRequest request{.post = asked.post,
                       .path = std::move(asked.path),
                       .query = std::move(asked.query),
                       .body = std::move(asked.body),
                       .address = std::string(kAddress),
                       .accepted = std::move(asked.language)};
    const std::string query = request.query;
    const std::string accepted = request.accepted;
    inside_->api.answer(std::move(request), [respond = std::move(respond), query, accepted](Answer answer) {
        const Answer said = in_words(std::move(answer), query, accepted);
        respond(said.status, said.type, said.content ? said.content->plain : std::string_view());
    });
}

int LocalServer::connect(std::string table, Receive receive) {
    const int socket = ++inside_->last_socket;
    auto connection = std::make_shared<local::LocalConnection>(std::move(receive));
    inside_->sockets.emplace(socket, local::Socket{std::move(table), std::move(connection)});
    return socket;
}

void LocalServer::say(int socket, std::string_view text) {
    if (const auto at = inside_->sockets.find(socket); at != inside_->sockets.end()) inside_->take(at->second, text);
}

void LocalServer::Inside::take(local::Socket& socket, std::string_view text) {
    Expected<Request, BadRequest> request = read_request(text);
    if (!request) return refuse(socket, request.error().id, request.error().refusal);
    if (request->command == Command::hello) {
        socket.language = request->language;
        if (!socket.room) socket.room = registry.find(socket.table).room;
        if (!socket.room) {
            refuse(socket, request->id, Refusal{RefusalCode::unknown_table, Message{"server.no-table"}});
            return socket.connection->finish(bye_text("expired", std::nullopt));
        }
    }
    if (!socket.room) return refuse(socket, request->id, Refusal{RefusalCode::no_hello, Message{"server.no-hello"}});
    socket.room->post(socket.connection, std::move(*request), text);
}

void LocalServer::disconnect(int socket) {
    const auto at = inside_->sockets.find(socket);
    if (at == inside_->sockets.end()) return;
    at->second.connection->close();
    if (at->second.room) at->second.room->leave(at->second.connection);
    inside_->sockets.erase(at);
}

milliseconds LocalServer::run(LongWork work) {
    Inside& in = *inside_;
    in.executor.ring_due(Clock::now());
    while (in.executor.run_posted() || in.writer.run_waiting()) {
    }
    if (in.desk_work.run_one() ||
        (work == LongWork::runs && (in.bot_work.run_one() || in.odds_work.run_one() || in.reviews.run_one() ||
                                    in.puzzles.run_one() || in.workbench.run_one()))) {
        while (in.executor.run_posted() || in.writer.run_waiting()) {
        }
        return milliseconds(0);
    }
    const auto next = in.executor.next_ring();
    if (!next) return kIdle;
    return std::clamp(std::chrono::ceil<milliseconds>(*next - Clock::now()), milliseconds(0), kIdle);
}

} // namespace touchline::server
