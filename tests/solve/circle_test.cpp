// What passes through stations that lead back to each other, against going round until nothing is left.
#include "solve/circle.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace touchline::solve {
namespace {

constexpr std::size_t kWide = Circle::kLanes;

struct Step {
    u32 from = 0;
    u32 to = 0;
    std::array<PlayLaw::End, kWide> ends{}; // by lane
};

// Every place leads to three others, back as often as on, and to the outside three times in ten.
std::vector<Step> any_steps(u32 places, Random& random) {
    const auto part = [&] { return static_cast<double>(random.next() >> 11) * 0x1p-53; };
    std::vector<Step> steps;
    for (u32 from = 0; from < places; ++from)
        for (int i = 0; i < 3; ++i) {
            Step step{from, static_cast<u32>(random.next() % places), {}};
            for (PlayLaw::End& end : step.ends) {
                end.chance = 0.7 / 3 * part();
                for (std::size_t c = 0; c < kCounted; ++c) {
                    end.first[c] = end.chance * part() * 3;
                    end.second[c] = end.first[c] * 2;
                }
            }
            steps.push_back(step);
        }
    return steps;
}

std::size_t at(std::size_t place, std::size_t column, std::size_t lane) {
    return (place * kFlowColumns + column) * kWide + lane;
}

std::vector<double> gone_round(const std::vector<Step>& steps, std::vector<double> flow) {
    std::vector<double> passed(flow.size());
    for (int round = 0; round < 400; ++round) {
        std::vector<double> next(flow.size());
        for (std::size_t i = 0; i < flow.size(); ++i) passed[i] += flow[i];
        for (const Step& step : steps)
            for (std::size_t k = 0; k < kWide; ++k)
                flow_on({&flow[at(step.from, 0, k)], kWide}, {&next[at(step.to, 0, k)], kWide}, 1, step.ends[k]);
        flow = std::move(next);
    }
    return passed;
}

void expect_the_same(u32 places) {
    Random random(places);
    const std::vector<Step> steps = any_steps(places, random);
    Circle circle;
    circle.begin(places);
    for (const Step& step : steps)
        for (std::size_t k = 0; k < kWide; ++k) circle.link(step.from, step.to, k, &step.ends[k]);
    std::vector<double> flow(places * kFlowColumns * kWide);
    for (double& each : flow) each = static_cast<double>(random.next() % 100) / 100;
    const std::vector<double> plain = gone_round(steps, flow);
    circle.solve(flow);
    for (std::size_t i = 0; i < flow.size(); ++i) ASSERT_NEAR(flow[i], plain[i], 1e-9 * (1 + plain[i])) << places;
}

TEST(Circle, IsPassedAsIfOneWentRound) {
    for (u32 places : {1U, 2U, 7U, 60U}) expect_the_same(places);
}

// More of its places are led back to than are eliminated.
TEST(Circle, OfManyPlacesIsPassedAlike) { expect_the_same(1500); }

TEST(Circle, ThatNothingLeavesIsRefused) {
    Circle circle;
    circle.begin(2);
    const PlayLaw::End sure{1, {}, {}};
    for (std::size_t k = 0; k < kWide; ++k) {
        circle.link(0, 1, k, &sure);
        circle.link(1, 0, k, &sure);
    }
    std::vector<double> flow(2 * kFlowColumns * kWide, 1.0);
    EXPECT_THROW(circle.solve(flow), Failure);
}

} // namespace
} // namespace touchline::solve
