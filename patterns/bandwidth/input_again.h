/* Two equal input arrays: the index array is a second copy of the input's 4-byte words. */
#ifndef WARPLINE_INPUT_AGAIN_H
#define WARPLINE_INPUT_AGAIN_H

#define WORD(i)      (data_word((uint64_t)(i) / 2, word_bits()) >> (32 * ((i) % 2)) & 0xffffffff)
#define INDEX_VALUE  ((int64_t)WORD(i))
#define INDEX_LENGTH s.elements
#define SIZES        4
#define WALK         "patterns/bandwidth/input_again.h"

#else

/* Row by row of both arrays. */
static void walk_other(const struct walk *w, int row)
{
    struct request other = {
        .array = ARRAY_INDEX, .access = ACCESS_LOAD, .element_bytes = w->element_bytes};
    for (int lane = 0; lane < LANES; lane++)
        other.element[lane] = walk_step(w, row, lane, 0, 0).index;
    w->visit(w->with, &other);
}

static void requests(const struct walk *w)
{
    for (int row = 0; row < w->rows; row++) {
        walk_row(w, row, 0, 0);
        walk_other(w, row);
    }
}

#endif
