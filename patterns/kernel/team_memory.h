/* Memory for libgomp's data of a team while a parallel region runs on a GPU. Only files that are
 * compiled for a GPU include it. For their GPU code alone it defines the two functions that gcc's
 * GPU libraries call for malloc and free.
 *
 * The GPU's own malloc and free cannot be used: under kernels that write partial sectors all over a
 * large array, the driver's free faults ("unspecified launch failure", "illegal memory access") or
 * never returns, about once in a thousand launches (H200, driver 580; a memory checker finds no
 * wrong access before it, and with the functions below it has not happened).
 *
 * Memory comes in pieces of two sizes, taken round robin, so teams that start together do not wait
 * for a lock. libgomp allocates two pieces a team when its region starts and frees them when it
 * ends; nothing else in warpline's GPU code allocates. If a piece is too small or none is free, the
 * result is NULL: libgomp prints a message and ends the program. */
#ifndef WARPLINE_TEAM_MEMORY_H
#define WARPLINE_TEAM_MEMORY_H

#include "patterns/libgomp.h"

#include <stddef.h>

/* libgomp 12 allocates 984 + 224 bytes a worker, 13 and 14 allocate 976 + 232 bytes a worker, and
 * all versions another 216. The more teams share a multiprocessor, the fewer workers each has: 32
 * with one team, 14 with two, 7 with four, 3 with eight. */
enum {
    LARGE_PIECES = 2 * TEAMS_MOST,
    LARGE_PIECE_BYTES = 8704, /* for 32 workers */
    SMALL_PIECES = 8 * TEAMS_MOST,
    SMALL_PIECE_BYTES = 2048
};

#pragma omp declare target

static char large_pieces[LARGE_PIECES][LARGE_PIECE_BYTES] __attribute__((aligned(16)));
static char small_pieces[SMALL_PIECES][SMALL_PIECE_BYTES] __attribute__((aligned(16)));
static int large_taken[LARGE_PIECES], small_taken[SMALL_PIECES];
static unsigned large_next, small_next;

void *team_allocate(size_t bytes) __asm__("__nvptx_malloc");
void team_release(char *memory) __asm__("__nvptx_free");

/* The number of a piece that was free, or -1. All lanes of a warp execute this, but only one of
 * them makes an atomic access, and the others get its result. So each piece is marked by an atomic
 * exchange, never by a store. */
__attribute__((noinline, used)) static int take_piece(int *taken, unsigned *next, unsigned count)
{
    for (unsigned tried = 0; tried < count; tried++) {
        unsigned piece = __atomic_fetch_add(next, 1, __ATOMIC_RELAXED) % count;
        if (!__atomic_exchange_n(&taken[piece], 1, __ATOMIC_ACQUIRE))
            return (int)piece;
    }
    return -1;
}

__attribute__((noinline, used)) void *team_allocate(size_t bytes)
{
    int piece = -1;
    if (bytes <= SMALL_PIECE_BYTES) {
        piece = take_piece(small_taken, &small_next, SMALL_PIECES);
        return piece < 0 ? NULL : small_pieces[piece];
    }
    if (bytes <= LARGE_PIECE_BYTES)
        piece = take_piece(large_taken, &large_next, LARGE_PIECES);
    return piece < 0 ? NULL : large_pieces[piece];
}

__attribute__((noinline, used)) void team_release(char *memory)
{
    if (!memory)
        return;
    const size_t in_large = (size_t)(memory - large_pieces[0]);
    int *taken = in_large < sizeof large_pieces
                     ? &large_taken[in_large / LARGE_PIECE_BYTES]
                     : &small_taken[(size_t)(memory - small_pieces[0]) / SMALL_PIECE_BYTES];
    (void)__atomic_exchange_n(taken, 0, __ATOMIC_RELEASE);
}

#pragma omp end declare target

#endif
