// What every connection needs: where requests go, who may come in, how much an address may do.
#pragma once

#include "server/api.hpp"

#include <atomic>
#include <optional>

namespace touchline::server {

// The addresses that are here. A socket keeps it alive: one that a stopped server still holds goes after the gate.
class Guests {
public:
    Guests(const Limits& limits, Metrics& metrics) : limits_(limits), metrics_(metrics) {}

    // 0, or how many seconds to wait.
    [[nodiscard]] int take_request(const std::string& address);
    // Counts a socket; false where there are too many.
    [[nodiscard]] bool enter(const std::string& address);
    void leave(const std::string& address);
    [[nodiscard]] std::size_t sockets() const { return sockets_; }

private:
    struct Guest {
        std::optional<Bucket> requests;
        std::size_t sockets = 0;
    };

    Limits limits_;
    Metrics& metrics_;
    std::atomic<std::size_t> sockets_ = 0;
    std::mutex mutex_;
    std::map<std::string, Guest, std::less<>> addresses_;
};

class Gate {
public:
    Gate(Services& all_services, Hall& all_tables, Api& own_api, const Page& own_page, std::vector<std::string> names)
        : services(all_services), hall(all_tables), api(own_api), page(own_page),
          guests(std::make_shared<Guests>(services.limits, services.metrics)), names_(std::move(names)) {}

    Services& services;
    Hall& hall;
    Api& api;
    const Page& page;
    const std::shared_ptr<Guests> guests;
    std::atomic<bool> stopping = false;

    // The Host header names this server: a page of another name that was led here by its own DNS is refused.
    // The name "*" lets any pass.
    [[nodiscard]] bool own_host(std::string_view host) const;
    // A browser's Origin is the host asked; programs send none.
    [[nodiscard]] static bool own_origin(std::string_view origin, std::string_view host);

private:
    std::vector<std::string> names_;
};

} // namespace touchline::server
