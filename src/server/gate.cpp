#include "server/gate.hpp"

#include "server/metrics.hpp"

#include <algorithm>
#include <cctype>

namespace touchline::server {

namespace {

bool same_text(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) {
        return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
    });
}

std::string_view without_port(std::string_view host) {
    if (host.starts_with('[')) return host.substr(0, host.find(']') + 1);
    return host.substr(0, host.find(':'));
}

} // namespace

bool Gate::own_host(std::string_view host) const {
    const std::string_view bare = without_port(host);
    if (same_text(bare, "localhost") || bare.ends_with(".localhost") || bare.starts_with("127.") || bare == "[::1]")
        return true;
    return std::ranges::any_of(
        names_, [&](const std::string& name) { return name == "*" || same_text(bare, name) || same_text(host, name); });
}

bool Gate::own_origin(std::string_view origin, std::string_view host) {
    if (origin.empty()) return true;
    for (const std::string_view scheme : {"http://", "https://"})
        if (origin.starts_with(scheme)) return same_text(origin.substr(scheme.size()), host);
    return false;
}

int Guests::take_request(const std::string& address) {
    const Bucket::Time now = Bucket::Time::clock::now();
    const std::lock_guard lock(mutex_);
    if (addresses_.size() >= kAddressesKept)
        std::erase_if(addresses_, [&](auto& each) {
            return each.second.sockets == 0 && (!each.second.requests || each.second.requests->full(now));
        });
    Guest& guest = addresses_[address];
    if (!guest.requests) guest.requests.emplace(limits_.requests_at_once, limits_.requests_per_second, now);
    return guest.requests->take(now);
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
