// The connected addresses: how many connections each has, and what is left of its allowances.
#pragma once

#include "server/bucket.hpp"
#include "server/limits.hpp"
#include "store/shared.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace touchline::server {

class Metrics;

// What refills with time.
enum class Allowance : std::uint8_t { requests, tables, bytes, hellos, listed_seats };

// Safe to use from any thread. Sockets keep it alive, because some of them outlive the server.
class Guests {
public:
    Guests(const Limits& limits, Metrics& metrics) : limits_(limits), metrics_(metrics) {}

    // Takes that much; 0, or how many seconds to wait, and then nothing was taken.
    [[nodiscard]] int take(const std::string& address, Allowance what, double amount = 1);
    // Counts a TCP connection; false where the address has too many.
    [[nodiscard]] bool connect(const std::string& address);
    void disconnect(const std::string& address);
    // Counts a socket at a table; false where there are too many.
    [[nodiscard]] bool enter(const std::string& address);
    void leave(const std::string& address);
    // Tells the other servers what was taken here, and hears what is left over all of them.
    void exchange(store::SharedStore& store);
    // The next time all sockets are told: what was told of them is gone.
    void tell_all_again();
    [[nodiscard]] std::size_t sockets() const { return sockets_; }
    // Counts an HTTP request from when it is read to when its answer is on its way.
    void asks() { ++requests_; }
    void answered() { --requests_; }
    // Whether anybody is still to be answered or told that the server stops.
    [[nodiscard]] bool waiting() const { return sockets_ > 0 || requests_ > 0; }

private:
    static constexpr std::size_t kAllowances = 5;
    struct Guest {
        std::array<std::optional<Bucket>, kAllowances> buckets{};
        std::array<double, kAllowances> taken{}; // that the others have not heard of
        std::size_t streams = 0;
        std::size_t sockets = 0;
        std::optional<std::size_t> told_sockets = 0; // to the others; none: nobody knows
        std::size_t elsewhere = 0;                   // sockets at the others
    };

    [[nodiscard]] Bucket full_bucket(Allowance what, Bucket::Time now) const;
    void forget_idle(Bucket::Time now);
    void exchange_allowances(store::SharedStore& store);
    void exchange_sockets(store::SharedStore& store);

    Limits limits_;
    Metrics& metrics_;
    std::atomic<std::size_t> sockets_ = 0;
    std::atomic<std::size_t> requests_ = 0;
    std::mutex mutex_;
    std::unordered_map<std::string, Guest> addresses_;
    Bucket::Time last_forgotten_{};
};

// A TCP connection that is counted as long as this lives.
class Counted {
public:
    // None where the address has too many.
    [[nodiscard]] static std::optional<Counted> of(const std::shared_ptr<Guests>& guests, std::string address) {
        if (!guests->connect(address)) return std::nullopt;
        return Counted(guests, std::move(address));
    }
    Counted(Counted&&) noexcept = default;
    Counted& operator=(Counted&&) = delete;
    ~Counted() {
        if (guests_) guests_->disconnect(address_);
    }
    [[nodiscard]] const std::string& address() const { return address_; }

private:
    Counted(std::shared_ptr<Guests> guests, std::string address)
        : guests_(std::move(guests)), address_(std::move(address)) {}

    std::shared_ptr<Guests> guests_;
    std::string address_;
};

} // namespace touchline::server
