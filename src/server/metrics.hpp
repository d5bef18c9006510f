// Figures for Prometheus. Cheap to count, safe from any thread.
#pragma once

#include <chrono>
#include <functional>
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
    void servers(std::size_t count);                   // that share the store, this one included
    void opened(std::string_view game);                // a table
    void ended(std::string_view game);                 // a game
    void updated(Duration since_asked);                // from a request to the update that it caused, on its way out
    void wrote(std::size_t changes, Duration took);    // a transaction
    void unwritten(std::size_t changes);               // a transaction that failed
    void rolled();                                     // dice that prove themselves
    void linked(std::string_view outcome);             // a seat that has committed: what became of its link in a roll
    void worked(std::string_view what, Duration took); // a computer's choice, odds, a review

    // A queue whose length is asked for whenever the figures are told. Requires: it lives as long as they are told.
    void watch(std::string_view queue, std::function<std::size_t()> length);

    // The text format of Prometheus.
    [[nodiscard]] std::string text() const;

private:
    struct Figures;
    std::unique_ptr<Figures> figures_;
};

} // namespace touchline::server
