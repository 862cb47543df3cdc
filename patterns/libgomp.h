/* What libgomp 12 does on a GPU (plugin-nvptx.c), and what warpline assumes of it.
 *
 * The lanes' stacks: a launch has so many bytes for each of its warps. It takes those of the launch
 * before, where they suffice. But before any memory is allocated, and so before each region that
 * has arguments, they are freed where they are more than what is kept. */
#ifndef WARPLINE_LIBGOMP_H
#define WARPLINE_LIBGOMP_H

enum {
    TEAMS_MOST = 512, /* twice the multiprocessors of the largest GPU of 2026 */
    WARP_STACK_BYTES = 131072,
    STACKS_KEPT_BYTES = 134217728
};

#endif
