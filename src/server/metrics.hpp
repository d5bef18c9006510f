// Figures for Prometheus. Cheap to count, safe from any thread.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

namespace touchline::server {

class Metrics {
public:
    using Duration = std::chrono::steady_clock::duration;

    Metrics();
    ~Metrics();
    Metrics(const Metrics&) = delete;
    Metrics& operator=(const Metrics&) = delete;

    void answered(int status);                         // an HTTP request
    void asked(std::string_view command);              // a WebSocket request
    void refused(std::string_view code);               // any refusal
    void connections(int change);                      // sockets at tables
    void rooms(int change);                            // tables in memory
    void opened(std::string_view game);                // a table
    void ended(std::string_view game);                 // a game
    void updated(Duration since_asked);                // from a request to the update that it caused, on its way out
    void wrote(std::size_t changes, Duration took);    // a transaction
    void worked(std::string_view what, Duration took); // a computer's choice, odds, a review

    // The text format of Prometheus.
    [[nodiscard]] std::string text() const;

private:
    struct Figures;
    std::unique_ptr<Figures> figures_;
};

} // namespace touchline::server
