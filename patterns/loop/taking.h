/* How the warps of a GPU take the tiles of a pass.
 *
 * With equal shares the slowest multiprocessor determines the time, and fast warps run ahead from
 * pass to pass: the sectors that a transposed store fills in part then leave the L2 before the
 * others arrive (H200: 3.1 ms instead of 1.4). So the teams take chunks of tiles in order, from a
 * counter in memory, through all passes. A chunk has a part for each warp of a full team, and a
 * warp takes a part from a ticket in the team's shared memory: the chunk's number and that of its
 * next part in one word. A counter in memory for each part would be the limit of fast loops, at
 * 2.8 ns an addition. The warp that takes the middle of a chunk requests the next chunk, so nobody
 * waits for the counter.
 *
 * Registers are scarce (loop_module.h): what a chunk's number means is worked out once a chunk, and
 * tiles are counted in 32 bits. */
#ifndef WARPLINE_LOOP_TAKING_H
#define WARPLINE_LOOP_TAKING_H

#include "patterns/kernel/work.h"

enum {
    PART_TILES = 2,
    CHUNK_PARTS = 32,
    TEAM_CHUNKS = 8, /* of a pass, at least: with fewer a team's last one takes too long */
    PART_BITS = 8,   /* of a ticket: up to 2 * CHUNK_PARTS - 1 */
    NO_CHUNK = 1 << 23
};
#define NO_TILE UINT32_MAX

struct taking {
    bool by_ticket;      /* else each warp has its share, tiles `step` apart */
    uint32_t next, step; /* of such a share */
    unsigned ticket;     /* its address in shared memory; 4 bytes behind is the next chunk */
    struct notes *notes; /* whose counter is in memory */
    int64_t chunks, teams, passes; /* chunks of a pass; each team has begun with one */
};

#ifndef TICKETS
/* A GPU's part of these, like those of kernel/gpu.h. The tests have others. */
INLINED uint32_t ticket_take(unsigned ticket)
{
    unsigned old = 0;
    __asm__ volatile("{//|\n\tatom.shared.add.u32 %0, [%1], 1;\n\t}" : "+r"(old) : "r"(ticket));
    return old;
}
INLINED void ticket_write(unsigned ticket, unsigned value)
{
    __asm__ volatile("{//|\n\tst.volatile.shared.u32 [%0], %1;\n\t}" : : "r"(ticket), "r"(value));
}
INLINED uint32_t ticket_read(unsigned ticket)
{
    unsigned value = 0;
    __asm__ volatile("{//|\n\tld.volatile.shared.u32 %0, [%1];\n\t}" : "+r"(value) : "r"(ticket));
    return value;
}
/* Waits for all warps of the team. libgomp's barriers have other numbers. */
INLINED void join_team(int threads)
{
    __asm__ volatile("{//|\n\tbar.sync 2, %0;\n\t}" : : "r"(threads) : "memory");
}
/* Called once in a kernel: each copy would have a separate ticket. */
INLINED unsigned ticket_of_team(void)
{
    unsigned ticket = 0;
    __asm__ volatile("{//|\n\t.shared .align 8 .b8 ticket[8];\n\tmov.u32 %0, ticket;\n\t}"
                     : "+r"(ticket));
    return ticket;
}
#endif

/* How passes of these tiles are taken. Each warp of a team calls it. */
INLINED struct taking taking_of(const struct kernel_args args, const struct share mine)
{
    const int64_t chunk = PART_TILES * CHUNK_PARTS;
    struct taking taking = {.next = (uint32_t)mine.first_tile,
                            .step = (uint32_t)mine.tile_step,
                            .notes = args.notes,
                            .chunks = (mine.tiles + chunk - 1) / chunk,
                            .teams = omp_get_num_teams(),
                            .passes = args.passes};
    if (omp_is_initial_device() || taking.chunks < TEAM_CHUNKS * taking.teams ||
        taking.chunks > NO_CHUNK)
        return taking;
    taking.by_ticket = true;
    taking.ticket = ticket_of_team();
    if (omp_get_thread_num() == 0 && is_first_lane()) {
        ticket_write(taking.ticket, (unsigned)omp_get_team_num() << PART_BITS);
        ticket_write(taking.ticket + 4, 0);
    }
    sync_warp();
    join_team(omp_get_num_threads() * LANES);
    return taking;
}

/* By one lane: the number of the next chunk in its pass. */
INLINED uint32_t request_chunk_of_pass(const struct taking taking)
{
    const int64_t number = request_number(&taking.notes->taken) + taking.teams;
    return number < taking.chunks * taking.passes ? (uint32_t)(number % taking.chunks) : NO_CHUNK;
}

/* By one lane: the first tile of the next part. The number of the next chunk, plus 1, is written
 * where the warp that takes its first part waits for it. Meanwhile each other warp takes one part
 * in vain. */
INLINED uint32_t next_part(const struct taking taking)
{
    for (;;) {
        const uint32_t old = ticket_take(taking.ticket);
        const uint32_t part = old & ((1 << PART_BITS) - 1), chunk = old >> PART_BITS;
        if (chunk >= NO_CHUNK)
            return NO_TILE;
        if (part < CHUNK_PARTS) {
            if (part == CHUNK_PARTS / 2)
                ticket_write(taking.ticket + 4, request_chunk_of_pass(taking) + 1);
            return (chunk * CHUNK_PARTS + part) * PART_TILES;
        }
        if (part == CHUNK_PARTS) {
            uint32_t next;
            while (next = ticket_read(taking.ticket + 4), next == 0)
                ;
            ticket_write(taking.ticket + 4, 0);
            ticket_write(taking.ticket, (next - 1) << PART_BITS);
        } else {
            while (ticket_read(taking.ticket) >> PART_BITS == chunk)
                ;
        }
    }
}

/* The first tile of a warp's next part, of `tiles` in a pass; NO_TILE: all passes are taken.
 * Without tickets a part is tile `next`. */
INLINED uint32_t take_part(const struct taking taking, uint32_t next, uint32_t tiles)
{
    if (!taking.by_ticket)
        return next < tiles ? next : NO_TILE;
    return word_from_first_lane(is_first_lane() ? next_part(taking) : 0);
}

/* The tile behind that part, which may begin beyond the last tile. */
INLINED uint32_t part_end(const struct taking taking, uint32_t tile, uint32_t tiles)
{
    const uint32_t end = tile + (taking.by_ticket ? PART_TILES : 1);
    return end < tiles ? end : tiles;
}

#endif
