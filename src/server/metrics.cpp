// The figures and the text in which Prometheus reads them: counters and gauges by one label, and histograms of seconds.
#include "server/metrics.hpp"

#include "core/version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <mutex>

namespace touchline::server {

namespace figures { // with linkage, because Metrics::Figures has it

constexpr std::array kSeconds{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0};

struct Histogram {
    std::array<std::uint64_t, kSeconds.size() + 1> counts{}; // the last: longer than any bound
    double sum = 0;

    void observe(Metrics::Duration took) {
        const double seconds = std::chrono::duration<double>(took).count();
        ++counts[static_cast<std::size_t>(std::ranges::lower_bound(kSeconds, seconds) - kSeconds.begin())];
        sum += seconds;
    }
};

// One figure for each value of its label; one without a label has the value "".
template <class Figure>
using ByLabel = std::map<std::string, Figure, std::less<>>;

} // namespace figures

namespace {

using figures::ByLabel, figures::Histogram, figures::kSeconds;

template <class Figure>
Figure& at(ByLabel<Figure>& figures, std::string_view label) {
    const auto there = figures.find(label);
    return there != figures.end() ? there->second : figures.try_emplace(std::string(label)).first->second;
}

// Labels are codes, commands and ids of our own, so that nothing has to be escaped.
std::string labels(std::string_view name, std::string_view value, std::string_view more = {}) {
    std::string inside = value.empty() ? std::string() : fmt::format("{}=\"{}\"", name, value);
    if (!inside.empty() && !more.empty()) inside += ',';
    inside += more;
    return inside.empty() ? inside : fmt::format("{{{}}}", inside);
}

void head(std::string& text, std::string_view name, std::string_view help, std::string_view type) {
    text += fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n", name, help, type);
}

void write(std::string& text, std::string_view name, std::string_view label, const ByLabel<std::int64_t>& figures) {
    for (const auto& [value, count] : figures) text += fmt::format("{}{} {}\n", name, labels(label, value), count);
}

void write(std::string& text, std::string_view name, std::string_view label, const ByLabel<Histogram>& figures) {
    for (const auto& [value, histogram] : figures) {
        std::uint64_t cumulative = 0;
        for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
            cumulative += histogram.counts[i];
            const std::string bound = i < kSeconds.size() ? fmt::format("{}", kSeconds[i]) : "+Inf";
            text += fmt::format("{}_bucket{} {}\n", name, labels(label, value, fmt::format("le=\"{}\"", bound)),
                                cumulative);
        }
        text +=
            fmt::format("{0}_sum{1} {2}\n{0}_count{1} {3}\n", name, labels(label, value), histogram.sum, cumulative);
    }
}

} // namespace

struct Metrics::Figures {
    std::mutex mutex;
    ByLabel<std::int64_t> http, asked, refused, opened, ended, links;
    ByLabel<std::int64_t> connections{{"", 0}}, rooms{{"", 0}}, changes{{"", 0}}, failed{{"", 0}}, rolls{{"", 0}},
        servers{{"", 1}};
    ByLabel<std::function<std::size_t()>> queues;
    ByLabel<Histogram> updates{{"", {}}}, writes{{"", {}}}, work;

    template <class Figure>
    void count(ByLabel<Figure>& figures, std::string_view label, auto how) {
        const std::lock_guard lock(mutex);
        how(at(figures, label));
    }
    void add(ByLabel<std::int64_t>& figures, std::string_view label, std::int64_t change = 1) {
        count(figures, label, [&](std::int64_t& figure) { figure += change; });
    }
    void observe(ByLabel<Histogram>& figures, std::string_view label, Duration took) {
        count(figures, label, [&](Histogram& histogram) { histogram.observe(took); });
    }
};

Metrics::Metrics() : figures_(std::make_unique<Figures>()) {}
Metrics::~Metrics() = default;

