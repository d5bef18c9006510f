// The figures that Prometheus reads: names, labels and cumulative buckets to the letter of its text format.
#include "server/metrics.hpp"

#include "server/process_figures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <ctime>
#include <iterator>
#include <sstream>

namespace touchline::server {

namespace {

using namespace std::chrono_literals;

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream in(line);
    return {std::istream_iterator<std::string>(in), {}};
}
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

TEST(Metrics, AskQueuesForTheirLengthWhenTheyAreTold) {
    Metrics metrics;
    std::size_t length = 3;
    metrics.watch("store", [&] { return length; });
    EXPECT_THAT(metrics.text(), HasSubstr("\ntouchline_queue_length{queue=\"store\"} 3\n"));
    length = 0;
    EXPECT_THAT(metrics.text(), HasSubstr("\ntouchline_queue_length{queue=\"store\"} 0\n"));
}

TEST(Metrics, TellWhatBecameOfTheDice) {
    Metrics metrics;
    metrics.rolled();
    metrics.linked("given");
    metrics.linked("silent");
    metrics.unwritten(2);
    const std::string text = metrics.text();
    EXPECT_THAT(text, HasSubstr("\ntouchline_fair_rolls_total 1\n"));
    EXPECT_THAT(text, HasSubstr("\ntouchline_fair_links_total{outcome=\"given\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("\ntouchline_fair_links_total{outcome=\"silent\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("\ntouchline_changes_failed_total 2\n"));
}

// The names and units that https://prometheus.io/docs/practices/naming asks for.
TEST(Metrics, AreNamedAsPrometheusWantsThem) {
    Metrics metrics;
    metrics.watch("store", [] { return std::size_t{0}; });
    std::istringstream lines(metrics.text() + process_figures());
    int counted = 0;
    for (std::string line; std::getline(lines, line);) {
        const std::vector<std::string> words = words_of(line);
        if (words.size() < 4 || words[1] != "TYPE") continue;
        ++counted;
        const std::string& called = words[2];
        EXPECT_EQ(words[3] == "counter", called.ends_with("_total")) << line;
        if (words[3] == "histogram") {
            EXPECT_TRUE(called.ends_with("_seconds")) << line;
        }
        EXPECT_TRUE(called.starts_with("touchline_") || called.starts_with("process_")) << line;
        EXPECT_EQ(called.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string::npos) << line;
    }
    EXPECT_GT(counted, 20);
}

TEST(ProcessFigures, TellMemoryAndOpenFiles) {
    const auto figure = [](const std::string& name) {
        const std::string text = process_figures();
        const std::size_t at = text.find("\n" + name + " ");
        return at == std::string::npos ? -1.0 : std::stod(text.substr(at + name.size() + 2));
    };
    EXPECT_GT(figure("process_resident_memory_bytes"), 1e6);
    EXPECT_LT(figure("process_resident_memory_bytes"), figure("process_virtual_memory_bytes"));
    const double before = figure("process_open_fds");
    std::FILE* file = std::fopen("/dev/null", "r");
    EXPECT_EQ(figure("process_open_fds"), before + 1);
    std::fclose(file);
    const auto now = static_cast<double>(std::time(nullptr));
    EXPECT_NEAR(figure("process_start_time_seconds"), now, 3600);
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
