/* What a GPU's memories have to do for one request of a warp: a model without hardware.
 *
 * Global memory moves sectors of 32 bytes, four to a line of 128: a request costs as many sectors
 * as its lanes touch, whichever lane touches which (CUDA C++ Programming Guide, compute capability
 * 5.0 and later). Shared memory has 32 banks of 4 bytes: the bank-conflict degree of a request is
 * the largest number of different words that its lanes want from one bank; a word that several
 * lanes want is read once. Elements of 8 bytes go by half warps, of 16 bytes by quarters, whose
 * degrees add up.
 */
#ifndef OFFLOAD_TRAFFIC_H
#define OFFLOAD_TRAFFIC_H

#include "patterns/pattern.h"

enum { SECTOR_BYTES = 32, SECTORS_OF_LINE = 4, BANKS = 32, BANK_BYTES = 4 };
enum { GPU_PAGE_BYTES = 2 << 20 }; /* the driver's large page, which cudaMalloc's memory is in */

/* The different sectors that a request touches, and which of their bytes. */
struct sectors {
    int count;
    int lanes; /* that ask for anything */
    int lines; /* different lines among them */
    uint64_t number[WARP_LANES];
    uint32_t bytes[WARP_LANES]; /* bit b: byte b of that sector */
};

/* The sectors of a request to an array that begins at byte `base`, a multiple of the element size.
 */
void traffic_sectors(const struct request *request, uint64_t base, struct sectors *sectors);

/* How many different pages they are on. */
int traffic_pages(const struct sectors *sectors);

/* Turns that shared memory takes for a request of the tile, which begins at bank 0: 0 where no lane
 * asks, 1 at best for up to 4 bytes an element, 2 for 8 and 4 for 16. */
int traffic_conflict_degree(const struct request *request);

#endif
