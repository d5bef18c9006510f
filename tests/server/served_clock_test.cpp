// Time that was served, and time in which the server stood still.
#include "server/served_clock.hpp"

#include "server/limits.hpp"

#include <gtest/gtest.h>

namespace touchline::server {
namespace {

class ServedTime : public testing::Test {
protected:
    // The time goes by with a beat at its due moments.
    void serve(Millis millis) {
        for (const Millis until = steady_ + millis; steady_ < until;) {
            steady_ += std::min<Millis>(kHeartbeat.count(), until - steady_);
            clock_.beat();
        }
    }
    Millis steady_ = 1'000'000;
    ServedClock clock_{[this] { return steady_; }};
};

TEST_F(ServedTime, RunsLikeAnyClockWhileTheServerServes) {
    const Millis begun = clock_.now();
    serve(60'000);
    EXPECT_EQ(clock_.now() - begun, 60'000);
    steady_ += 100; // between two beats
    EXPECT_EQ(clock_.now() - begun, 60'100);
}

TEST_F(ServedTime, StandsStillWhileNothingBeats) {
    serve(1000);
    const Millis stopped = clock_.now();
    steady_ += 15'000;
    EXPECT_EQ(clock_.now() - stopped, kLatestHeartbeat.count()) << "asked before the late beat";
    clock_.beat();
    EXPECT_EQ(clock_.now() - stopped, kLatestHeartbeat.count()) << "and after it";
    serve(1000);
    EXPECT_EQ(clock_.now() - stopped, kLatestHeartbeat.count() + 1000);
}

TEST_F(ServedTime, ForgivesNothingToBeatsThatAreALittleLate) {
    const Millis begun = clock_.now();
    for (int i = 0; i < 10; ++i) {
        steady_ += kLatestHeartbeat.count();
        clock_.beat();
    }
    EXPECT_EQ(clock_.now() - begun, 10 * kLatestHeartbeat.count());
}

} // namespace
} // namespace touchline::server
