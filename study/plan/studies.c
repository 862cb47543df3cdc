#include "study/plan/study.h"

#include <stddef.h>
#include <string.h>

#define STRIDES    "1 2 3 4 5 6 7 8 10 12 14 16 20 24 28 32"
#define BANKS      "0 1 2 3 4 5 6 7 8 12 15 16 17 24 31 32 33 34 40 47 56 63 64"
#define EDGES      "256 512 1024 2048 4096 8192 16384"
#define TRANSPOSED "1024 2048 4096 8192 16384 32768"
#define ENTRIES    "64 256 1024 4096 16384 65536 262144 1048576 4194304 16777216"
#define CHASED                                                                          \
    "4096 8192 16384 32768 65536 131072 262144 524288 1048576 2097152 4194304 8388608 " \
    "16777216 33554432 67108864 134217728 268435456 536870912 1073741824"
#define DISTANCES  "64 128 256 512 1024 2048 4096 8192 16384 32768 65536 131072 262144"
#define ITERATIONS "0 1 2 3 4 5 6 8 12 16 24 32 48 64 96 128 192 256 384 512"

#define SWEEP(name, over, fewer, all)                                   \
    {                                                                   \
        .pattern = name, .parameter = over, .quick = fewer, .full = all \
    }
#define SWEEP_BY(name, over, how)                       \
    {                                                   \
        .pattern = name, .parameter = over, .kind = how \
    }
#define SWEEP_STRIDE(name)          SWEEP(name, "stride", "1 2 4 8 16", STRIDES)
#define SWEEP_FIELDS(name)          SWEEP(name, "used", "1 8", "1 2 3 4 5 6 7 8")
#define SWEEP_ONE(name, what, only) SWEEP(name, what, only, only)
#define SWEEP_RUN(name)             SWEEP(name, "run", "4 16", "1 2 4 8 16")
#define SWEEP_CYCLIC(name)          SWEEP(name, "run", "4", "1 2 4 8 16")
#define SWEEP_WINDOW(name)          SWEEP_BY(name, "window", SWEEP_WINDOWS)
#define SWEEP_EDGE(name)            SWEEP(name, "edge", "256 1024 4096", EDGES)
#define SWEEP_TRANSPOSE(name)       SWEEP(name, "edge", "1024 2048 8192", TRANSPOSED)
#define SWEEP_DISTANCE(name)        SWEEP(name, "distance", "64 512 4096 32768 262144", DISTANCES)
#define SWEEP_ITERATIONS(name)      SWEEP(name, "iterations", "0 8 32 128", ITERATIONS)
#define SWEEP_FOOTPRINT(name)       SWEEP_BY(name, "footprint", SWEEP_FOOTPRINTS)
#define SWEEP_SIZE(name)            SWEEP_BY(name, "footprint", SWEEP_SIZES)
#define SWEEP_ELEMENT(name)         SWEEP_BY(name, "element", SWEEP_ELEMENTS)
#define SWEEP_NODE(name)            SWEEP_BY(name, "memory_node", SWEEP_NODES)
#define NODE_AXIS                                                           \
    {                                                                       \
        .label = "NUMA node of the memory", .tics_every = 1, .listed = true \
    }
#define NODE_DOWN                                                    \
    {                                                                \
        .parameter = "cpu_node", .label = "NUMA node of the threads" \
    }
#define SWEEP_CELLS(name) SWEEP_BY(name, "cells", SWEEP_THREADS)
#define SWEEP_PAGES(name)                 \
    SWEEP(name, "pages", "16 1024 65536", \
          "8 16 32 64 128 256 512 1024 2048 4096 8192 16384 32768 65536")
#define SWEEP_DELAY(name) \
    SWEEP(name, "delay", "0 1024 1048576", "0 128 512 1024 2048 4096 8192 32768 1048576")
#define SWEEP_CHASE(name) \
    SWEEP(name, "footprint", "4096 32768 262144 2097152 16777216 134217728 1073741824", CHASED)
/* Two lines: over the threads of a team, and over the teams. */
#define SWEEP_LAUNCH(name)                                                            \
    {.pattern = name,                                                                 \
     .parameter = "threads",                                                          \
     .kind = SWEEP_WORKERS,                                                           \
     .quick = "1 2 8",                                                                \
     .full = "1 2 3 4 5 6 7 8 9 10 11 12 16 24 32 48 64 96 128"},                     \
    {                                                                                 \
        .pattern = name, .parameter = "teams", .kind = SWEEP_TEAMS, .quick = "1 2 8", \
        .full = "1 2 3 4 5 6 7 8"                                                     \
    }

/* Of the memory mountain: a line of footprints for each stride. */
#define ON_MOUNTAIN(stride)                                                                    \
    {                                                                                          \
        .pattern = "stride_sum", .parameter = "footprint", .settings = "stride=" #stride,      \
        .quick = "16384 131072 1048576 16777216 536870912",                                    \
        .full = "8192 16384 32768 65536 131072 262144 524288 1048576 2097152 4194304 8388608 " \
                "16777216 33554432 67108864 134217728 536870912 1073741824"                    \
    }

