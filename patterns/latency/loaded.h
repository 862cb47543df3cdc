/* Chases while all others load the memory (side_load.h). */
#ifndef WARPLINE_LOADED_H
#define WARPLINE_LOADED_H

#include "patterns/kernel/usual.h"

#define SIDE_LOAD 1
#include "patterns/latency/cycle.h"
#include "patterns/latency/side_load.h"

enum { SIDE_WRITES = 1, SIDE_STREAM = 0 };

#define NODES    (s.value[0] / 128)
#define ORDER(j) IN_RANDOM_ORDER(j)
#define PLACE(n) ((n)*32)
#define CHAINS   1

/* All loads of a GPU's warp are in flight before it stores, as in a copy: 10 such warps reach the
 * bandwidth of the memory (H200, 4230 GB/s: 8 to 16 warps of 1 read a write 3982 to 4045, of 2 3885
 * to 4218), and 16 where a lane has fewer loads. With 20, whose loads wait for registers, it was
 * 3750 and 2820. */
#define WORKERS_MOST CPU_OR_GPU(1024, (SIDE_READS == 3 ? 16 : 10))

static const char loaded_lesson[] =
    "One worker follows pointers through memory; all others read and write it as fast as the delay "
    "lets them. While the memory has bandwidth to spare, the latency stays that of an idle "
    "machine. As the load approaches the bandwidth, requests queue, and the latency doubles or "
    "more. Writes bring this point nearer, because memory has to switch between "
    "reading and writing.";

#define LOADED_FOOTPRINT                                                                    \
    {                                                                                       \
        .name = "footprint", .help = "bytes that the chase covers; the loads have as many", \
        .low = 1 << 20, .high = INT64_C(1) << 32, .standard = 1 << 24, .power_of_two = true \
    }
#define LOADED_DELAY                                                                             \
    {                                                                                            \
        .name = "delay", .help = "turns of a loop that a loading worker makes after each 4 KiB", \
        .low = 0, .high = 1 << 20, .standard = 0                                                 \
    }
#define LOADED_CHASE                                                                               \
    .lesson = loaded_lesson, .source = "Intel Memory Latency Checker: loaded latency", .loads = 1, \
    .stores = 0, .writes_beside = SIDE_WRITES, .expect = expected_places

#endif
