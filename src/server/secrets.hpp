// Ids that cannot be guessed, tokens of seats and their hashes (libsodium).
#pragma once

#include <string>
#include <string_view>

namespace touchline::server {

// 128 random bits in base64url: 22 characters.
[[nodiscard]] std::string new_id(std::string_view begin = {});
// 192 random bits in base64url: 32 characters.
[[nodiscard]] std::string new_secret();
// What is stored of a secret. The secret is random and long: a plain hash is enough.
[[nodiscard]] std::string hash_of_secret(std::string_view secret);
// In constant time.
[[nodiscard]] bool same_hash(std::string_view a, std::string_view b);
// Letters, digits, '-' and '_', of a sensible length: worth looking up.
[[nodiscard]] bool looks_like_id(std::string_view text);

} // namespace touchline::server