#define ON_CORES(bytes, at_quick)                                                            \
    {                                                                                        \
        .pattern = "scaled_copy", .parameter = "threads", .settings = "each=" #bytes,        \
        .kind = SWEEP_WORKERS, .quick = at_quick,                                            \
        .full = "1 2 3 4 5 6 7 8 10 12 14 16 20 24 28 32 40 48 56 64 80 96 112 128 160 192 " \
                "224 256 320 384 448 512"                                                    \
    }

/* Headings: each has studies that belong together in a lecture. */
#define BYTES   "Which bytes"
#define THREADS "Which thread"
#define INDEXED "Indexed access"
#define MATRIX  "Matrices"
#define ON_CHIP "Banks and sets"
#define SHARED  "Shared cells"
#define WAITING "Latency"
#define WHOLE   "Bandwidth and arithmetic"
#define DEVICE  "Using a device"

const char *const study_groups[] = {BYTES,  THREADS, INDEXED, MATRIX, ON_CHIP,
                                    SHARED, WAITING, WHOLE,   DEVICE, NULL};

#define COPY_PANELS(scale)                             \
    {                                                  \
        {.quantity = &fraction_of_copy, .up = scale},  \
        {                                              \
            .quantity = &useful_bandwidth, .up = scale \
        }                                              \
    }
#define COST_PANELS                                         \
    {                                                       \
        {.quantity = &times_cheapest, .up = UP_BY_FACTORS}, \
        {                                                   \
            .quantity = &worker_time, .up = UP_BY_FACTORS   \
        }                                                   \
    }
#define EDGE_AXIS(what)                                                                          \
    {                                                                                            \
        .label = "edge: rows and columns of the " what, .scale = ACROSS_LOG, .tics = TICS_COUNTS \
    }
#define WINDOW_AXIS                                                                   \
    {                                                                                 \
        .label = "window: elements within which an index jumps", .scale = ACROSS_LOG, \
        .tics = TICS_COUNTS                                                           \
    }
#define FOOTPRINT_AXIS(text, marks)                                                            \
    {                                                                                          \
        .label = text, .scale = ACROSS_LOG, .tics = TICS_SIZES, .bytes = true, .caches = marks \
    }
#define LAUNCH_AXES                                                         \
    {                                                                       \
        {.label = "threads of a team: cores, or warps",                     \
         .counted = {"thread&", "warp& a team"},                            \
         .scale = ACROSS_LOG},                                              \
        {                                                                   \
            .parameter = "teams", .label = "teams for each multiprocessor", \
            .counted = {"team&", "team& a multiprocessor"}, .tics_every = 1 \
        }                                                                   \
    }

