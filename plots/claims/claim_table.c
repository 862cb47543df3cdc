/* The claims themselves. One rule decides all: equal means within 5 %, better or worse means by at
 * least 5 %; a number from a source is met within the tolerance of its row. */
#include "plots/claims/claims.h"

#include "plots/figure/quantity.h"

#define AMP       "C++ AMP blog, about 2012"
#define LECTURE   "Utah CS6963 lecture 7, 2010"
#define BOOK      "CUDA optimisation book, chapter 9"
#define ARTICLE   "CUDA memory article, about 2009"
#define BETTER    1.05
#define WORSE     0.95
#define SAME      0.05
#define ROUGHLY   0.15
#define FACTOR    0.25
#define MAGNITUDE 0.5
#define EXACTLY   0

/* The number that is measured, in words. */
#define ON_GPUS(words) .gpu = true, .measured = words
#define ON_CPUS(words) .measured = words

/* What a number has to be: AT_LEAST, AT_MOST or ABOUT `number`, within a tolerance. */
#define LIMIT(kind, number, within) .comparison = kind, .limit = (number), .tolerance = within
/* The same where the source itself has a number, `words`. */
#define STATED(kind, number, within, words) LIMIT(kind, number, within), .source_value = words

/* Selections of points. */
#define POINTS(in, of, by, ...)                                  \
    {                                                            \
        .study = in, .pattern = of, .parameter = by, __VA_ARGS__ \
    }
#define BASELINE(in)          POINTS(in, "copy", "-", .pick = PICK_ONLY)
#define AT(in, of, by, value) POINTS(in, of, by, .values = value)
#define SMALLEST(in, of, by)  POINTS(in, of, by, .pick = PICK_SMALLEST)
#define LARGEST(in, of, by)   POINTS(in, of, by, .pick = PICK_LARGEST)
#define OF_SIZES(in, of, sizes, which) \
    POINTS(in, of, "element", .values = sizes, .element_bytes = "any", .pick = which)
#define OF_SIZE(in, of, size) OF_SIZES(in, of, size, PICK_ONLY)
/* The ratio of two selections. */
#define RATIO(one, other) .above = {one}, .below = {other}
/* The ratio of two patterns of a study, each at its largest value. */
#define LARGEST_OF(in, by, of, than) RATIO(LARGEST(in, of, by), LARGEST(in, than, by))
/* The ratio of a pattern at two values of a parameter. */
#define VALUES_OF(in, of, by, value, other) RATIO(AT(in, of, by, value), AT(in, of, by, other))
/* Times of accesses to shared memory, or to an L1 in place of it. */
#define SHARED_MEMORY .quantity = &access_time, .levels = LEVELS_SAME

