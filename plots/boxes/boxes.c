#include "plots/boxes/boxes.h"

#include <errno.h>
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BOXES_MOST = 2000, DEPTH_MOST = 24, BORDERS = 4, INDEX_SHOWN = 20 };

/* The inventory being read. */
struct reading {
    struct boxes *boxes;
    int room;
    int code;
};

static const char *text_of(const json_t *part, const char *key)
{
    const char *text = json_string_value(json_object_get(part, key));
    return text ? text : "";
}

static long long number_of(const json_t *part, const char *key, long long otherwise)
{
    const json_t *number = json_object_get(part, key);
    return json_is_integer(number) && json_integer_value(number) > 0 ? json_integer_value(number)
                                                                     : otherwise;
}

static long long count_of(const json_t *part)
{
    return number_of(part, "count", 1);
}

static bool is(const json_t *part, const char *kind)
{
    return strcmp(text_of(part, "is"), kind) == 0;
}

/* "L2 1.25 MiB": three digits and a binary unit, after the words before it. */
static void add_bytes(char line[BOX_LINE_MAX], const json_t *part, const char *between)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    double bytes = (double)number_of(part, "bytes", 0);
    size_t unit = 0, length = strlen(line);
    if (bytes <= 0)
        return;
    for (; bytes >= 1000 && unit + 1 < sizeof units / sizeof *units; unit++)
        bytes /= 1024;
    snprintf(line + length, BOX_LINE_MAX - length, "%s%.3g %s", between, bytes, units[unit]);
}

/* A list of numbers, cut behind one of them where it is long. */
static const char *index_of(const json_t *part, char text[INDEX_SHOWN + 8])
{
    const char *whole = text_of(part, "index");
    int length = (int)strlen(whole);
    if (length > INDEX_SHOWN) {
        for (length = INDEX_SHOWN; length > 0 && whole[length] != ','; length--)
            ;
        snprintf(text, INDEX_SHOWN + 8, "%.*s,...", length ? length : INDEX_SHOWN, whole);
    } else {
        snprintf(text, INDEX_SHOWN + 8, "%s", whole);
    }
    return text;
}

static void say_core(char line[BOX_LINE_MAX], const json_t *part)
{
    char index[INDEX_SHOWN + 8];
    index_of(part, index);
    snprintf(line, BOX_LINE_MAX, "core%s%s",
             !index[0]              ? ""
             : strpbrk(index, ",-") ? ": CPUs "
                                    : ": CPU ",
             index);
}

static void say_gpu(char line[BOX_LINE_MAX], const json_t *part)
{
    char index[INDEX_SHOWN + 8];
    snprintf(line, BOX_LINE_MAX, "%s%s %.60s",
             text_of(part, "target")[0] ? text_of(part, "target") : "GPU", index_of(part, index),
             text_of(part, "name"));
    add_bytes(line, part, ": ");
}

static void say_holder(char line[BOX_LINE_MAX], const json_t *part, const char *what)
{
    char index[INDEX_SHOWN + 8];
    index_of(part, index);
    snprintf(line, BOX_LINE_MAX, "%s%s%s", what, index[0] ? " " : "", index);
    add_bytes(line, part, ": ");
}

