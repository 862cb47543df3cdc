#include "study/plan/study.h"

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

#define SWEEP_STRIDE(name)                                                             \
    {                                                                                  \
        .pattern = name, .parameter = "stride", .quick = "1 2 4 8 16", .full = STRIDES \
    }
#define SWEEP_FIELDS(name)                                                              \
    {                                                                                   \
        .pattern = name, .parameter = "used", .quick = "1 8", .full = "1 2 3 4 5 6 7 8" \
    }
#define SWEEP_ONE(name, what, only)                                     \
    {                                                                   \
        .pattern = name, .parameter = what, .quick = only, .full = only \
    }
#define SWEEP_RUN(name)                                                            \
    {                                                                              \
        .pattern = name, .parameter = "run", .quick = "4 16", .full = "1 2 4 8 16" \
    }
#define SWEEP_DEALT(name)                                                       \
    {                                                                           \
        .pattern = name, .parameter = "run", .quick = "4", .full = "1 2 4 8 16" \
    }
#define SWEEP_WINDOW(name)                                            \
    {                                                                 \
        .pattern = name, .parameter = "window", .kind = SWEEP_WINDOWS \
    }
#define SWEEP_EDGE(name)                                                              \
    {                                                                                 \
        .pattern = name, .parameter = "edge", .quick = "256 1024 4096", .full = EDGES \
    }
#define SWEEP_TRANSPOSE(name)                                                               \
    {                                                                                       \
        .pattern = name, .parameter = "edge", .quick = "1024 2048 8192", .full = TRANSPOSED \
    }
#define SWEEP_FOOTPRINT(name)                                               \
    {                                                                       \
        .pattern = name, .parameter = "footprint", .kind = SWEEP_FOOTPRINTS \
    }
#define SWEEP_SIZE(name)                                               \
    {                                                                  \
        .pattern = name, .parameter = "footprint", .kind = SWEEP_SIZES \
    }
#define SWEEP_CELLS(name)                                            \
    {                                                                \
        .pattern = name, .parameter = "cells", .kind = SWEEP_THREADS \
    }
#define SWEEP_PAGES(name)                                                      \
    {                                                                          \
        .pattern = name, .parameter = "pages", .quick = "16 1024 65536",       \
        .full = "8 16 32 64 128 256 512 1024 2048 4096 8192 16384 32768 65536" \
    }
#define SWEEP_CHASE(name)                                                  \
    {                                                                      \
        .pattern = name, .parameter = "footprint", .full = CHASED,         \
        .quick = "4096 32768 262144 2097152 16777216 134217728 1073741824" \
    }

