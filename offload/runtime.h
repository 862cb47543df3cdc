/* Settings that libgomp must have before it first reads its environment and looks for devices. */
#ifndef WARPLINE_RUNTIME_H
#define WARPLINE_RUNTIME_H

/* From version 14 on, libgomp takes 8 KiB of each team's shared memory for its low-latency
 * allocator, which no kernel of warpline uses. With the tiles of 10 warps (tile.h) that exceeds the
 * 48 KiB of a kernel, and launches fail ("invalid argument"). So this requests an empty pool
 * (GOMP_NVPTX_LOWLAT_POOL=0), unless the user has set its size. With every compiler the tiles stay
 * outside that pool: its memory comes out of the same 48 KiB, so requesting it at run time gains
 * nothing. To be called before anything asks libgomp for devices. */
void runtime_prepare(void);

#endif
