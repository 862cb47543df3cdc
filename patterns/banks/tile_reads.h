/* Patterns that read their tile over and over (tile.h: BANK_BLOCKS), each lane the same places, and
 * add up what they read. */
#ifndef WARPLINE_BANK_H
#define WARPLINE_BANK_H

/* Reads at once, and the sums that they go to in turn: ten warps keep the shared memory busy only
 * if each has many reads under way and waits for few additions. */
#ifndef BANK_READS
#define BANK_READS BY_SIDE(8, 16)
#define BANK_SUMS  BY_SIDE(1, 4)
#endif

#include "random.h"
#include "tile.h"

#include <string.h>

#define TILE_HEIGHT 8
#define PUT_ROWS    0
#define TILE_PUT    0
#define STORES      0
#define LOAD        0
#define STORE       0
#define SLOTS       (s.workers * WARP_LANES)
#define READS       (s.elements / SLOTS)
#define IN_LENGTH   TILE_BYTES
#define OUT_LENGTH  SLOTS
#define BLOCKS      BANK_BLOCKS
#define DEFINE_WALK BANK_WALK
#define SHARES      OWN
#define ROUNDING    WHOLE_TURNS
#define EXPECT                                                                          \
    const int64_t room = TILE_BYTES / element_bytes;                                    \
    struct step e = {.lane = (int)(i % WARP_LANES), .variant = (int)VARIANT};           \
    memset(expected, 0, (size_t)element_bytes);                                         \
    for (e.load = 0; e.load < LOADS; e.load++)                                          \
        add_times(input, TILE_GET, element_bytes, (uint64_t)(READS / LOADS), expected); \
    (void)room;                                                                         \
    return true;

/* Adds an element of the input, taken so many times, to `sum`; whatever overflows is lost. */
static inline void add_times(const struct input *input, int64_t index, int element_bytes,
                             uint64_t times, void *sum)
{
    const size_t part = element_bytes < 8 ? (size_t)element_bytes : 8;
    uint64_t value[2] = {0}, total[2] = {0};
    input_element(input, index, element_bytes, value);
    memcpy(total, sum, (size_t)element_bytes);
    for (int half = 0; half < 2; half++)
        total[half] += value[half] * times;
    memcpy(sum, &total[0], part);
    if (element_bytes > 8)
        memcpy((char *)sum + 8, &total[1], 8);
}

#endif
