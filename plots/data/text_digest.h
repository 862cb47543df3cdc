/* A digest of text in 64 bits: FNV-1a (Fowler, Noll, Vo), the same on every machine and in every
 * version. It distinguishes texts; it is not cryptographic. */
#ifndef PLOTS_TEXT_DIGEST_H
#define PLOTS_TEXT_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/* The digest of an empty text. */
static const uint64_t digest_begin = UINT64_C(14695981039346656037);

/* Extends a digest by these bytes. */
static inline uint64_t digest_add(uint64_t digest, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        digest = (digest ^ (unsigned char)bytes[i]) * UINT64_C(1099511628211);
    return digest;
}

#endif
