/* The one way to grow an array: its room doubles, so that adding n entries copies at most 2 n.
 *
 *     struct list { struct entry *of; int count, room; } list = {0};
 *     array_make_room(list.of, list.count, list.room);
 *     list.of[list.count++] = entry;
 *
 * The owner frees the array. */
#ifndef WARPLINE_ARRAY_H
#define WARPLINE_ARRAY_H

#include "study/base/message.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { ARRAY_FIRST_ROOM = 16 };

/* Doubles an array until it has room for entry number `count`; `array` points to the pointer to its
 * first entry. */
static inline void array_grow(void *array, size_t entry_bytes, size_t count, int *room)
{
    void *entries;
    size_t more = *room ? (size_t)*room : ARRAY_FIRST_ROOM;
    memcpy(&entries, array, sizeof entries);
    while (more <= count && more <= INT_MAX)
        more *= 2;
    void *larger = needed(more > INT_MAX ? NULL : realloc(entries, more * entry_bytes));
    memcpy(array, &larger, sizeof larger);
    *room = (int)more;
}

/* Makes room for entry number `count` (from 0). `array` is the pointer to the first entry, `room`
 * an int; both may change. */
#define array_make_room(array, count, room) \
    ((size_t)(count) < (size_t)(room)       \
         ? (void)0                          \
         : array_grow(&(array), sizeof *(array), (size_t)(count), &(room)))

#endif
