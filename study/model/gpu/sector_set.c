#include "study/model/gpu/sector_set.h"

#include "study/base/message.h"

#include <stdlib.h>

/* Twice what a request can touch. */
enum { SLOTS_OF_REQUEST = 2 * WARP_LANES };

void sector_set_open(struct sector_set *set, int requests)
{
    set->count = 0;
    set->slots = (uint64_t)requests * SLOTS_OF_REQUEST;
    set->number = needed(calloc(set->slots, sizeof *set->number));
    set->read = needed(calloc(set->slots, sizeof *set->read));
    set->stored = needed(calloc(set->slots, sizeof *set->stored));
    set->used = needed(malloc(set->slots * sizeof *set->used));
}

void sector_set_close(struct sector_set *set)
{
    free(set->number);
    free(set->read);
    free(set->stored);
    free(set->used);
}

/* The slot that holds the sector, or the free one for it. Neighbouring sectors get neighbouring
 * slots, since most requests touch neighbours. */
static uint64_t slot_of(const struct sector_set *set, uint64_t number)
{
    uint64_t slot = ((number >> 5) * UINT64_C(0x9e3779b97f4a7c15) >> 20) + number;
    for (slot %= set->slots; set->number[slot] && set->number[slot] != number + 1;)
        slot = (slot + 1) % set->slots;
    return slot;
}

/* Twice as many slots. */
static void grow(struct sector_set *set)
{
    struct sector_set before = *set;
    sector_set_open(set, (int)(2 * before.slots / SLOTS_OF_REQUEST));
    for (uint64_t i = 0; i < before.count; i++) {
        const uint64_t old = before.used[i], slot = slot_of(set, before.number[old] - 1);
        set->number[slot] = before.number[old];
        set->read[slot] = before.read[old];
        set->stored[slot] = before.stored[old];
        set->used[set->count++] = slot;
    }
    sector_set_close(&before);
}

void sector_set_add(struct sector_set *set, const struct sectors *sectors, bool stored)
{
    if (2 * (set->count + WARP_LANES) > set->slots) /* half of the slots stay free */
        grow(set);
    for (int i = 0; i < sectors->count; i++) {
        const uint64_t slot = slot_of(set, sectors->number[i]);
        if (!set->number[slot]) {
            set->number[slot] = sectors->number[i] + 1;
            set->used[set->count++] = slot;
        }
        if (stored)
            set->stored[slot] |= sectors->bytes[i];
        else
            set->read[slot] = 1;
    }
}

static bool stored_partly(const struct sector_set *set, uint64_t slot)
{
    return set->stored[slot] && set->stored[slot] != UINT32_MAX;
}

static bool is_read(const struct sector_set *set, uint64_t slot)
{
    return set->read[slot] || stored_partly(set, slot);
}

/* Whether it is the first such sector of its line. */
static bool begins_partial_line(const struct sector_set *set, uint64_t slot)
{
    const uint64_t number = set->number[slot] - 1;
    bool first = stored_partly(set, slot);
    for (uint64_t before = 1; first && before <= number % SECTORS_OF_LINE; before++)
        first = !stored_partly(set, slot_of(set, number - before));
    return first;
}

void sector_set_count(struct sector_set *set, struct sector_bytes *bytes)
{
    for (uint64_t i = 0; i < set->count; i++) {
        const uint64_t slot = set->used[i], number = set->number[slot] - 1;
        bytes->read += set->read[slot] ? SECTOR_BYTES : 0;
        bytes->written += set->stored[slot] ? SECTOR_BYTES : 0;
        bytes->partial += stored_partly(set, slot) ? SECTOR_BYTES : 0;
        bytes->partial_lines += begins_partial_line(set, slot);
        /* A unit counts with its first sector that is read. */
        if (is_read(set, slot) && (number % 2 == 0 || !is_read(set, slot_of(set, number - 1))))
            bytes->units += MEMORY_UNIT_BYTES;
    }
    for (uint64_t i = 0; i < set->count; i++) {
        const uint64_t slot = set->used[i];
        set->number[slot] = set->read[slot] = set->stored[slot] = 0;
    }
    set->count = 0;
}
