#include "plots/figure/telling.h"

#include <math.h>
#include <string.h>

#define TARGETS_COPY .left = &fraction_of_copy, .right = &useful_bandwidth
#define TILE_COST    .left = &times_cheapest, .right = &worker_time

/* What is close to each other in a lecture stands under one heading. */
#define BYTES   "Which bytes"
#define THREADS "Which thread"
#define INDEXED "Through an index"
#define MATRIX  "Matrices"
#define ON_CHIP "Banks and sets"
#define SHARED  "Shared cells"
#define WAITING "Latency"
#define WHOLE   "Bandwidth and arithmetic"
#define DEVICE  "Using a device"

const struct telling tellings[] = {
    {.study = "stride",
     .group = BYTES,
     .question = "What does it cost to use only every n-th element?",
     TARGETS_COPY,
     .sentences = {{.tell = tell_end, .place = "At stride %", .sign = 1}}},
    {.study = "offset",
     .group = BYTES,
     .question = "What does a start that is off the aligned one cost?",
     TARGETS_COPY,
     .sentences = {{.tell = tell_worst, .place = "at offset %"}}},
    {.study = "element",
     .group = BYTES,
     .question = "Which element sizes move well, and does padding help?",
     TARGETS_COPY,
     .sentences = {{.tell = tell_range, .place = "with elements of %"},
                   {.tell = tell_pairs, .place = "with %", .pairs = "vec3_padded vec3"}}},
    {.study = "lanes",
     .group = BYTES,
     .question = "What do idle, permuted and misaligned lanes cost?",
     TARGETS_COPY,
     .words = "in order|reversed|permuted|misaligned by one|every 2nd idle|3 of 4 idle",
     .sentences = {{.tell = tell_extremes, .place = "with lanes %"}}},
    {.study = "layout",
     .group = BYTES,
     .question = "Array of structs or struct of arrays, when k of 8 fields are used?",
     TARGETS_COPY,
     .sentences = {{.tell = tell_patterns, .place = "with % of the 8 fields used", .sign = -1},
                   {.tell = tell_contrast, .place = "with % of the 8 fields used", .sign = -1}}},
    {.study = "order",
     .group = THREADS,
     .question = "Neighbouring elements to neighbouring threads, or a stretch to each?",
     TARGETS_COPY,
     .sentences = {{.tell = tell_extremes, .place = "at run %"},
                   {.tell = tell_contrast, .place = "at run %"}}},
    {.study = "share",
     .group = THREADS,
     .question = "Several elements a thread: adjacent, or dealt a warp apart?",
     TARGETS_COPY,
     .sentences = {{.tell = tell_pairs,
                    .place = "with % elements a thread",
                    .pairs = "dealt order, dealt_clear order_clear",
                    .sign = 1}}},
    {.study = "grid",
     .group = THREADS,
     .question = "How many teams and threads does a grid-stride loop need?",
     TARGETS_COPY,
     .sentences = {{.tell = tell_enough, .place = "% $"}}},
    {.study = "gather",
     .group = INDEXED,
     .question = "What does reading through an index array cost, by how far it jumps?",
     TARGETS_COPY,
     .sentences = {{.tell = tell_patterns, .place = "with jumps within % elements", .sign = 1},
                   {.tell = tell_half, .place = "a window of %"}}},
    {.study = "scatter",
     .group = INDEXED,
     .question = "What does writing through an index array cost, by how far it jumps?",
     TARGETS_COPY,
     .sentences = {{.tell = tell_patterns, .place = "with jumps within % elements", .sign = 1},
                   {.tell = tell_half, .place = "a window of %"}}},
    {.study = "table",
     .group = INDEXED,
     .question = "How large may a lookup table be?",
     TARGETS_COPY,
     .sentences = {{.tell = tell_extremes, .place = "with % entries"},
                   {.tell = tell_half, .place = "% $"}}},
    {.study = "matrix",
     .group = MATRIX,
     .question = "Rows or columns, linear or through row pointers?",
     TARGETS_COPY,
     .sentences = {{.tell = tell_patterns, .place = "at an edge of %", .sign = 1},
                   {.tell = tell_pairs,
                    .place = "at an edge of %",
                    .pairs = "matrix_columns matrix_rows, matrix_columns_padded matrix_columns",
                    .sign = 1},
                   {.tell = tell_contrast, .place = "at an edge of %", .sign = 1}}},
    {.study = "transpose",
     .group = MATRIX,
     .question = "How should a matrix be transposed?",
     TARGETS_COPY,
     .sentences = {{.tell = tell_patterns, .place = "at an edge of %", .sign = 1},
                   {.tell = tell_pairs,
                    .place = "at an edge of %",
                    .pairs = "transpose_padded transpose_tile",
                    .sign = 1},
                   {.tell = tell_contrast, .place = "at an edge of %", .sign = 1}}},
    {.study = "jacobi",
     .group = MATRIX,
     .question = "Which mapping suits a 2-D stencil, and does the tile help?",
     TARGETS_COPY,
     .sentences = {{.tell = tell_patterns, .place = "at an edge of %", .sign = 1},
                   {.tell = tell_pairs,
                    .place = "at an edge of %",
                    .pairs = "jacobi_tile jacobi_rows",
                    .sign = 1},
                   {.tell = tell_contrast, .place = "at an edge of %", .sign = 1}}},
    {.study = "reverse",
     .group = MATRIX,
     .question = "Does going backwards cost anything, and does the tile help?",
     TARGETS_COPY,
     .sentences =
         {{.tell = tell_patterns, .place = "at %", .sign = 1},
          {.tell = tell_pairs, .place = "at %", .pairs = "reverse_tile reverse", .sign = 1}}},
    {.study = "banks",
     .group = ON_CHIP,
     .question = "Which strides through the tile meet in one bank?",
     TILE_COST,
     .sentences = {{.tell = tell_worst, .place = "at stride %"}}},
    {.study = "bank_elements",
     .group = ON_CHIP,
     .question = "Do element sizes other than 4 bytes conflict in the tile?",
     TILE_COST,
     .sentences = {{.tell = tell_course, .place = "with elements of %"}}},
    {.study = "bank_cases",
     .group = ON_CHIP,
     .question = "What do permutations, broadcasts, pairs and structs cost in the tile?",
     TILE_COST,
     .words = "a group apart|adjacent pairs|permuted|broadcast|structs of 3 words|"
              "structs of 2 words|two words of a bank|all of one bank",
     .sentences = {{.tell = tell_worst, .place = "for %"}}},
    {.study = "sets",
     .group = ON_CHIP,
     .question = "When do lines a power of two apart throw each other out of a cache?",
     TILE_COST,
     .sentences = {{.tell = tell_worst, .place = "with lines % apart"},
                   {.tell = tell_pairs,
                    .place = "with lines % apart",
                    .pairs = "sets_padded sets",
                    .sign = 1}}},
    {.study = "contention",
     .group = SHARED,
     .question = "What do atomic additions cost, by the number of cells that share them?",
     .left = &additions,
     .apart = true,
     .sentences = {{.tell = tell_course, .place = "with % $"},
                   {.tell = tell_pairs,
                    .place = "with % $",
                    .pairs = "contention_padded contention",
                    .sign = 1}}},
    {.study = "false_sharing",
     .group = SHARED,
     .question = "How far apart must cells be that different threads own?",
     .left = &times_slowest,
     .right = &additions,
     .told = &additions,
     .sentences = {{.tell = tell_extremes, .place = "with % between cells"},
                   {.tell = tell_contrast, .place = "with % between cells"}}},
    {.study = "latency",
     .group = WAITING,
     .question = "How long does one access take, level by level?",
     .alone = true,
     .left = &access_time,
     .together = true,
     .sentences = {{.tell = tell_levels}}},
    {.study = "chains",
     .group = WAITING,
     .question = "How many accesses does one thread keep under way?",
     .alone = true,
     .left = &times_slowest,
     .right = &access_time,
     .told = &access_time,
     .sentences = {{.tell = tell_course, .place = "with % $"}}},
    {.study = "pages",
     .group = WAITING,
     .question = "How far does a TLB reach?",
     .alone = true,
     .left = &access_time,
     .sentences = {{.tell = tell_patterns, .place = "over % $", .sign = 1},
                   {.tell = tell_half, .place = "% $"}}},
    {.study = "footprint",
     .group = WHOLE,
     .question = "How fast is a plain copy in each level of the memory hierarchy?",
     TARGETS_COPY,
     .told = &useful_bandwidth,
     .sentences = {{.tell = tell_range, .place = "at %"}}},
    {.study = "blocks",
     .group = WHOLE,
     .question = "Do block operations beat element loops?",
     TARGETS_COPY,
     .told = &useful_bandwidth,
     .sentences = {{.tell = tell_pairs,
                    .place = "at %",
                    .pairs = "block_copy copy, block_set clear, block_compare compare",
                    .sign = 1}}},
    {.study = "intensity",
     .group = WHOLE,
     .question = "How much arithmetic is free beside a copy?",
     .left = &multiply_adds,
     .right = &operations,
     .told = &operations,
     .sentences = {{.tell = tell_free, .place = "%"},
                   {.tell = tell_range, .place = "with % multiply-adds an element", .sign = 1}}},
    {.study = "transfer",
     .group = DEVICE,
     .question = "What does it cost to bring data to the GPU and back?",
     .left = &useful_bandwidth,
     .together = true,
     .sentences = {{.tell = tell_patterns, .place = "at %", .sign = 1}, {.tell = tell_journey}}},
    {.study = "launch",
     .group = DEVICE,
     .question = "What does it cost to start a region?",
     .left = &launch_time,
     .sentences = {{.tell = tell_course, .place = "with % $"}}},
    {.group = "Others",
     .question = "How does the bandwidth change with the parameter?",
     TARGETS_COPY,
     .sentences = {{.tell = tell_extremes, .place = "at %"}}},
};

const struct telling *telling_of(const char *study)
{
    const struct telling *telling = tellings;
    while (telling->study && strcmp(telling->study, study) != 0)
        telling++;
    return telling;
}

static bool known_of_all(const struct quantity *quantity, const struct chart *chart)
{
    for (int i = 0; i < chart->drawn_count; i++)
        if (!isfinite(quantity_median(quantity, chart, chart->drawn[i])))
            return false;
    return true;
}

const struct quantity *told_quantity(const struct chart *chart)
{
    const struct telling *telling = telling_of(chart->study);
    const struct quantity *const wanted[] = {telling->told, telling->left, telling->right};
    for (int i = 0; i < 3; i++)
        if (wanted[i] && known_of_all(wanted[i], chart))
            return wanted[i];
    return &useful_bandwidth;
}

bool telling_word(const char *words, double value, char *text, size_t size)
{
    for (int i = 1; words && *words; i++) {
        int length = (int)strcspn(words, "|");
        if (i == value) {
            snprintf(text, size, "%.*s", length, words);
            return true;
        }
        words += length + (words[length] == '|');
    }
    return false;
}
