/* Points that other load disturbed: measured again once the machine is quieter. */
#include "plots/data/draft.h"
#include "study/base/message.h"
#include "study/run/header.h"
#include "study/run/kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number of processes that ran at that time, this one included: "0.34, 2 now"; 0: unknown. */
static int running(const char *header)
{
    char load[64];
    int count = 0;
    if (header_value(header, "machine_load", load, sizeof load))
        (void)sscanf(load, "%*[^,], %d now", &count);
    return count;
}

bool is_quieter(const char *theirs, const char *ours)
{
    const int then = running(theirs), now = running(ours);
    return now == 1 || (now > 0 && now < then);
}

/* Writes a row's samples under its new number. */
static void put_samples(FILE *out, const char *text, size_t bytes, int number)
{
    for (const char *end = text + bytes, *line = text; line < end;) {
        const char *const next = memchr(line, '\n', (size_t)(end - line));
        const size_t length = (size_t)((next ? next + 1 : end) - line);
        const char *const comma = memchr(line, ',', length);
        if (comma)
            fprintf(out, "%d%.*s", number, (int)(length - (size_t)(comma - line)), comma);
        line += length;
    }
}

/* Copies what stays: both heads, and the rows that were not disturbed, with their samples. */
static void put_rest(FILE *rows_out, FILE *samples_out, const struct content *rows,
                     const struct content *samples, const struct kept *kept)
{
    const struct kept_row *first = &kept->row[0];
    int number = 0;
    fwrite(rows->text, 1, first->row_at, rows_out);
    fwrite(samples->text, 1, first->samples_at, samples_out);
    for (int i = 0; i < kept->rows; i++) {
        const struct kept_row *row = &kept->row[i];
        if (row->again)
            continue;
        fwrite(rows->text + row->row_at, 1, row->row_end - row->row_at, rows_out);
        put_samples(samples_out, samples->text + row->samples_at,
                    row->samples_end - row->samples_at, number++);
    }
}

/* Moves the rows that are dropped behind the others. */
static void set_apart(struct kept *kept)
{
    struct kept_row *sorted = needed(calloc((size_t)kept->rows, sizeof *sorted));
    int count = 0;
    for (int again = 0; again < 2; again++)
        for (int i = 0; i < kept->rows; i++)
            if (kept->row[i].again == (again == 1))
                sorted[count++] = kept->row[i];
    memcpy(kept->row, sorted, (size_t)kept->rows * sizeof *sorted);
    free(sorted);
}

static void replace(struct content *content, struct draft *draft)
{
    free(content->text);
    content->text = draft_close(draft);
    content->length = draft->size;
}

void kept_drop(int count, struct content *rows, struct content *samples, struct kept *kept)
{
    struct draft left[2];
    draft_open(&left[0]);
    draft_open(&left[1]);
    put_rest(left[0].out, left[1].out, rows, samples, kept);
    replace(rows, &left[0]);
    replace(samples, &left[1]);
    set_apart(kept);
    kept->rows -= count;
    kept->dropped = count;
    kept->rows_bytes = rows->length;
    kept->samples_bytes = samples->length;
}
