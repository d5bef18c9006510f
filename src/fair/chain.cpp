// Links by SHA-256 of libsodium.
#include "fair/chain.hpp"

#include <sodium.h>

#include <algorithm>
#include <cassert>

namespace touchline::fair {

namespace {

constexpr std::string_view kChainText = "touchline chain 1\n";
constexpr u32 kApart = 512; // eight are kept of a chain, as a table holds it all its life
constexpr u32 kAhead = 16;

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

std::vector<Link> Chain::links(u32 i, u32 count) const {
    assert(i <= length_ && count > 0);
    std::vector<Link> links(std::min(count, length_ + 1 - i));
    const u32 last = i + static_cast<u32>(links.size()) - 1;
    const u32 place = (last + kApart - 1) / kApart; // the first that is kept from there on
    u32 at = std::min(place * kApart, length_);
    Link link = kept_[at == length_ ? kept_.size() - 1 : place];
    for (;; --at, link = before(link)) {
        if (at <= last) links[at - i] = link;
        if (at == i) return links;
    }
}

Link ChainReader::link(const Chain& chain, u32 i) {
    if (i < first_ || i - first_ >= ahead_.size()) {
        ahead_ = chain.links(i, kAhead);
        first_ = i;
    }
    return ahead_[i - first_];
}

} // namespace touchline::fair
