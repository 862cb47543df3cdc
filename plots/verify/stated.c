#include "plots/verify/stated.h"

#include "study/base/array.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct number_column {
    const char *name;
    size_t offset;
} number_columns[] = {
    {"time_ns", offsetof(struct stated_numbers, time_ns)},
    {"ci_low_ns", offsetof(struct stated_numbers, low_ns)},
    {"ci_high_ns", offsetof(struct stated_numbers, high_ns)},
    {"time_min_ns", offsetof(struct stated_numbers, least_ns)},
    {"time_max_ns", offsetof(struct stated_numbers, most_ns)},
    {"bandwidth_gbps", offsetof(struct stated_numbers, bandwidth_gbps)},
    {"fraction_of_copy", offsetof(struct stated_numbers, fraction_of_copy)},
    {"predicted_bytes", offsetof(struct stated_numbers, predicted_bytes)},
    {"predicted_time_ns", offsetof(struct stated_numbers, predicted_ns)},
    {"write_allocate_bytes", offsetof(struct stated_numbers, allocated_bytes)},
};
enum { NUMBERS = sizeof number_columns / sizeof number_columns[0] };
_Static_assert(NUMBERS == sizeof((struct stated_reader *)0)->columns / sizeof(int), "one for each");

static int open_samples(struct stated_reader *reader, const char *folder, char *problem,
                        size_t size)
{
    const int code = table_open(&reader->samples, folder, "samples.csv", problem, size);
    if (code == -ENOENT || code == -ENODATA)
        return 0;
    if (code)
        return code;
    reader->has_samples = true;
    reader->point_column = table_needed_column(&reader->samples, "point");
    reader->time_column = table_needed_column(&reader->samples, "time_ns");
    return reader->point_column < 0  ? reader->point_column
           : reader->time_column < 0 ? reader->time_column
                                     : 0;
}

int stated_open(struct stated_reader *reader, const struct dataset *set, const char *folder,
                char *problem, size_t problem_size)
{
    *reader = (struct stated_reader){.set = set};
    int code = table_open(&reader->rows, folder, "results.csv", problem, problem_size);
    if (!code)
        code = open_samples(reader, folder, problem, problem_size);
    if (code) {
        stated_close(reader);
        return code;
    }
    for (int i = 0; i < NUMBERS; i++)
        reader->columns[i] = table_column(&reader->rows, number_columns[i].name);
    reader->valid_column = table_column(&reader->rows, "valid");
    reader->ran_on_column = table_column(&reader->rows, "ran_on");
    return 0;
}

/* Reads a line of samples into the pending ones: 1, 0 where there is none, or a negative errno. */
static int read_sample(struct stated_reader *reader)
{
    static const struct table_range points = {.least = 0, .most = 1e9, .whole = true};
    static const struct table_range times_ns = {.least = -1e15, .most = 1e15};
    if (!reader->has_samples)
        return 0;
    int code = table_next(&reader->samples);
    if (code != 1)
        return code;
    code = table_number(&reader->samples, reader->point_column, &points, &reader->pending_row);
    if (!code)
        code = table_number(&reader->samples, reader->time_column, &times_ns, &reader->pending_ns);
    reader->pending = !code;
    return code ? code : 1;
}

static int keep_sample(struct stated_reader *reader)
{
    if (!array_has_room(reader->times, reader->count, reader->room))
        return -ENOMEM;
    reader->times[reader->count++] = reader->pending_ns;
    return 0;
}

/* All samples up to those of a later row. */
static int read_samples(struct stated_reader *reader)
{
    int code = 1;
    reader->count = 0;
    while (code >= 0 && (reader->pending || (code = read_sample(reader)) == 1)) {
        if (reader->pending_row > reader->next)
            return 0;
        reader->pending = false;
        if (reader->pending_row < reader->next)
            reader->strays++;
        else
            code = keep_sample(reader);
    }
    return code < 0 ? code : 0;
}

static int read_numbers(struct stated_reader *reader, struct stated_numbers *numbers)
{
    static const struct table_range any = {.least = -1e300, .most = 1e300, .absent = true};
    int code = 0;
    for (int i = 0; i < NUMBERS && !code; i++) {
        double number = NAN;
        if (reader->columns[i] >= 0)
            code = table_number(&reader->rows, reader->columns[i], &any, &number);
        memcpy((char *)numbers + number_columns[i].offset, &number, sizeof number);
    }
    return code;
}

int stated_next(struct stated_reader *reader, struct stated *stated)
{
    int code = reader->next < reader->set->count ? table_next(&reader->rows) : 0;
    if (code != 1)
        return code;
    *stated = (struct stated){.row = &reader->set->points[reader->next]};
    code = read_numbers(reader, &stated->number);
    if (!code)
        code = read_samples(reader);
    if (code)
        return code;
    stated->valid = reader->valid_column < 0 ? "-" : reader->rows.cells[reader->valid_column];
    stated->ran_on = reader->ran_on_column < 0 ? "-" : reader->rows.cells[reader->ran_on_column];
    stated->samples = reader->times;
    stated->sample_count = reader->count;
    reader->next++;
    return 1;
}

void stated_close(struct stated_reader *reader)
{
    table_close(&reader->rows);
    table_close(&reader->samples);
    free(reader->times);
    *reader = (struct stated_reader){.set = NULL};
}
