// The figures that Prometheus reads: names, labels and cumulative buckets to the letter of its text format.
#include "server/metrics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchline::server {

namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

TEST(Metrics, CountByTheirLabels) {
    Metrics metrics;
    metrics.answered(200);
    metrics.answered(404);
    metrics.answered(200);
    metrics.opened("pocket-rugby");
    metrics.connections(3);
    metrics.connections(-1);
    const std::string text = metrics.text();
    EXPECT_THAT(text, HasSubstr("# HELP touchline_http_requests_total HTTP requests by status\n"
                                "# TYPE touchline_http_requests_total counter\n"
                                "touchline_http_requests_total{status=\"200\"} 2\n"
                                "touchline_http_requests_total{status=\"404\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("\ntouchline_tables_opened_total{game=\"pocket-rugby\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("# TYPE touchline_connections gauge\ntouchline_connections 2\n"));
    EXPECT_THAT(text, HasSubstr("\ntouchline_rooms 0\n")) << "a figure without labels is there from the start";
}

TEST(Metrics, AHistogramSumsItsBucketsUp) {
    Metrics metrics;
    metrics.worked("odds", 1ms); // a bound belongs to its bucket
    metrics.worked("odds", 2s);
    metrics.worked("odds", 60s);
    const std::string text = metrics.text();
    EXPECT_THAT(text, HasSubstr("\ntouchline_work_seconds_bucket{work=\"odds\",le=\"0.001\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("\ntouchline_work_seconds_bucket{work=\"odds\",le=\"1\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("\ntouchline_work_seconds_bucket{work=\"odds\",le=\"2.5\"} 2\n"));
    EXPECT_THAT(text, HasSubstr("\ntouchline_work_seconds_bucket{work=\"odds\",le=\"10\"} 2\n"));
    EXPECT_THAT(text, HasSubstr("\ntouchline_work_seconds_bucket{work=\"odds\",le=\"+Inf\"} 3\n"
                                "touchline_work_seconds_sum{work=\"odds\"} 62.001\n"
                                "touchline_work_seconds_count{work=\"odds\"} 3\n"));
    EXPECT_THAT(text, HasSubstr("\ntouchline_update_seconds_bucket{le=\"+Inf\"} 0\n"));
}

} // namespace

} // namespace touchline::server
