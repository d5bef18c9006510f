// Compares the Host and Origin headers with the names of this server, and names the addresses that are counted.
#include "server/gate.hpp"

#include <boost/asio/ip/address.hpp>

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

// A name that merely begins like an address of the loopback (127.evil.example) may lead anywhere.
bool names_loopback(std::string_view bare) {
    constexpr std::string_view kLocal = ".localhost";
    if (same_text(bare, kLocal.substr(1)) ||
        (bare.size() > kLocal.size() && same_text(bare.substr(bare.size() - kLocal.size()), kLocal)))
        return true;
    if (bare.starts_with('[') && bare.ends_with(']')) bare = bare.substr(1, bare.size() - 2);
    boost::system::error_code error;
    const auto address = boost::asio::ip::make_address(std::string(bare), error);
    return !error && address.is_loopback();
}

} // namespace

std::string counted_as(const boost::asio::ip::address& address) {
    if (address.is_v4()) return address.to_string();
    const boost::asio::ip::address_v6 v6 = address.to_v6();
    if (v6.is_v4_mapped()) return make_address_v4(boost::asio::ip::v4_mapped, v6).to_string();
    if (v6.is_loopback()) return v6.to_string();
    boost::asio::ip::address_v6::bytes_type bytes = v6.to_bytes();
    std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
    return boost::asio::ip::address_v6(bytes).to_string() + "/64";
}

bool Gate::own_host(std::string_view host) const {
    const std::string_view bare = without_port(host);
    if (names_loopback(bare)) return true;
    return std::ranges::any_of(
        names_, [&](const std::string& name) { return name == "*" || same_text(bare, name) || same_text(host, name); });
}

bool Gate::own_origin(std::string_view origin, std::string_view host) {
    if (origin.empty()) return true;
    for (const std::string_view scheme : {"http://", "https://"})
        if (origin.starts_with(scheme)) return same_text(origin.substr(scheme.size()), host);
    return false;
}

} // namespace touchline::server
