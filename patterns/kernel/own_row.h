/* What only a pattern of one's own has, which no list of ours names: where it runs, examples, and a
 * description of all that for the program, which has loaded the file. In the program's part. */
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

extern ROW __attribute__((weak));
static const struct example own_examples[] = {EXAMPLES};

extern const char warpline_stamp[];
const char warpline_stamp[] = WARPLINE_STAMP;
extern const struct own_pattern warpline_own;
const struct own_pattern warpline_own = {
    .pattern = &JOIN(pattern_, NAME),
    .name = SPELLED(NAME),
    .meaning = SPELLED(MEANING),
    .where = WHERE,
    .loads = LOADS,
    .expect = expected_by_meaning,
    .examples = own_examples,
    .example_count = sizeof own_examples / sizeof *own_examples,
    .index_count = own_index_count,
    .index_place = own_index_place,
};

#endif
