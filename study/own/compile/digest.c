#include "study/own/compile/digest.h"

#include <stdio.h>
#include <string.h>

enum { ROUNDS = 64, LENGTH_BYTES = 8 };

static const uint32_t constants[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

void digest_begin(struct digest *digest)
{
    *digest = (struct digest){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                                        0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

static uint32_t rotated(uint32_t word, int bits)
{
    return word >> bits | word << (32 - bits);
}

static void schedule_words(const unsigned char *block, uint32_t words[ROUNDS])
{
    for (int i = 0; i < 16; i++, block += 4)
        words[i] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 |
                   block[3];
    for (int i = 16; i < ROUNDS; i++) {
        const uint32_t a = words[i - 15], b = words[i - 2];
        words[i] = words[i - 16] + (rotated(a, 7) ^ rotated(a, 18) ^ a >> 3) + words[i - 7] +
                   (rotated(b, 17) ^ rotated(b, 19) ^ b >> 10);
    }
}

static void take_block(struct digest *digest, const unsigned char *block)
{
    uint32_t words[ROUNDS], s[8];
    schedule_words(block, words);
    memcpy(s, digest->state, sizeof s);
    for (int i = 0; i < ROUNDS; i++) {
        const uint32_t e = rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25);
        const uint32_t a = rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22);
        const uint32_t one = s[7] + e + ((s[4] & s[5]) ^ (~s[4] & s[6])) + constants[i] + words[i];
        const uint32_t two = a + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += one;
        s[0] = one + two;
    }
    for (int i = 0; i < 8; i++)
        digest->state[i] += s[i];
}

void digest_add(struct digest *digest, const void *data, size_t bytes)
{
    const unsigned char *from = data;
    while (bytes > 0) {
        const size_t used = digest->bytes % DIGEST_BLOCK, room = DIGEST_BLOCK - used;
        const size_t part = bytes < room ? bytes : room;
        memcpy(digest->block + used, from, part);
        digest->bytes += part;
        from += part;
        bytes -= part;
        if (part == room)
            take_block(digest, digest->block);
    }
}

void digest_add_text(struct digest *digest, const char *text)
{
    digest_add(digest, text, strlen(text) + 1);
}

const char *digest_end(struct digest *digest, char text[DIGEST_TEXT_MAX])
{
    static const unsigned char end = 0x80, zero = 0;
    const uint64_t bits = digest->bytes * 8;
    unsigned char length[LENGTH_BYTES];
    for (int i = 0; i < LENGTH_BYTES; i++)
        length[i] = (unsigned char)(bits >> 8 * (LENGTH_BYTES - 1 - i));
    digest_add(digest, &end, 1);
    while (digest->bytes % DIGEST_BLOCK != DIGEST_BLOCK - LENGTH_BYTES)
        digest_add(digest, &zero, 1);
    digest_add(digest, length, sizeof length);
    for (int i = 0; i < 8; i++)
        snprintf(text + (ptrdiff_t)8 * i, 9, "%08x", digest->state[i]);
    return text;
}
