// Chains of links, by which a party binds itself to its part of every roll before anybody knows it (docs/fair-dice.md).
#pragma once

#include "core/seat.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchline::fair {

using Link = std::array<u8, 32>;

inline constexpr u32 kLinks = 4096; // of a chain

// 64 lower-case hexadecimal digits, and back; nothing else is a link.
[[nodiscard]] std::string hex(const Link& link);
[[nodiscard]] std::optional<Link> link_of(std::string_view hex);

// From the operating system.
[[nodiscard]] Link random_link();

// The one before a link in its chain: SHA-256("touchline chain 1\n" ‖ link).
[[nodiscard]] Link before(const Link& link);

// All links of one party, from its secret L(length) down to its commitment L(0). A few are kept, so that none of the
// others is far from one of them. Requires: length > 0.
class Chain {
public:
    explicit Chain(const Link& secret, u32 length = kLinks);

    [[nodiscard]] u32 length() const { return length_; }
    [[nodiscard]] Link commitment() const { return link(0); }
    // L(i). Requires: i <= length().
    [[nodiscard]] Link link(u32 i) const { return links(i, 1).front(); }
    // L(i), L(i + 1), …: `count` of them, fewer at the chain's end.
    [[nodiscard]] std::vector<Link> links(u32 i, u32 count) const;

private:
    u32 length_;
    std::vector<Link> kept_; // every kApart-th from L(0) on, then the secret
};

// Reads a chain from its beginning on: the next links are computed a few at a time.
class ChainReader {
public:
    [[nodiscard]] Link link(const Chain& chain, u32 i);
    void restart() { ahead_.clear(); } // with another chain

private:
    u32 first_ = 0;
    std::vector<Link> ahead_; // from L(first_) on
};

} // namespace touchline::fair
