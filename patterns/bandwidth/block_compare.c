#define NAME         block_compare
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
#define ON_CPU                                                          \
    out[mine.thread] = memcmp(from, s.index + (from - in), bytes) == 0; \
    (void)to
#include "block.h"

#include "generate.h"

ROW = {
    .name = "block_compare",
    .help = "find out whether two arrays are equal by one call",
    .formula = "memcmp(a, b, bytes)",
    .lesson = "memcmp may stop at the first difference, so it looks at some vectors at a time and "
              "decides "
              "after each. Equal arrays have to be read to their ends either way.",
    .source = "C: block operations against element loops",
    .no_gpu = "a driver has no call that compares memory: see compare",
    EXPRESSIONS,
};
