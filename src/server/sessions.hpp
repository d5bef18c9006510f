// Connections: HTTP, and WebSockets that grow out of it. Beast stays in the two .cpp files behind this header.
#pragma once

#include "server/gate.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>

namespace touchline::server {

// Takes connections until the acceptor is closed.
[[nodiscard]] boost::asio::awaitable<void> listen(boost::asio::io_context& io, boost::asio::ip::tcp::acceptor& acceptor,
                                                  Gate& gate);

} // namespace touchline::server
