/* What stencil.h asks for. */
static void requests(const struct walk *w)
{
    for (int row = 0; row < w->rows + 2; row++)
        walk_row(w, row, 0, GRID_BEFORE);
    for (int row = 0; row < w->rows; row++)
        for (int side = 2; side < 4; side++)
            walk_row(w, row, 0, side - GRID_BEFORE);
    for (int row = 0; row < w->rows; row++)
        walk_row(w, row, 0, WALK_STORE);
}
