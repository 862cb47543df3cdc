/* Atomic additions of all threads to cells. A pattern states CELLS, how many there are, CELL, the
 * one of thread `e.thread`, which is that number modulo the cells, and SPACING, elements from one
 * cell to the next. */
#ifndef WARPLINE_CELLS_H
#define WARPLINE_CELLS_H

#define LOADS             0
#define LOAD              0
#define STORE             (CELL * SPACING)
#define STORE_ACCESS      ACCESS_ATOMIC
#define PUT(place, value) add_one(&(place), sizeof(place))
#define IN_LENGTH         0
#define OUT_LENGTH        (CELLS * SPACING)
#define HITS(cell)        (s.threads / CELLS + ((cell) < s.threads % CELLS))
#define SHARES            OWN
#define ELEMENTS          (s.threads * INT64_C(1024))
#define SIZES(X)          X(4) X(8)
#define EXPECT                                                         \
    uint64_t count = poison_bits.set;                                  \
    if (i % SPACING)                                                   \
        return false;                                                  \
    poison_element(i, element_bytes, &count);                          \
    count += (uint64_t)(HITS(i / SPACING) * (s.elements / s.threads)); \
    memcpy(expected, &count, (size_t)element_bytes);                   \
    return true;

#endif
