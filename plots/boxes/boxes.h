/* A machine's inventory, the JSON that results keep in their header as `topology` and that
 * `warpline topo` makes, laid out as boxes in boxes. Everything is measured in cells, one letter
 * each, so that the drawing is the same as text and as SVG. */
#ifndef PLOTS_BOXES_H
#define PLOTS_BOXES_H

#include <stdbool.h>
#include <stdio.h>

enum { BOX_LINES_MAX = 6, BOX_LINE_MAX = 96 };

struct box {
    char lines[BOX_LINES_MAX][BOX_LINE_MAX]; /* what it says: printable ASCII */
    int line_count;
    bool apart;        /* the process may not use it, or the program does not */
    int child, next;   /* numbers of its first box and of the one after it; -1: none */
    int x, y;          /* of its upper left cell, from the drawing's */
    int width, height; /* borders included; the first line is in the upper border */
};

struct boxes {
    struct box *all; /* the outermost first */
    int count;
};

/* Lays the inventory out in at most `columns` cells where names let it. 0; -EINVAL where the text
 * is no inventory or one of too many parts; -ENOMEM. `boxes` is to be freed after 0 alone. */
int boxes_make(struct boxes *boxes, const char *inventory, int columns);

void boxes_free(struct boxes *boxes);

/* Draws with box characters of UTF-8, or in ASCII. 0 or -ENOMEM. */
int boxes_text(const struct boxes *boxes, FILE *out, bool utf8);

/* Whether the user's locale writes UTF-8. */
bool boxes_utf8(void);

/* Draws as SVG, titled "Topology of NAME". `alone`: as a file that follows the reader's light or
 * dark colours; else as a part of an HTML page, in the colour of its text. */
void boxes_svg(const struct boxes *boxes, FILE *out, const char *name, bool alone);

#endif
