/* Patterns that read their tile over and over (body/tile_reads.h), each lane the same places, and
 * add up what they read. A pattern states TILE_GET, BANK_READS and BANK_SUMS. */
#ifndef WARPLINE_TILE_READS_H
#define WARPLINE_TILE_READS_H

#include "patterns/kernel/tile_room.h"
#include "patterns/kernel/usual.h"

#define TILE_HEIGHT  8
#define PUT_ROWS     0
#define TILE_PUT     0
#define LOAD         0
#define STORE        0
#define SLOTS        (s.workers * WARP_LANES)
#define READS        (s.elements / SLOTS)
#define IN_LENGTH    TILE_BYTES
#define OUT_LENGTH   SLOTS
#define BODY         "patterns/kernel/body/tile_reads.h"
#define WALK         "patterns/kernel/body/tile_reads_walk.h"
#define TAIL         0
#define SCHEDULE     STATIC
#define WORKERS_MOST TILE_WORKERS

#define BLOCK_ROWS(unroll, lanes) TILE_HEIGHT

#endif
