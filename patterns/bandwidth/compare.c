#include "patterns/bandwidth/input_again.h"
#include "patterns/bandwidth/reader.h"

#define NAME                     compare
#define LOAD                     e.index
#define IN_LENGTH                s.elements
#define READS                    2
#define FIRST_OF(row, own)       ((row)*LANES)
#define READ_ONE(k, first, lane) ((k) == 0 ? in[(first) + (lane)] : s.index[(first) + (lane)])
#define OF(v)                    (value[v] ^ value[(v) + 1])
#define MERGE                    |=

#include "patterns/kernel/generate.h"

static void expected_zero(const struct shape *shape, const struct input *input, int64_t first,
                          int count, int element_bytes, void *expected, bool *written)
{
    (void)shape, (void)input, (void)first;
    memset(expected, 0, (size_t)count * (size_t)element_bytes);
    memset(written, true, (size_t)count);
}

ROW = {
    .name = "compare",
    .help = "find out whether two arrays are equal, element by element",
    .formula = "different |= a[i] ^ b[i]",
    .lesson =
        "This pattern only reads, two arrays at a time, and does almost no arithmetic. A loop that "
        "the compiler vectorizes keeps up with the memory, so the pass is bandwidth-bound on both "
        "sides. It has no early exit: every element is read.",
    .source = "C: block operations against element loops",
    .loads = 2,
    .stores = 0,
    .rounding = WHOLE_BLOCKS,
    .expect = expected_zero,
    EXPRESSIONS,
};
