/* What libgomp does about the lanes' stacks on a GPU (libgomp 12, plugin-nvptx.c): a launch has so
 * many bytes for each of its warps. It takes those of the launch before, where they suffice. But
 * before any memory is allocated, and so before each region that has arguments, they are freed
 * where they are more than what is kept. */
#ifndef WARPLINE_STACKS_H
#define WARPLINE_STACKS_H

enum { WARP_STACK_BYTES = 131072, STACKS_KEPT_BYTES = 134217728 };

#endif
