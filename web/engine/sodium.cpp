// The few functions of libsodium that the engine uses, for WebAssembly. SHA-256 is the page's (@noble/hashes): the
// engine's owner gives it as Module.sha256.
#include <sodium.h>

#include <emscripten.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

// clang-format off
EM_JS(void, engine_sha256, (unsigned char* digest, const unsigned char* bytes, size_t size), {
    HEAPU8.set(Module.sha256(HEAPU8.slice(bytes, bytes + size)), digest);
});
// clang-format on

namespace {

constexpr std::string_view kDigits = "0123456789abcdef";
constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void append(std::string& text, const unsigned char* bytes, unsigned long long size) {
    text.append(reinterpret_cast<const char*>(bytes), static_cast<size_t>(size));
}

void hash(unsigned char* digest, const std::string& text) {
    crypto_hash_sha256(digest, reinterpret_cast<const unsigned char*>(text.data()), text.size());
}

} // namespace

extern "C" {

void randombytes_buf(void* buffer, size_t size) {
    constexpr size_t kAtOnce = 256; // as much as getentropy() gives
    for (size_t at = 0; at < size; at += kAtOnce)
        if (getentropy(static_cast<char*>(buffer) + at, std::min(kAtOnce, size - at)) != 0) std::abort();
}

int crypto_hash_sha256(unsigned char* digest, const unsigned char* bytes, unsigned long long size) {
    engine_sha256(digest, bytes, static_cast<size_t>(size));
    return 0;
}

int crypto_hash_sha256_init(crypto_hash_sha256_state* state) {
    state->text.clear();
    return 0;
}

int crypto_hash_sha256_update(crypto_hash_sha256_state* state, const unsigned char* bytes, unsigned long long size) {
    append(state->text, bytes, size);
    return 0;
}

int crypto_hash_sha256_final(crypto_hash_sha256_state* state, unsigned char* digest) {
    hash(digest, state->text);
    return 0;
}

int crypto_auth_hmacsha256_init(crypto_auth_hmacsha256_state* state, const unsigned char* key, size_t size) {
    state->key.clear();
    state->text.clear();
    append(state->key, key, size);
    return 0;
}

int crypto_auth_hmacsha256_update(crypto_auth_hmacsha256_state* state, const unsigned char* bytes,
                                  unsigned long long size) {
    append(state->text, bytes, size);
    return 0;
}

// RFC 2104, with blocks of 64 bytes.
int crypto_auth_hmacsha256_final(crypto_auth_hmacsha256_state* state, unsigned char* digest) {
    constexpr size_t kBlock = 64;
    std::string key = state->key;
    if (key.size() > kBlock) {
        hash(digest, key);
        key.assign(reinterpret_cast<const char*>(digest), crypto_hash_sha256_BYTES);
    }
    key.resize(kBlock, '\0');
    std::string inner = key;
    std::string outer = key;
    for (char& c : inner) c = static_cast<char>(c ^ 0x36);
    for (char& c : outer) c = static_cast<char>(c ^ 0x5c);
    hash(digest, inner + state->text);
    append(outer, digest, crypto_hash_sha256_BYTES);
    hash(digest, outer);
    return 0;
}

char* sodium_bin2hex(char* text, size_t, const unsigned char* bytes, size_t size) {
    for (size_t i = 0; i < size; ++i) {
        text[2 * i] = kDigits[bytes[i] >> 4];
        text[2 * i + 1] = kDigits[bytes[i] & 15];
    }
    text[2 * size] = '\0';
    return text;
}

int sodium_hex2bin(unsigned char* bytes, size_t most, const char* text, size_t size, const char*, size_t* length,
                   const char**) {
    if (size % 2 != 0 || size / 2 > most) return -1;
    for (size_t i = 0; i < size / 2; ++i) {
        const size_t high = kDigits.find(text[2 * i]);
        const size_t low = kDigits.find(text[2 * i + 1]);
        if (high == std::string_view::npos || low == std::string_view::npos) return -1;
        bytes[i] = static_cast<unsigned char>(high << 4 | low);
    }
    if (length != nullptr) *length = size / 2;
    return 0;
}

// Secrets of seats are hashed for this browser alone: any good hash will do.
int crypto_generichash(unsigned char* digest, size_t digest_size, const unsigned char* bytes, unsigned long long size,
                       const unsigned char*, size_t) {
    unsigned char whole[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(whole, bytes, size);
    std::memcpy(digest, whole, std::min<size_t>(digest_size, sizeof whole));
    return 0;
}

int sodium_memcmp(const void* one, const void* other, size_t size) {
    return std::memcmp(one, other, size) == 0 ? 0 : -1;
}

size_t sodium_base64_encoded_len(size_t size, int variant) {
    (void)variant;
    return sodium_base64_ENCODED_LEN(size, variant);
}

char* sodium_bin2base64(char* text, size_t, const unsigned char* bytes, size_t size, int) {
    char* out = text;
    for (size_t at = 0; at < size; at += 3) {
        const size_t here = std::min<size_t>(3, size - at);
        uint32_t group = 0;
        for (size_t i = 0; i < 3; ++i) group = group << 8 | (i < here ? bytes[at + i] : 0);
        for (size_t i = 0; i <= here; ++i) *out++ = kLetters[group >> (18 - 6 * i) & 63];
    }
    *out = '\0';
    return text;
}

int sodium_base642bin(unsigned char* bytes, size_t most, const char* text, size_t size, const char*, size_t* length,
                      const char** end, int) {
    uint32_t group = 0;
    int bits = 0;
    size_t at = 0;
    size_t out = 0;
    for (; at < size; ++at) {
        const size_t digit = kLetters.find(text[at]);
        if (digit == std::string_view::npos) break;
        group = group << 6 | static_cast<uint32_t>(digit);
        if ((bits += 6) < 8) continue;
        bits -= 8;
        if (out == most) return -1;
        bytes[out++] = static_cast<unsigned char>(group >> bits & 255);
    }
    if (length != nullptr) *length = out;
    if (end != nullptr) *end = text + at;
    // What is left over holds no whole byte, and nothing but zeros.
    const bool whole = bits < 6 && (group & ((1U << bits) - 1)) == 0;
    return whole && (end != nullptr || at == size) ? 0 : -1;
}

} // extern "C"
