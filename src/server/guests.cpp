// Counts connections and allowances for each address, under one lock.
#include "server/guests.hpp"

#include "server/metrics.hpp"

#include <algorithm>

namespace touchline::server {

namespace {

constexpr seconds kForgettingPause{1}; // looking through all addresses takes a while

} // namespace

Bucket Guests::full_bucket(Allowance what, Bucket::Time now) const {
    switch (what) {
    case Allowance::requests: return {limits_.requests_at_once, limits_.requests_per_second, now};
    case Allowance::tables: return {limits_.tables_at_once, limits_.tables_per_minute / 60, now};
    case Allowance::bytes: return {limits_.bytes_at_once, limits_.bytes_per_minute / 60, now};
    case Allowance::hellos: return {limits_.hellos_at_once, limits_.hellos_per_second, now};
    case Allowance::listed_seats: break;
    }
    return {limits_.listed_seats_at_once, limits_.listed_seats_per_minute / 60, now};
}

void Guests::forget_idle(Bucket::Time now) {
    if (addresses_.size() < kAddressesKept || now - last_forgotten_ < kForgettingPause) return;
    last_forgotten_ = now;
    std::erase_if(addresses_, [&](const auto& each) {
        const Guest& guest = each.second;
        return guest.streams == 0 && guest.sockets == 0 &&
               std::ranges::all_of(guest.buckets, [&](const auto& bucket) { return !bucket || bucket->full(now); });
    });
}

int Guests::take(const std::string& address, Allowance what, double amount) {
    const Bucket::Time now = Bucket::Time::clock::now();
    const std::lock_guard lock(mutex_);
    forget_idle(now);
    std::optional<Bucket>& bucket = addresses_[address].buckets[static_cast<std::size_t>(what)];
    if (!bucket) bucket = full_bucket(what, now);
    return bucket->take(now, amount);
}

bool Guests::connect(const std::string& address) {
    const std::lock_guard lock(mutex_);
    forget_idle(Bucket::Time::clock::now());
    Guest& guest = addresses_[address];
    if (guest.streams >= limits_.streams_per_address) return false;
    ++guest.streams;
    return true;
}

void Guests::disconnect(const std::string& address) {
    const std::lock_guard lock(mutex_);
    --addresses_[address].streams;
}

bool Guests::enter(const std::string& address) {
    const std::lock_guard lock(mutex_);
    Guest& guest = addresses_[address];
    if (guest.sockets >= limits_.connections_per_address || sockets_ >= limits_.connections) return false;
    ++guest.sockets;
    ++sockets_;
    metrics_.connections(1);
    return true;
}

void Guests::leave(const std::string& address) {
    const std::lock_guard lock(mutex_);
    --addresses_[address].sockets;
    --sockets_;
    metrics_.connections(-1);
}

} // namespace touchline::server
