#include "patterns/kernel/usual.h"

#define NAME       stride_write
#define STRIDE     s.value[0]
#define LOAD       e.index
#define STORE      (e.index * STRIDE)
#define IN_LENGTH  s.elements
#define OUT_LENGTH ((s.elements - 1) * STRIDE + 1)
/* Partial-sector writes, so neighbours have to stay neighbours in time. */
#define SEEN_BY     THE_GPU
#define CHUNK_TILES 2

#include "patterns/kernel/generate.h"

ROW = {
    .name = "stride_write",
    .help = "read densely, write one element in every `stride`",
    .formula = "out[stride * i] = in[i]",
    .lesson =
        "Strided writes cost more than strided reads. A CPU must read each line before it can "
        "change a part of it (write-allocate), and writes the whole line back. A GPU does "
        "partial-sector writes: its memory has error-correcting codes, so it must read and merge "
        "these sectors.",
    .source = "A: my_copy_strided, turned round",
    .parameters = {{.name = "stride",
                    .help = "elements from one write to the next",
                    .low = 1,
                    .high = 1 << 20,
                    .standard = 2}},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
