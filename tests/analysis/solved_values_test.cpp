// Solving in the background: one game at a time, stopped when nobody asks any more; a solver that fails there ends
// neither the program nor the answers.
#include "analysis/advisor.hpp"
#include "analysis/solved_values.hpp"
#include "pig/pig.hpp"
#include "play/kind.hpp"
#include "solve/cache_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <future>

namespace touchline {

namespace {

// A solver of Pig that does what a test tells it to.
struct TestSolver {
    static constexpr u32 kVersion = 1;
    static inline std::function<void(solve::Job&)> solving;
    static inline std::atomic<int> solved{0};

    explicit TestSolver(const pig::Rules&) {}
    static bool able(const pig::Rules&) { return true; }
    [[nodiscard]] bool station(const pig::State&) const { return true; }
    [[nodiscard]] bool covers(const pig::State&) const { return covers_; }
    [[nodiscard]] solve::Valuation at(const pig::State&) const { return {{0.75, 0}, 0}; }
    void solve_all(solve::Job&) {}
    void solve_for(const pig::State&, solve::Job& job) {
        ++solved;
        covers_ = true; // half done: a failure must not leave it behind
        solving(job);
    }
    [[nodiscard]] double bound() const { return 0; }
    void save(solve::BookWriter&) const {}
    Expected<Done, Message> load(const solve::Book&) { return Unexpected{Message{"book.none"}}; }

private:
    bool covers_ = false;
};

} // namespace

namespace analysis {
namespace {

using PigValues = SolvedValues<pig::Rules, TestSolver>;
constexpr double kAnyTime = 3600; // no test waits for it

const solve::BookKey kKey{"pig", "{}", "0000000000000000", 1};

void until_stopped(solve::Job& job) {
    while (true) {
        job.check();
        std::this_thread::yield();
    }
}

PigValues solved(std::shared_ptr<Background> background = std::make_shared<Background>()) {
    return PigValues(std::make_shared<const pig::Rules>(), kKey, std::move(background));
}

class KeptValues : public testing::Test {
protected:
    void SetUp() override {
        TestSolver::solved = 0;
        TestSolver::solving = [](solve::Job&) {};
    }

private:
    test::CacheFolder folder_; // for what a slow machine takes long to solve
};

TEST_F(KeptValues, ASolverThatFailsInTheBackgroundIsNotAskedAgain) {
    for (const bool known : {true, false}) {
        SetUp();
        TestSolver::solving = [known](solve::Job&) {
            if (known) throw std::runtime_error("the values do not settle");
            throw 7; // nothing that the standard library knows
        };
        const auto background = std::make_shared<Background>();
        std::string told;
        background->on_failure([&](std::string_view game, std::string_view, std::string_view reason) {
            told = std::string(game) + ": " + std::string(reason);
            throw std::runtime_error("whoever is told fails too");
        });
        PigValues own = solved(background);
        EXPECT_FALSE(own.odds({}, {.seconds = kAnyTime}));
        EXPECT_EQ(told, known ? "pig: the values do not settle" : "pig: its solver has failed");
        EXPECT_TRUE(own.failed());
        EXPECT_FALSE(own.knows({})) << "what it left half done is not answered";
        EXPECT_FALSE(own.odds({}, {.seconds = kAnyTime}));
        EXPECT_FALSE(own.advise({}, {.seconds = kAnyTime}));
        EXPECT_EQ(TestSolver::solved, 1);
    }
}

TEST_F(KeptValues, ASolverWithoutMemoryFailsLikeAnyOther) {
    TestSolver::solving = [](solve::Job& job) {
        job.parallel(4, 1, [](std::size_t, std::size_t) { throw std::bad_alloc(); });
    };
    PigValues own = solved();
    EXPECT_FALSE(own.odds({}, {.seconds = kAnyTime, .threads = 2}));
    EXPECT_TRUE(own.failed());
}

TEST_F(KeptValues, WhoeverWaitsAsLongAsItTakesIsToldOfTheFailureAndMayTryAgain) {
    TestSolver::solving = [](solve::Job&) { throw std::runtime_error("the values do not settle"); };
    PigValues own = solved();
    EXPECT_THROW((void)own.odds({}, {}), std::runtime_error);
    EXPECT_FALSE(own.odds({}, {.seconds = kAnyTime}));
    TestSolver::solving = [](solve::Job&) {};
    const auto odds = own.odds({}, {});
    ASSERT_TRUE(odds);
    EXPECT_EQ(odds->worth.value, 0.75);
}

TEST_F(KeptValues, OneSolverAtATimeWorksInTheBackground) {
    const auto background = std::make_shared<Background>();
    PigValues first = solved(background);
    PigValues second = solved(background);
    std::promise<void> let_go;
    const std::shared_future<void> free = let_go.get_future().share();
    TestSolver::solving = [free](solve::Job&) { free.wait(); };
    EXPECT_FALSE(first.odds({}, {.seconds = 0.0}));
    EXPECT_FALSE(second.odds({}, {.seconds = kAnyTime})) << "answered at once: the first is still at it";
    EXPECT_LE(TestSolver::solved, 1);
    let_go.set_value();
    EXPECT_TRUE(first.odds({}, {.seconds = kAnyTime}));
    background->wait(&first, kAnyTime, {}); // its answer is known a moment before its work has ended
    EXPECT_TRUE(second.odds({}, {.seconds = kAnyTime})) << "now it is its turn";
}

TEST_F(KeptValues, WorkThatNobodyAsksAboutAnyMoreIsStopped) {
    TestSolver::solving = until_stopped;
    PigValues own = solved(std::make_shared<Background>(std::chrono::nanoseconds(1)));
    (void)own.odds({}, {.seconds = kAnyTime}); // comes back because the work was stopped
    EXPECT_EQ(TestSolver::solved, 1);
    EXPECT_FALSE(own.failed());
}

TEST_F(KeptValues, WorkThatHasHadItsTurnMakesRoomForAnother) {
    const auto background = std::make_shared<Background>(kForgotten, std::chrono::nanoseconds(0));
    PigValues first = solved(background);
    PigValues second = solved(background);
    std::promise<void> stopped;
    TestSolver::solving = [&](solve::Job& job) {
        try {
            until_stopped(job);
        } catch (const solve::Stopped&) {
            stopped.set_value();
            throw;
        }
    };
    (void)first.odds({}, {.seconds = 0.0});
    EXPECT_FALSE(second.odds({}, {.seconds = kAnyTime}));
    stopped.get_future().wait();
}

// The test hangs where anybody waits.
TEST_F(KeptValues, NobodyWaitsForAnAskerThatHasGone) {
    for (const std::optional<double> seconds : {std::optional(kAnyTime), std::optional<double>()}) {
        SetUp();
        TestSolver::solving = until_stopped;
        PigValues own = solved();
        std::stop_source gone;
        const std::jthread leaving([&] {
            while (TestSolver::solved == 0) std::this_thread::yield();
            gone.request_stop();
        });
        EXPECT_FALSE(own.odds({}, {.seconds = seconds, .cancelled = gone.get_token()}));
        EXPECT_FALSE(own.odds({}, {.seconds = seconds, .cancelled = gone.get_token()})) << "nor begins anything";
        EXPECT_EQ(TestSolver::solved, 1);
    }
}

// What took long to solve is written down as a book: that of the box, not that of a sheet that anybody may send.
TEST_F(KeptValues, NoBooksAreWrittenOfOtherSheetsBehindAQuestion) {
    TestSolver::solving = [](solve::Job&) { std::this_thread::sleep_for(std::chrono::milliseconds(600)); };
    for (const SheetOf sheet : {SheetOf::box, SheetOf::somebody}) {
        const test::CacheFolder folder;
        PigValues own(std::make_shared<const pig::Rules>(), kKey, std::make_shared<Background>(), sheet);
        EXPECT_TRUE(own.odds({}, {.seconds = kAnyTime}));
        EXPECT_EQ(solve::books().size(), sheet == SheetOf::box ? 1u : 0u);
    }
}

// A solver of two layers that keeps what it has.
struct TwoLayers : TestSolver {
    static inline std::vector<int> solved_layers;
    static inline int stopped_at = 0; // 0: never

