// The two ends of a socket at a table: the connection as the table sees it, and the table as the connection sees it.
#pragma once

#include "server/request.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace touchline::server {

using Text = std::shared_ptr<const std::string>;

// The other end of a socket, as a room sees it. Safe to call from any thread; never blocks.
class Connection {
public:
    virtual ~Connection() = default;
    virtual void send(Text text) = 0;
    // Several at once, in their order.
    virtual void send_all(std::vector<Text> texts) {
        for (Text& text : texts) send(std::move(text));
    }
    // Sends what asks for an answer, which is not counted against the rate of messages.
    virtual void ask(Text text) { send(std::move(text)); }
    // Sends the last message and closes.
    virtual void finish(Text bye) = 0;
    // The server that ran the table is gone, or runs it no more.
    virtual void lost() {}
    // The address under which this client is counted.
    [[nodiscard]] virtual const std::string& address() const = 0;
};

// Where a connection's messages go: the table's room, here or at another server. Safe to call from any thread.
class TableHost {
public:
    virtual ~TableHost() = default;
    // `frame`: the request as it came.
    virtual void post(std::shared_ptr<Connection> connection, Request request, std::string_view frame) = 0;
    virtual void leave(const std::shared_ptr<Connection>& connection) = 0;
};

} // namespace touchline::server
