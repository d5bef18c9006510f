// What every connection needs: where requests go, who may come in, how much an address may do.
#pragma once

#include "server/api.hpp"
#include "server/strangers.hpp"

#include <atomic>
#include <optional>

namespace boost::asio::ip {
class address;
}

namespace touchline::server {

// Under what name an address is counted: an IPv6 address by its /64, which is what one household or one host has.
[[nodiscard]] std::string counted_as(const boost::asio::ip::address& address);

class Gate {
public:
    Gate(Services& all_services, TableRegistry& all_tables, Api& own_api, const Page& own_page,
         std::vector<std::string> names)
        : services(all_services), registry(all_tables), api(own_api), page(own_page), names_(std::move(names)) {}

    Services& services;
    TableRegistry& registry;
    Api& api;
    const Page& page;
    std::atomic<bool> stopping = false;
    Strangers strangers;
    std::string peer_secret{}; // by which other servers are known; empty: there are none

    // Whether the Host header names this server. A page of another site whose DNS points here (DNS rebinding) is
    // refused. The name "*" accepts any.
    [[nodiscard]] bool own_host(std::string_view host) const;
    // Whether a browser's Origin is this host; programs send none.
    [[nodiscard]] static bool own_origin(std::string_view origin, std::string_view host);

private:
    std::vector<std::string> names_;
};

} // namespace touchline::server
