// The other servers that share the store, as tables, sockets and the API see them.
#pragma once

#include "server/api.hpp"
#include "server/connection.hpp"

namespace touchline::server {

// Safe to use from any thread. `address`: as the store names the server that runs a table.
class Others {
public:
    virtual ~Others() = default;
    // The table at another server, for one connection.
    [[nodiscard]] virtual std::shared_ptr<TableHost> table_at(const std::string& address, const std::string& table) = 0;
    // Asks another server a question of the servers' own.
    virtual void call(const std::string& address, const Json& what, const Api::Respond& respond) = 0;
    // Has another server answer a request; `preview` as in Api.
    virtual void pass_on(const std::string& address, const ApiRequest& request, bool preview,
                         const Api::Respond& respond) = 0;
};

} // namespace touchline::server
