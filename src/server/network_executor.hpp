// The executor of a server with a network: strands and timers of Asio.
#pragma once

#include "server/executor.hpp"

#include <boost/asio/io_context.hpp>

namespace touchline::server {

class NetworkExecutor final : public Executor {
public:
    explicit NetworkExecutor(boost::asio::io_context& io) : io_(io) {}
    [[nodiscard]] std::unique_ptr<Strand> strand() override;

private:
    boost::asio::io_context& io_;
};

} // namespace touchline::server
