/* Which iterations have read and written each unit of the loop's arrays: finds races. Two
 * iterations race if both access a place, one of them writes, and not both are atomic. */
#ifndef WARPLINE_SHADOW_H
#define WARPLINE_SHADOW_H

#include "patterns/loop/record.h"

#include <stdbool.h>
#include <stdint.h>

#define OURS __attribute__((no_sanitize("thread")))

/* An access: its iteration + 1 (0: none), the code and the kind. */
struct seen {
    uint32_t iteration, code;
};

/* Of one unit. Two readers: the writer's own iteration may be one of them. */
struct cell {
    struct seen writer, reader, other;
};

enum { ATOMIC_BIT = 1U << 31, RACES_ITERATIONS = 1 << 17 };

struct race {
    uint64_t place;
    struct seen before, after;
    uint8_t kind_before, kind_after;
    bool found;
};

OURS static void note_race(struct race *race, uint64_t place, struct seen before, uint8_t kind,
                           struct seen after, uint8_t kind_after)
{
    if (race->found)
        return;
    *race = (struct race){place, before, after, kind, kind_after, true};
    race->before.code &= ~(uint32_t)ATOMIC_BIT;
}

OURS static bool is_other(struct seen seen, struct seen now)
{
    return seen.iteration != 0 && seen.iteration != now.iteration;
}

OURS static uint8_t kind_of_writer(struct seen writer)
{
    return writer.code & ATOMIC_BIT ? RECORD_ATOMIC : RECORD_STORE;
}

OURS static void shadow_read(struct cell *cell, uint64_t place, struct seen now, struct race *race)
{
    if (is_other(cell->writer, now))
        note_race(race, place, cell->writer, kind_of_writer(cell->writer), now, RECORD_LOAD);
    if (is_other(cell->reader, now))
        cell->other = cell->reader;
    cell->reader = now;
}

OURS static void shadow_write(struct cell *cell, uint64_t place, struct seen now, uint8_t kind,
                              struct race *race)
{
    const bool both_atomic = kind == RECORD_ATOMIC && cell->writer.code & ATOMIC_BIT;
    if (is_other(cell->writer, now) && !both_atomic)
        note_race(race, place, cell->writer, kind_of_writer(cell->writer), now, kind);
    if (is_other(cell->reader, now))
        note_race(race, place, cell->reader, RECORD_LOAD, now, kind);
    if (is_other(cell->other, now))
        note_race(race, place, cell->other, RECORD_LOAD, now, kind);
    cell->writer = now;
    cell->writer.code |= kind == RECORD_ATOMIC ? ATOMIC_BIT : 0;
}

#endif
