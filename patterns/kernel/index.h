/* The index array of a pattern that has one: INDEX_VALUE gives its entries. A kernel module
 * includes this file a second time, for the region that writes the array. */
#ifndef WARPLINE_INDEX_H
#define WARPLINE_INDEX_H

#ifndef INDEX_PLACE
#define INDEX_PLACE i
#define INDEX_COUNT INDEX_LENGTH
#endif

static inline int64_t index_value(const struct shape s, int64_t i)
{
    (void)s;
    return INDEX_VALUE;
}

static inline int64_t index_place(const struct shape s, int64_t i)
{
    (void)s;
    return INDEX_PLACE;
}

static inline int64_t index_count(const struct shape s)
{
    (void)s;
    return INDEX_COUNT;
}

static int64_t index_room(const struct shape *shape)
{
    const struct shape s = *shape;
    return INDEX_LENGTH;
}

/* A kernel reads the array in memory. The program has no array: it computes the entry and records
 * which one was read. */
static inline int64_t recorded_index(const struct shape s, int64_t i)
{
    entry_read = entry_read == NO_ENTRY || entry_read == i ? i : SEVERAL_ENTRIES;
    return index_value(s, i);
}
#define INDEX(i) PROGRAM_OR_MODULE(recorded_index(s, i), (int64_t)s.index[i])

#else

/* Writes the index array, each worker a part, with the expression that the host also uses for
 * checking. */
INLINED void write_entries(const struct kernel_args args)
{
    const struct shape s = args.shape;
    const struct share mine = share_of(s, args.launch, LANES);
    const int64_t count = index_count(s), worker_number = mine.thread / LANE_THREADS;
    uint32_t *index = s.index;
    note_where(args.notes);
#pragma omp simd
    for (int64_t i = count * worker_number / mine.workers;
         i < count * (worker_number + 1) / mine.workers; i++) {
        const int64_t place = index_place(s, i), value = index_value(s, i);
        if (INDEX_HAS_POINTERS)
            *(const void **)(void *)&index[place] = &index[value];
        else
            index[place] = (uint32_t)value;
    }
}

#define REGION        write_index
#define REGION_WORKER write_entries
#define REGION_ALONE  0
#include "patterns/kernel/region.h"

#endif
