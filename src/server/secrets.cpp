// Random ids and tokens, and their hashes, by libsodium.
#include "server/secrets.hpp"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <span>

namespace touchline::server {

namespace {

std::string base64(std::span<const unsigned char> bytes) {
    std::string text(sodium_base64_ENCODED_LEN(bytes.size(), sodium_base64_VARIANT_URLSAFE_NO_PADDING), '\0');
    sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    text.resize(text.find('\0'));
    return text;
}

template <std::size_t Bytes>
std::string random_text() {
    std::array<unsigned char, Bytes> bytes{};
    randombytes_buf(bytes.data(), bytes.size());
    return base64(bytes);
}

} // namespace

std::string new_id(std::string_view begin) { return std::string(begin) + random_text<16>(); }

std::string new_secret() { return random_text<24>(); }

std::string hash_of_secret(std::string_view secret) {
    std::array<unsigned char, 24> hash{};
    crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(secret.data()), secret.size(),
                       nullptr, 0);
    return base64(hash);
}

bool same_hash(std::string_view a, std::string_view b) {
    return a.size() == b.size() && !a.empty() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

bool looks_like_id(std::string_view text) {
    return text.size() >= 16 && text.size() <= 64 && std::ranges::all_of(text, [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
                      c == '_';
           });
}

} // namespace touchline::server
