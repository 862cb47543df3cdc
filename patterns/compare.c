#define NAME         compare
#define WORD(i)      (data_word((uint64_t)(i) / 2, word_bits()) >> (32 * ((i) % 2)) & 0xffffffff)
#define INDEX_VALUE  ((int64_t)WORD(i)) /* the input once more */
#define INDEX_LENGTH s.elements
#define LOAD         e.index
#define STORE        0
#define USEFUL_LOADS 2
#define STORES       0
#define IN_LENGTH    s.elements
#define OUT_LENGTH   s.workers
#define SIZES(X)     X(4)
#define EXPECT                              \
    const uint32_t equal = 1;               \
    memcpy(expected, &equal, sizeof equal); \
    return true;
#define SHARES OWN
#define TAIL   NO_TAIL
#define BLOCKS(BYTES)                                                                            \
    static inline __attribute__((always_inline)) void blocks_##BYTES(                            \
        element_##BYTES *restrict out, const element_##BYTES *restrict in, const struct shape s, \
        const struct share mine, const int variant)                                              \
    {                                                                                            \
        const int64_t worker = mine.thread / LANE_THREADS;                                       \
        const int64_t first = s.elements * worker / mine.workers;                                \
        const int64_t last = s.elements * (worker + 1) / mine.workers;                           \
        uint32_t different = 0;                                                                  \
        (void)variant;                                                                           \
        PRAGMA(omp simd reduction(| : different))                                                \
        for (int64_t i = first; i < last; i++)                                                   \
            different |= in[i] ^ s.index[i];                                                     \
        out[worker] = different == 0;                                                            \
    }
#include "generate.h"

ROW = {
    .name = "compare",
    .help = "find out whether two arrays are equal, element by element",
    .formula = "different |= a[i] ^ b[i]",
    .lesson =
        "Reading alone, two streams of it, and next to nothing to do for each element: a loop that "
        "a compiler turns into vectors keeps up with the memory.",
    .source = "C: block operations against element loops",
    EXPRESSIONS,
};
