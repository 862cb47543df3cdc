#include "study/study.h"

#define STRIDES "1 2 3 4 5 6 7 8 10 12 14 16 20 24 28 32"
#define SWEEP_STRIDE(name)                                                                \
    {                                                                                     \
        .pattern = name, .parameter = "stride", .quick = "1 2 4 8 16 32", .full = STRIDES \
    }
#define SWEEP_FIELDS(name)                                                                  \
    {                                                                                       \
        .pattern = name, .parameter = "used", .quick = "1 2 4 8", .full = "1 2 3 4 5 6 7 8" \
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
                    .quick = "0 1 2 4 8 16 31 32",
                    .full = "0 1 2 3 4 5 6 7 8 12 15 16 17 24 31 32 33"}},
    },
    {
        .name = "layout",
        .question = "Array of structs or struct of arrays, when k of 8 fields are used?",
        .sweeps = {SWEEP_FIELDS("aos"), SWEEP_FIELDS("soa")},
    },
    {
        .name = "order",
        .question = "Neighbouring elements to neighbouring threads, or a stretch to each?",
        .sweeps = {{.pattern = "order", .parameter = "run", .kind = SWEEP_POWERS}},
    },
    {
        .name = "footprint",
        .question = "How fast is a plain copy in each level of the memory hierarchy?",
        .sweeps = {{.pattern = "copy", .parameter = "footprint", .kind = SWEEP_FOOTPRINTS},
                   {.pattern = "copy_stream", .parameter = "footprint", .kind = SWEEP_FOOTPRINTS}},
    },
    {.name = NULL},
};
