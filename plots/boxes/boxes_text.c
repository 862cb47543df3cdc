/* Boxes on a terminal. */
#include "plots/boxes/boxes.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

/* What stands in a cell where it is no letter. */
enum glyph {
    GLYPHS = 128,
    ACROSS = GLYPHS,
    DOWN,
    UPPER_LEFT,
    UPPER_RIGHT,
    LOWER_LEFT,
    LOWER_RIGHT,
    ACROSS_APART,
    DOWN_APART
};

static const struct {
    const char *utf8, *ascii;
} glyphs[] = {
    [ACROSS - GLYPHS] = {"\u2500", "-"},       [DOWN - GLYPHS] = {"\u2502", "|"},
    [UPPER_LEFT - GLYPHS] = {"\u250c", "+"},   [UPPER_RIGHT - GLYPHS] = {"\u2510", "+"},
    [LOWER_LEFT - GLYPHS] = {"\u2514", "+"},   [LOWER_RIGHT - GLYPHS] = {"\u2518", "+"},
    [ACROSS_APART - GLYPHS] = {"\u2504", "."}, [DOWN_APART - GLYPHS] = {"\u2506", ":"},
};

struct canvas {
    unsigned char *cells;
    int columns;
};

static void put(struct canvas *canvas, int x, int y, unsigned char cell)
{
    canvas->cells[(size_t)y * (size_t)canvas->columns + (size_t)x] = cell;
}

static void draw_box(struct canvas *canvas, const struct box *box)
{
    const int right = box->x + box->width - 1, bottom = box->y + box->height - 1;
    for (int x = box->x; x <= right; x++) {
        put(canvas, x, box->y, box->apart ? ACROSS_APART : ACROSS);
        put(canvas, x, bottom, box->apart ? ACROSS_APART : ACROSS);
    }
    for (int y = box->y; y <= bottom; y++) {
        put(canvas, box->x, y, box->apart ? DOWN_APART : DOWN);
        put(canvas, right, y, box->apart ? DOWN_APART : DOWN);
    }
    put(canvas, box->x, box->y, UPPER_LEFT);
    put(canvas, right, box->y, UPPER_RIGHT);
    put(canvas, box->x, bottom, LOWER_LEFT);
    put(canvas, right, bottom, LOWER_RIGHT);
    for (int i = 0; i < box->line_count; i++) {
        const int length = (int)strlen(box->lines[i]);
        for (int k = 0; k < length; k++)
            put(canvas, box->x + 2 + k, box->y + i, (unsigned char)box->lines[i][k]);
        if (i == 0) {
            put(canvas, box->x + 1, box->y, ' ');
            put(canvas, box->x + 2 + length, box->y, ' ');
        }
    }
}

static void print_row(const unsigned char *cells, int columns, FILE *out, bool utf8)
{
    while (columns > 0 && cells[columns - 1] == ' ')
        columns--;
    for (int x = 0; x < columns; x++) {
        const int cell = cells[x];
        if (cell < GLYPHS)
            putc(cell, out);
        else
            fputs(utf8 ? glyphs[cell - GLYPHS].utf8 : glyphs[cell - GLYPHS].ascii, out);
    }
    putc('\n', out);
}

int boxes_text(const struct boxes *boxes, FILE *out, bool utf8)
{
    const struct box *all = &boxes->all[0];
    const size_t cells = (size_t)all->width * (size_t)all->height;
    struct canvas canvas = {.cells = malloc(cells), .columns = all->width};
    if (!canvas.cells)
        return -ENOMEM;
    memset(canvas.cells, ' ', cells);
    for (int i = 0; i < boxes->count; i++)
        draw_box(&canvas, &boxes->all[i]);
    for (int y = 0; y < all->height; y++)
        print_row(canvas.cells + (size_t)y * (size_t)all->width, all->width, out, utf8);
    free(canvas.cells);
    return 0;
}

bool boxes_utf8(void)
{
    locale_t user = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    const bool utf8 = user && strcmp(nl_langinfo_l(CODESET, user), "UTF-8") == 0;
    if (user)
        freelocale(user);
    return utf8;
}
