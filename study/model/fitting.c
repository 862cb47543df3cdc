#include "study/model/fitting.h"

#include "study/model/walks.h"
#include "study/plan/footprint.h"
#include "study/units.h"

#include <errno.h>
#include <stdio.h>

/* The models have the arrays begin so far apart. */
static const int64_t array_most_bytes = INT64_C(1) << 40;

static int check_sizes(const struct footprint *bytes, int64_t all, char *problem,
                       size_t problem_size)
{
    char size[SIZE_TEXT_MAX];
    if (all >= 0 && bytes->in <= array_most_bytes && bytes->out <= array_most_bytes &&
        bytes->index <= array_most_bytes)
        return 0;
    snprintf(problem, problem_size,
             "its arrays are then %s; use a smaller --footprint or smaller values, the models know "
             "arrays of at most 1 TiB",
             all < 0 ? "more than 512 PiB" : rounded_size_text(all, size));
    return -EINVAL;
}

/* What the blocks that show it touch, from the first byte of each array on. */
static struct extents touched(const struct pattern *pattern, const struct shape *shape,
                              int element_bytes, bool gpu)
{
    struct walk walk = walk_of(shape, pattern->rows(shape, element_bytes, gpu), element_bytes, gpu);
    const int64_t blocks = pattern->blocks(shape, walk.rows);
    struct extents extents = extents_none();
    for (int i = 0; i < 3 && blocks > 0; i++)
        walk_extents(pattern, &walk, (blocks - 1) * i / 2, blocks, &extents);
    return extents;
}

int fitting_check(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                  bool gpu, char *problem, size_t problem_size)
{
    struct footprint bytes;
    const int64_t all = arrays_bytes(pattern, shape, element_bytes, &bytes);
    int error = check_sizes(&bytes, all, problem, problem_size);
    if (error || !pattern->walk)
        return error;
    const struct extents extents = touched(pattern, shape, element_bytes, gpu);
    if (extents.high[ARRAY_IN] <= bytes.in && extents.high[ARRAY_OUT] <= bytes.out &&
        extents.high[ARRAY_INDEX] <= bytes.index)
        return 0;
    snprintf(problem, problem_size,
             "its steps then go beyond its arrays; use smaller values or a larger --footprint");
    return -EINVAL;
}
