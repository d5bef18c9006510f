// Hashes of plain values. Not for secrets.
#pragma once

#include "core/seat.hpp"

#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>

namespace touchline {

// FNV-1a, 64 bits: short texts, checks against typing errors, signatures of playouts.
class Fnv {
public:
    constexpr void add(std::span<const std::byte> bytes) {
        for (std::byte byte : bytes) add_byte(static_cast<u8>(byte));
    }
    constexpr void add(std::string_view text) {
        for (char c : text) add_byte(static_cast<u8>(c));
    }
    [[nodiscard]] constexpr u64 value() const { return value_; }

private:
    constexpr void add_byte(u8 byte) { value_ = (value_ ^ byte) * 0x100000001b3ULL; }
    u64 value_ = 0xcbf29ce484222325ULL;
};

[[nodiscard]] constexpr u64 fnv(std::string_view text) {
    Fnv hash;
    hash.add(text);
    return hash.value();
}

// Mixes a value without padding, eight bytes at a time; for hash maps of states.
template <class State>
[[nodiscard]] u64 hash_of(const State& state) {
    u64 hash = sizeof(State);
    const auto* bytes = reinterpret_cast<const unsigned char*>(&state);
    for (std::size_t at = 0; at < sizeof(State); at += 8) {
        u64 word = 0;
        std::memcpy(&word, bytes + at, sizeof(State) - at < 8 ? sizeof(State) - at : 8);
        hash = (hash ^ word) * 0x9fb21c651e98df25ULL;
        hash ^= hash >> 32;
    }
    return hash;
}

} // namespace touchline
