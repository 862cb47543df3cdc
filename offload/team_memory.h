/* Memory for what libgomp keeps of a team while a parallel region runs on a GPU. Only for files
 * that are compiled for one: defines, for their GPU code alone, the two functions that gcc's GPU
 * libraries call for malloc and free.
 *
 * The GPU's own must not serve for it: under kernels that write parts of sectors all over a large
 * array, the driver's free faults ("unspecified launch failure", "illegal memory access") or never
 * returns, once in some thousand launches (H200, driver 580; a memory checker finds no wrong access
 * before it, and with these in its place it has not happened).
 *
 * Memory comes in pieces of one size, taken in turn, so teams that start together wait for no lock.
 * libgomp asks for two pieces a team when its region starts and gives them back when it ends;
 * nothing else in warpline's GPU code allocates. Where a piece does not suffice or none is left
 * NULL comes back, and libgomp says so and ends the program. */
#ifndef WARPLINE_TEAM_MEMORY_H
#define WARPLINE_TEAM_MEMORY_H

#include <stddef.h>

enum {
    TEAMS_MOST = 512, /* twice the multiprocessors of the largest GPU of 2026 */
    TEAM_PIECES = 2 * TEAMS_MOST,
    TEAM_PIECE_BYTES = 8192 /* libgomp 12 asks 984 + 224 a worker, and 216; 32 workers at most */
};

#ifdef WARPLINE_MODULE_GPU
#pragma omp declare target

static char team_pieces[TEAM_PIECES][TEAM_PIECE_BYTES] __attribute__((aligned(16)));
static int team_piece_taken[TEAM_PIECES];
static unsigned team_piece_next;

void *team_allocate(size_t bytes) __asm__("__nvptx_malloc");
void team_release(char *memory) __asm__("__nvptx_free");

/* All lanes of a warp run these, but only one of them makes an atomic access, and the others get
 * its result: so each piece is marked by an exchange, never by a store. */
__attribute__((noinline, used)) void *team_allocate(size_t bytes)
{
    for (int tried = 0; bytes <= TEAM_PIECE_BYTES && tried < TEAM_PIECES; tried++) {
        unsigned piece = __atomic_fetch_add(&team_piece_next, 1, __ATOMIC_RELAXED) % TEAM_PIECES;
        if (!__atomic_exchange_n(&team_piece_taken[piece], 1, __ATOMIC_ACQUIRE))
            return team_pieces[piece];
    }
    return NULL;
}

__attribute__((noinline, used)) void team_release(char *memory)
{
    if (memory)
        (void)__atomic_exchange_n(&team_piece_taken[(memory - team_pieces[0]) / TEAM_PIECE_BYTES],
                                  0, __ATOMIC_RELEASE);
}

#pragma omp end declare target
#endif

#endif
