/* What reader.h asks for: the second of two arrays is the index array. */
static void visit_other(const struct walk *w, int row)
{
    struct request other = {
        .array = ARRAY_INDEX, .access = ACCESS_LOAD, .element_bytes = w->element_bytes};
    for (int lane = 0; lane < WARP_LANES; lane++)
        other.element[lane] = walk_step(w, row, lane, 0, 0).index;
    w->visit(w->with, &other);
}

static void requests(const struct walk *w)
{
    for (int row = 0; row < w->rows; row++) {
        walk_row(w, row, 0, 0);
        if (READS > 1)
            visit_other(w, row);
    }
}
