/* Non-temporal stores. gcc 12 ignores `simd nontemporal`, and the vector stores that go around the
 * caches exist only as the CPU's own instructions. A file of conditions: elsewhere the pattern runs
 * as an ordinary copy. */
#ifndef WARPLINE_STREAM_H
#define WARPLINE_STREAM_H

#if defined(__x86_64__) && !defined(WARPLINE_MODULE_GPU)

#include <immintrin.h>
#include <stddef.h>

#if defined(__AVX512F__)
typedef __m512i stream_vector;
#define stream_load(from)        _mm512_load_si512(from)
#define stream_store(to, vector) _mm512_stream_si512(to, vector)
#elif defined(__AVX__)
typedef __m256i stream_vector;
#define stream_load(from)        _mm256_load_si256(from)
#define stream_store(to, vector) _mm256_stream_si256(to, vector)
#else
typedef __m128i stream_vector;
#define stream_load(from)        _mm_load_si128(from)
#define stream_store(to, vector) _mm_stream_si128(to, vector)
#endif

/* Copies `bytes`, a multiple of 64, between arrays aligned to 64 bytes. */
static inline void stream_out(void *to, const void *from, size_t bytes)
{
    stream_vector *out = to;
    const stream_vector *in = from;
    for (size_t i = 0; i < bytes / sizeof *in; i++)
        stream_store(&out[i], stream_load(&in[i]));
}

/* Whole blocks of a share whose steps lie next to each other in both arrays. */
#define STREAM_BLOCKS(BYTES)                                                                     \
    static inline __attribute__((always_inline)) void blocks_##BYTES(                            \
        element_##BYTES *restrict out, const element_##BYTES *restrict in, const struct shape s, \
        const struct share mine, const int variant)                                              \
    {                                                                                            \
        const int rows = ROWS(BYTES, variant);                                                   \
        for (int64_t block = mine.first_block; block < mine.last_block; block++) {               \
            const struct step e =                                                                \
                step_of(mine, block - mine.first_block, block, rows, 0, 0, 0, variant);          \
            stream_out(&out[address_of_store(s, e)], &in[address_of_load(s, e)],                 \
                       WARP_LANES *rows *BYTES);                                                 \
        }                                                                                        \
    }

#else
#define STREAM_BLOCKS SIMD_BLOCKS
#endif

#endif
