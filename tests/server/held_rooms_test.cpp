// Rooms without a network and without threads: what happens between a post and its turn happens when the test says.
#include "server/room.hpp"

#include "server/guests.hpp"
#include "server/metrics.hpp"
#include "server/opening.hpp"
#include "server/others.hpp"
#include "server/running_server.hpp"
#include "server/secrets.hpp"
#include "server/store_writer.hpp"
#include "server/table_registry.hpp"
#include "server/work_pool.hpp"

#include <deque>

namespace touchline::server {
namespace {

using test::Json;

class HeldExecutor final : public Executor {
public:
    [[nodiscard]] std::unique_ptr<Strand> strand() override { return std::make_unique<HeldStrand>(*this); }
    void run() {
        while (!posted_.empty()) {
            const std::function<void()> work = std::move(posted_.front());
            posted_.pop_front();
            work();
        }
    }
    bool at_once = false; // what is posted runs before post() returns, as another thread may have it

private:
    class NoTimer final : public Timer {
        void ring_after(std::chrono::milliseconds, std::function<void()>) override {}
        void cancel() override {}
    };
    class HeldStrand final : public Strand {
    public:
        explicit HeldStrand(HeldExecutor& executor) : executor_(executor) {}
        void post(std::function<void()> work) override {
            if (executor_.at_once)
                work();
            else
                executor_.posted_.push_back(std::move(work));
        }
        [[nodiscard]] std::unique_ptr<Timer> timer() override { return std::make_unique<NoTimer>(); }

    private:
        HeldExecutor& executor_;
    };

    std::deque<std::function<void()>> posted_;
};

class Deaf final : public Connection {
public:
    void send(Text) override {}
    void finish(Text) override {}
    [[nodiscard]] const std::string& address() const override { return address_; }

private:
    std::string address_ = "here";
};

// There are others, who are not asked anything.
class NoOthers final : public Others {
    [[nodiscard]] std::shared_ptr<TableHost> table_at(const std::string&, const std::string&) override { return {}; }
    void call(const std::string&, const Json&, const Api::Respond&) override {}
    void pass_on(const std::string&, const ApiRequest&, bool, const Api::Respond&) override {}
};

class HeldRooms : public testing::Test {
protected:
    HeldRooms() {
        if (sodium_init() < 0) throw std::runtime_error("no random numbers");
        spdlog::set_level(spdlog::level::off);
    }
    ~HeldRooms() override {
        run();
        registry_.close();
    }
    // Opened and written, and listed in the lobby.
    std::shared_ptr<Room> opened() {
        OpenedTable table = std::move(*opened_table(
            {{"game", "sports-dice-football"}, {"listed", true}, {"seats", {{"away", {{"who", "friend"}}}}}}, {}, {}));
        token_ = table.token;
        std::shared_ptr<Room> room = registry_.add(std::move(table.live));
        room->ask([](Room& own) { own.open(); });
        run();
        return room;
    }
    std::shared_ptr<Connection> guest_of(Room& room) {
        const std::shared_ptr<Connection> guest = std::make_shared<Deaf>();
        const std::string hello = Json{{"cmd", "hello"}, {"token", token_}, {"request_id", "h"}}.dump();
        room.post(guest, *read_request(hello), hello);
        run();
        return guest;
    }
    std::size_t shown() const { return Json::parse(registry_.lobby())["open"].size(); }
    void run() {
        do executor_.run();
        while (writer_.run_waiting());
    }

    test::Folder folder_;
    std::unique_ptr<store::Store> store_ = store::open_sqlite(folder_.file("tables.sqlite"));
    analysis::RolloutEvaluator evaluator_;
    bots::Players players_;
    HeldExecutor executor_;
    Metrics metrics_;
    ServedClock served_;
    Lease lease_;
    StoreWriter writer_{*store_, metrics_, StoreWriter::Threads::none};
    Limits limits_ = [] {
        Limits limits = test::generous();
        limits.room_lingers = limits.listing_lingers = milliseconds(0);
        return limits;
    }();
    std::shared_ptr<Guests> guests_ = std::make_shared<Guests>(limits_, metrics_);
    WorkPool work_{{.threads = 0, .waiting = 100, .waiting_an_asker = 100}};
    Services services_{executor_, limits_,    writer_,  metrics_,  work_,   work_, work_,
                       guests_,   evaluator_, players_, registry_, served_, lease_};
    TableRegistry registry_{services_, *store_};
    std::string token_;
};

TEST_F(HeldRooms, LeaveTheMemoryInTheRoundInWhichTheyAreIdle) {
    (void)opened();
    executor_.at_once = true;
    for (int part = 0; part < TableRegistry::kSweepParts; ++part) registry_.sweep();
    EXPECT_EQ(registry_.rooms(), 0u);
}

TEST_F(HeldRooms, AreListedNoMoreByWhoHasGivenThemUp) {
    NoOthers others;
    services_.others = &others;
    services_.limits.listing_lingers = std::chrono::hours(1);
    const std::shared_ptr<Room> room = opened();
    const std::shared_ptr<Connection> guest = guest_of(*room);
    EXPECT_EQ(shown(), 1u);
    room->give_up();
    run();
    EXPECT_EQ(shown(), 0u);
    room->leave(guest);
    run();
    EXPECT_EQ(shown(), 0u);
    services_.others = nullptr;
}

TEST_F(HeldRooms, ThatFailedSayNothingOfWhoHasComeBack) {
    const std::shared_ptr<Room> failed = opened();
    const std::shared_ptr<Connection> guest = guest_of(*failed);
    const std::string id = failed->live().setup().id;
    failed->give_up();
    run();
    EXPECT_EQ(shown(), 0u) << "nobody is there";
    const std::shared_ptr<Room> again = registry_.find(id).room;
    (void)guest_of(*again);
    EXPECT_EQ(shown(), 1u);
    failed->leave(guest);
    run();
    EXPECT_EQ(shown(), 1u);
}

TEST_F(HeldRooms, AnswerWhatIsChangedWhileTheyAreHandedOver) {
    const std::shared_ptr<Room> room = opened();
    const auto change = [](Room& own) { (void)own.mint(Role::home, {kAllMembers, kAllMembers}); };
    bool handed_over = false;
    std::optional<bool> written;
    room->ask(change);
    room->hand_over([&] { handed_over = true; });
    room->ask([&](Room& own) {
        change(own);
        own.when_written([&](bool done) { written = done; });
    });
    run();
    EXPECT_TRUE(handed_over);
    EXPECT_EQ(written, false) << "whoever runs the table now knows whether it is";
}

} // namespace
} // namespace touchline::server
