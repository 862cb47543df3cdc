/* What libgomp is told before it first looks at its environment and for devices. */
#ifndef WARPLINE_RUNTIME_H
#define WARPLINE_RUNTIME_H

/* From version 14 on, libgomp takes 8 KiB of each team's shared memory for its low-latency
 * allocator, which no kernel of warpline uses: with the tiles of 10 warps (tile.h) that is more
 * than the 48 KiB that a kernel may have, and launches fail ("invalid argument"). So the pool is
 * asked to be empty (GOMP_NVPTX_LOWLAT_POOL=0), unless the user has set its size. The tiles stay
 * where they are with every compiler: memory of that pool comes out of the same 48 KiB, and asking
 * for it at run time gains nothing over having it. To be called before anything asks libgomp for
 * devices. */
void runtime_prepare(void);

#endif