    using TestSolver::TestSolver;
    void solve_all(solve::Job& job) {
        while (layers < 2) {
            if (layers + 1 == stopped_at) job.stop();
            job.check();
            solved_layers.push_back(++layers);
        }
    }
    [[nodiscard]] bool begun() const { return layers > 0; }
    void save_unfinished(solve::BookWriter& writer) const {
        const double kept = layers;
        writer.column("layers", solve::Encoding::real64);
        writer.add(std::span(&kept, 1));
    }
    Expected<Done, Message> load_unfinished(const solve::Book& book) {
        layers = static_cast<int>(book.column("layers")[0]);
        return Done{};
    }
    int layers = 0;
};

TEST_F(KeptValues, ASolveThatWasStoppedGoesOnWhereItWas) {
    using Values = SolvedValues<pig::Rules, TwoLayers>;
    const auto solve = [](int stopped_at) {
        TwoLayers::stopped_at = stopped_at;
        solve::Job job(1);
        return Values(std::make_shared<const pig::Rules>(), kKey).solve_and_save(job);
    };
    EXPECT_THROW((void)solve(1), solve::Stopped) << "nothing was there to be kept";
    const auto stopped = solve(2);
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().key, "solve.stopped-kept");
    ASSERT_EQ(solve::books().size(), 1u);
    EXPECT_EQ(solve::books()[0].stage, solve::Stage::unfinished);
    EXPECT_TRUE(solve(0));
    EXPECT_EQ(TwoLayers::solved_layers, (std::vector{1, 2})) << "no layer was solved twice";
    ASSERT_EQ(solve::books().size(), 1u);
    EXPECT_EQ(solve::books()[0].stage, solve::Stage::whole);
}

TEST_F(KeptValues, ValuesThatAreDroppedEndTheirWork) {
    TestSolver::solving = until_stopped;
    PigValues own = solved();
    (void)own.odds({}, {.seconds = 0.0});
}

// The same rules as ever, but with a sheet of one's own.
std::unique_ptr<Table> with_sheet(int touchdown) {
    const Kind& kind = *kind_named("sports-dice-football");
    std::string toml(kind.default_sheet());
    const std::string_view old = "touchdown = 7";
    toml.replace(toml.find(old), old.size(), "touchdown = " + std::to_string(touchdown));
    return std::move(*kind.open(Json::object(), SheetText{"default", toml})); // named so by somebody
}

TEST(Libraries, SheetsOfOnesOwnDoNotPushTheUsualOnesOut) {
    Library library(1, 2);
    const auto usual = std::move(*open_table("sports-dice-football", Json::object()));
    const std::weak_ptr<void> kept = library.of(*usual);
    std::vector<std::weak_ptr<void>> others;
    for (int touchdown = 8; touchdown < 12; ++touchdown) others.push_back(library.of(*with_sheet(touchdown)));
    EXPECT_FALSE(kept.expired());
    EXPECT_TRUE(others[0].expired());
    EXPECT_TRUE(others[1].expired());
    EXPECT_FALSE(others[2].expired());
    EXPECT_FALSE(others[3].expired());
    (void)library.of(*std::move(*open_table("sports-dice-football", {{"target", 7}})));
    EXPECT_TRUE(kept.expired()) << "of the usual ones too only so many are kept";
}

} // namespace
} // namespace analysis
} // namespace touchline
