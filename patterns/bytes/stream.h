/* The body of copy_stream on a CPU: non-temporal stores of whole tiles, whose steps are contiguous
 * in both arrays. gcc 12 ignores `simd nontemporal`, so the stores are written as CPU instructions.
 * A GPU has no such stores: kernel/load_store.h. */
#ifndef WARPLINE_STREAM_H
#define WARPLINE_STREAM_H

#include <stddef.h>

#ifdef __x86_64__
#include <immintrin.h>
#endif

#if defined(__AVX512F__)
typedef __m512i stream_vector;
#define stream_load(from)        _mm512_load_si512(from)
#define stream_store(to, vector) _mm512_stream_si512(to, vector)
#elif defined(__AVX__)
typedef __m256i stream_vector;
#define stream_load(from)        _mm256_load_si256(from)
#define stream_store(to, vector) _mm256_stream_si256(to, vector)
#elif defined(__SSE2__)
typedef __m128i stream_vector;
#define stream_load(from)        _mm_load_si128(from)
#define stream_store(to, vector) _mm_stream_si128(to, vector)
#else /* this CPU has no such stores: an ordinary copy */
typedef char stream_vector __attribute__((vector_size(64)));
#define stream_load(from)        (*(from))
#define stream_store(to, vector) (*(to) = (vector))
#endif

/* Copies `bytes`, a multiple of 64, between arrays aligned to 64 bytes. */
static inline void stream_out(void *to, const void *from, size_t bytes)
{
    stream_vector *out = to;
    const stream_vector *in = from;
    for (size_t i = 0; i < bytes / sizeof *in; i++)
        stream_store(&out[i], stream_load(&in[i]));
}

#endif

#define TILE_BY_CORE
INLINED void tile_by_core(const struct work w, const struct tile tile)
{
    const int variant = w.variant, rows = ROWS;
    const struct step e = step_of(w.share, tile, rows, 0, 0, 0, variant);
    stream_out(&w.out[address_of_store(w.shape, e)], &w.in[address_of_load(w.shape, e)],
               (size_t)LANES * rows * BYTES);
}

#include "patterns/kernel/simd.h"
