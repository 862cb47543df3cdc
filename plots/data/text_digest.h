/* A digest of text in 64 bits: FNV-1a (Fowler, Noll, Vo), the same on every machine and in every
 * version. It tells texts apart; it is no secret. */
#ifndef PLOTS_TEXT_DIGEST_H
#define PLOTS_TEXT_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/* Of no text. */
static const uint64_t digest_begin = UINT64_C(14695981039346656037);

/* The digest of what came before and these bytes behind it. */
static inline uint64_t digest_add(uint64_t digest, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        digest = (digest ^ (unsigned char)bytes[i]) * UINT64_C(1099511628211);
    return digest;
}

#endif