const struct study study_catalogue[] = {
    {
        .name = "stride",
        .group = BYTES,
        .question = "What does it cost to use only every n-th element?",
        .sweeps = {SWEEP_STRIDE("stride"), SWEEP_STRIDE("stride_write")},
        .shown.axes = {{.label = "stride, elements of % bytes", .scale = ACROSS_LOG}},
        .shown.panels = COPY_PANELS(UP_LOG),
        .shown.sentences = {{.remark = REMARK_COURSE,
                             .place = "at stride %",
                             .of = "stride",
                             .on_cpu = LESSON_FALLING,
                             .on_gpu = LESSON_FALLING},
                            {.remark = REMARK_PAIRS,
                             .place = "at stride %",
                             .of = "stride_write stride",
                             .on_cpu = LESSON_SLOWER,
                             .on_gpu = LESSON_SLOWER}},
    },
    {
        .name = "offset",
        .group = BYTES,
        .question = "What does a misaligned start cost?",
        .sweeps = {SWEEP("offset", "offset", "0 1 8 16 31 32",
                         "0 1 2 3 4 5 6 7 8 12 15 16 17 24 31 32 33")},
        .shown.axes = {{.label = "offset of the first element, elements of % bytes"}},
        .shown.panels = COPY_PANELS(UP_BY_RANGE),
        .shown.sentences = {{.remark = REMARK_LOST, .place = "at offset %"},
                            {.remark = REMARK_AGAINST, .place = "at offset %"}},
    },
    {
        .name = "element",
        .group = BYTES,
        .question = "Which element sizes are fast, and does padding help?",
        .sweeps = {SWEEP_ELEMENT("copy"), SWEEP_ELEMENT("clear"),
                   SWEEP_ONE("vec3", "element", "12"), SWEEP_ONE("vec3_padded", "element", "12"),
                   SWEEP_ONE("vec3_clear", "element", "12")},
        .shown.axes = {{.label = "bytes of an element or struct",
                        .tics_at = "1, 2, 4, 8, 12, 16",
                        .bytes = true}},
        .shown.groups = "copy vec3 vec3_padded|clear vec3_clear",
        .shown.panels = COPY_PANELS(UP_BY_RANGE),
        .shown.sentences = {{.remark = REMARK_LOST, .place = "at %", .of = "copy", .sign = -4},
                            {.remark = REMARK_AGAINST, .place = "at %", .of = "copy", .sign = -4},
                            {.remark = REMARK_PAIRS, .place = "at %", .of = "vec3_padded vec3"}},
    },
    {
        .name = "lanes",
        .group = BYTES,
        .question = "What do idle, permuted and misaligned lanes cost?",
        .sweeps = {SWEEP_ONE("lanes", "case", "1 2 3 4 5 6")},
        .shown.axes = {{.words = "in order|reversed|permuted|misaligned by one|every 2nd idle|3 "
                                 "of 4 idle"}},
        .shown.panels = COPY_PANELS(UP_BY_RANGE),
        .shown.sentences = {{.remark = REMARK_LOST, .place = "at “%”", .sign = 1},
                            {.remark = REMARK_AGAINST, .place = "at “%”", .sign = 1}},
    },
    {
        .name = "layout",
        .group = BYTES,
        .question = "Array of structs or struct of arrays, when k of 8 fields are used?",
        .sweeps = {SWEEP_FIELDS("aos"), SWEEP_FIELDS("soa"), SWEEP_FIELDS("aosoa"),
                   SWEEP_FIELDS("aos_write"), SWEEP_FIELDS("soa_write"),
                   SWEEP_FIELDS("aosoa_write"), SWEEP_ONE("vec3", "used", "3"),
                   SWEEP_ONE("vec3_padded", "used", "3")},
        .shown.axes = {{.label = "fields used of the 8 in a struct, % bytes each",
                        .tics_every = 1}},
        .shown.groups = "aos soa aosoa|aos_write soa_write aosoa_write|vec3 vec3_padded",
        .shown.panels = COPY_PANELS(UP_BY_RANGE),
        .shown.sentences = {{.remark = REMARK_PAIRS,
                             .place = "with % of 8 fields used",
                             .of = "soa aos",
                             .sign = SIGN_ENDS,
                             .on_cpu = LESSON_FASTER,
                             .on_gpu = LESSON_FASTER},
                            {.remark = REMARK_CONTRAST,
                             .place = "with % of 8 fields used",
                             .of = "aos soa aosoa",
                             .sign = -1},
                            {.remark = REMARK_PAIRS,
                             .place = "with structs of % fields",
                             .of = "vec3_padded vec3"}},
    },
    {
        .name = "order",
        .group = THREADS,
        .question = "Cyclic or block distribution: which thread gets which elements?",
        .sweeps = {SWEEP_BY("order", "run", SWEEP_POWERS)},
        .shown.axes = {{.label = "chunk: consecutive elements that a thread handles",
                        .scale = ACROSS_LOG,
                        .tics = TICS_COUNTS,
                        .start_is = "cyclic",
                        .end_is = "block"}},
        .shown.panels = COPY_PANELS(UP_BY_RANGE),
        .shown.sentences = {{.remark = REMARK_OPPOSITE},
                            {.remark = REMARK_STEPS, .place = "chunk %"}},
    },
    {
        .name = "share",
        .group = THREADS,
        .question = "Several elements for each thread: adjacent (block), or a warp apart (cyclic)?",
        .sweeps = {SWEEP_RUN("order"), SWEEP_CYCLIC("cyclic"), SWEEP_RUN("order_clear"),
                   SWEEP_CYCLIC("cyclic_clear")},
        .shown.axes = {{.label = "elements of each thread, % bytes each", .scale = ACROSS_LOG}},
        .shown.panels = COPY_PANELS(UP_BY_RANGE_ALWAYS),
        .shown.sentences = {{.remark = REMARK_PAIRS,
                             .place = "with % elements for each thread",
                             .of = "cyclic order",
                             .on_cpu = LESSON_SLOWER,
                             .on_gpu = LESSON_FASTER},
                            {.remark = REMARK_PAIRS,
                             .place = "with % elements for each thread",
                             .of = "cyclic_clear order_clear",
                             .on_cpu = LESSON_SLOWER,
                             .on_gpu = LESSON_FASTER}},
    },
    {
        .name = "grid",
        .group = THREADS,
        .question = "How many teams and threads does a grid-stride loop need?",
        .sweeps = {SWEEP_LAUNCH("grid")},
        .shown.axes = LAUNCH_AXES,
        .shown.panels = COPY_PANELS(UP_BY_RANGE),
        .shown.sentences = {{.remark = REMARK_ENOUGH, .place = "with % $"}},
    },
    {
        .name = "scaling",
        .group = THREADS,
        .question = "How many cores fill each level of the memory hierarchy?",
        .no_copy = true,
        .sweeps = {ON_CORES(16384, "1 2 8 32 128"), ON_CORES(524288, "1 2 8 32 128"),
                   ON_CORES(4194304, "1 2 8 32 128"), ON_CORES(134217728, "1 4")},
        .shown.axes = {{.label = "threads of a team: cores, or warps",
                        .counted = {"thread&", "warp& in each team"},
                        .scale = ACROSS_LOG}},
        .shown.panels = {{.quantity = &useful_bandwidth, .up = UP_LOG}},
        .shown.sentences = {{.remark = REMARK_ENOUGH, .place = "with % $"},
                            {.remark = REMARK_COURSE, .place = "with % $"}},
    },
    {
        .name = "gather",
        .group = INDEXED,
        .question = "What does reading through an index array cost, for near and far jumps?",
        .sweeps = {SWEEP_WINDOW("gather"), SWEEP_WINDOW("gather_reversed"),
                   SWEEP_WINDOW("gather_repeated")},
        .shown.axes = {WINDOW_AXIS},
        .shown.panels = COPY_PANELS(UP_BY_RANGE_ALWAYS),
        .shown.sentences = {{.remark = REMARK_COURSE,
                             .place = "at window %",
                             .of = "gather",
                             .on_cpu = LESSON_FALLING,
                             .on_gpu = LESSON_FALLING},
                            {.remark = REMARK_HALF, .place = "windows %", .of = "gather"}},
    },
    {
        .name = "scatter",
        .group = INDEXED,
        .question = "What does writing through an index array cost, for near and far jumps?",
        .sweeps = {SWEEP_WINDOW("scatter"), SWEEP_WINDOW("scatter_reversed")},
        .shown.axes = {WINDOW_AXIS},
        .shown.panels = COPY_PANELS(UP_BY_RANGE_ALWAYS),
        .shown.sentences = {{.remark = REMARK_COURSE,
                             .place = "at window %",
                             .of = "scatter",
                             .on_cpu = LESSON_FALLING,
                             .on_gpu = LESSON_FALLING},
                            {.remark = REMARK_HALF, .place = "windows %", .of = "scatter"}},
    },
    {
        .name = "table",
        .group = INDEXED,
        .question = "How large may a lookup table be?",
        .sweeps = {SWEEP("table", "entries", "64 1024 16384 262144 4194304 16777216", ENTRIES)},
        .shown.axes = {{.label = "entries of the table, % bytes each",
                        .scale = ACROSS_LOG,
                        .tics = TICS_COUNTS,
                        .caches = CACHES_AT_ELEMENTS,
                        .every_worker = true}},
        .shown.panels = COPY_PANELS(UP_BY_RANGE),
        .shown.sentences = {{.remark = REMARK_COURSE,
                             .place = "with % entries",
                             .on_cpu = LESSON_FALLING,
                             .on_gpu = LESSON_FALLING},
                            {.remark = REMARK_HALF, .place = "% entries"}},
    },
    {
        .name = "matrix",
        .group = MATRIX,
        .question = "Rows or columns, linear or through row pointers?",
        .sweeps = {SWEEP_EDGE("matrix_rows"), SWEEP_EDGE("matrix_pointers"),
                   SWEEP_EDGE("matrix_columns"), SWEEP_EDGE("matrix_columns_padded")},
        .shown.axes = {EDGE_AXIS("matrix")},
        .shown.panels = COPY_PANELS(UP_BY_RANGE_ALWAYS),
        .shown.sentences =
            {{.remark = REMARK_PAIRS, .place = "at edge %", .of = "matrix_rows matrix_columns"},
             {.remark = REMARK_PAIRS, .place = "at edge %", .of = "matrix_pointers matrix_rows"},
             {.remark = REMARK_PAIRS,
              .place = "at edge %",
              .of = "matrix_columns_padded matrix_columns",
              .on_cpu = LESSON_FASTER}},
    },
    {
        .name = "transpose",
        .group = MATRIX,
        .question = "How should a matrix be transposed?",
        .sweeps = {SWEEP_TRANSPOSE("transpose_read_rows"), SWEEP_TRANSPOSE("transpose_write_rows"),
                   SWEEP_TRANSPOSE("transpose_tile"), SWEEP_TRANSPOSE("transpose_padded")},
        .shown.axes = {EDGE_AXIS("matrix")},
        .shown.panels = COPY_PANELS(UP_BY_RANGE_ALWAYS),
        .shown.sentences = {{.remark = REMARK_RANKING, .place = "at edge %", .sign = 1},
                            {.remark = REMARK_PAIRS,
                             .place = "at edge %",
                             .of = "transpose_padded transpose_read_rows",
                             .on_cpu = LESSON_FASTER,
                             .on_gpu = LESSON_FASTER},
                            {.remark = REMARK_CONTRAST, .place = "at edge %", .sign = 1}},
    },
    {
        .name = "jacobi",
        .group = MATRIX,
        .question = "Which mapping suits a 2-D stencil, and does the tile help?",
        .sweeps = {SWEEP_EDGE("jacobi_rows"), SWEEP_EDGE("jacobi_columns"),
                   SWEEP_EDGE("jacobi_tile"), SWEEP_EDGE("jacobi_readonly")},
        .shown.axes = {EDGE_AXIS("grid")},
        .shown.panels = COPY_PANELS(UP_BY_RANGE_ALWAYS),
        .shown.sentences =
            {{.remark = REMARK_PAIRS, .place = "at edge %", .of = "jacobi_rows jacobi_columns"},
             {.remark = REMARK_PAIRS, .place = "at edge %", .of = "jacobi_tile jacobi_rows"},
             {.remark = REMARK_CONTRAST, .place = "at edge %", .sign = 1}},
    },
    {
        .name = "reverse",
        .group = MATRIX,
        .question = "Does going backwards cost anything, and does the tile help?",
        .sweeps = {SWEEP_FOOTPRINT("backward"), SWEEP_FOOTPRINT("reverse"),
                   SWEEP_FOOTPRINT("reverse_tile")},
        .shown.axes = {FOOTPRINT_AXIS("footprint: bytes of both arrays", CACHES_AT_BYTES)},
        .shown.panels = COPY_PANELS(UP_BY_RANGE_ALWAYS),
        .shown.sentences = {{.remark = REMARK_RANKING, .place = "at %", .sign = 1},
                            {.remark = REMARK_PAIRS,
                             .of = "reverse_tile reverse",
                             .sign = SIGN_ALL},
                            {.remark = REMARK_PAIRS, .of = "backward reverse", .sign = SIGN_ALL}},
    },
    {
        .name = "banks",
        .group = ON_CHIP,
        .question = "Which strides through a tile cause bank conflicts?",
        .no_copy = true,
        .sweeps = {SWEEP("banks", "stride", "0 1 2 3 4 8 32 33", BANKS)},
        .shown.axes = {{.label = "stride through the tile, elements of % bytes",
                        .tics_every = 8,
                        .tics_between = 8,
                        .listed = true}},
        .shown.panels = COST_PANELS,
        .shown.sentences = {{.remark = REMARK_RANKING,
                             .place = "at stride %",
                             .on_cpu = LESSON_EQUAL}},
    },
    {
        .name = "bank_elements",
        .group = ON_CHIP,
        .question = "Do element sizes other than 4 bytes cause bank conflicts?",
        .no_copy = true,
        .sweeps = {SWEEP_ELEMENT("banks")},
        .shown.axes = {{.label = "bytes of an element, lanes side by side",
                        .scale = ACROSS_LOG,
                        .bytes = true}},
        .shown.panels = {{.quantity = &useful_bandwidth, .up = UP_BY_FACTORS}},
        .shown.sentences = {{.remark = REMARK_LOST, .place = "at %", .sign = 4},
                            {.remark = REMARK_AGAINST, .place = "at %", .sign = 4}},
    },
    {
        .name = "bank_cases",
        .group = ON_CHIP,
        .question = "What do permutations, broadcasts, pairs and structs cost in a tile?",
        .no_copy = true,
        .sweeps = {SWEEP_ONE("bank_cases", "case", "1 2 3 4 5 6 7 8")},
        .shown.axes = {{.words =
                            "a group apart|adjacent pairs|permuted|broadcast|structs of 3 words|"
                            "structs of 2 words|two words of a bank|all of one bank"}},
        .shown.panels = COST_PANELS,
        .shown.sentences = {{.remark = REMARK_RANKING, .place = "in case “%”"}},
    },
    {
        .name = "sets",
        .group = ON_CHIP,
        .question = "When do lines a power of two apart evict each other from a cache?",
        .no_copy = true,
        .sweeps = {SWEEP_DISTANCE("sets"), SWEEP_DISTANCE("sets_padded")},
        .shown.axes = {{.label = "bytes from one line to the next",
                        .scale = ACROSS_LOG,
                        .tics = TICS_SIZES,
                        .bytes = true}},
        .shown.panels = COST_PANELS,
        .shown.sentences = {{.remark = REMARK_HALF, .place = "distances %", .of = "sets"},
                            {.remark = REMARK_STEPS, .place = "%", .of = "sets"},
                            {.remark = REMARK_PAIRS,
                             .place = "at %",
                             .of = "sets_padded sets",
                             .on_cpu = LESSON_FASTER,
                             .on_gpu = LESSON_EQUAL}},
    },
    {
        .name = "intensity",
        .group = WHOLE,
        .question = "How much arithmetic is free during a copy?",
        .sweeps = {SWEEP_ITERATIONS("intensity"), SWEEP_ITERATIONS("intensity_strided")},
        .shown.axes = {{.label = "multiply-adds on each element", .scale = ACROSS_LOG}},
        .shown.panels = {{.quantity = &multiply_adds, .up = UP_LOG},
                         {.quantity = &operations, .up = UP_LOG}},
        .shown.told = &operations,
        .shown.sentences = {{.remark = REMARK_FREE,
                             .place = "% operations a byte",
                             .of = "intensity"},
                            {.remark = REMARK_BEST, .place = "at % operations a byte"}},
    },
    {
        .name = "contention",
        .group = SHARED,
        .question = "What do atomic additions cost, on few and on many cells?",
        .no_copy = true,
        .sweeps = {SWEEP_CELLS("contention"), SWEEP_CELLS("contention_padded")},
        .shown.axes = {{.label = "cells that all threads add to", .scale = ACROSS_LOG}},
        .shown.panels = {{.quantity = &additions}},
        .shown.sentences = {{.remark = REMARK_PAIRS,
                             .place = "with % $",
                             .of = "contention_padded contention",
                             .on_cpu = LESSON_FASTER,
                             .on_gpu = LESSON_SLOWER},
                            {.remark = REMARK_COURSE,
                             .place = "with % $",
                             .of = "contention",
                             .on_gpu = LESSON_RISING}},
    },
    {
        .name = "false_sharing",
        .group = SHARED,
        .question = "How far apart must the cells of different threads be?",
        .no_copy = true,
        .sweeps = {SWEEP("false_sharing", "padding", "0 28 60 124 252",
                         "0 4 12 28 44 60 92 124 188 252")},
        .shown.axes = {{.label = "distance: bytes from one cell to the next (% and the padding)",
                        .tics_every = 32,
                        .bytes = true,
                        .element_added = true}},
        .shown.panels = {{.quantity = &times_slowest}, {.quantity = &additions}},
        .shown.sentences = {{.remark = REMARK_COURSE, .place = "at %"},
                            {.remark = REMARK_STEPS, .place = "%"}},
    },
    {
        .name = "core_to_core",
        .group = SHARED,
        .question = "How long does a line take from one core to another?",
        .no_copy = true,
        .sweeps = {SWEEP_BY("handover", "second", SWEEP_PAIRS)},
        .shown.axes = {{.label = "core, in hwloc's order", .listed = true}},
        .shown.down = {.parameter = "first", .label = "other core"},
        .shown.mirrored = true,
        .shown.panels = {{.quantity = &handover_time}},
        .shown.sentences = {{.remark = REMARK_DISTANCES}},
    },
    {
        .name = "latency",
        .group = WAITING,
        .question = "How long does one access take in each level of the memory hierarchy?",
        .no_copy = true,
        .sweeps = {SWEEP_CHASE("chase"), SWEEP_CHASE("chase_in_order")},
        .shown.axes = {FOOTPRINT_AXIS("footprint: bytes that the chase visits", CACHES_AT_BYTES)},
        .shown.panels = {{.quantity = &access_time, .up = UP_LOG}},
        .shown.sentences = {{.remark = REMARK_SPAN, .of = "chase"},
                            {.remark = REMARK_LEVELS, .place = "%", .of = "chase"},
                            {.remark = REMARK_PAIRS,
                             .place = "at %",
                             .of = "chase_in_order chase",
                             .on_cpu = LESSON_FASTER}},
    },
    {
        .name = "topology_check",
        .group = WAITING,
        .question = "Are caches, cores and NUMA nodes as the system reports them?",
        .no_copy = true,
        .with = "core_to_core numa_latency",
        .sweeps = {{.pattern = "chase", .parameter = "footprint", .quick = CHASED, .full = CHASED}},
        .shown.axes = {FOOTPRINT_AXIS("footprint: bytes that the chase visits", CACHES_AT_BYTES)},
        .shown.panels = {{.quantity = &access_time, .up = UP_LOG}},
        .shown.sentences = {{.remark = REMARK_CACHES, .place = "%"},
                            {.remark = REMARK_CORES},
                            {.remark = REMARK_NODES, .of = "chase"}},
    },
    {
        .name = "loaded_latency",
        .group = WAITING,
        .question = "How much longer does an access take while the memory is busy?",
        .no_copy = true,
        .sweeps = {SWEEP_DELAY("loaded_reads"), SWEEP_DELAY("loaded_3to1"),
                   SWEEP_DELAY("loaded_2to1"), SWEEP_DELAY("loaded_1to1"),
                   SWEEP_DELAY("loaded_stream")},
        .shown.axes = {{.label = "turns of a loop between two loads of 4 KiB"}},
        .shown.panels = {{.quantity = &loaded_time, .up = UP_LINEAR}},
        .shown.sentences = {{.remark = REMARK_COURSE,
                             .place = "at % GB/s of load",
                             .of = "loaded_reads"}},
    },
    {
        .name = "chains",
        .group = WAITING,
        .question = "How much memory-level parallelism does one thread have?",
        .no_copy = true,
        .sweeps = {SWEEP_ONE("chase", "chains", "1 2 4 8 16")},
        .shown.axes = {{.label = "chains that one thread follows at once", .scale = ACROSS_LOG}},
        .shown.panels = {{.quantity = &times_slowest, .up = UP_LINEAR}, {.quantity = &access_time}},
        .shown.sentences = {{.remark = REMARK_COURSE,
                             .place = "with % $",
                             .on_cpu = LESSON_RISING,
                             .on_gpu = LESSON_RISING}},
    },
    {
        .name = "pages",
        .group = WAITING,
        .question = "How far does a TLB reach?",
        .no_copy = true,
        .sweeps = {SWEEP_PAGES("pages_small"), SWEEP_PAGES("pages_large"), SWEEP_PAGES("pages_64k"),
                   SWEEP("pages_far", "pages", "16 128 1024 4096",
                         "8 16 32 64 128 256 512 1024 2048 4096")},
        .shown.axes = {{.label = "pages that the chase visits, one place in each",
                        .scale = ACROSS_LOG,
                        .tics = TICS_COUNTS}},
        .shown.panels = {{.quantity = &access_time, .up = UP_LOG}},
        .shown.sentences = {{.remark = REMARK_REACH, .place = "% pages", .of = "pages_small"},
                            {.remark = REMARK_STEPS, .place = "% pages", .of = "pages_small"},
                            {.remark = REMARK_PAIRS,
                             .place = "over % $",
                             .of = "pages_large pages_small",
                             .on_cpu = LESSON_FASTER}},
    },
    {
        .name = "footprint",
        .group = WHOLE,
        .question = "How fast is a plain copy in each level of the memory hierarchy?",
        .sweeps = {SWEEP_FOOTPRINT("copy"), SWEEP_FOOTPRINT("copy_stream"),
                   SWEEP_FOOTPRINT("triad"), SWEEP_FOOTPRINT("sum")},
        .shown.axes = {FOOTPRINT_AXIS("footprint: bytes of both arrays", CACHES_AT_BYTES)},
        .shown.panels = {{.quantity = &useful_bandwidth, .up = UP_BY_RANGE_ALWAYS},
                         {.quantity = &fraction_of_copy, .up = UP_BY_RANGE_ALWAYS}},
        .shown.sentences = {{.remark = REMARK_SPAN, .of = "copy"},
                            {.remark = REMARK_LEVELS, .place = "%", .of = "copy"},
                            {.remark = REMARK_PAIRS,
                             .place = "at %",
                             .of = "copy_stream copy",
                             .on_cpu = LESSON_FASTER,
                             .on_gpu = LESSON_EQUAL}},
    },
    {
        .name = "mountain",
        .group = WHOLE,
        .question = "How does the speed of reads fall with the footprint and with the stride?",
        .no_copy = true,
        .sweeps = {ON_MOUNTAIN(1), ON_MOUNTAIN(2), ON_MOUNTAIN(4), ON_MOUNTAIN(8), ON_MOUNTAIN(16),
                   ON_MOUNTAIN(32)},
        .shown.axes = {{.label = "footprint: bytes of the array",
                        .bytes = true,
                        .scale = ACROSS_LOG,
                        .tics = TICS_SIZES}},
        .shown.down = {.parameter = "stride", .label = "stride, elements of 4 bytes"},
        .shown.panels = {{.quantity = &useful_bandwidth}},
        .shown.sentences = {{.remark = REMARK_RANKING, .place = "at %"}},
    },
    {
        .name = "blocks",
        .group = WHOLE,
        .question = "Do block operations beat element loops?",
        .sweeps = {SWEEP_SIZE("clear"), SWEEP_SIZE("block_set"), SWEEP_SIZE("copy"),
                   SWEEP_SIZE("block_copy"), SWEEP_SIZE("block_move"), SWEEP_SIZE("compare"),
                   SWEEP_SIZE("block_compare")},
        .shown.axes = {FOOTPRINT_AXIS("footprint: bytes of both arrays", CACHES_AT_BYTES)},
        .shown.groups = "copy block_copy block_move|clear block_set|compare block_compare",
        .shown.panels = {{.quantity = &times_loop, .up = UP_LINEAR},
                         {.quantity = &useful_bandwidth}},
        .shown.told = &useful_bandwidth,
        .shown.sentences = {{.remark = REMARK_PAIRS,
                             .of = "block_copy copy, block_set clear, block_compare compare",
                             .sign = SIGN_ALL}},
    },
    {
        .name = "numa",
        .group = WHOLE,
        .question = "How fast does each NUMA node read and write the memory of each?",
        .lesson =
            "Each NUMA node has separate memory channels. What another node's memory holds comes "
            "over the link between the nodes, which has less bandwidth than the channels. A page "
            "is on the node whose thread wrote to it first: let the threads that use an array "
            "initialize it, too.",
        .no_copy = true,
        .sweeps = {SWEEP_NODE("sum"), SWEEP_NODE("clear")},
        .shown.axes = {NODE_AXIS},
        .shown.down = NODE_DOWN,
        .shown.panels = {{.quantity = &useful_bandwidth, .up = UP_LINEAR}},
        .shown.sentences = {{.remark = REMARK_NODES, .of = "sum"},
                            {.remark = REMARK_RANKING, .place = "with memory on node %"}},
    },
    {
        .name = "numa_latency",
        .group = WAITING,
        .question = "How long does each NUMA node wait for the memory of each?",
        .lesson =
            "An access to another node's memory crosses the link between the nodes twice. "
            "Prefetchers hide that time from loops that go through memory in order; dependent "
            "accesses, as of lists and trees, wait for all of it.",
        .no_copy = true,
        .sweeps = {SWEEP_NODE("chase")},
        .shown.axes = {NODE_AXIS},
        .shown.down = NODE_DOWN,
        .shown.panels = {{.quantity = &access_time, .up = UP_LINEAR}},
        .shown.sentences = {{.remark = REMARK_NODES, .of = "chase"},
                            {.remark = REMARK_RANKING, .place = "with memory on node %"}},
    },
    {
        .name = "numa_transfer",
        .group = DEVICE,
        .question = "How fast are transfers between the GPU and each NUMA node?",
        .lesson =
            "A GPU is connected to one node. Data from another node's memory crosses the link "
            "between the nodes first, and pinned transfers, which no copy in the driver slows "
            "down, lose most. Allocate pinned buffers on the GPU's node, which `topo` names.",
        .no_copy = true,
        .sweeps = {SWEEP_NODE("transfer_in"), SWEEP_NODE("transfer_out"),
                   SWEEP_NODE("transfer_in_pinned"), SWEEP_NODE("transfer_out_pinned")},
        .shown.axes = {NODE_AXIS},
        .shown.panels = {{.quantity = &useful_bandwidth, .up = UP_LINEAR}},
        .shown.sentences = {{.remark = REMARK_RANKING, .place = "with memory on node %"}},
    },
    {
        .name = "transfer",
        .group = DEVICE,
        .question = "What does it cost to bring data to the GPU and back?",
        .sweeps = {SWEEP_SIZE("transfer_in"), SWEEP_SIZE("transfer_out"),
                   SWEEP_SIZE("transfer_in_pinned"), SWEEP_SIZE("transfer_out_pinned"),
                   SWEEP_SIZE("transfer_within"), SWEEP_SIZE("copy")},
        .shown.axes = {FOOTPRINT_AXIS("footprint: bytes of both arrays", CACHES_UNMARKED)},
        .shown.groups = "transfer_in transfer_out transfer_in_pinned transfer_out_pinned|"
                        "transfer_within copy",
        .shown.panels = {{.quantity = &useful_bandwidth, .up = UP_BY_RANGE_ALWAYS}},
        .shown.sentences = {{.remark = REMARK_JOURNEY},
                            {.remark = REMARK_RANKING,
                             .place = "over the bus at %",
                             .of =
                                 "transfer_in transfer_out transfer_in_pinned transfer_out_pinned",
                             .sign = 1}},
    },
    {
        .name = "launch",
        .group = DEVICE,
        .question =
            "What does it cost to start an OpenMP region: parallel on a CPU, target on a GPU?",
        .no_copy = true,
        .sweeps = {SWEEP_LAUNCH("launch")},
        .shown.axes = LAUNCH_AXES,
        .shown.panels = {{.quantity = &launch_time}},
        .shown.sentences = {{.remark = REMARK_COURSE, .place = "with % $", .by = "threads"},
                            {.remark = REMARK_COURSE, .place = "with % $", .by = "teams"}},
    },
    {.name = NULL},
};

