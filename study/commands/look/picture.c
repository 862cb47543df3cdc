#include "study/commands/look/picture.h"

#include "study/model/gpu/traffic.h"
#include "study/plan/walks.h"

#include <stdio.h>

enum {
    PICTURES = 4,
    PICTURE_LINES = 4,
    PICTURE_BYTES = 4 /* bytes for each character */
};

static const char *const array_names[ARRAYS] = {
    [ARRAY_IN] = "in", [ARRAY_OUT] = "out", [ARRAY_INDEX] = "index", [ARRAY_TILE] = "tile"};
static const char *const access_names[] = {[ACCESS_LOAD] = "reads",
                                           [ACCESS_STORE] = "writes",
                                           [ACCESS_ATOMIC] = "adds to",
                                           [ACCESS_STREAM] = "streams to"};

static int64_t least_line_after(const struct request *request, int line_bytes, int64_t after)
{
    int64_t least = -1;
    for (int lane = 0; lane < WARP_LANES; lane++) {
        const int64_t line = request->element[lane] * request->element_bytes / line_bytes;
        if (request->element[lane] >= 0 && line > after && (least < 0 || line < least))
            least = line;
    }
    return least;
}

/* Which part of those bytes is requested: '#' all, '+' some, '.' none. */
static char asked_of(const struct request *request, int64_t byte)
{
    int asked = 0;
    for (int64_t b = byte; b < byte + PICTURE_BYTES; b++)
        for (int lane = 0; lane < WARP_LANES; lane++)
            if (request->element[lane] >= 0 &&
                b / request->element_bytes == request->element[lane]) {
                asked++;
                break;
            }
    return asked == 0 ? '.' : asked == PICTURE_BYTES ? '#' : '+';
}

static void draw_line(const struct request *request, int64_t line, int line_bytes, int group_bytes)
{
    printf("    line %-8lld", (long long)line);
    for (int byte = 0; byte < line_bytes; byte += PICTURE_BYTES) {
        if (byte % group_bytes == 0)
            putchar('|');
        putchar(asked_of(request, line * line_bytes + byte));
    }
    puts("|");
}

static void draw_request(const struct request *request, const char *who, int line_bytes,
                         int group_bytes)
{
    int64_t line = -1;
    int drawn = 0;
    printf("  %s %s %s\n", who, access_names[request->access], array_names[request->array]);
    while ((line = least_line_after(request, line_bytes, line)) >= 0)
        if (drawn++ < PICTURE_LINES)
            draw_line(request, line, line_bytes, group_bytes);
    if (drawn > PICTURE_LINES)
        printf("    ... %d more lines\n", drawn - PICTURE_LINES);
}

void picture_draw(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                  bool gpu, int line_bytes)
{
    struct request requests[PICTURES];
    const int count = walk_first_requests(pattern, shape, element_bytes, gpu, requests, PICTURES);
    for (int i = 0; i < count; i++)
        draw_request(&requests[i], gpu ? "first warp" : "first thread", line_bytes,
                     gpu ? SECTOR_BYTES : line_bytes);
}