/* What one part says of itself. False for a kind that there is not. */
static bool say(char line[BOX_LINE_MAX], const json_t *part)
{
    static const char *const holders[][2] = {{"package", "package"},
                                             {"die", "die"},
                                             {"group", "group"},
                                             {"node", "NUMA node"},
                                             {"multiprocessor", "multiprocessor"}};
    line[0] = '\0';
    if (is(part, "machine"))
        snprintf(line, BOX_LINE_MAX, "%.70s",
                 text_of(part, "name")[0] ? text_of(part, "name") : "machine");
    else if (is(part, "cache")) {
        snprintf(line, BOX_LINE_MAX, "%.20s", text_of(part, "name"));
        add_bytes(line, part, " ");
    } else if (is(part, "core"))
        say_core(line, part);
    else if (is(part, "gpu"))
        say_gpu(line, part);
    for (size_t i = 0; i < sizeof holders / sizeof *holders; i++)
        if (is(part, holders[i][0]))
            say_holder(line, part, holders[i][1]);
    for (char *c = line; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    return line[0] != '\0';
}

static char *new_line(struct box *box)
{
    return box->lines[box->line_count < BOX_LINES_MAX ? box->line_count++ : BOX_LINES_MAX - 1];
}

/* A private chain of caches and a core is one box: they are always together. */
static const json_t *only_part(const json_t *part)
{
    const json_t *parts = json_object_get(part, "parts"), *below = json_array_get(parts, 0);
    const bool joins = (is(part, "cache") && json_array_size(parts) == 1 && count_of(below) == 1 &&
                        (is(below, "cache") || is(below, "core")));
    return joins ? below : NULL;
}

/* Takes the lines of the part, and of those that share its box; returns the last of them. */
static const json_t *take_lines(struct reading *reading, struct box *box, const json_t *part)
{
    if (count_of(part) > 1)
        snprintf(new_line(box), BOX_LINE_MAX, "x%lld", count_of(part));
    for (;;) {
        if (!say(new_line(box), part))
            reading->code = -EINVAL;
        if (text_of(part, "use")[0]) {
            snprintf(new_line(box), BOX_LINE_MAX, "%.20s", text_of(part, "use"));
            box->apart = true;
        }
        const json_t *below = only_part(part);
        if (!below || box->line_count + 3 > BOX_LINES_MAX)
            return part;
        part = below;
    }
}

/* Returns the number of the box made of a part and all in it, -1 with a code. */
static int read_part(struct reading *reading, const json_t *part, int depth)
{
    struct boxes *boxes = reading->boxes;
    const int number = boxes->count;
    int last = -1;
    if (number >= BOXES_MOST || depth > DEPTH_MOST || !json_is_object(part)) {
        reading->code = -EINVAL;
        return -1;
    }
    struct box *box = &boxes->all[boxes->count++];
    *box = (struct box){.child = -1, .next = -1};
    const json_t *parts = json_object_get(take_lines(reading, box, part), "parts");
    for (size_t i = 0; i < json_array_size(parts); i++) {
        const int child = read_part(reading, json_array_get(parts, i), depth + 1);
        if (child < 0)
            return -1;
        *(last < 0 ? &box->child : &boxes->all[last].next) = child;
        last = child;
    }
    return number;
}

/* All boxes of a shelf are as high as the highest. */
static void even_out(struct boxes *boxes, int first, int end, int height)
{
    for (int i = first; i != end; i = boxes->all[i].next)
        boxes->all[i].height = height;
}

static void measure(struct boxes *boxes, int number, int columns);

/* Places what is in a box in shelves, one below the other, from its own upper left corner on. */
static void fill_shelves(struct boxes *boxes, struct box *box, int columns)
{
    int x = 0, y = 0, high = 0, first = box->child, widest = 0;
    const int top = box->line_count;
    for (int i = box->child; i >= 0; i = boxes->all[i].next) {
        struct box *child = &boxes->all[i];
        measure(boxes, i, columns);
        if (x > 0 && x + child->width > columns) {
            even_out(boxes, first, i, high);
            y += high;
            x = high = 0;
            first = i;
        }
        child->x = x + BORDERS / 2;
        child->y = y + top;
        x += child->width + 1;
        high = child->height > high ? child->height : high;
        widest = x - 1 > widest ? x - 1 : widest;
    }
    even_out(boxes, first, -1, high);
    box->width = widest + BORDERS > box->width ? widest + BORDERS : box->width;
    box->height = top + y + high + 1;
}

static void measure(struct boxes *boxes, int number, int columns)
{
    struct box *box = &boxes->all[number];
    box->width = 0;
    for (int i = 0; i < box->line_count; i++) {
        const int width = (int)strlen(box->lines[i]) + BORDERS;
        box->width = width > box->width ? width : box->width;
    }
    fill_shelves(boxes, box, columns - BORDERS);
}

/* From places in the box around to places in the drawing. */
static void move_into(struct boxes *boxes, const struct box *around)
{
    for (int i = around->child; i >= 0; i = boxes->all[i].next) {
        boxes->all[i].x += around->x;
        boxes->all[i].y += around->y;
        move_into(boxes, &boxes->all[i]);
    }
}

int boxes_make(struct boxes *boxes, const char *inventory, int columns)
{
    struct reading reading = {.boxes = boxes};
    json_t *machine = json_loads(inventory, 0, NULL);
    *boxes = (struct boxes){.all = calloc(BOXES_MOST, sizeof *boxes->all)};
    if (!boxes->all)
        reading.code = -ENOMEM;
    else if (read_part(&reading, machine, 0) == 0 && reading.code == 0)
        measure(boxes, 0, columns);
    json_decref(machine);
    if (reading.code)
        boxes_free(boxes);
    else
        move_into(boxes, &boxes->all[0]);
    return reading.code;
}

void boxes_free(struct boxes *boxes)
{
    free(boxes->all);
    *boxes = (struct boxes){.count = 0};
}
