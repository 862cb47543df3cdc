/* The cost of one request of a warp in a GPU's memories: a model without hardware.
 *
 * Global memory moves sectors of 32 bytes, four to a line of 128: a request costs as many sectors
 * as its lanes touch, whichever lane touches which (CUDA C++ Programming Guide, compute capability
 * 5.0 and later). Shared memory has 32 banks of 4 bytes: the bank-conflict degree of a request is
 * the largest number of different words that its lanes access in one bank; a word that several
 * lanes access is read once. Elements of 8 bytes are served by half warps, elements of 16 bytes by
 * quarter warps, whose degrees add up. */
#ifndef OFFLOAD_TRAFFIC_H
#define OFFLOAD_TRAFFIC_H

#include "patterns/pattern.h"

enum { SECTOR_BYTES = 32, SECTORS_OF_LINE = 4, BANKS = 32, BANK_BYTES = 4 };
enum { GPU_PAGE_BYTES = 2 << 20 }; /* the driver's large page, which cudaMalloc uses */

/* The different sectors that a request touches, and which of their bytes. */
struct sectors {
    int count;
    int lanes; /* lanes that access anything */
    int lines; /* different lines among them */
    uint64_t number[WARP_LANES];
    uint32_t bytes[WARP_LANES]; /* bit b: byte b of that sector */
};

/* The sectors of a request to an array that begins at byte `base`, a multiple of the element size.
 */
void traffic_sectors(const struct request *request, uint64_t base, struct sectors *sectors);

/* The number of different pages that they are on. */
int traffic_pages(const struct sectors *sectors);

/* The bank-conflict degree of a request to the shared-memory tile, which begins at bank 0: 0 if
 * no lane accesses it, at best 1 for up to 4 bytes an element, 2 for 8 and 4 for 16. */
int traffic_conflict_degree(const struct request *request);

#endif
