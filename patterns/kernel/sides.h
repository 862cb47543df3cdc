/* The two sides' words for the same things: cpu/ and gpu/ define the same names. A file of
 * conditions, and nearly the only one. */
#ifndef WARPLINE_SIDE_H
#define WARPLINE_SIDE_H

#include "patterns/pattern.h"

#include <stdint.h>

/* Elements that a lane loads before it stores any.
 *
 * GPU: a team has as many warps as registers allow, by the largest function of the module, and the
 * calling convention leaves a function every fourth one for the values that it loads: 8 to 28
 * warps. So what keeps the memory busy is the number of bytes each lane has in flight: 128 reach
 * the limit at every element size from 4 bytes up; smaller elements are as many as a lane's
 * registers hold. CPU: four vectors of 64 bytes; more at a time reach the L2 cache out of order and
 * cost it up to a quarter of its bandwidth. */
#define GPU_UNROLL(bytes) ((bytes) <= 2 ? 64 : 128 / (bytes))
#define CPU_UNROLL(bytes) ((bytes) < 8 ? 8 / (bytes) : 1)

/* A kernel's functions become one: only so are the variant and all loops' lengths known, and only
 * so do a lane's values stay in registers. */
#define INLINED static inline __attribute__((always_inline))

/* A value that no vectoriser sees through: gcc would gather and scatter, which a CPU does more
 * slowly than one access at a time. */
static inline int64_t opaque_turn(int64_t turn)
{
    __asm__("" : "+r"(turn));
    return turn;
}

#ifdef WARPLINE_MODULE_GPU
#include "patterns/kernel/gpu/side.h"
#else
#include "patterns/kernel/cpu/side.h"
#endif

/* What only a kernel module needs is left out of the program. */
#ifdef WARPLINE_MODULE
#define BY_USE(program, module) module
#else
#define BY_USE(program, module) program
#endif

/* And what only a pattern that is not of the catalogue needs out of all others. */
#ifdef WARPLINE_OWN
#define BY_OWNER(ours, own) own
#else
#define BY_OWNER(ours, own) ours
#endif

#endif
