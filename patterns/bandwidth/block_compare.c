#include "patterns/bandwidth/block.h"
#include "patterns/bandwidth/input_again.h"

#define NAME       block_compare
#define WHY_ABSENT "a driver has no call that compares memory: see compare"
#define LOAD       e.index
#define STORE      0
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.workers
#define ON_CPU     (w.out[mine.thread] = memcmp(from, w.shape.index + (from - w.in), bytes) == 0)

#include "patterns/kernel/generate.h"

static void expected_equal(const struct shape *shape, const struct input *input, int64_t first,
                           int count, int element_bytes, void *expected, bool *written)
{
    uint32_t *equal = expected;
    (void)shape, (void)input, (void)first, (void)element_bytes;
    for (int n = 0; n < count; n++) {
        equal[n] = 1;
        written[n] = true;
    }
}

ROW = {
    .name = "block_compare",
    .help = "find out whether two arrays are equal by one call",
    .formula = "memcmp(a, b, bytes)",
    .lesson =
        "memcmp may stop at the first difference, so it compares a few vectors at a time and "
        "decides after each group. Equal arrays have to be read to their ends in any case. The "
        "loop of compare does the same reads without a way out.",
    .source = "C: block operations against element loops",
    .loads = 2,
    .stores = 0,
    .expect = expected_equal,
    EXPRESSIONS,
};
