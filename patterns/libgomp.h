/* What libgomp 12 does on a GPU (plugin-nvptx.c), and what warpline assumes of it.
 *
 * The lanes' stacks: a launch needs a fixed number of bytes for each of its warps. It reuses the
 * stacks of the launch before, if they are large enough. But libgomp frees stacks above a limit
 * before any memory is allocated, and so before each region that has arguments. */
#ifndef WARPLINE_LIBGOMP_H
#define WARPLINE_LIBGOMP_H

enum {
    TEAMS_MOST = 512, /* twice the multiprocessors of the largest GPU of 2026 */
    WARP_STACK_BYTES = 131072,
    STACKS_KEPT_BYTES = 134217728
};

#endif