void Metrics::answered(int status) { figures_->add(figures_->http, std::to_string(status)); }
void Metrics::asked(std::string_view command) { figures_->add(figures_->asked, command); }
void Metrics::refused(std::string_view code) { figures_->add(figures_->refused, code); }
void Metrics::connections(int change) { figures_->add(figures_->connections, "", change); }
void Metrics::rooms(int change) { figures_->add(figures_->rooms, "", change); }
void Metrics::servers(std::size_t count) {
    figures_->count(figures_->servers, "", [&](std::int64_t& figure) { figure = static_cast<std::int64_t>(count); });
}
void Metrics::opened(std::string_view game) { figures_->add(figures_->opened, game); }
void Metrics::ended(std::string_view game) { figures_->add(figures_->ended, game); }
void Metrics::updated(Duration since_asked) { figures_->observe(figures_->updates, "", since_asked); }

void Metrics::wrote(std::size_t changes, Duration took) {
    figures_->add(figures_->changes, "", static_cast<std::int64_t>(changes));
    figures_->observe(figures_->writes, "", took);
}

void Metrics::unwritten(std::size_t changes) {
    figures_->add(figures_->failed, "", static_cast<std::int64_t>(changes));
}

void Metrics::rolled() { figures_->add(figures_->rolls, ""); }
void Metrics::linked(std::string_view outcome) { figures_->add(figures_->links, outcome); }

void Metrics::watch(std::string_view queue, std::function<std::size_t()> length) {
    figures_->count(figures_->queues, queue, [&](auto& own) { own = std::move(length); });
}

void Metrics::worked(std::string_view what, Duration took) { figures_->observe(figures_->work, what, took); }

std::string Metrics::text() const {
    std::string text;
    const auto family = [&](std::string_view name, std::string_view help, std::string_view type, std::string_view label,
                            const auto& figures) {
        head(text, name, help, type);
        write(text, name, label, figures);
    };
    const Figures& all = *figures_;
    ByLabel<std::function<std::size_t()>> queues;
    {
        const std::lock_guard lock(figures_->mutex);
        queues = all.queues;
    }
    ByLabel<std::int64_t> lengths; // asked for without the lock: a queue has its own
    for (const auto& [queue, length] : queues) lengths[queue] = static_cast<std::int64_t>(length());
    const std::lock_guard lock(figures_->mutex);
    family("touchline_build_info", "Which version runs", "gauge", "version",
           ByLabel<std::int64_t>{{std::string(kVersion), 1}});
    family("touchline_http_requests_total", "HTTP requests by status", "counter", "status", all.http);
    family("touchline_requests_total", "WebSocket requests by command", "counter", "command", all.asked);
    family("touchline_refusals_total", "Refusals by code", "counter", "code", all.refused);
    family("touchline_tables_opened_total", "Tables opened by game", "counter", "game", all.opened);
    family("touchline_games_ended_total", "Games that came to an end by game", "counter", "game", all.ended);
    family("touchline_connections", "Sockets at tables", "gauge", "", all.connections);
    family("touchline_rooms", "Tables in memory", "gauge", "", all.rooms);
    family("touchline_servers", "Servers that share the store, this one included", "gauge", "", all.servers);
    family("touchline_changes_written_total", "Changes written to the store", "counter", "", all.changes);
    family("touchline_changes_failed_total", "Changes that the store could not write", "counter", "", all.failed);
    family("touchline_queue_length", "Changes or jobs that wait, by queue", "gauge", "queue", lengths);
    family("touchline_fair_rolls_total", "Rolls of dice that prove themselves", "counter", "", all.rolls);
    family("touchline_fair_links_total", "Links of seats that have committed, by what became of them", "counter",
           "outcome", all.links);
    family("touchline_update_seconds", "From a request to the update that it caused", "histogram", "", all.updates);
    family("touchline_write_seconds", "Transactions of the store", "histogram", "", all.writes);
    family("touchline_work_seconds", "Work off the network by kind", "histogram", "work", all.work);
    return text;
}

} // namespace touchline::server
