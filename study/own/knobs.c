#include "study/own/knobs.h"

#include <stddef.h>
#include <string.h>

const struct knob knobs[] = {
    {"NAME", "The pattern's name; .name in the row is the same"},
    {"LOAD", "The element of in that a step reads, over s and e"},
    {"STORE", "The element of out that it writes, over s and e"},
    {"IN_LENGTH", "How many elements in has, over s"},
    {"OUT_LENGTH", "How many elements out has, over s"},
    {"SIZES", "The element sizes in bytes: a sum of 1, 2, 4, 8 and 16"},
    {"NUMBERS", "Elements are float and double, to compute with, not words"},
    {"ELEMENTS", "How many steps a pass has, over s, if parameters decide that"},
    {"ROUND",
     "Steps until the kernel is back at its first place; a pass begins where the last one ended"},
    {"RESULT", "What a step stores, computed from its loads: VALUE(0), VALUE(1), ..."},
    {"MEANING", "By hand: the element of in that element i of out must equal (k: number of the "
                "load), -1: none"},
    {"EXAMPLES", "By hand: {step, load, store}, ... for some steps of a pass of 1024 steps"},
    {"WHERE", "Where it runs: EVERYWHERE, NO_CPU, NO_GPU"},
    {"WHY_ABSENT", "A line: why it cannot run on the other side"},
    {"INDEX_VALUE",
     "Entry i of an index array, over s and i; LOAD and STORE read it with INDEX(i)"},
    {"INDEX_LENGTH", "How many entries the index array has"},
    {"INDEX_PLACE", "The place of entry number i, if not all entries are written"},
    {"INDEX_COUNT", "How many entries are written"},
    {"INDEX_HAS_POINTERS", "1: an entry is a pointer to the place that is its value"},
    {"LOADS", "Loads of a step; LOAD sees the number of each in e.load"},
    {"FIELDS", "Fields that a step touches, one to eight; LOAD and STORE see e.field"},
    {"ACTIVE", "Whether a step is made, over s and e"},
    {"ACCESSES", "Useful loads or stores of a pass, over s, if not one for each step and field"},
    {"MULTIPLY_ADDS", "Multiplications and additions of a pass, over s"},
    {"VARIANT", "The loop body that a point uses, over s, from 1"},
    {"VARIANTS", "How many loop bodies the kernel has"},
    {"STORE_ACCESS", "ACCESS_ATOMIC: a step adds 1 to its element; ACCESS_STREAM: non-temporal"},
    {"SCHEDULE",
     "STATIC: each worker has fixed tiles; DYNAMIC: a free worker takes the next tiles"},
    {"ALONE", "1: one worker makes all steps"},
    {"SIDE_LOAD", "1: the first worker makes all steps, while the others load the memory"},
    {"CHOOSES_LAUNCH", "1: the first two parameters are teams and threads of each team"},
    {"WORKERS_MOST", "The largest number of workers of a team"},
    {"CHUNK_TILES", "Tiles that a GPU's worker takes at a time"},
    {"BYTES_MOST", "The most bytes that a lane loads before it stores"},
    {"PLACES_FIRST", "1: the places to store to are loaded before the first store"},
    {"SEEN_BY", "Who sees a tile's stores before its warp continues"},
    {"TAIL", "0: no steps are left after the last tile"},
    {"WALK_TILES", "Tiles of a pass, if they do not follow from its elements"},
    {"TILE_ROWS", "Rows of 32 steps in a tile, which one warp executes at a time"},
    {"BODY", "The file of the loop body: what a worker does with its tiles"},
    {"WALK", "The file of the loop body's requests, for the models"},
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
