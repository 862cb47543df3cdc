#include "study/plan/footprint.h"

enum { WORD_BYTES = 8 };

static int64_t whole_words(int64_t bytes)
{
    return (bytes + WORD_BYTES - 1) / WORD_BYTES * WORD_BYTES;
}

/* More than any machine has, and so little that a length may grow fourfold and not overflow. */
static const int64_t array_most_bytes = INT64_C(1) << 59;

/* A length is an expression, which overflows without a word: a pass of few steps is made longer and
 * longer until it is the one that is asked for, and what passes the most on the way is too long. */
static bool array_bytes(count_expression *length, const struct shape *shape, int element_bytes,
                        int64_t *bytes)
{
    struct shape part = *shape;
    bool fits = true;
    int halvings = 0;
    while (shape->elements >> halvings > 1)
        halvings++;
    for (*bytes = 0; length && fits && halvings >= 0; halvings--) {
        part.elements = shape->elements >> halvings;
        fits = !__builtin_mul_overflow(length(&part), (int64_t)element_bytes, bytes) &&
               *bytes >= 0 && *bytes <= array_most_bytes;
    }
    *bytes = fits ? whole_words(*bytes) : 0;
    return fits;
}

int64_t arrays_bytes(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                     struct footprint *bytes)
{
    if (!array_bytes(pattern->in_length, shape, element_bytes, &bytes->in) ||
        !array_bytes(pattern->out_length, shape, element_bytes, &bytes->out) ||
        !array_bytes(pattern->index_length, shape, (int)sizeof(uint32_t), &bytes->index))
        return -1;
    return bytes->in + bytes->out + bytes->index;
}

struct launch launch_asked(const struct pattern *pattern, const struct shape *shape)
{
    struct launch asked = {0};
    if (pattern->chooses_launch) {
        asked.teams = (int)shape->value[0];
        asked.threads = (int)shape->value[1];
    }
    return asked;
}