const struct claim claims[] = {
    {.id = "A1",
     .text = "Using every second element still reaches two thirds of the plain copy's bandwidth.",
     .source = AMP,
     .tests = {{ON_GPUS("bandwidth at stride 2 / copy"),
                RATIO(AT("stride", "stride", "stride", "2"), BASELINE("stride")),
                STATED(ABOUT, 2.0 / 3, ROUGHLY, "2/3"),
                .holds = "two elements are read for each one used, and one is written: three units "
                         "of traffic, where the copy has two",
                .lower = "more than one unused element moves with each used one",
                .higher = "the copy is not limited by its reads here, so the second read "
                          "is partly free"}}},
    {.id = "A2",
     .text = "One field of a struct of three reaches half of what it would as a separate array.",
     .source = AMP,
     .tests = {{ON_GPUS("bandwidth at stride 3 (one word of each three) / copy"),
                RATIO(AT("stride", "stride", "stride", "3"), BASELINE("stride")),
                STATED(ABOUT, 0.5, ROUGHLY, "1/2"),
                .holds = "the whole struct is read and one field is written: four units of "
                         "traffic, where the copy has two",
                .lower = "more than the whole struct moves for each field used",
                .higher = "the copy is not limited by its reads here, so the reads of unused "
                          "fields are partly free"}}},
    {.id = "A3",
     .text = "A struct of arrays is as fast as a plain copy.",
     .source = AMP,
     .tests = {{ON_GPUS("bandwidth of soa with one field / copy"),
                RATIO(AT("layout", "soa", "used", "1"), BASELINE("layout")),
                STATED(ABOUT, 1, SAME, "1"), .holds = "it is a plain copy of the field's array",
                .lower = "finding the field's array takes time here",
                .higher = "the copy itself was slowed down in this run"}}},
    {.id = "A4",
     .text = "A few multiply-adds are free in a strided copy; with many of them the strided and "
             "the plain kernel are equally fast.",
     .source = AMP,
     .tests = {{ON_GPUS("bandwidth of the slowest strided kernel with 1 to 5 iterations "
                        "/ with none"),
                RATIO(POINTS("intensity", "intensity_strided", "iterations", .values = "1 2 3 4 5",
                             .pick = PICK_LEAST),
                      AT("intensity", "intensity_strided", "iterations", "0")),
                STATED(ABOUT, 1, SAME, "free up to about 5"),
                .holds = "the arithmetic units are idle while the memory moves the elements",
                .lower = "even so few operations take longer than the memory",
                .higher = "arithmetic cannot speed up a copy: the kernel without it was slowed "
                          "down in this run"},
               {ON_GPUS("bandwidth with the most iterations, strided / plain kernel"),
                LARGEST_OF("intensity", "iterations", "intensity_strided", "intensity"),
                STATED(ABOUT, 1, SAME, "1"),
                .holds = "both kernels are compute-bound by then, with the same arithmetic",
                .lower = "the strided reads still add to the time of the arithmetic",
                .higher = "the strided kernel's arithmetic was faster than the same arithmetic of "
                          "the plain kernel"}}},
    {.id = "A5",
     .text = "Memory moves up to 128 bytes, however few of them are used.",
     .source = AMP,
     .tests = {{ON_GPUS("bandwidth at stride 32 (one word of each 128 bytes) / copy"),
                RATIO(AT("stride", "stride", "stride", "32"), BASELINE("stride")),
                STATED(AT_MOST, 8.0 / 132, 0.2,
                       "128 bytes, 0.061"), /* 4 bytes read as 128, 4 written; copy: 4 and 4 */
                .holds = "the whole line moves with the word that is used",
                .higher = "less than the line moves: memory works in sectors of 32 bytes, and one "
                          "or two of them move"}}},
    {.id = "A6",
     .text = "On a CPU a stride costs less while the data fits in a cache, and a struct of arrays "
             "pays off when the arrays are large.",
     .source = AMP,
     .tests = {{ON_CPUS("column / row bandwidth of the smallest matrix, divided by that "
                        "of the largest"),
                .above = {SMALLEST("matrix", "matrix_columns", "edge"),
                          LARGEST("matrix", "matrix_rows", "edge")},
                .below = {SMALLEST("matrix", "matrix_rows", "edge"),
                          LARGEST("matrix", "matrix_columns", "edge")},
                .levels = LEVELS_ANY, LIMIT(AT_LEAST, BETTER, EXACTLY),
                .holds = "the cache still holds the rest of a line when the next columns need it",
                .lower = "even the small matrix's lines are evicted before the rest of "
                         "them is used"},
               {ON_CPUS("bandwidth of soa / aos, one field of eight"),
                RATIO(AT("layout", "soa", "used", "1"), AT("layout", "aos", "used", "1")),
                LIMIT(AT_LEAST, BETTER, EXACTLY),
                .holds = "whole lines come from memory, and only an eighth of the structs' lines "
                         "is used",
                .lower = "the unused fields cost nothing here"}}},
    {.id = "A7",
     .text = "Staging data through on-chip memory brings a transpose back to coalesced speed.",
     .source = AMP,
     .tests = {{ON_GPUS("bandwidth of transpose_padded / copy"),
                RATIO(LARGEST("transpose", "transpose_padded", "edge"), BASELINE("transpose")),
                LIMIT(AT_LEAST, 0.75, EXACTLY),
                .holds = "the transpose happens inside the tile, so reads and writes both "
                         "go along rows",
                .lower = "staging through the tile costs more than uncoalesced access does"}}},
    {.id = "B1",
     .text = "Lanes a stride apart conflict in shared memory only if the stride and the number of "
             "banks share a factor; the cost is the most lanes on one bank.",
     .source = LECTURE,
     .tests = {{ON_GPUS("time an access, most expensive odd stride / stride 1"), SHARED_MEMORY,
                RATIO(POINTS("banks", "banks", "stride", .values = "3 5 7 15 17 31 33 47 63",
                             .pick = PICK_MOST),
                      AT("banks", "banks", "stride", "1")),
                STATED(AT_MOST, 1, SAME, "1"),
                .holds = "an odd stride shares no factor with a power of two, so it uses "
                         "each bank once",
                .higher = "odd strides conflict: the number of banks is no power of two here"},
               {ON_GPUS("time an access, stride 32 (32 lanes on a bank) / stride 4 (4 lanes)"),
                SHARED_MEMORY, VALUES_OF("banks", "banks", "stride", "32", "4"),
                STATED(ABOUT, 8, ROUGHLY, "8, like the lanes on a bank"),
                .holds = "accesses to one bank are serialized; there are 32 banks, where the "
                         "lecture had 16",
                .lower = "fewer than 32 lanes conflict: there are fewer banks than 32, "
                         "or many more",
                .higher = "each lane in conflict costs more than one access of the bank"}}},
    {.id = "B2",
     .text = "It costs nothing if all lanes read one word of shared memory.",
     .source = LECTURE,
     .tests = {{ON_GPUS("time an access, stride 0 / stride 1"), SHARED_MEMORY,
                VALUES_OF("banks", "banks", "stride", "0", "1"), STATED(AT_MOST, 1, SAME, "1"),
                .holds = "a word is read once and sent to every lane that wants it (broadcast)",
                .higher = "accesses of several lanes to the same word are serialized"}}},
    {.id = "B3",
     .text = "Neighbouring 8-bit elements cause 4-way conflicts in shared memory, 16-bit ones "
             "2-way conflicts.",
     .source = LECTURE,
     .tests =
         {{ON_GPUS("time an access, elements of 1 byte / 4 bytes"), SHARED_MEMORY,
           RATIO(OF_SIZE("bank_elements", "banks", "1"), OF_SIZE("bank_elements", "banks", "4")),
           STATED(ABOUT, 4, FACTOR, "4"), .holds = "lanes that want bytes of one word conflict",
           .lower = "lanes that want bytes of one word get them in one access; the rest is "
                    "the work of handling bytes",
           .higher = "bytes cost even more than a 4-way conflict"},
          {ON_GPUS("time an access, elements of 2 bytes / 4 bytes"), SHARED_MEMORY,
           RATIO(OF_SIZE("bank_elements", "banks", "2"), OF_SIZE("bank_elements", "banks", "4")),
           STATED(ABOUT, 2, FACTOR, "2"), .holds = "lanes that want halves of one word conflict",
           .lower = "lanes that want halves of one word get them in one access",
           .higher = "half words cost even more than a 2-way conflict"}}},
    {.id = "B4",
     .text = "In shared memory an array of structs of three words has no conflicts, one of two "
             "words has 2-way conflicts.",
     .source = LECTURE,
     .tests = {{ON_GPUS("time an access, structs of 3 words / elements a group apart"),
                SHARED_MEMORY, VALUES_OF("bank_cases", "bank_cases", "case", "5", "1"),
                STATED(AT_MOST, 1, SAME, "1"),
                .holds = "three is odd, so the structs use each bank once",
                .higher = "the structs' words conflict"},
               {ON_GPUS("time an access, structs of 2 words / two words of one bank"),
                SHARED_MEMORY, VALUES_OF("bank_cases", "bank_cases", "case", "6", "7"),
                STATED(ABOUT, 1, SAME, "2-way"),
                .holds = "it costs as much as a 2-way conflict: stride 2 uses half of the banks",
                .lower = "it is cheaper than a 2-way conflict",
                .higher = "it is more expensive than a 2-way conflict"}}},
    {.id = "B5",
     .text = "Reading two adjacent elements a thread causes 2-way conflicts in shared memory, but "
             "is right on a CPU.",
     .source = LECTURE,
     .tests = {{ON_GPUS("time an access, adjacent pairs / two words of one bank"), SHARED_MEMORY,
                VALUES_OF("bank_cases", "bank_cases", "case", "2", "7"),
                STATED(ABOUT, 1, SAME, "2-way"),
                .holds = "it costs as much as a 2-way conflict: each read has stride 2",
                .lower = "pairs are cheaper than a 2-way conflict: a thread's two reads may have "
                         "become one",
                .higher = "pairs are more expensive than a 2-way conflict"},
               {ON_CPUS("time an access, adjacent pairs / elements a group apart"), SHARED_MEMORY,
                VALUES_OF("bank_cases", "bank_cases", "case", "2", "1"), LIMIT(AT_MOST, 1, SAME),
                .holds = "neighbours lie in one line, and a core loads them together",
                .higher = "all elements are in the L1, where pairs save no line and "
                          "take more instructions"}}},
    {.id = "B6",
     .text = "A column of padding removes the bank conflicts of reading a tile by columns.",
     .source = LECTURE,
     .tests = {{ON_GPUS("time an access, stride 33 / stride 1"), SHARED_MEMORY,
                VALUES_OF("banks", "banks", "stride", "33", "1"), STATED(AT_MOST, 1, SAME, "1"),
                .holds = "with rows of 33 words a column uses each bank once",
                .higher = "with rows of 33 words lanes still conflict"},
               {ON_GPUS("bandwidth of transpose_padded / transpose_tile"),
                LARGEST_OF("transpose", "edge", "transpose_padded", "transpose_tile"),
                LIMIT(AT_LEAST, BETTER, EXACTLY),
                .holds = "bank conflicts in the tile limited the transpose",
                .lower = "the transpose is limited by the memory, not by the tile"}}},
    {.id = "B7",
     .text = "Two mappings of one Jacobi stencil to threads differ by a factor of two.",
     .source = LECTURE,
     .tests = {{ON_GPUS("time an access, jacobi_columns / jacobi_rows"), .quantity = &access_time,
                LARGEST_OF("jacobi", "edge", "jacobi_columns", "jacobi_rows"),
                STATED(ABOUT, 2, FACTOR, "2"),
                .holds = "lanes down a column need more sectors than lanes along a row",
                .lower = "caches keep the sectors until their other elements are needed",
                .higher = "they differ by more: each lane down a column needs a separate sector, "
                          "and most of it is evicted before it is used"}}},
    {.id = "B8",
     .text = "Reading through read-only memory speeds up Jacobi.",
     .source = LECTURE,
     .tests = {{ON_GPUS("bandwidth of jacobi_readonly / jacobi_rows"),
                LARGEST_OF("jacobi", "edge", "jacobi_readonly", "jacobi_rows"),
                LIMIT(AT_LEAST, BETTER, EXACTLY),
                .holds = "the read-only path caches neighbours that ordinary reads fetch again",
                .lower = "ordinary reads are cached too, which early GPUs did not do"}}},
    {.id = "B9",
     .text = "Reversing an array through the tile beats reversing it directly.",
     .source = LECTURE,
     .tests = {{ON_GPUS("bandwidth of reverse_tile / reverse"),
                LARGEST_OF("reverse", "footprint", "reverse_tile", "reverse"),
                LIMIT(AT_LEAST, BETTER, EXACTLY),
                .holds = "reversed lanes cost more than staging through the tile",
                .lower = "reversed lanes fill whole sectors, so the tile has nothing to gain"}}},
    {.id = "B10",
     .text = "Memory moves segments of 32, 64 or 128 bytes, so less than 4 bytes a "
             "lane is wasteful.",
     .source = LECTURE,
     .tests = {{ON_GPUS("bandwidth at stride 8 (one word of each 32 bytes) / copy"),
                RATIO(AT("stride", "stride", "stride", "8"), BASELINE("stride")),
                STATED(ABOUT, 8.0 / 36, ROUGHLY,
                       "32 bytes, 0.222"), /* 4 bytes read as 32, 4 written; copy: 4 and 4 */
                .holds = "each word moves the 32 bytes that it lies in, and no more",
                .lower = "each word moves more than the 32 bytes that it lies in",
                .higher = "each word moves less than the 32 bytes that it lies in"},
               {ON_GPUS("bandwidth of copy, elements of 1 byte / 4 bytes"),
                RATIO(OF_SIZE("element", "copy", "1"), OF_SIZE("element", "copy", "4")),
                LIMIT(AT_MOST, WORSE, EXACTLY),
                .holds = "a warp then requests only 32 bytes at a time, and requests are the limit "
                         "although no byte is wasted",
                .higher = "a warp's bytes fill one segment, and requests are not the limit"}}},
    {.id = "B11",
     .text = "Offloading pays only if it saves more time than the copies to the GPU and back take.",
     .source = LECTURE,
     .tests =
         {{ON_GPUS("time, copying an array to the GPU / one pass of copy on the CPU"),
           .quantity = &launch_time,
           RATIO(LARGEST("transfer", "transfer_in", "footprint"),
                 POINTS("transfer", "copy", "footprint", .pick = PICK_LARGEST, .of_cpu = true)),
           LIMIT(AT_LEAST, 1, EXACTLY),
           .holds = "the CPU is done before the GPU has its data: one pass of copy does not pay",
           .lower = "the data is on the GPU before the CPU is done, so even one "
                    "pass can pay"}}},
    {.id = "B12",
     .text = "The compiler's report of registers and shared memory belongs next to a measurement.",
     .source = LECTURE,
     .unmeasured = "advice, not a number: results.csv holds times, not what the compiler reported"},
    {.id = "C1",
     .text = "Four adjacent elements a thread are four times slower on a GPU, but look better "
             "on a CPU.",
     .source = BOOK,
     .tests =
         {{ON_GPUS("time of clearing, 4 adjacent elements a thread / 4 a "
                   "warp's width apart"),
           .quantity = &access_time,
           RATIO(AT("share", "order_clear", "run", "4"), AT("share", "cyclic_clear", "run", "4")),
           STATED(ABOUT, 4, FACTOR, "4"),
           .holds = "each store of the warp touches four times as many sectors",
           .lower = "a warp's four stores fill the same sectors, and a cache merges them "
                    "before they go to memory",
           .higher = "partial sectors go to memory, each of them more than once"},
          {ON_CPUS("time of clearing on cores, runs of 4 adjacent elements / single "
                   "elements (cyclic)"),
           .quantity = &access_time,
           .levels = LEVELS_SAME, /* about lines shared by cores, in any level */
           RATIO(AT("share", "order_clear", "run", "4"), AT("share", "cyclic_clear", "run", "4")),
           LIMIT(AT_MOST, WORSE, EXACTLY),
           .holds = "a core that writes neighbours shares its lines with fewer other cores",
           .higher = "four elements are less than a line, so lines still move between cores "
                     "(false sharing): only runs of whole lines are better"}}},
    {.id = "C2",
     .text = "A loop that steps by the warp's width keeps several elements a thread coalesced.",
     .source = BOOK,
     .tests = {{ON_GPUS("bandwidth of clearing, 4 elements a thread a warp's width apart / "
                        "1 a thread"),
                RATIO(AT("share", "cyclic_clear", "run", "4"),
                      AT("share", "order_clear", "run", "1")),
                STATED(AT_LEAST, WORSE, EXACTLY, "1"),
                .holds = "the lanes access neighbouring elements at every step, however many steps "
                         "there are",
                .lower = "the loop takes time although its accesses are coalesced"}}},
    {.id = "C3",
     .text = "A grid-stride loop is coalesced with any size of grid, and still correct "
             "with the smallest.",
     .source = BOOK,
     .tests = {{ON_GPUS("each warp's time an element, smallest / largest grid"),
                .quantity = &worker_time,
                RATIO(SMALLEST("grid", "grid", "threads"), LARGEST("grid", "grid", "threads")),
                LIMIT(AT_MOST, 1, SAME),
                .holds = "a warp among few is as fast as one among many, with correct results; too "
                         "few warps only leave bandwidth unused",
                .higher = "a warp of the small grid is slower than one of the large grid"}}},
    {.id = "C4",
     .text = "Gather and scatter are slow.",
     .source = BOOK,
     .tests = {{ON_GPUS("bandwidth of gather within the whole array / copy"),
                RATIO(LARGEST("gather", "gather", "window"), BASELINE("gather")),
                LIMIT(AT_MOST, 0.5, EXACTLY),
                .holds = "each element moves a separate sector; neighbouring elements would "
                         "share one",
                .higher = "other elements use the sectors before they leave the cache"},
               {ON_GPUS("bandwidth of scatter within the whole array / copy"),
                RATIO(LARGEST("scatter", "scatter", "window"), BASELINE("scatter")),
                LIMIT(AT_MOST, 0.5, EXACTLY),
                .holds = "each element is a partial-sector write to a separate sector",
                .higher = "other elements fill the sectors before they leave the cache"},
               {ON_CPUS("bandwidth of gather within the whole array / copy"),
                RATIO(LARGEST("gather", "gather", "window"), BASELINE("gather")),
                LIMIT(AT_MOST, 0.5, EXACTLY),
                .holds = "each element moves a separate line; neighbouring elements "
                         "would share one",
                .higher = "other elements use the lines before they leave the cache"},
               {ON_CPUS("bandwidth of scatter within the whole array / copy"),
                RATIO(LARGEST("scatter", "scatter", "window"), BASELINE("scatter")),
                LIMIT(AT_MOST, 0.5, EXACTLY),
                .holds = "each element reads a line and writes it back for four bytes",
                .higher = "other elements fill the lines before they leave the cache"}}},
    {.id = "C5",
     .text = "A two-dimensional array in one piece beats an array of row pointers.",
     .source = BOOK,
     .tests = {{ON_GPUS("bandwidth of matrix_rows / matrix_pointers"),
                LARGEST_OF("matrix", "edge", "matrix_rows", "matrix_pointers"),
                LIMIT(AT_LEAST, BETTER, EXACTLY),
                .holds = "each access first waits for its row's pointer",
                .lower = "the row's pointer is in a cache, and its latency is hidden"},
               {ON_CPUS("bandwidth of matrix_rows / matrix_pointers"),
                LARGEST_OF("matrix", "edge", "matrix_rows", "matrix_pointers"),
                LIMIT(AT_LEAST, BETTER, EXACTLY),
                .holds = "looking up the row takes time and hinders vectorization",
                .lower = "one pointer serves a whole row, and the memory is the limit"}}},
    {.id = "C6",
     .text = "Going through an array backwards is the worst order for a CPU.",
     .source = BOOK,
     .tests = {{ON_CPUS("bandwidth of backward / copy in random order (gather)"),
                RATIO(LARGEST("reverse", "backward", "footprint"),
                      LARGEST("gather", "gather", "window")),
                LIMIT(AT_MOST, 1, EXACTLY), .holds = "backwards is no better than a random order",
                .higher = "a random order is far worse: backwards uses every line whole, and the "
                          "prefetcher follows"},
               {ON_CPUS("bandwidth of backward / copy"),
                RATIO(LARGEST("reverse", "backward", "footprint"), BASELINE("reverse")),
                LIMIT(AT_MOST, 0.75, EXACTLY),
                .holds = "the prefetcher follows descending addresses less well "
                         "than ascending ones",
                .higher = "prefetchers follow streams in both directions today"}}},
    {.id = "C7",
     .text = "Going down columns is slow on a CPU, while a stride between a thread's elements can "
             "be the best order on a GPU.",
     .source = BOOK,
     .tests = {{ON_CPUS("bandwidth of matrix_columns / matrix_rows"),
                LARGEST_OF("matrix", "edge", "matrix_columns", "matrix_rows"),
                LIMIT(AT_MOST, WORSE, EXACTLY),
                .holds = "each element moves a line, and nothing else of that line is used in time",
                .higher = "the matrix's lines are still in a cache when the next "
                          "column needs them"},
               {ON_GPUS("bandwidth of order, run 1 (cyclic) / one block for each thread"),
                RATIO(SMALLEST("order", "order", "run"), LARGEST("order", "order", "run")),
                LIMIT(AT_LEAST, BETTER, EXACTLY),
                .holds = "a stride for each thread means neighbouring elements for a warp's lanes",
                .lower = "lanes with a block each are as fast as lanes "
                         "with neighbouring elements"}}},
    {.id = "C8",
     .text = "Block operations beat loops over elements.",
     .source = BOOK,
     .tests = {{ON_GPUS("bandwidth of block_copy / copy, largest size"),
                LARGEST_OF("blocks", "footprint", "block_copy", "copy"),
                LIMIT(AT_LEAST, BETTER, EXACTLY),
                .holds = "the driver's copy uses the memory better than the loop",
                .lower = "the loop already reaches most of the memory's bandwidth"},
               {ON_GPUS("bandwidth of block_set / clear, largest size"),
                LARGEST_OF("blocks", "footprint", "block_set", "clear"),
                LIMIT(AT_LEAST, BETTER, EXACTLY),
                .holds = "the driver's fill uses the memory better than the loop",
                .lower = "the loop already reaches most of the memory's bandwidth"},
               {ON_CPUS("bandwidth of block_copy / copy, largest size"),
                LARGEST_OF("blocks", "footprint", "block_copy", "copy"),
                .levels = LEVELS_ANY, /* the same sizes on both sides */
                LIMIT(AT_LEAST, BETTER, EXACTLY),
                .holds = "the library's copy does not read the lines that it overwrites",
                .lower = "the compiled loop moves the same lines, and the memory is the limit"},
               {ON_CPUS("bandwidth of block_set / clear, largest size"),
                LARGEST_OF("blocks", "footprint", "block_set", "clear"),
                .levels = LEVELS_ANY, /* the same sizes on both sides */
                LIMIT(AT_LEAST, BETTER, EXACTLY),
                .holds = "the library's fill does not read the lines that it overwrites",
                .lower = "the compiled loop moves the same lines, and the memory is the limit"}}},
    {.id = "C9",
     .text = "Threads must not all hit one address.",
     .source = BOOK,
     .tests = {{ON_GPUS("time of atomic additions, one cell / most cells"),
                .quantity = &access_time,
                RATIO(SMALLEST("contention", "contention", "cells"),
                      LARGEST("contention", "contention", "cells")),
                .levels = LEVELS_ANY, LIMIT(AT_LEAST, 2, EXACTLY),
                .holds = "additions to one cell are serialized, additions to different cells run "
                         "in parallel",
                .lower = "additions to one cell are combined before they reach it"},
               {ON_CPUS("time of atomic additions, one cell / a padded cell for each thread"),
                .quantity = &access_time,
                RATIO(SMALLEST("contention", "contention_padded", "cells"),
                      LARGEST("contention", "contention_padded", "cells")),
                .levels = LEVELS_ANY, LIMIT(AT_LEAST, 2, EXACTLY),
                .holds = "the cell's line moves from core to core, one addition at a time",
                .lower = "too few cores share the cell for its line to be the limit"}}},
    {.id = "C10",
     .text = "Access in address order is fast on a CPU because of prefetching.",
     .source = BOOK,
     .tests = {{ON_CPUS("time an access, chase / chase_in_order over the same lines"),
                .quantity = &access_time,
                LARGEST_OF("latency", "footprint", "chase", "chase_in_order"),
                LIMIT(AT_LEAST, 2, EXACTLY),
                .holds = "the prefetcher loads the next line before it is needed",
                .lower = "the prefetcher does not hide the memory latency"}}},
    {.id = "D1",
     .text = "Only elements of 4, 8 and 16 bytes move well, and padding 12 bytes to 16 helps.",
     .source = ARTICLE,
     .tests =
         {{ON_GPUS("bandwidth, slower of 8 and 16 bytes / 4 bytes"),
           RATIO(OF_SIZES("element", "copy", "8 16", PICK_LEAST), OF_SIZE("element", "copy", "4")),
           LIMIT(AT_LEAST, WORSE, EXACTLY),
           .holds = "each element is one access, and the memory is the limit",
           .lower = "wide accesses are slower than those of 4 bytes"},
          {ON_GPUS("bandwidth, faster of 1 and 2 bytes / 4 bytes"),
           RATIO(OF_SIZES("element", "copy", "1 2", PICK_MOST), OF_SIZE("element", "copy", "4")),
           LIMIT(AT_MOST, WORSE, EXACTLY),
           .holds = "a warp requests fewer bytes at a time, and requests are the limit",
           .higher = "there are enough of the smaller requests to keep the memory busy"},
          {ON_GPUS("bandwidth, structs of 12 bytes / elements of 4"),
           RATIO(AT("element", "vec3", "element", "12"), OF_SIZE("element", "copy", "4")),
           LIMIT(AT_MOST, WORSE, EXACTLY),
           .holds = "no access is 12 bytes wide: a struct takes three, over the same sectors",
           .higher = "caches merge the three accesses to a struct"},
          {ON_GPUS("useful bandwidth, structs padded to 16 bytes / packed structs"),
           RATIO(OF_SIZE("element", "vec3_padded", "12"), AT("element", "vec3", "element", "12")),
           LIMIT(AT_LEAST, BETTER, EXACTLY),
           .holds = "one wide access gains more than the unused bytes cost",
           .lower = "the quarter of unused bytes costs what the wide access gains"}}},
    {.id = "D2",
     .text = "Three arrays are twice as fast as an array of padded structs of three.",
     .source = ARTICLE,
     .tests = {{ON_GPUS("bandwidth, soa with 3 fields / vec3_padded"),
                RATIO(
                    AT("layout", "soa", "used", "3"),
                    POINTS("layout", "vec3_padded", "used", .values = "3", .element_bytes = "16")),
                STATED(ABOUT, 2, FACTOR, "2"),
                .holds = "structs move more bytes than arrays, and less efficiently",
                .lower = "one wide access reads a struct, and only its padding is wasted",
                .higher = "structs lose even more than half"}}},
    {.id = "D3",
     .text = "Idle lanes do not break coalescing.",
     .source = ARTICLE,
     .tests = {{ON_GPUS("useful bandwidth, every second lane idle / lanes in order"),
                VALUES_OF("lanes", "lanes", "case", "5", "1"),
                STATED(AT_LEAST, 0.25, EXACTLY,
                       "1/2"), /* half of what the other lanes could reach; if it fails, 1/16 */
                .holds = "the row still moves once: idle lanes waste their own bytes, and "
                         "partial-sector writes cost extra",
                .lower = "the row moves more than once, or much slower, when lanes are idle"}}},
    {.id = "D4",
     .text = "Permuting the lanes within a segment costs 16 transactions instead of one.",
     .source = ARTICLE,
     .tests = {{ON_GPUS("time, permuted lanes / lanes in order"), .quantity = &access_time,
                VALUES_OF("lanes", "lanes", "case", "3", "1"), STATED(ABOUT, 16, MAGNITUDE, "16"),
                .holds = "each lane out of its place takes a separate transaction",
                .lower = "a warp requests the sectors that it touches, in whatever order its lanes "
                         "touch them",
                .higher = "each lane costs more than a separate transaction"}}},
    {.id = "D5",
     .text = "A misaligned start costs 16 transactions instead of one.",
     .source = ARTICLE,
     .tests = {{ON_GPUS("time, lanes misaligned by one element / lanes in order"),
                .quantity = &access_time, VALUES_OF("lanes", "lanes", "case", "4", "1"),
                STATED(ABOUT, 16, MAGNITUDE, "16"),
                .holds = "each lane of a misaligned group takes a separate transaction",
                .lower = "it takes one sector more, which the next warp also needs and finds "
                         "in a cache",
                .higher = "each lane costs more than a separate transaction"}}},
    {.id = "D6",
     .text = "Staging through shared memory makes the transpose almost four times faster.",
     .source = ARTICLE,
     .tests = {{ON_GPUS("bandwidth of transpose_padded / transpose_read_rows"),
                LARGEST_OF("transpose", "edge", "transpose_padded", "transpose_read_rows"),
                STATED(AT_LEAST, 4, FACTOR, "4"),
                .holds = "compared with writes down columns, which are partial-sector writes",
                .lower = "caches merge much of what is written down columns"},
               {ON_GPUS("bandwidth of transpose_padded / transpose_write_rows"),
                LARGEST_OF("transpose", "edge", "transpose_padded", "transpose_write_rows"),
                STATED(AT_LEAST, 4, FACTOR, "4"),
                .holds = "compared with reads down columns, which use one word of each sector",
                .lower = "compared with reads down columns: a cache keeps many of their sectors "
                         "until the rest is needed"}}},
    {.id = "D7",
     .text = "The order of many threads' writes to one cell is undefined: it takes atomics or a "
             "cell for each thread.",
     .source = ARTICLE,
     .tests = {{ON_GPUS("time of atomic additions, one cell / a cell for each thread"),
                .quantity = &access_time,
                RATIO(SMALLEST("contention", "contention", "cells"),
                      POINTS("false_sharing", "false_sharing", "padding", .pick = PICK_LEAST)),
                .levels = LEVELS_ANY, LIMIT(AT_LEAST, BETTER, EXACTLY),
                .holds = "the order itself is not measured; atomics keep the sum correct, and a "
                         "cell for each thread is cheaper",
                .lower = "the order itself is not measured; atomics on one cell are as cheap as a "
                         "cell for each thread"},
               {ON_CPUS("time of atomic additions, one cell / a cell for each thread"),
                .quantity = &access_time,
                RATIO(SMALLEST("contention", "contention", "cells"),
                      POINTS("false_sharing", "false_sharing", "padding", .pick = PICK_LEAST)),
                .levels = LEVELS_ANY, LIMIT(AT_LEAST, BETTER, EXACTLY),
                .holds = "the order itself is not measured; atomics keep the sum correct, and a "
                         "cell on its own line for each thread is cheaper",
                .lower = "the order itself is not measured; atomics on one cell are as cheap as a "
                         "cell for each thread"}}},
    {.id = "D8",
     .text = "Copies within the GPU are about 15 times as fast as copies to it.",
     .source = ARTICLE,
     .tests = {{ON_GPUS("bandwidth of transfer_within / transfer_in (pageable memory)"),
                LARGEST_OF("transfer", "footprint", "transfer_within", "transfer_in"),
                STATED(ABOUT, 15, MAGNITUDE, "15"),
                .holds = "the GPU's memory and its link to the host have sped up alike",
                .lower = "the link to the GPU has sped up more than its memory",
                .higher = "the GPU's memory has sped up more than the link to it, and pageable "
                          "memory is copied once more on the way"},
               {ON_GPUS("bandwidth of transfer_within / transfer_in_pinned"),
                LARGEST_OF("transfer", "footprint", "transfer_within", "transfer_in_pinned"),
                STATED(ABOUT, 15, MAGNITUDE, "15"),
                .holds = "the GPU's memory and its link to the host have sped up alike",
                .lower = "the link to the GPU has sped up more than its memory",
                .higher = "the GPU's memory has sped up more than the link to it"}}},
    {.id = NULL},
};
