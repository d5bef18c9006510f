// Jobs on several threads: parallel loops, exceptions, stopping, progress.
#include "solve/job.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace touchline::solve {
namespace {

TEST(Job, EveryIndexIsVisitedOnceOnAnyNumberOfThreads) {
    for (const unsigned threads : {1U, 2U, 5U}) {
        Job job(threads);
        for (const std::size_t count : {0U, 1U, 7U, 1000U}) {
            std::vector<int> visits(count, 0);
            job.parallel(count, 3, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) ++visits[i];
            });
            EXPECT_EQ(std::accumulate(visits.begin(), visits.end(), 0), static_cast<int>(count));
            EXPECT_TRUE(std::ranges::all_of(visits, [](int n) { return n == 1; }));
        }
    }
}

TEST(Job, AnExceptionOfAnyThreadComesOut) {
    Job job(3);
    const auto fails = [](std::size_t begin, std::size_t) {
        if (begin == 50) throw std::runtime_error("no");
    };
    EXPECT_THROW(job.parallel(100, 1, fails), std::runtime_error);
    std::atomic<int> calls = 0;
    job.parallel(10, 1, [&](std::size_t, std::size_t) { ++calls; });
    EXPECT_EQ(calls, 10);
}

TEST(Job, KeepsWhereItAdvancesOnceThePauseIsOver) {
    Job job;
    int kept = 0;
    job.advance(1, 0);
    job.keep_every(std::chrono::hours(1), [&] { ++kept; });
    job.advance(1, 0);
    EXPECT_EQ(kept, 0);
    job.keep_every(std::chrono::seconds(0), [&] { ++kept; });
    job.advance(1, 0);
    EXPECT_EQ(kept, 1);
}

TEST(Job, StopEndsAParallelLoop) {
    for (const unsigned threads : {1U, 2U}) {
        Job job(threads);
        std::atomic<int> calls = 0;
        EXPECT_THROW(job.parallel(1000, 1,
                                  [&](std::size_t, std::size_t) {
                                      if (++calls == 5) job.stop();
                                  }),
                     Stopped);
        EXPECT_LT(calls, 1000);
    }
}

TEST(Job, StopsByItselfAtATimeThatCanBePutOff) {
    using Clock = std::chrono::steady_clock;
    Job job(2);
    job.stop_at(Clock::now());
    EXPECT_THROW(job.check(), Stopped);
    EXPECT_THROW(job.parallel(100, 1, [](std::size_t, std::size_t) {}), Stopped);
    job.stop_at(Clock::now() + std::chrono::hours(1));
    EXPECT_NO_THROW(job.check());
    job.stop();
    EXPECT_THROW(job.check(), Stopped);
}

TEST(Job, AnInterruptStopsItAndTheProgramLives) {
    Job job;
    {
        const StopOnInterrupt guard(job);
        std::raise(SIGINT);
    }
    EXPECT_TRUE(job.stopped());
    EXPECT_THROW(job.check(), Stopped);
}

TEST(Job, ReportsTheLastStation) {
    std::vector<Progress> told;
    Job job(1, [&](const Progress& progress) { told.push_back(progress); });
    job.begin(10);
    job.layer(Message{"layer.overtime"});
    job.advance(4, 1e-12);
    job.advance(6, 1e-11);
    ASSERT_FALSE(told.empty());
    EXPECT_EQ(told.back().done, 10U);
    EXPECT_EQ(told.back().layer.key, "layer.overtime");
    EXPECT_EQ(told.back().bound, 1e-11);
    EXPECT_EQ(told.back().seconds_left, 0);
}

} // namespace
} // namespace touchline::solve
