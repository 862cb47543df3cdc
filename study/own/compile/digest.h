/* SHA-256 (FIPS 180-4): what a file in the cache is named after. */
#ifndef WARPLINE_DIGEST_H
#define WARPLINE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

enum { DIGEST_BLOCK = 64, DIGEST_TEXT_MAX = 65 };

/* A digest in the making; begun by digest_begin. */
struct digest {
    uint32_t state[8];
    uint64_t bytes;
    unsigned char block[DIGEST_BLOCK];
};

void digest_begin(struct digest *digest);

void digest_add(struct digest *digest, const void *data, size_t bytes);

/* Adds a text and its end, so that two texts are not another two whose letters are the same. */
void digest_add_text(struct digest *digest, const char *text);

/* Ends it and writes 64 hexadecimal digits. Returns text. */
const char *digest_end(struct digest *digest, char text[DIGEST_TEXT_MAX]);

#endif