const struct study *study_find(const char *name)
{
    for (const struct study *s = study_catalogue; s->name; s++)
        if (strcmp(s->name, name) == 0)
            return s;
    return NULL;
}

bool study_sweeps(const struct study *study, const char *pattern)
{
    for (int i = 0; i < SWEEPS_MAX && study->sweeps[i].pattern; i++)
        if (strcmp(study->sweeps[i].pattern, pattern) == 0)
            return true;
    return false;
}

/* Whether an earlier sweep of the study has the same pattern. */
static bool is_repeated(const struct study *study, int sweep)
{
    for (int i = 0; i < sweep; i++)
        if (strcmp(study->sweeps[i].pattern, study->sweeps[sweep].pattern) == 0)
            return true;
    return false;
}

const char *study_pattern(const struct study *study, int number)
{
    for (int i = 0; i < SWEEPS_MAX && study->sweeps[i].pattern; i++)
        if (!is_repeated(study, i) && number-- == 0)
            return study->sweeps[i].pattern;
    return NULL;
}

static const struct {
    const char *pattern, *family;
} families[] = {
#define PATTERN(family, name, where) {#name, #family},
#include "patterns/patterns.def"
#undef PATTERN
};

const char *class_of_pattern(const char *pattern)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (strcmp(families[i].pattern, pattern) == 0)
            return families[i].family;
    return NULL;
}
