/* The index array of a pattern that has one: INDEX_VALUE gives its entries. */
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

/* A kernel reads the array in memory; the program has none, and notes which entry was asked for. */
static inline int64_t asked_index(const struct shape s, int64_t i)
{
    entry_asked = i;
    return index_value(s, i);
}
#define INDEX(i) BY_USE(asked_index(s, i), (int64_t)s.index[i])

#endif
