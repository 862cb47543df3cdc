/* Makes a pattern out of its address expressions. Included by one pattern file, once, after it has
 * defined
 *
 *   NAME               the pattern's name, an identifier
 *   LOAD, STORE        element read and element written, as expressions over `s` (struct shape)
 *                      and `e` (struct step)
 *   IN_LENGTH, OUT_LENGTH   elements of the two arrays, over `s`
 *   VARIANT, VARIANTS  which loop body serves a point, over `s`, and how many there are: 1, 3 or 8.
 *                      In a kernel `e.variant` is a compile-time number
 *   FIELDS(v)          fields that a step of variant v touches
 *   SHARES             TAKEN: any worker may make any step; OWN: the steps are each thread's own
 *   BLOCKS             SIMD_BLOCKS, or another way to work through a share (stream.h)
 *
 * In the program only the address functions come out; in a kernel module (WARPLINE_MODULE is
 * defined) kernel.h adds the kernels.
 */
#include "pattern.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)

static inline int64_t address_of_load(const struct shape s, const struct step e)
{
    (void)s, (void)e;
    return LOAD;
}

static inline int64_t address_of_store(const struct shape s, const struct step e)
{
    (void)s, (void)e;
    return STORE;
}

static int64_t load(const struct shape *shape, struct step step)
{
    return address_of_load(*shape, step);
}

static int64_t store(const struct shape *shape, struct step step)
{
    return address_of_store(*shape, step);
}

static void addresses(const struct shape *shape, struct step first, int count, int64_t *loads,
                      int64_t *stores)
{
    const struct shape s = *shape;
    struct step e = first;
    for (int i = 0; i < count; i++) {
        e.index = first.index + i;
        e.turn = e.row_turn = first.turn + i;
        loads[i] = address_of_load(s, e);
        stores[i] = address_of_store(s, e);
    }
}

static int64_t variant(const struct shape *shape)
{
    const struct shape s = *shape;
    (void)s;
    return VARIANT;
}

static int64_t fields(const struct shape *shape)
{
    (void)shape;
    return FIELDS(variant(shape));
}

static int64_t in_length(const struct shape *shape)
{
    const struct shape s = *shape;
    return IN_LENGTH;
}

static int64_t out_length(const struct shape *shape)
{
    const struct shape s = *shape;
    return OUT_LENGTH;
}

/* The part of every row that the expressions give. */
#define EXPRESSIONS                                                                             \
    .load = load, .store = store, .addresses = addresses, .variant = variant, .fields = fields, \
    .in_length = in_length, .out_length = out_length

#define ROW const struct pattern JOIN(pattern_, NAME)

extern ROW;

#ifdef WARPLINE_MODULE
#include "kernel.h"
#endif
