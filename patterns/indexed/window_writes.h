/* Writes to places from the index array. A lane loads all places and all elements of a tile before
 * its first store, so half the registers hold places. */
#ifndef WARPLINE_WINDOW_WRITES_H
#define WARPLINE_WINDOW_WRITES_H

#include "patterns/indexed/window.h"

#define LOAD         e.index
#define STORE        INDEX(e.index)
#define PLACES_FIRST 1
#define BYTES_MOST   64
#define CHUNK_TILES  3 /* near ones stay in the same window */

#define TILE_ROWS(unroll, lanes) ((unroll) < 16 ? (unroll) : 16)

#endif
