/* Boxes as SVG. All is drawn in currentColor, so that it fits whatever is behind. */
#include "plots/boxes/boxes.h"
#include "plots/quote.h"

enum { CELL_WIDTH = 8, CELL_HEIGHT = 20, GAP = 4, BASELINE = 18, MARGIN = 1 };

static void draw_box(const struct box *box, FILE *out)
{
    const int x = box->x * CELL_WIDTH, y = box->y * CELL_HEIGHT;
    fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"2\"%s/>\n", x, y + GAP,
            box->width * CELL_WIDTH, box->height * CELL_HEIGHT - GAP,
            box->apart ? " fill=\"none\" stroke-dasharray=\"3 4\"" : "");
}

static void write_lines(const struct box *box, FILE *out)
{
    for (int i = 0; i < box->line_count; i++) {
        fprintf(out, "<text x=\"%d\" y=\"%d\">", (box->x + 1) * CELL_WIDTH,
                (box->y + i) * CELL_HEIGHT + BASELINE);
        quote_html(out, box->lines[i]);
        fputs("</text>\n", out);
    }
}

/* Of a file alone the reader's own colours; a page has its own for it. */
static void write_colours(FILE *out)
{
    fputs("<style>:root { color: #222; background: #fff; }\n"
          "@media (prefers-color-scheme: dark) { :root { color: #ddd; background: #161616; } }"
          "</style>\n",
          out);
}

void boxes_svg(const struct boxes *boxes, FILE *out, const char *name, bool alone)
{
    const int width = boxes->all[0].width * CELL_WIDTH, height = boxes->all[0].height * CELL_HEIGHT;
    fprintf(out,
            "<svg%s role=\"img\" width=\"%d\" height=\"%d\" viewBox=\"%d %d %d %d\" "
            "aria-label=\"Topology of ",
            alone ? " xmlns=\"http://www.w3.org/2000/svg\"" : " class=\"topology\"",
            width + 2 * MARGIN, height + 2 * MARGIN, -MARGIN, -MARGIN, width + 2 * MARGIN,
            height + 2 * MARGIN);
    quote_html(out, name);
    fputs("\">\n<title>Topology of ", out);
    quote_html(out, name);
    fputs("</title>\n", out);
    if (alone)
        write_colours(out);
    fputs("<g fill=\"currentColor\" fill-opacity=\"0.05\" stroke=\"currentColor\">\n", out);
    for (int i = 0; i < boxes->count; i++)
        draw_box(&boxes->all[i], out);
    fputs("</g>\n<g fill=\"currentColor\" font-family=\"monospace\" font-size=\"13\">\n", out);
    for (int i = 0; i < boxes->count; i++)
        write_lines(&boxes->all[i], out);
    fputs("</g>\n</svg>\n", out);
}
