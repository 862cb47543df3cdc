#include "patterns/kernel/usual.h"

#define NAME         histogram
#define BINS         s.value[0]
#define LOADS        0
#define LOAD         0
#define INDEX_VALUE  (i * 7919 & (BINS - 1))
#define INDEX_LENGTH s.elements
#define STORE        INDEX(e.index)
#define STORE_ACCESS ACCESS_ATOMIC
#define SIZES        (4 | 8)
#define IN_LENGTH    0
#define OUT_LENGTH   BINS
/* 315407 times 7919 is 1 modulo 2^20: only keys that are so many modulo BINS get into bin i. */
#define MEANING ((s.elements + BINS - 1 - (i * 315407 & (BINS - 1))) / BINS)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "histogram",
    .help = "count keys in bins",
    .formula = "bin[key[i]]++",
    .lesson = "Additions to one cell are serialized.",
    .parameters = {{.name = "bins",
                    .help = "cells to count in",
                    .low = 1,
                    .high = 1 << 20,
                    .standard = 256,
                    .power_of_two = true}},
    .loads = 0,
    .stores = 1,
    EXPRESSIONS,
};
