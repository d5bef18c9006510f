/* What the engine uses of libsodium, which has no package for WebAssembly: random bytes of the browser, SHA-256,
 * HMAC, hexadecimal digits, base64. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
#include <string>

/* They gather what is hashed: the page's SHA-256 takes it whole. */
struct crypto_hash_sha256_state {
    std::string text;
};
struct crypto_auth_hmacsha256_state {
    std::string key;
    std::string text;
};
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define crypto_hash_sha256_BYTES 32U
#define crypto_generichash_BYTES_MIN 16U
#define crypto_generichash_BYTES 32U
#define sodium_base64_VARIANT_URLSAFE_NO_PADDING 7
#define sodium_base64_ENCODED_LEN(size, variant) (((size) / 3U) * 4U + ((size) % 3U != 0U ? (size) % 3U + 1U : 0U) + 1U)

void randombytes_buf(void* buffer, size_t size);
int crypto_hash_sha256(unsigned char* digest, const unsigned char* bytes, unsigned long long size);
#ifdef __cplusplus
int crypto_hash_sha256_init(crypto_hash_sha256_state* state);
int crypto_hash_sha256_update(crypto_hash_sha256_state* state, const unsigned char* bytes, unsigned long long size);
int crypto_hash_sha256_final(crypto_hash_sha256_state* state, unsigned char* digest);
int crypto_auth_hmacsha256_init(crypto_auth_hmacsha256_state* state, const unsigned char* key, size_t size);
int crypto_auth_hmacsha256_update(crypto_auth_hmacsha256_state* state, const unsigned char* bytes,
                                  unsigned long long size);
int crypto_auth_hmacsha256_final(crypto_auth_hmacsha256_state* state, unsigned char* digest);
#endif
char* sodium_bin2hex(char* text, size_t most, const unsigned char* bytes, size_t size);
int sodium_hex2bin(unsigned char* bytes, size_t most, const char* text, size_t size, const char* ignored,
                   size_t* length, const char** end);
int crypto_generichash(unsigned char* digest, size_t digest_size, const unsigned char* bytes, unsigned long long size,
                       const unsigned char* key, size_t key_size);
int sodium_memcmp(const void* one, const void* other, size_t size);
size_t sodium_base64_encoded_len(size_t size, int variant);
char* sodium_bin2base64(char* text, size_t most, const unsigned char* bytes, size_t size, int variant);
int sodium_base642bin(unsigned char* bytes, size_t most, const char* text, size_t size, const char* ignored,
                      size_t* length, const char** end, int variant);

#ifdef __cplusplus
}
#endif
