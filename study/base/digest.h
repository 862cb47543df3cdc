/* SHA-256 (FIPS 180-4), by libmd: names of files in the cache. */
#ifndef WARPLINE_DIGEST_H
#define WARPLINE_DIGEST_H

#include <sha2.h>
#include <stddef.h>

enum { DIGEST_TEXT_MAX = SHA256_DIGEST_STRING_LENGTH };

/* A digest of the texts added since sha256_begin. */
struct sha256 {
    SHA2_CTX state;
};

void sha256_begin(struct sha256 *digest);

void sha256_add(struct sha256 *digest, const void *data, size_t bytes);

/* Adds a text and its terminating 0: so "ab", "c" has another digest than "a", "bc". */
void sha256_add_text(struct sha256 *digest, const char *text);

/* Writes 64 hexadecimal digits; afterwards the digest needs sha256_begin again. Returns text. */
const char *sha256_end(struct sha256 *digest, char text[DIGEST_TEXT_MAX]);

#endif
