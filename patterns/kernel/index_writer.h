/* Writes the index array, by the expression that the host checks with: each worker a stretch. */
INLINED void write_stretch(const struct kernel_args args)
{
    const struct shape s = args.shape;
    const struct share mine = share_of(s, args.launch, WARP_LANES);
    const int64_t count = index_count(s), worker = mine.thread / LANE_THREADS;
    uint32_t *index = s.index;
    note_where(args.notes);
#pragma omp simd
    for (int64_t i = count * worker / mine.workers; i < count * (worker + 1) / mine.workers; i++) {
        const int64_t place = index_place(s, i), value = index_value(s, i);
        if (INDEX_HAS_POINTERS)
            *(const void **)(void *)&index[place] = &index[value];
        else
            index[place] = (uint32_t)value;
    }
}

#define region write_index
#define worker write_stretch
#define lone   0
#include "patterns/kernel/region.h"
#undef region
#undef worker
#undef lone
