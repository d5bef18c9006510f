// Strands and timers of rooms, by Asio.
#include "server/network_executor.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>

namespace touchline::server {

namespace {

using AsioStrand = boost::asio::strand<boost::asio::io_context::executor_type>;

class NetworkTimer final : public Timer {
public:
    explicit NetworkTimer(const AsioStrand& strand) : timer_(strand) {}
    void ring_after(std::chrono::milliseconds wait, std::function<void()> ring) override {
        timer_.expires_after(wait);
        timer_.async_wait([ring = std::move(ring)](const boost::system::error_code& error) {
            if (!error) ring();
        });
    }
    void cancel() override { timer_.cancel(); }

private:
    boost::asio::steady_timer timer_;
};

class NetworkStrand final : public Strand {
public:
    explicit NetworkStrand(boost::asio::io_context& io) : strand_(boost::asio::make_strand(io)) {}
    void post(std::function<void()> work) override { boost::asio::post(strand_, std::move(work)); }
    [[nodiscard]] std::unique_ptr<Timer> timer() override { return std::make_unique<NetworkTimer>(strand_); }

private:
    AsioStrand strand_;
};

} // namespace

std::unique_ptr<Strand> NetworkExecutor::strand() { return std::make_unique<NetworkStrand>(io_); }

} // namespace touchline::server
