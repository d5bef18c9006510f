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
    Guest& guest = addresses_[address];
    std::optional<Bucket>& bucket = guest.buckets[static_cast<std::size_t>(what)];
    if (!bucket) bucket = full_bucket(what, now);
    const int wait = bucket->take(now, amount);
    if (wait == 0) guest.taken[static_cast<std::size_t>(what)] += amount;
    return wait;
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
    if (guest.sockets + guest.elsewhere >= limits_.connections_per_address || sockets_ >= limits_.connections)
        return false;
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

void Guests::exchange(store::SharedStore& store) {
    exchange_allowances(store);
    exchange_sockets(store);
}

// What is kept is told at once; requests and hellos, which are many, only of those who take a lot.
void Guests::exchange_allowances(store::SharedStore& store) {
    std::vector<store::Taken> taken;
    const Bucket::Time now = Bucket::Time::clock::now();
    {
        const std::lock_guard lock(mutex_);
        for (auto& [address, guest] : addresses_)
            for (std::size_t i = 0; i < kAllowances; ++i) {
                const std::optional<Bucket>& bucket = guest.buckets[i];
                const auto what = static_cast<Allowance>(i);
                const bool often = what == Allowance::requests || what == Allowance::hellos;
                if (!bucket || guest.taken[i] == 0 || (often && !bucket->half_empty(now))) continue;
                taken.push_back(
                    {address, static_cast<int>(i), guest.taken[i], bucket->at_once(), bucket->per_second()});
                guest.taken[i] = 0;
            }
    }
    if (taken.empty()) return;
    std::vector<store::Left> left;
    try {
        left = store.share(taken);
    } catch (...) {
        const std::lock_guard lock(mutex_);
        for (const store::Taken& each : taken) // the next time
            addresses_[each.address].taken[static_cast<std::size_t>(each.what)] += each.amount;
        throw;
    }
    const std::lock_guard lock(mutex_);
    for (const store::Left& each : left) {
        Guest& guest = addresses_[each.address];
        const auto what = static_cast<std::size_t>(each.what);
        if (what < kAllowances && guest.buckets[what])
            guest.buckets[what]->set(Bucket::Time::clock::now(), each.amount - guest.taken[what]);
    }
}

void Guests::tell_all_again() {
    const std::lock_guard lock(mutex_);
    for (auto& [address, guest] : addresses_) guest.told_sockets.reset();
}

void Guests::exchange_sockets(store::SharedStore& store) {
    std::vector<store::Left> here;
    {
        const std::lock_guard lock(mutex_);
        for (auto& [address, guest] : addresses_) {
            if (guest.sockets == guest.told_sockets && guest.sockets < limits_.connections_per_address / 2) continue;
            here.push_back({address, 0, static_cast<double>(guest.sockets)});
            guest.told_sockets = guest.sockets; // where that fails everything is told again
        }
    }
    if (here.empty()) return;
    const std::vector<store::Left> elsewhere = store.share_sockets(here);
    const std::lock_guard lock(mutex_);
    for (const store::Left& each : here) addresses_[each.address].elsewhere = 0;
    for (const store::Left& each : elsewhere)
        addresses_[each.address].elsewhere = static_cast<std::size_t>(each.amount);
}

} // namespace touchline::server
