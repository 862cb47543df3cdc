#define NAME           compare
#define WORD(i)        (data_word((uint64_t)(i) / 2, word_bits()) >> (32 * ((i) % 2)) & 0xffffffff)
#define INDEX_VALUE    ((int64_t)WORD(i)) /* the input once more */
#define INDEX_LENGTH   s.elements
#define LOAD           e.index
#define USEFUL_LOADS   2
#define IN_LENGTH      s.elements
#define SIZES(X)       X(4)
#define READS          2
#define READ_ONE(k, i) ((k) == 0 ? in[i] : s.index[i])
#define OF(v)          (value[v] ^ value[(v) + 1])
#define MERGE          |=
#define EXPECT                          \
    memset(expected, 0, element_bytes); \
    return true;
#include "reader.h"

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
