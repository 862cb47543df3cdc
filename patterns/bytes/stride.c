#include "patterns/kernel/usual.h"

#define NAME       stride
#define STRIDE     s.value[0]
#define LOAD       (e.index * STRIDE)
#define STORE      e.index
#define IN_LENGTH  ((s.elements - 1) * STRIDE + 1)
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {
    .name = "stride",
    .help = "read one element in every `stride`, write densely",
    .formula = "out[i] = in[stride * i]",
    .lesson =
        "Memory moves in units: sectors of 32 bytes on a GPU, lines of mostly 64 bytes on a CPU. "
        "Reading every second element still moves every unit, so half of the traffic is wasted. "
        "The waste grows with the stride until each element has a separate unit. Beyond that "
        "point the GPU's reads lose little more, while the CPU also loses its prefetchers and then "
        "its TLB.",
    .source = "A: my_copy_strided (stride 2)",
    .parameters = {{.name = "stride",
                    .help = "elements from one read to the next",
                    .low = 1,
                    .high = 1 << 20,
                    .standard = 2}},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
