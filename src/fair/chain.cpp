// Links by SHA-256 of libsodium.
#include "fair/chain.hpp"

#include <sodium.h>

#include <algorithm>
#include <cassert>

namespace touchline::fair {

namespace {

constexpr std::string_view kChainText = "touchline chain 1\n";
constexpr u32 kApart = 64; // about the root of a chain's length: as many are kept as are computed at most

} // namespace

std::string hex(const Link& link) {
    std::string text(2 * link.size() + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), link.data(), link.size());
    text.pop_back();
    return text;
}

std::optional<Link> link_of(std::string_view hex) {
    Link link{};
    const bool digits = hex.size() == 2 * link.size() && std::ranges::all_of(hex, [](char c) {
                            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
                        });
    if (!digits) return std::nullopt;
    std::size_t size = 0;
    if (sodium_hex2bin(link.data(), link.size(), hex.data(), hex.size(), nullptr, &size, nullptr) != 0)
        return std::nullopt;
    return link;
}

Link random_link() {
    Link link{};
    randombytes_buf(link.data(), link.size());
    return link;
}

Link before(const Link& link) {
    std::array<u8, kChainText.size() + std::tuple_size_v<Link>> bytes{};
    std::ranges::copy(kChainText, bytes.begin());
    std::ranges::copy(link, bytes.begin() + kChainText.size());
    Link hash{};
    crypto_hash_sha256(hash.data(), bytes.data(), bytes.size());
    return hash;
}

Chain::Chain(const Link& secret, u32 length) : length_(length), kept_((length - 1) / kApart + 2) {
    assert(length > 0);
    Link at = secret;
    kept_.back() = secret;
    for (u32 i = length; i-- > 0;) {
        at = before(at);
        if (i % kApart == 0) kept_[i / kApart] = at;
    }
}

Link Chain::link(u32 i) const {
    assert(i <= length_);
    const u32 place = (i + kApart - 1) / kApart; // the first that is kept from there on
    u32 from = std::min(place * kApart, length_);
    Link at = kept_[from == length_ ? kept_.size() - 1 : place];
    for (; from > i; --from) at = before(at);
    return at;
}

} // namespace touchline::fair
