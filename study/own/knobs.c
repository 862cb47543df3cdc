#include "study/own/knobs.h"

#include <stddef.h>
#include <string.h>

const struct knob knobs[] = {
    {"NAME", "The pattern's name; .name in the row is spelled the same way"},
    {"LOAD", "Which element of in a step reads, over s and e"},
    {"STORE", "Which element of out it writes, over s and e"},
    {"IN_LENGTH", "How many elements in has, over s"},
    {"OUT_LENGTH", "How many elements out has, over s"},
    {"SIZES", "The element sizes in bytes: a sum of 1, 2, 4, 8 and 16"},
    {"NUMBERS", "Elements are float and double, to compute with, not words"},
    {"ELEMENTS", "How many steps a pass has, over s, where parameters say so"},
    {"ROUND", "Steps after which the kernel is back at its first place, where passes go on"},
    {"RESULT", "What a step stores, made of VALUE(0), VALUE(1) and so on, what its loads bring"},
    {"MEANING",
     "By hand: the element of in that element i of out must be (k: of several), -1: none"},
    {"EXAMPLES", "By hand: {step, load, store}, ... of some steps of a pass of 1024"},
    {"WHERE", "Where it runs: EVERYWHERE, NO_CPU, NO_GPU"},
    {"WHY_ABSENT", "A line: why there is no counterpart on the side where it does not run"},
    {"INDEX_VALUE", "Entry i of an index array, over s and i; LOAD and STORE ask by INDEX(i)"},
    {"INDEX_LENGTH", "How many entries the index array has"},
    {"INDEX_PLACE", "Where entry number i is, where not every one is written"},
    {"INDEX_COUNT", "How many entries are written"},
    {"INDEX_HAS_POINTERS", "1: an entry is a pointer to the place that is its value"},
    {"LOADS", "Loads of a step; LOAD sees the number of each in e.load"},
    {"FIELDS", "Fields that a step touches, one to eight; LOAD and STORE see e.field"},
    {"ACTIVE", "Whether a step is made, over s and e"},
    {"ACCESSES", "Useful loads or stores of a pass, over s, where not one a step and field"},
    {"MULTIPLY_ADDS", "Multiplications and additions of a pass, over s"},
    {"VARIANT", "Which loop body serves a point, over s, from 1 on"},
    {"VARIANTS", "How many loop bodies the kernel holds"},
    {"STORE_ACCESS", "ACCESS_ATOMIC: a step adds 1 to its element; ACCESS_STREAM: non-temporal"},
    {"SCHEDULE", "STATIC: each worker's tiles from the start; DYNAMIC: to whoever is free"},
    {"ALONE", "1: one worker makes all steps"},
    {"CHOOSES_LAUNCH", "1: the first two parameters are teams and threads of each team"},
    {"WORKERS_MOST", "Workers of a team at most"},
    {"CHUNK_TILES", "Tiles that a GPU's worker takes at a time"},
    {"BYTES_MOST", "Bytes that a lane may load before it stores, at most"},
    {"PLACES_FIRST", "1: where elements go is loaded before the first store"},
    {"SEEN_BY", "To whom a tile's stores are visible before its warp continues"},
    {"TAIL", "0: nothing is left after whole tiles"},
    {"WALK_TILES", "Tiles of a pass, where that does not follow from its elements"},
    {"TILE_ROWS", "Rows of 32 steps of a tile (which one warp makes at a time)"},
    {"BODY", "The file of the loop body: what a worker does with its tiles"},
    {"WALK", "The file of the same as requests, for the models"},
    {"KERNEL", "The file of the kernel around the body"},
    {NULL, NULL},
};

const struct knob *knob_find(const char *name)
{
    for (const struct knob *k = knobs; k->name; k++)
        if (strcmp(k->name, name) == 0)
            return k;
    return NULL;
}
