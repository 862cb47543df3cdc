/* The additional data of a user's own pattern, which no list of the program names: its examples,
 * and a description of everything that its row does not contain. The program reads it after loading
 * the file. Only in the program's part. */
#ifndef WARPLINE_OWN_ROW_H
#define WARPLINE_OWN_ROW_H

#include "patterns/kernel/walk.h"
#include "patterns/own_pattern.h"
#include "warpline_stamp.h"

#define SPELLED_(text) #text
#define SPELLED(text)  SPELLED_(text)

#ifndef EXAMPLES
#define EXAMPLES
#endif

#ifdef INDEX_VALUE
static int64_t own_index_count(const struct shape *shape)
{
    return index_count(*shape);
}
static int64_t own_index_place(const struct shape *shape, int64_t i)
{
    return index_place(*shape, i);
}
#else
#define own_index_count NULL
#define own_index_place NULL
#endif

#ifndef NUMBERS
#define EACH_SIZE "patterns/kernel/numbers.h"
#include "patterns/kernel/sizes.h"
#undef EACH_SIZE
#endif

/* The functions of each element size. */
static const struct own_size {
    int bytes;
    void (*expected)(const struct shape s, const struct input *input, int64_t first, int count,
                     void *expected, bool *written);
    void (*result)(const struct shape s, struct step e, const struct input *input, void *result);
    bool (*uses)(const struct shape s, const struct input *input, int k);
} own_sizes[] = {
#define EACH_SIZE "patterns/kernel/own_row.h"
#include "patterns/kernel/sizes.h"
#undef EACH_SIZE
};

static const struct own_size *own_size(int element_bytes)
{
    const struct own_size *size = own_sizes;
    while (size->bytes != element_bytes)
        size++;
    return size;
}

static void own_result(const struct shape *shape, struct step first, int number,
                       const struct input *input, int element_bytes, void *result)
{
    first.index += number;
    first.iteration += number;
    first.row_iteration = first.iteration;
    first.lane = (int)(first.index % LANES);
    first.row_index = first.index - first.lane;
    own_size(element_bytes)->result(*shape, first, input, result);
}

static bool own_uses(const struct shape *shape, int k)
{
    const struct input input = {.bits = (int)DATA == DATA_NUMBERS ? number_bits(own_sizes->bytes)
                                                                  : word_bits()};
    return own_sizes->uses(*shape, &input, k);
}

static int64_t own_meaning(const struct shape *shape, int64_t i, int k)
{
    return meaning(*shape, i, k);
}

/* Where steps add to the initial value, MEANING gives how many of them add to an element. */
static void own_expected_counts(const struct shape *shape, int64_t first, int count,
                                int element_bytes, unsigned char *expected, bool *written)
{
    for (int n = 0; n < count; n++) {
        const int64_t added = meaning(*shape, first + n, 0);
        uint64_t total = 0;
        poison_element(first + n, element_bytes, &total);
        total += (uint64_t)added;
        written[n] = added > 0;
        memcpy(expected + (ptrdiff_t)n * element_bytes, &total, (size_t)element_bytes);
    }
}

static void own_expected(const struct shape *shape, const struct input *input, int64_t first,
                         int count, int element_bytes, void *expected, bool *written)
{
    if ((int)STORE_ACCESS == ACCESS_ATOMIC)
        own_expected_counts(shape, first, count, element_bytes, expected, written);
    else
        own_size(element_bytes)->expected(*shape, input, first, count, expected, written);
}

static int64_t own_entry(const struct shape *shape, struct step step, bool store)
{
    entry_read = NO_ENTRY;
    (void)(store ? address_of_store(*shape, step) : address_of_load(*shape, step));
    return entry_read;
}

extern ROW __attribute__((weak));
static const struct example own_examples[] = {EXAMPLES};

extern const char warpline_stamp[];
const char warpline_stamp[] = WARPLINE_STAMP;
extern const struct own_pattern warpline_own;
const struct own_pattern warpline_own = {
    .pattern = &JOIN(pattern_, NAME),
    .name = SPELLED(NAME),
    .meaning_text = SPELLED(MEANING),
    .where = WHERE,
    .loads = LOADS,
    .variants = VARIANTS,
    .meaning = own_meaning,
    .expect = own_expected,
    .result = COMPUTED ? own_result : NULL,
    .uses = own_uses,
    .body = BODY,
    .examples = own_examples,
    .example_count = sizeof own_examples / sizeof *own_examples,
    .entry = own_entry,
    .index_count = own_index_count,
    .index_place = own_index_place,
};

#else /* the row of one size */
{BYTES, JOIN(expected_, BYTES), JOIN(result_, BYTES), JOIN(load_is_used_, BYTES)},
#endif
