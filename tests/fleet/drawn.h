/* Recorded rows whose samples are drawn again: what another run of the same machine might give. */
#ifndef TESTS_FLEET_DRAWN_H
#define TESTS_FLEET_DRAWN_H

#include "patterns/random.h"
#include "plots/data/row_reader.h"
#include "study/base/folders.h"

#include <stdlib.h>
#include <string.h>

enum { DRAWN_ROWS_MOST = 4096, DRAWN_SAMPLES = 10 };

struct recorded {
    struct measured row[DRAWN_ROWS_MOST];
    double times_ns[DRAWN_ROWS_MOST][DRAWN_SAMPLES];
    struct sample_speed speeds[DRAWN_ROWS_MOST][DRAWN_SAMPLES];
    int count;
    bool speeds_unknown; /* as in older files: no speed of cores or memory excuses anything */
};

/* The samples of a row that are drawn again. */
struct drawn_samples {
    double times_ns[DRAWN_SAMPLES];
    struct sample_speed speeds[DRAWN_SAMPLES]; /* of the target meanwhile */
};

/* The recorded H200's usable rows; the texts live as long as the program. */
static inline struct recorded *recorded_rows(void)
{
    char path[PATH_TEXT_MAX], problem[PATH_TEXT_MAX];
    struct recorded *recorded = calloc(1, sizeof *recorded);
    struct rows rows;
    struct measured row;
    if (!recorded || !recorded_results("h200", "samples.csv", path) ||
        rows_open(&rows, path, problem, sizeof problem))
        abort();
    while (rows_next(&rows, &row) == 1) {
        if (!row.usable || row.samples != DRAWN_SAMPLES)
            continue;
        if (recorded->count == DRAWN_ROWS_MOST)
            abort();
        memcpy(recorded->times_ns[recorded->count], row.times_ns, sizeof *recorded->times_ns);
        memcpy(recorded->speeds[recorded->count], row.speeds, sizeof *recorded->speeds);
        for (int i = 0; i < POINT_FIELDS; i++)
            row.field[i] = strdup(row.field[i]);
        row.level = strdup(row.level);
        row.marks = strdup(row.marks);
        row.valid = "yes";
        row.footprint_bytes = strdup(row.footprint_bytes);
        row.node = "drawn";
        row.times_ns = row.lost_shares = NULL; /* the reader's room is freed */
        row.speeds = NULL;
        recorded->row[recorded->count++] = row;
    }
    rows_close(&rows);
    return recorded;
}

static inline void recorded_free(struct recorded *recorded)
{
    for (int r = 0; r < recorded->count; r++) {
        const struct measured *row = &recorded->row[r];
        for (int i = 0; i < POINT_FIELDS; i++)
            free((void *)row->field[i]);
        free((void *)row->level);
        free((void *)row->marks);
        free((void *)row->footprint_bytes);
    }
    free(recorded);
}

/* The row with as many of its samples, drawn with replacement, each `factor` times as long. */
static inline struct measured drawn_row(const struct recorded *recorded, int number, double factor,
                                        uint64_t *state, struct drawn_samples *drawn)
{
    struct measured row = recorded->row[number];
    for (int i = 0; i < DRAWN_SAMPLES; i++) {
        const uint64_t from = random_next(state) % DRAWN_SAMPLES;
        drawn->times_ns[i] = factor * recorded->times_ns[number][from];
        drawn->speeds[i] =
            recorded->speeds_unknown ? speed_unknown : recorded->speeds[number][from];
    }
    row.times_ns = drawn->times_ns;
    row.speeds = drawn->speeds;
    row.samples = DRAWN_SAMPLES;
    return row;
}

#endif
