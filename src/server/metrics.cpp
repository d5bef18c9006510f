#include "server/metrics.hpp"

#include <prometheus/counter.h>
#include <prometheus/family.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

namespace touchline::server {

namespace {

const prometheus::Histogram::BucketBoundaries kSeconds{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1,
                                                       0.25,  0.5,    1,     2.5,  5,     10};

double seconds_of(Metrics::Duration duration) { return std::chrono::duration<double>(duration).count(); }

} // namespace

struct Metrics::Figures {
    prometheus::Registry registry;
    prometheus::Family<prometheus::Counter>& http = prometheus::BuildCounter()
                                                        .Name("touchline_http_requests_total")
                                                        .Help("HTTP requests by status")
                                                        .Register(registry);
    prometheus::Family<prometheus::Counter>& asked = prometheus::BuildCounter()
                                                         .Name("touchline_requests_total")
                                                         .Help("WebSocket requests by command")
                                                         .Register(registry);
    prometheus::Family<prometheus::Counter>& refused =
        prometheus::BuildCounter().Name("touchline_refusals_total").Help("Refusals by code").Register(registry);
    prometheus::Family<prometheus::Counter>& opened = prometheus::BuildCounter()
                                                          .Name("touchline_tables_opened_total")
                                                          .Help("Tables opened by game")
                                                          .Register(registry);
    prometheus::Family<prometheus::Counter>& ended = prometheus::BuildCounter()
                                                         .Name("touchline_games_ended_total")
                                                         .Help("Games that came to an end by game")
                                                         .Register(registry);
    prometheus::Gauge& connections =
        prometheus::BuildGauge().Name("touchline_connections").Help("Sockets at tables").Register(registry).Add({});
    prometheus::Gauge& rooms =
        prometheus::BuildGauge().Name("touchline_rooms").Help("Tables in memory").Register(registry).Add({});
    prometheus::Counter& changes = prometheus::BuildCounter()
                                       .Name("touchline_changes_written_total")
                                       .Help("Changes written to the store")
                                       .Register(registry)
                                       .Add({});
    prometheus::Histogram& update_seconds = prometheus::BuildHistogram()
                                                .Name("touchline_update_seconds")
                                                .Help("From a request to the update that it caused")
                                                .Register(registry)
                                                .Add({}, kSeconds);
    prometheus::Histogram& write_seconds = prometheus::BuildHistogram()
                                               .Name("touchline_write_seconds")
                                               .Help("Transactions of the store")
                                               .Register(registry)
                                               .Add({}, kSeconds);
    prometheus::Family<prometheus::Histogram>& work_seconds = prometheus::BuildHistogram()
                                                                  .Name("touchline_work_seconds")
                                                                  .Help("Work off the network by kind")
                                                                  .Register(registry);
};

Metrics::Metrics() : figures_(std::make_unique<Figures>()) {}
Metrics::~Metrics() = default;

void Metrics::answered(int status) { figures_->http.Add({{"status", std::to_string(status)}}).Increment(); }
void Metrics::asked(std::string_view command) { figures_->asked.Add({{"command", std::string(command)}}).Increment(); }
void Metrics::refused(std::string_view code) { figures_->refused.Add({{"code", std::string(code)}}).Increment(); }
void Metrics::connections(int change) { figures_->connections.Increment(change); }
void Metrics::rooms(int change) { figures_->rooms.Increment(change); }
void Metrics::opened(std::string_view game) { figures_->opened.Add({{"game", std::string(game)}}).Increment(); }
void Metrics::ended(std::string_view game) { figures_->ended.Add({{"game", std::string(game)}}).Increment(); }
void Metrics::updated(Duration since_asked) { figures_->update_seconds.Observe(seconds_of(since_asked)); }

void Metrics::wrote(std::size_t changes, Duration took) {
    figures_->changes.Increment(static_cast<double>(changes));
    figures_->write_seconds.Observe(seconds_of(took));
}

void Metrics::worked(std::string_view what, Duration took) {
    figures_->work_seconds.Add({{"work", std::string(what)}}, kSeconds).Observe(seconds_of(took));
}

std::string Metrics::text() const { return prometheus::TextSerializer().Serialize(figures_->registry.Collect()); }

} // namespace touchline::server