const struct study study_catalogue[] = {
    {
        .name = "stride",
        .question = "What does it cost to use only every n-th element?",
        .sweeps = {SWEEP_STRIDE("stride"), SWEEP_STRIDE("stride_write")},
    },
    {
        .name = "offset",
        .question = "What does a start that is off the aligned one cost?",
        .sweeps = {{.pattern = "offset",
                    .parameter = "offset",
                    .quick = "0 1 8 16 31 32",
                    .full = "0 1 2 3 4 5 6 7 8 12 15 16 17 24 31 32 33"}},
    },
    {
        .name = "element",
        .question = "Which element sizes move well, and does padding help?",
        .sweeps = {{.pattern = "copy", .parameter = "element", .kind = SWEEP_ELEMENTS},
                   {.pattern = "clear", .parameter = "element", .kind = SWEEP_ELEMENTS},
                   SWEEP_ONE("vec3", "element", "12"),
                   SWEEP_ONE("vec3_padded", "element", "12"),
                   SWEEP_ONE("vec3_clear", "element", "12")},
    },
    {
        .name = "lanes",
        .question = "What do idle, permuted and misaligned lanes cost?",
        .sweeps = {SWEEP_ONE("lanes", "case", "1 2 3 4 5 6")},
    },
    {
        .name = "layout",
        .question = "Array of structs or struct of arrays, when k of 8 fields are used?",
        .sweeps = {SWEEP_FIELDS("aos"), SWEEP_FIELDS("soa"), SWEEP_FIELDS("aosoa"),
                   SWEEP_FIELDS("aos_write"), SWEEP_FIELDS("soa_write"),
                   SWEEP_FIELDS("aosoa_write"), SWEEP_ONE("vec3", "used", "3"),
                   SWEEP_ONE("vec3_padded", "used", "3")},
    },
    {
        .name = "order",
        .question = "Neighbouring elements to neighbouring threads, or a stretch to each?",
        .sweeps = {{.pattern = "order", .parameter = "run", .kind = SWEEP_POWERS}},
    },
    {
        .name = "share",
        .question = "Several elements a thread: adjacent, or dealt a warp apart?",
        .sweeps = {SWEEP_RUN("order"), SWEEP_DEALT("dealt"), SWEEP_RUN("order_clear"),
                   SWEEP_DEALT("dealt_clear")},
    },
    {
        .name = "grid",
        .question = "How many teams and threads does a grid-stride loop need?",
        .sweeps = {{.pattern = "grid",
                    .parameter = "threads",
                    .kind = SWEEP_WORKERS,
                    .quick = "1 2 8",
                    .full = "1 2 3 4 5 6 7 8 9 10 11 12 16 24 32 48 64 96 128"},
                   {.pattern = "grid",
                    .parameter = "teams",
                    .kind = SWEEP_TEAMS,
                    .quick = "1 2 8",
                    .full = "1 2 3 4 5 6 7 8"}},
    },
    {
        .name = "gather",
        .question = "What does reading through an index array cost, by how far it jumps?",
        .sweeps = {SWEEP_WINDOW("gather"), SWEEP_WINDOW("gather_reversed"),
                   SWEEP_WINDOW("gather_repeated")},
    },
    {
        .name = "scatter",
        .question = "What does writing through an index array cost, by how far it jumps?",
        .sweeps = {SWEEP_WINDOW("scatter"), SWEEP_WINDOW("scatter_reversed")},
    },
    {
        .name = "table",
        .question = "How large may a lookup table be?",
        .sweeps = {{.pattern = "table",
                    .parameter = "entries",
                    .quick = "64 1024 16384 262144 4194304 16777216",
                    .full = ENTRIES}},
    },
    {
        .name = "matrix",
        .question = "Rows or columns, linear or through row pointers?",
        .sweeps = {SWEEP_EDGE("matrix_rows"), SWEEP_EDGE("matrix_pointers"),
                   SWEEP_EDGE("matrix_columns"), SWEEP_EDGE("matrix_columns_padded")},
    },
    {
        .name = "transpose",
        .question = "How should a matrix be transposed?",
        .sweeps = {SWEEP_TRANSPOSE("transpose_read_rows"), SWEEP_TRANSPOSE("transpose_write_rows"),
                   SWEEP_TRANSPOSE("transpose_tile"), SWEEP_TRANSPOSE("transpose_padded")},
    },
    {
        .name = "jacobi",
        .question = "Which mapping suits a 2-D stencil, and does the tile help?",
        .sweeps = {SWEEP_EDGE("jacobi_rows"), SWEEP_EDGE("jacobi_columns"),
                   SWEEP_EDGE("jacobi_tile"), SWEEP_EDGE("jacobi_readonly")},
    },
    {
        .name = "reverse",
        .question = "Does going backwards cost anything, and does the tile help?",
        .sweeps = {SWEEP_FOOTPRINT("backward"), SWEEP_FOOTPRINT("reverse"),
                   SWEEP_FOOTPRINT("reverse_tile")},
    },
    {
        .name = "banks",
        .question = "Which strides through the tile meet in one bank?",
        .alone = true,
        .sweeps = {{.pattern = "banks",
                    .parameter = "stride",
                    .quick = "0 1 2 3 4 8 32 33",
                    .full = BANKS}},
    },
    {
        .name = "bank_elements",
        .question = "Do element sizes other than 4 bytes conflict in the tile?",
        .alone = true,
        .sweeps = {{.pattern = "banks", .parameter = "element", .kind = SWEEP_ELEMENTS}},
    },
    {
        .name = "bank_cases",
        .question = "What do permutations, broadcasts, pairs and structs cost in the tile?",
        .alone = true,
        .sweeps = {SWEEP_ONE("bank_cases", "case", "1 2 3 4 5 6 7 8")},
    },
    {
        .name = "sets",
        .question = "When do lines a power of two apart throw each other out of a cache?",
        .alone = true,
        .sweeps = {{.pattern = "sets",
                    .parameter = "distance",
                    .quick = "64 512 4096 32768 262144",
                    .full = DISTANCES},
                   {.pattern = "sets_padded",
                    .parameter = "distance",
                    .quick = "64 512 4096 32768 262144",
                    .full = DISTANCES}},
    },
    {
        .name = "intensity",
        .question = "How much arithmetic is free beside a copy?",
        .sweeps = {{.pattern = "intensity",
                    .parameter = "iterations",
                    .quick = "0 8 32 128",
                    .full = ITERATIONS},
                   {.pattern = "intensity_strided",
                    .parameter = "iterations",
                    .quick = "0 8 32 128",
                    .full = ITERATIONS}},
    },
    {
        .name = "contention",
        .question = "What do atomic additions cost, by the number of cells that share them?",
        .alone = true,
        .sweeps = {SWEEP_CELLS("contention"), SWEEP_CELLS("contention_padded")},
    },
    {
        .name = "false_sharing",
        .question = "How far apart must cells be that different threads own?",
        .alone = true,
        .sweeps = {{.pattern = "false_sharing",
                    .parameter = "padding",
                    .quick = "0 28 60 124 252",
                    .full = "0 4 12 28 44 60 92 124 188 252"}},
    },
    {
        .name = "latency",
        .question = "How long does one access take, level by level?",
        .alone = true,
        .sweeps = {SWEEP_CHASE("chase"), SWEEP_CHASE("chase_in_order")},
    },
    {
        .name = "chains",
        .question = "How many accesses does one thread keep under way?",
        .alone = true,
        .sweeps = {SWEEP_ONE("chase", "chains", "1 2 4 8 16")},
    },
    {
        .name = "pages",
        .question = "How far does a TLB reach?",
        .alone = true,
        .sweeps = {SWEEP_PAGES("pages_small"),
                   SWEEP_PAGES("pages_large"),
                   SWEEP_PAGES("pages_64k"),
                   {.pattern = "pages_far",
                    .parameter = "pages",
                    .quick = "16 128 1024 4096",
                    .full = "8 16 32 64 128 256 512 1024 2048 4096"}},
    },
    {
        .name = "footprint",
        .question = "How fast is a plain copy in each level of the memory hierarchy?",
        .sweeps = {SWEEP_FOOTPRINT("copy"), SWEEP_FOOTPRINT("copy_stream"),
                   SWEEP_FOOTPRINT("triad"), SWEEP_FOOTPRINT("sum")},
    },
    {
        .name = "blocks",
        .question = "Do block operations beat element loops?",
        .sweeps = {SWEEP_SIZE("clear"), SWEEP_SIZE("block_set"), SWEEP_SIZE("copy"),
                   SWEEP_SIZE("block_copy"), SWEEP_SIZE("block_move"), SWEEP_SIZE("compare"),
                   SWEEP_SIZE("block_compare")},
    },
    {
        .name = "transfer",
        .question = "What does it cost to bring data to the GPU and back?",
        .sweeps = {SWEEP_SIZE("transfer_in"), SWEEP_SIZE("transfer_out"),
                   SWEEP_SIZE("transfer_in_pinned"), SWEEP_SIZE("transfer_out_pinned"),
                   SWEEP_SIZE("transfer_within"), SWEEP_SIZE("copy")},
    },
    {
        .name = "launch",
        .question = "What does it cost to start a region?",
        .alone = true,
        .sweeps = {{.pattern = "launch",
                    .parameter = "threads",
                    .kind = SWEEP_WORKERS,
                    .quick = "1 2 8",
                    .full = "1 2 3 4 5 6 7 8 9 10 11 12 16 24 32 48 64 96 128"},
                   {.pattern = "launch",
                    .parameter = "teams",
                    .kind = SWEEP_TEAMS,
                    .quick = "1 2 8",
                    .full = "1 2 3 4 5 6 7 8"}},
    },
    {.name = NULL},
};
